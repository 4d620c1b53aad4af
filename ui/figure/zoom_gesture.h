// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <optional>

class QEvent;
class QWidget;

namespace gf {

/// What a person does to see something larger (more than 1) or smaller, and where.
struct ZoomGesture {
    double factor = 1;
    QPointF at; ///< in the widget
};

/// Ctrl with the wheel, or two fingers on a touchpad or, for a widget that grabs pinches, on a
/// screen. Nothing for any other event.
std::optional<ZoomGesture> zoomGestureOf(QEvent* event, const QWidget* widget);

/// How much a key or a notch of the wheel zooms.
inline constexpr double zoomStep = 1.2;

} // namespace gf
