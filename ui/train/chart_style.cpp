// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"

#include <QFontInfo>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

/// Marks at whole numbers.
class WholeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range)));
    }
};

} // namespace

QPen chartPen(const QColor& colour, double width, Qt::PenStyle style) {
    return QPen(colour, width, style, Qt::RoundCap, Qt::RoundJoin);
}

QColor faint(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

QFont chartFont(const QFont& font) {
    QFont small = numberFont(font);
    small.setPixelSize(QFontInfo(small).pixelSize());
    return small;
}

void dress(QCPAxis& axis, const Theme& theme, const QFont& font) {
    axis.setBasePen(chartPen(theme.border, 1));
    axis.setTickPen(chartPen(theme.border, 1));
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLabelColor(theme.mutedText);
    axis.setLabelColor(theme.mutedText);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.setTickLength(0, 4);
    axis.grid()->setPen(chartPen(theme.grid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
    axis.grid()->setSubGridVisible(false);
}

void dress(QCPLegend& legend, const Theme& theme, const QFont& font) {
    legend.setBrush(faint(theme.surface, 220));
    legend.setBorderPen(Qt::NoPen);
    legend.setTextColor(theme.text);
    legend.setFont(font);
}

void countSteps(QCPAxis& axis) {
    axis.setTicker(QSharedPointer<WholeTicker>::create());
    axis.setNumberFormat("f");
    axis.setNumberPrecision(0);
}

void standLegendBeside(QCustomPlot& plot) {
    plot.axisRect()->setMinimumMargins(QMargins(4, 6, 8, 2));
    plot.legend->setVisible(true);
    plot.plotLayout()->addElement(0, 1, plot.legend);
    plot.plotLayout()->setColumnStretchFactor(1, 0.001);
    plot.plotLayout()->setColumnSpacing(0);
    plot.legend->setRowSpacing(0);
}

void gatherLegend(QCPLegend& legend, double height) {
    const double line = QFontMetricsF(legend.font()).height();
    const double needed = (line + 1) * legend.itemCount() + 2;
    legend.setIconSize(22, static_cast<int>(line));
    legend.setMargins(QMargins(8, 2, 2, std::max(0, static_cast<int>(height - needed))));
}

} // namespace gf
