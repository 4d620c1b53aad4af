// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

namespace gf {

/// The colours of the two runs, in charts and over their stages; neither means a matrix. B differs
/// from A in its line and marker as well.
inline QColor colourOfA(const Theme& theme) {
    return theme.selection;
}
inline QColor colourOfB(const Theme& theme) {
    return theme.warning;
}

} // namespace gf
