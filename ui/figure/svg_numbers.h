// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

constexpr double svgUnitsPerInch = 96; ///< CSS has it so, and Qt's pixels too

/// A number as SVG files have it: at most three digits after the point, without zeros at the end.
QString svgNumber(double value);

} // namespace gf
