// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/soft_dictionary.h"

#include "core/measure/computed.h"
#include "core/measure/entropy.h"
#include "core/tensor/eigen.h"

#include <limits>

namespace gf {

namespace {

std::vector<double> listOf(const Eigen::RowVectorXd& row) {
    return {row.begin(), row.end()};
}

} // namespace

std::optional<Lookup> lookUp(const Trace& trace, const Scope& attention, Index head, Index query,
                             const LookupChange& change) {
    const Graph& graph = *trace.graph;
    const NodeId masked = attention.isAttention() ? graph.find(attention, "masked") : noNode;
    if (masked == noNode || trace.isDifference())
        return {};
    const auto scores = matrixOf(trace.value(masked), head).row(query);
    if (scores.maxCoeff() == -std::numeric_limits<float>::infinity())
        return {};
    const NodeId heads = computedNode(graph, graph.find(attention, "heads"));
    RowMatrix<double> values = matrixOf(trace.value(graph[heads].inputs[1]), head).cast<double>();
    if (change.swapped)
        values.row(change.swapped->first).swap(values.row(change.swapped->second));

    Lookup found;
    found.weights =
        tempered({scores.data(), static_cast<std::size_t>(scores.size())}, change.temperature);
    const Eigen::Map<const Eigen::RowVectorXd> weights(found.weights.data(), values.rows());
    weights.maxCoeff(&found.likeliest);
    const Eigen::RowVectorXd soft = weights * values;
    const Eigen::RowVectorXd hard = values.row(found.likeliest);
    found.value = listOf(soft);
    found.hard = listOf(hard);
    const double distance = (soft - hard).norm();
    found.distance = distance == 0 ? 0 : distance / hard.norm();
    return found;
}

} // namespace gf
