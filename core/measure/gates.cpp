// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/gates.h"

#include "core/measure/computed.h"
#include "core/tensor/eigen.h"

#include <string>
#include <utility>

namespace gf {

namespace {

/// The parts of a time step of a kind of cell.
struct GatedCell {
    std::vector<std::string_view> gates;
    std::size_t keeping;
    std::string_view kept, added;
};

const GatedCell* cellOf(const Graph& graph, const Scope& layer) {
    static const GatedCell cells[] = {
        {{"reset", "update"}, 1, "kept", "added"},
        {{"input_gate", "forget_gate", "output_gate"}, 1, "cell_kept", "cell_added"}};
    for (const GatedCell& cell : cells)
        if (partOfTimeStep(graph, layer, 0, cell.gates.front()) != noNode)
            return &cell;
    return nullptr;
}

/// The rows [1,D] of all time steps beneath each other; empty where one is missing.
Tensor rowsOf(const Trace& trace, const Scope& layer, Index steps, std::string_view part) {
    Tensor rows;
    for (Index t = 0; t < steps; ++t) {
        const NodeId node = partOfTimeStep(*trace.graph, layer, t, part);
        if (node == noNode || trace.value(node).empty())
            return {};
        const Tensor& row = trace.value(node);
        if (rows.empty())
            rows = Tensor(Shape{steps, row.shape().columns()});
        matrixOf(rows).row(t) = matrixOf(row).row(0);
    }
    return rows;
}

std::vector<float> rowMeans(const Tensor& rows) {
    return numbersOf(matrixOf(rows).cast<double>().rowwise().mean().array());
}

std::vector<float> sharesOf(const Tensor& kept, const Tensor& added) {
    const Eigen::ArrayXd old = matrixOf(kept).cast<double>().rowwise().squaredNorm();
    const Eigen::ArrayXd fresh = matrixOf(added).cast<double>().rowwise().squaredNorm();
    const Eigen::ArrayXd all = old + fresh;
    return numbersOf((all > 0).select(old / (all > 0).select(all, 1.0), 0.0));
}

/// Which time steps the layer's states skip, by the mask that its "state" reads.
std::vector<bool> paddedSteps(const Trace& trace, const Scope& layer, Index steps) {
    std::vector<bool> padded(steps, false);
    const Graph& graph = *trace.graph;
    for (Index t = 0; t < steps; ++t) {
        const NodeId state = partOfTimeStep(graph, layer, t, "state");
        if (state == noNode)
            continue;
        const Node& keep = graph[computedNode(graph, state)];
        if (keep.op->kind() != OpKind::Keep || keep.inputs.size() < 3)
            continue;
        const Tensor& mask = trace.value(keep.inputs[2]);
        if (t < mask.count())
            padded[t] = mask[t] == 0;
    }
    return padded;
}

} // namespace

NodeId partOfTimeStep(const Graph& graph, const Scope& layer, Index step, std::string_view part) {
    const ScopeLevel level{ScopeKind::TimeStep, "t" + std::to_string(step), static_cast<int>(step),
                           true};
    return graph.find(layer.with(level), part);
}

std::optional<GateCourse> gateCourse(const Trace& trace, const Scope& layer) {
    const NodeId states = trace.graph->find(layer, "states");
    const GatedCell* const cell = cellOf(*trace.graph, layer);
    if (states == noNode || !cell)
        return std::nullopt;
    const Index steps = (*trace.graph)[states].shape[0];
    GateCourse course;
    course.keeping = cell->keeping;
    course.keptPart = cell->kept;
    course.kept = rowsOf(trace, layer, steps, cell->kept);
    const Tensor added = rowsOf(trace, layer, steps, cell->added);
    if (course.kept.empty() || added.empty())
        return std::nullopt;
    for (const std::string_view part : cell->gates) {
        Tensor units = rowsOf(trace, layer, steps, part);
        if (units.empty())
            return std::nullopt;
        std::vector<float> mean = rowMeans(units);
        course.gates.push_back({part, std::move(units), std::move(mean)});
    }
    course.keptShare = sharesOf(course.kept, added);
    course.padded = paddedSteps(trace, layer, steps);
    return course;
}

} // namespace gf
