// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/zoom_gesture.h"

#include <QGestureEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double notch = 120; ///< of a wheel, in the units of its events

double within(double factor) {
    return std::clamp(factor, 0.2, 5.0); // of one event
}

} // namespace

std::optional<ZoomGesture> zoomGestureOf(QEvent* event, const QWidget* widget) {
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        if (!wheel->modifiers().testFlag(Qt::ControlModifier) || wheel->angleDelta().y() == 0)
            return std::nullopt;
        return ZoomGesture{within(std::pow(zoomStep, wheel->angleDelta().y() / notch)),
                           wheel->position()};
    }
    case QEvent::NativeGesture: {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() != Qt::ZoomNativeGesture)
            return std::nullopt;
        return ZoomGesture{within(1 + gesture->value()), gesture->position()};
    }
    case QEvent::Gesture: {
        const auto* gestures = static_cast<QGestureEvent*>(event);
        const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture));
        if (!pinch)
            return std::nullopt;
        return ZoomGesture{within(pinch->scaleFactor()),
                           widget->mapFromGlobal(pinch->centerPoint())};
    }
    default:
        return std::nullopt;
    }
}

} // namespace gf
