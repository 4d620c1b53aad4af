// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/gates.h"

#include "core/measure/computed.h"
#include "core/tensor/eigen.h"

#include <string>

namespace gf {

namespace {

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
    if (states == noNode)
        return std::nullopt;
    const Index steps = (*trace.graph)[states].shape[0];
    GateCourse course;
    course.reset = rowsOf(trace, layer, steps, "reset");
    course.update = rowsOf(trace, layer, steps, "update");
    course.kept = rowsOf(trace, layer, steps, "kept");
    const Tensor added = rowsOf(trace, layer, steps, "added");
    if (course.reset.empty() || course.update.empty() || course.kept.empty() || added.empty())
        return std::nullopt;
    course.meanReset = rowMeans(course.reset);
    course.meanUpdate = rowMeans(course.update);
    course.keptShare = sharesOf(course.kept, added);
    course.padded = paddedSteps(trace, layer, steps);
    return course;
}

} // namespace gf
