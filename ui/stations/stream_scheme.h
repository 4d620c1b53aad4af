// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/residual_stream.h"
#include "ui/stations/drawing.h"

namespace gf {

/// Where the drawing of a stream stands: point i of n in the middle of the i-th of n equal columns.
struct StreamSchemeRoom {
    QRectF area;
    double guideTo = 0; ///< the line that says “you are here” goes down to this height
};

/// The height that the drawing takes.
double streamSchemeHeight(const StationInput& input);

/// Draws a residual stream from left to right: the sub-layers above it with what they read and add,
/// the norms on the branch or on the stream itself, as they stand in the graph, the layers behind,
/// and a mark at the focused step. Every box is a place that goes to its step.
void drawStreamScheme(Drawing& drawing, const ResidualStream& stream, const StreamSchemeRoom& room);

} // namespace gf
