// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/mask_legend.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/theme/presented_text.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace gf {

MaskLegend::MaskLegend(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("maskLegend"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void MaskLegend::setMasks(const std::vector<Hidden>& masks) {
    if (masks == m_masks)
        return;
    m_masks = masks;
    QStringList words;
    for (const Hidden mask : masks)
        words << maskText(mask);
    setAccessibleName(words.join(QStringLiteral(", ")));
    setVisible(!masks.empty());
    updateGeometry();
    update();
}

double MaskLegend::fontSize() const {
    return QFontMetricsF(font()).height() * 0.75;
}

void MaskLegend::setRoom(int width) {
    if (width == m_room)
        return;
    m_room = width;
    updateGeometry();
    update();
}

int MaskLegend::widthOf(MaskWords words) const {
    return static_cast<int>(
        std::ceil(maskLegendWidth(m_masks, fontSize(), measureWith(numberFont(font())), words)));
}

MaskWords MaskLegend::words() const {
    return widthOf(MaskWords::Full) <= m_room ? MaskWords::Full : MaskWords::Brief;
}

QSize MaskLegend::sizeHint() const {
    return {widthOf(words()), fontMetrics().height()};
}

void MaskLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const HeatmapStyle style{Theme::of(palette()), numberFont(font())};
    PainterCanvas canvas(painter, style.font, false, leastLetters());
    drawMaskLegend(canvas, QPointF(0, height() / 2.0), m_masks, fontSize(), style, words());
}

void MaskLegend::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace gf
