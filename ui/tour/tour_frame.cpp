// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour_frame.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace gf {

namespace {

constexpr int thickness = 3;

} // namespace

TourFrame::TourFrame(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("tourFrame"));
}

void TourFrame::surround(const QRect& target) {
    constexpr int outside = thickness - 1;
    setGeometry(
        target.adjusted(-outside, -outside, outside, outside).intersected(parentWidget()->rect()));
    // What lies inside is drawn as ever, and not once more for the line around it.
    const QRect inner = rect().adjusted(thickness, thickness, -thickness, -thickness);
    setMask(QRegion(rect()).subtracted(inner));
}

void TourFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::of(palette()).selection);
}

} // namespace gf
