// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/chart.h"

#include "ui/figure/wrapped.h"
#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf {

namespace {

constexpr QSizeF usualSize(640, 360);
constexpr double leastWidth = 300;
constexpr int captionSize = 12;
constexpr double captionLine = 18;
constexpr double captionMargin = 12;

QFont captionFont(QFont letters) {
    letters.setPixelSize(captionSize);
    return letters;
}

QStringList captionLines(const QString& caption, const QFont& letters, double width) {
    if (caption.isEmpty())
        return {};
    const QFontMetricsF metrics(captionFont(letters));
    return wrapped(caption, width - 2 * captionMargin,
                   [&](const QString& piece) { return metrics.horizontalAdvance(piece); });
}

double captionRoom(const QStringList& lines) {
    return lines.isEmpty() ? 0 : static_cast<double>(lines.size()) * captionLine + 6;
}

} // namespace

Chart::Chart(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_plot, 1);
    // Drawn with the rest of the window, not each time for itself.
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    m_plot->setPlottingHint(QCP::phFastPolylines);
    m_plot->installEventFilter(this);
    connect(m_plot, &QCustomPlot::afterReplot, this, [this] {
        const QRect area = m_plot->axisRect()->rect().translated(m_plot->pos());
        emit axisShown(area.left(), area.left() + area.width(), m_plot->xAxis->range().upper);
    });
}

void Chart::applyTheme(const Theme& theme) {
    const QFont small = chartFont(font());
    m_plot->setBackground(theme.surface);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2})
        dress(*axis, theme, small);
    dress(*m_plot->legend, theme, small);
    // The last number of the axis across stands half beside it.
    QMargins least = m_plot->axisRect()->minimumMargins();
    least.setRight(QFontMetrics(small).horizontalAdvance(QStringLiteral("00000")) / 2);
    m_plot->axisRect()->setMinimumMargins(least);
}

bool Chart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::ContextMenu) {
        emit menuRequested(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    // Before the plot draws itself for its new size, which it does once.
    if (watched == m_plot && event->type() == QEvent::Resize)
        fitTo(QSizeF(size()));
    return QWidget::eventFilter(watched, event);
}

void Chart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme(Theme::of(palette()));
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
    QWidget::changeEvent(event);
}

/// The ground of words beside the plot.
void Chart::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), Theme::of(palette()).surface);
}

/// The plot, and the lines of the caption below it.
void Chart::paintOnWhite(QPaintDevice& device, double scale, const QSizeF& plot,
                         const QStringList& caption, const QFont& letters) const {
    const std::unique_ptr<Chart> chart = copy();
    chart->setFont(letters);
    chart->applyTheme(Theme::light());
    chart->fitTo(plot);

    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    painter.fillRect(QRectF({0, 0}, plot + QSizeF(0, captionRoom(caption))), Qt::white);
    chart->m_plot->toPainter(&painter, static_cast<int>(plot.width()),
                             static_cast<int>(plot.height()));
    painter.setFont(captionFont(letters));
    painter.setPen(Theme::light().mutedText);
    painter.setClipping(false);
    double y = plot.height();
    for (const QString& line : caption) {
        painter.drawText(QRectF(captionMargin, y, plot.width() - 2 * captionMargin, captionLine),
                         Qt::AlignLeft | Qt::AlignVCenter, line);
        y += captionLine;
    }
}

/// The plot has its usual shape, and is down to half as high where the paper is not as high; the
/// caption's lines come below it.
PaperDrawing Chart::onPaper(const std::optional<Paper>& paper, const QString& caption) const {
    PaperDrawing drawing;
    QSizeF plot = usualSize;
    double room = std::numeric_limits<double>::infinity();
    drawing.font = paper ? paper->font(font()) : font();
    if (paper) {
        const PaperScale scale =
            scaleOf(*paper, QFontInfo(chartFont(font())).pixelSize(), leastWidth);
        plot.setWidth(std::floor(scale.room.width()));
        drawing.factor = scale.factor * scale.room.width() / plot.width();
        room = scale.room.height();
    }
    const QStringList lines =
        captionLines(paper ? paper->caption : caption, drawing.font, plot.width());
    const double usual = plot.width() * usualSize.height() / usualSize.width();
    plot.setHeight(std::floor(std::clamp(room - captionRoom(lines), usual / 2, usual)));
    drawing.size = (plot + QSizeF(0, captionRoom(lines))) * drawing.factor;
    drawing.title = accessibleName();
    drawing.paint = [this, plot, lines, letters = drawing.font](QPaintDevice& device,
                                                                double scale) {
        paintOnWhite(device, scale, plot, lines, letters);
    };
    return drawing;
}

} // namespace gf
