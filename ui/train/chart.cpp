// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/chart.h"

#include "ui/figure/wrapped.h"
#include "ui/train/chart_style.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr QSizeF usualSize(640, 360);
constexpr double leastWidth = 300;
constexpr int captionSize = 12;
constexpr double captionLine = 18;
constexpr double captionMargin = 12;

QStringList captionLines(const QString& caption, const QFont& font, double width) {
    if (caption.isEmpty())
        return {};
    const QFontMetricsF metrics(font);
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
}

void Chart::applyTheme(const Theme& theme) {
    const QFont small = chartFont(font());
    m_plot->setBackground(theme.surface);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2})
        dress(*axis, theme, small);
    dress(*m_plot->legend, theme, small);
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

void Chart::paintOnWhite(QPaintDevice& device, double scale, const QSizeF& size,
                         const QString& caption, const QFont& letters) const {
    const std::unique_ptr<Chart> chart = copy();
    chart->setFont(letters);
    chart->applyTheme(Theme::light());
    QFont small = letters;
    small.setPixelSize(captionSize);
    const QStringList lines = captionLines(caption, small, size.width());
    const double below = captionRoom(lines);
    chart->fitTo(size - QSizeF(0, below));

    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    painter.fillRect(QRectF({0, 0}, size), Qt::white);
    chart->m_plot->toPainter(&painter, static_cast<int>(size.width()),
                             static_cast<int>(size.height() - below));
    painter.setFont(small);
    painter.setPen(Theme::light().mutedText);
    painter.setClipping(false);
    double y = size.height() - below;
    for (const QString& line : lines) {
        painter.drawText(QRectF(captionMargin, y, size.width() - 2 * captionMargin, captionLine),
                         Qt::AlignLeft | Qt::AlignVCenter, line);
        y += captionLine;
    }
}

QByteArray Chart::bytes(FigureFormat format, const QSizeF& size, double scale,
                        const QString& caption) const {
    return paintedBytes(format, size, scale, accessibleName(),
                        [&](QPaintDevice& device, double pixels) {
                            paintOnWhite(device, pixels, size, caption, font());
                        });
}

QImage Chart::image(const QSizeF& size, double scale, const QString& caption) const {
    return paintedImage(size, scale, [&](QPaintDevice& device, double pixels) {
        paintOnWhite(device, pixels, size, caption, font());
    });
}

PaperDrawing Chart::onPaper(const std::optional<Paper>& paper, const QString& caption) const {
    PaperDrawing drawing;
    QSizeF units = usualSize;
    QString words = caption;
    drawing.font = font();
    if (paper) {
        words = paper->caption;
        drawing.font = paper->font(font());
        const PaperScale scale =
            scaleOf(*paper, QFontInfo(chartFont(font())).pixelSize(), leastWidth);
        const double width = std::floor(scale.room.width());
        const double shape = usualSize.height() / usualSize.width();
        units = QSizeF(width, std::floor(std::min(width * shape, scale.room.height())));
        drawing.factor = scale.factor * scale.room.width() / width;
    }
    drawing.size = units * drawing.factor;
    drawing.title = accessibleName();
    drawing.paint = [this, units, words, letters = drawing.font](QPaintDevice& device,
                                                                 double scale) {
        paintOnWhite(device, scale, units, words, letters);
    };
    return drawing;
}

} // namespace gf
