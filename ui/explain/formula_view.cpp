// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_view.h"

#include <QFontInfo>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double enlarged = 1.75; ///< relative to the panel's text
constexpr double padding = 12;
constexpr double leastPadding = 4; ///< where a view is lower than it wants to be
constexpr double pictureText = 10; ///< the size of text in a picture

} // namespace

FormulaView::FormulaView(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FormulaView::setCentred(bool centred) {
    m_centred = centred;
    m_drawn = {};
    update();
}

void FormulaView::setShown(bool shown) {
    m_shown = shown;
    follow();
}

void FormulaView::follow() {
    setVisible(m_shown && !m_name.isEmpty());
}

void FormulaView::setFormula(const QString& name) {
    const bool other = name != m_name;
    m_name = name;
    follow();
    if (!other)
        return;
    m_picture = FormulaPicture(name);
    m_drawn = {};
    setAccessibleName(tr("Formula: %1").arg(plain()));
    updateGeometry();
    update();
}

/// Its size in a view of this width.
QSizeF FormulaView::pictureSize(double width) const {
    const double pixels = QFontInfo(font()).pixelSize();
    const QSizeF wanted = m_picture.size() * (enlarged * pixels / pictureText);
    const double room = std::max(1.0, width - 2 * padding);
    return wanted.width() > room ? wanted * (room / wanted.width()) : wanted;
}

int FormulaView::widthUpTo(int most) const {
    return std::min(most, static_cast<int>(std::ceil(pictureSize(most).width() + 2 * padding)));
}

QSize FormulaView::sizeHint() const {
    return {260, heightForWidth(260)};
}

QSize FormulaView::minimumSizeHint() const {
    return {80, 0};
}

int FormulaView::heightForWidth(int width) const {
    return m_picture.isEmpty()
               ? 0
               : static_cast<int>(std::ceil(pictureSize(width).height() + 2 * padding));
}

void FormulaView::changeEvent(QEvent* event) {
    m_drawn = {}; // another palette or font
    QWidget::changeEvent(event);
}

void FormulaView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.raised);
    if (!m_centred)
        painter.drawRoundedRect(QRectF(rect()), 6, 6);
    // Outlines take their time, and stay the same until something else does.
    const double ratio = devicePixelRatioF();
    if (const QSize pixels = (QSizeF(size()) * ratio).toSize();
        !pixels.isEmpty() && m_drawn.size() != pixels) {
        m_drawn = QPixmap(pixels);
        m_drawn.setDevicePixelRatio(ratio);
        m_drawn.fill(Qt::transparent);
        QPainter onto(&m_drawn);
        onto.setRenderHint(QPainter::Antialiasing);
        QSizeF size = pictureSize(width());
        if (const double room = std::max(1.0, height() - 2 * leastPadding); size.height() > room)
            size *= room / size.height();
        const double left = m_centred ? (width() - size.width()) / 2 : padding;
        m_picture.paint(onto, {QPointF(left, (height() - size.height()) / 2), size}, theme);
    }
    painter.drawPixmap(0, 0, m_drawn);
}

} // namespace gf
