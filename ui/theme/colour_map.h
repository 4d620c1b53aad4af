// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace gf {

/// Probabilities: viridis (van der Walt and Smith 2015), dark violet at 0 to yellow at 1. Its
/// lightness rises evenly, so it reads in grey and with any colour vision. `t` is clamped to 0…1.
QRgb sequentialColour(double t);

/// Signed values: teal at −1, the background's own grey at 0, amber at +1, equally strong on both
/// sides. On a dark background the ends are the light colours. `t` is clamped to −1…1.
QRgb divergingColour(double t, bool dark);

/// A colour between two: `a` at 0, `b` at 1.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace gf
