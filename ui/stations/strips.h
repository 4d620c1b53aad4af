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

/// What stands over the strips: the sentence with the token in focus, and what is to be said of it.
struct StripsHead {
    QStringList tokens;
    Index token = 0;
    QString words;
};

/// Draws it between equal margins; returns where the strips begin.
double drawStripsHead(const StationInput& input, Canvas& canvas, StationPicture& picture,
                      const StripsHead& head, double margin);

/// The height that it takes.
double stripsHeadHeight(const StationInput& input, const StripsHead& head, double margin);

/// Draws strips under each other from `top` on, with their mean and deviation beside them, between
/// equal margins; returns where they end. Every cell stands for its feature of the token.
double drawStrips(const StationInput& input, Canvas& canvas, StationPicture& picture,
                  std::span<const Strip> strips, Index token, double margin, double top);

/// The least width in which strips can be told apart, with all that stands beside them.
double stripsWidth(const StationInput& input, std::span<const Strip> strips, double margin);

/// The height that so many strips take.
double stripsHeight(std::size_t strips);

} // namespace gf
