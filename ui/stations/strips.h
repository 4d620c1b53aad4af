// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <span>
#include <vector>

namespace gf {

/// One line of a calculation with the row of one token: its name, its D numbers, and with which
/// lines it shares its colours.
struct Strip {
    QString name;
    std::span<const float> values;
    int colours = 0;                ///< strips with the same number have one range
    bool factor = false;            ///< what is applied, set apart from what it is applied to
    std::vector<bool> changed = {}; ///< by a person; empty: nothing is
};

/// Draws strips under each other from `top` on, with their mean and deviation beside them, between
/// equal margins; returns where they end. Every cell stands for its feature of the token.
double drawStrips(const StationInput& input, Canvas& canvas, StationPicture& picture,
                  std::span<const Strip> strips, Index token, double margin, double top);

/// The height that so many strips take.
double stripsHeight(std::size_t strips);

} // namespace gf
