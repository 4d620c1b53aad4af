// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"
#include "ui/stations/every_station.h"

namespace gf::series_lab {

namespace {

/// The step that the drawing is of.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (forecast::station().shows(graph, node))
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) != noNode)
        return std::nullopt;
    return phrase("This model foretells no numbers; one of the task “series” does.");
}

} // namespace

LabPage page() {
    Station drawing = forecast::station();
    drawing.id = "series";
    return LabPage{.drawing = drawing, .node = nodeOf, .missing = missing, .asks = nullptr};
}

} // namespace gf::series_lab
