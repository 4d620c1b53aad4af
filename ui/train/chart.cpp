// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/chart.h"

#include "ui/train/chart_style.h"

#include <QContextMenuEvent>
#include <QVBoxLayout>

#include <qcustomplot.h>

namespace gf {

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
                         const QString& caption) const {
    const std::unique_ptr<Chart> chart = copy();
    chart->setFont(font());
    chart->applyTheme(Theme::light());
    const double line = caption.isEmpty() ? 0 : 24;
    chart->fitTo(size - QSizeF(0, line));

    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    painter.fillRect(QRectF({0, 0}, size), Qt::white);
    chart->m_plot->toPainter(&painter, static_cast<int>(size.width()),
                             static_cast<int>(size.height() - line));
    if (line > 0) {
        QFont small = font();
        small.setPixelSize(12);
        painter.setFont(small);
        painter.setPen(Theme::light().mutedText);
        painter.setClipping(false);
        painter.drawText(QRectF(12, size.height() - line, size.width() - 24, line - 6),
                         Qt::AlignLeft | Qt::AlignVCenter, caption);
    }
}

QByteArray Chart::bytes(FigureFormat format, const QSizeF& size, double scale,
                        const QString& caption) const {
    return paintedBytes(
        format, size, scale, accessibleName(),
        [&](QPaintDevice& device, double pixels) { paintOnWhite(device, pixels, size, caption); });
}

QImage Chart::image(const QSizeF& size, double scale, const QString& caption) const {
    return paintedImage(size, scale, [&](QPaintDevice& device, double pixels) {
        paintOnWhite(device, pixels, size, caption);
    });
}

} // namespace gf
