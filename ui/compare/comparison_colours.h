// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <array>
#include <cstddef>

namespace gf {

/// The colours of runs, in charts and over their stages; none means a matrix. Beside those of A and
/// B, black or white is what people see best who see few hues. Lines and markers differ too.
inline QColor colourOfRun(const Theme& theme, std::size_t run) {
    const std::array colours = {theme.selection, theme.warning, theme.text};
    return colours[run % colours.size()];
}

/// Those of the next three colours are others.
inline Qt::PenStyle lineOfRun(std::size_t run) {
    constexpr std::array lines = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine};
    return lines[(run + run / lines.size()) % lines.size()];
}

} // namespace gf
