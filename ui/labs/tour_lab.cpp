// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/random.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/every_station.h"

#include <algorithm>
#include <numeric>

namespace gf::tour_lab {

namespace {

constexpr const char* orderKey = "tour.order";

/// The step that the drawing is of.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (node.scope.kind() == ScopeKind::Probabilities && tour_map::station().shows(graph, node))
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) != noNode)
        return std::nullopt;
    return phrase("This model chooses no cities; one of the task “salesman” does.");
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("tour");
}

/// The cities in the order of this number; one of 0 is that of the example.
std::optional<LabRequest> asks(const StationInput& input) {
    const auto number = static_cast<std::uint64_t>(knobSetting(input, orderKey));
    const Tensor* const cities = input.trace.find("source.values");
    if (number == 0 || !cities)
        return std::nullopt;
    Index count = 0;
    while (count < cities->shape()[0] && input.trace.keeps("source", count))
        ++count;
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::sort(order, {}, [&](Index city) {
        return uniform(number, 0, static_cast<std::uint64_t>(city));
    });
    return shuffledBy(order);
}

} // namespace

LabPage page() {
    Station drawing = tour_map::station();
    drawing.controls = controls;
    return LabPage{.drawing = drawing, .node = nodeOf, .missing = missing, .asks = asks};
}

} // namespace gf::tour_lab
