// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/twin_chart.h"

#include "ui/compare/twin_colours.h"
#include "ui/train/chart_style.h"

#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gf {

TwinChart::TwinChart(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    setAccessibleName(tr("Losses of both runs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_random = m_plot->addGraph();
    m_random->setName(tr("random guess ln V"));
    m_curveA = m_plot->addGraph();
    m_curveB = m_plot->addGraph();
    for (QCPGraph* graph : {m_random, m_curveA, m_curveB})
        graph->setAdaptiveSampling(true);
    m_plot->xAxis->setNumberFormat("f");
    m_plot->xAxis->setNumberPrecision(0);
    m_plot->axisRect()->setMinimumMargins(QMargins(4, 6, 8, 2));
    m_plot->legend->setVisible(true);
    // Beside the curves: there is no corner that one of them does not come to.
    m_plot->plotLayout()->addElement(0, 1, m_plot->legend);
    m_plot->plotLayout()->setColumnStretchFactor(1, 0.001);
    m_plot->plotLayout()->setColumnSpacing(0);
    dress();
}

void TwinChart::begin(const QString& a, const QString& b, double randomLoss) {
    m_a.clear();
    m_b.clear();
    m_randomLoss = randomLoss;
    m_curveA->setName(tr("A · %1").arg(a));
    m_curveB->setName(tr("B · %1").arg(b));
    refresh();
}

void TwinChart::append(const QVector<TwinPoint>& points) {
    for (const TwinPoint& point : points) {
        m_a.append(static_cast<double>(point.step), point.a);
        m_b.append(static_cast<double>(point.step), point.b);
    }
    if (!points.isEmpty())
        m_redraw.ask();
}

void TwinChart::refresh() {
    double right = 10;
    double top = m_randomLoss;
    const auto draw = [&](QCPGraph* graph, const LossSeries& series) {
        QVector<double> steps;
        QVector<double> losses;
        for (const LossSeries::Point& point : series.points()) {
            steps << point.step;
            losses << point.smooth;
        }
        // One wild curve must not flatten the other.
        QVector<double> sorted = losses;
        if (!sorted.isEmpty()) {
            const auto nearlyAll = sorted.begin() + sorted.size() * 98 / 100;
            std::nth_element(sorted.begin(), nearlyAll, sorted.end());
            top = std::max(top, std::min(*nearlyAll, 4 * std::max(m_randomLoss, 1.0)));
            right = std::max(right, steps.back());
        }
        graph->setData(steps, losses, true);
    };
    draw(m_curveA, m_a);
    draw(m_curveB, m_b);
    m_random->setVisible(m_randomLoss > 0);
    m_random->setData({0, right * 2}, {m_randomLoss, m_randomLoss}, true);
    m_plot->xAxis->setRange(0, right * 1.01);
    m_plot->yAxis->setRange(0, std::max(top, 1e-6) * 1.1);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TwinChart::dress() {
    const Theme theme = Theme::of(palette());
    const QFont small = chartFont(font());
    m_plot->setBackground(theme.surface);
    gf::dress(*m_plot->xAxis, theme, small);
    gf::dress(*m_plot->yAxis, theme, small);
    gf::dress(*m_plot->legend, theme, small);
    m_curveA->setPen(chartPen(colourOfA(theme), 2.5));
    m_curveB->setPen(chartPen(colourOfB(theme), 2.5, Qt::DashLine));
    m_random->setPen(chartPen(theme.mutedText, 1.5, Qt::DotLine));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TwinChart::resizeEvent(QResizeEvent*) {
    const bool low = height() < 150;
    m_plot->xAxis->setLabel(low ? QString() : tr("training step"));
    m_plot->yAxis->setLabel(tr("loss"));
    m_plot->yAxis->ticker()->setTickCount(std::clamp(height() / 34, 2, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TwinChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        dress();
    QWidget::changeEvent(event);
}

} // namespace gf
