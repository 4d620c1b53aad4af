// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <span>
#include <vector>

namespace gf {

/// Focus::view of the plain drawing: operands, operator, result.
inline constexpr const char* matricesView = "matrices";

/// All stations, in the order in which their buttons stand.
std::span<const Station> allStations();

/// Those that can draw a node.
std::vector<const Station*> stationsFor(const Graph& graph, const Node& node);

/// The one that draws a node when the person has chosen `view`; nullptr for the matrices. A view
/// that cannot draw the node gives way to what suits it, and one of a single head to the matrices
/// of all heads.
const Station* stationFor(const Graph& graph, const Node& node, const QString& view,
                          bool allHeads = false);

/// Likewise of a node of a trace; nullptr for a difference: stations draw how numbers follow from
/// each other, and those of a difference do not.
const Station* stationFor(const Trace& trace, NodeId node, const QString& view,
                          bool allHeads = false);

/// The view after the present one, for the key that goes through them: the matrices come first.
QString nextView(const Graph& graph, const Node& node, const QString& view);

QString titleOf(const Station& station);
QString summaryOf(const Station& station);

} // namespace gf
