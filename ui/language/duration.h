// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

/// What takes less is said to take no time.
inline constexpr double leastSecondsSaid = 0.1;

/// A time as one says it: "2.5 s", "40 s", "3 min", "2.5 h".
QString durationText(double seconds);

} // namespace gf
