// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_families.h"

#include "core/measure/computed.h"
#include "core/measure/context_sum.h"
#include "core/tensor/eigen.h"
#include "core/tensor/row.h"

#include <array>
#include <cmath>
#include <limits>

namespace gf {

namespace {

using Terms = RowMatrix<double>; ///< [S,D]

constexpr std::array families{ScoreFamily::Dot, ScoreFamily::Scaled, ScoreFamily::General,
                              ScoreFamily::Location, ScoreFamily::Concat};

const Node& computed(const Graph& graph, NodeId id) {
    return graph[computedNode(graph, id)];
}

/// What one family's scores are made with, besides h and s.
struct Operands {
    ScoreFamily family = ScoreFamily::Dot;
    std::span<const float> state;   ///< h_t
    std::span<const float> query;   ///< general: h·W_a; concat: its part of the sum in tanh
    const Tensor* keys = nullptr;   ///< concat: the memory's part [S,D]
    const Tensor* vector = nullptr; ///< concat: v [D]
    const Tensor* places = nullptr; ///< location: W_a [D,max_length]
};

/// Of the model's own family, and the state.
Operands operandsOf(const Trace& trace, const ComputedRow& scores) {
    const Graph& graph = *trace.graph;
    const Node& node = *scores.node;
    const auto row = [&](NodeId id) { return rowOf(trace.value(id), scores.row); };
    Operands operands;
    if (node.op->kind() == OpKind::AdditiveScores) {
        operands.family = ScoreFamily::Concat;
        operands.query = row(node.inputs[0]);
        operands.keys = &trace.value(node.inputs[1]);
        operands.vector = &trace.value(node.inputs[2]);
        operands.state = row(computed(graph, node.inputs[0]).inputs[0]);
    } else if (node.op->kind() == OpKind::Slice) {
        const Node& product = computed(graph, node.inputs[0]);
        operands.family = ScoreFamily::Location;
        operands.state = row(product.inputs[0]);
        operands.places = &trace.value(product.inputs[1]);
    } else if (const Node& queries = computed(graph, node.inputs[0]);
               queries.part == "queries" && queries.op->kind() == OpKind::Linear) {
        operands.family = ScoreFamily::General;
        operands.query = row(node.inputs[0]);
        operands.state = row(queries.inputs[0]);
    } else {
        operands.state = row(node.inputs[0]);
    }
    return operands;
}

/// The terms of a family; none where the model has no weights for it.
Terms termsOf(ScoreFamily family, const Operands& own, const Tensor& memory) {
    const auto states = matrixOf(memory).cast<double>();
    const Index tokens = memory.shape()[0];
    const auto byRow = [&](std::span<const float> vector) -> Terms {
        return states.array().rowwise() * exactly(vector).transpose();
    };
    switch (family) {
    case ScoreFamily::Dot:
        return byRow(own.state);
    case ScoreFamily::Scaled:
        return byRow(own.state) / std::sqrt(static_cast<double>(own.state.size()));
    default:
        break;
    }
    if (family != own.family)
        return {};
    if (family == ScoreFamily::General)
        return byRow(own.query);
    if (family == ScoreFamily::Location)
        return (matrixOf(*own.places).leftCols(tokens).cast<double>().array().colwise() *
                exactly(own.state))
            .transpose();
    const Eigen::ArrayXd query = exactly(own.query);
    const Eigen::ArrayXd vector = exactly(own.vector->values());
    const Eigen::ArrayXXd sums =
        matrixOf(*own.keys).cast<double>().array().rowwise() + query.transpose();
    return sums.tanh().rowwise() * vector.transpose();
}

/// Softmax over what is not hidden.
std::vector<float> weightsOf(const Eigen::ArrayXd& scores, std::span<const float> masked) {
    double largest = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < scores.size(); ++j)
        if (!std::isinf(masked[j]))
            largest = std::max(largest, scores[j]);
    Eigen::ArrayXd weights = Eigen::ArrayXd::Zero(scores.size());
    for (Index j = 0; j < scores.size(); ++j)
        if (!std::isinf(masked[j]))
            weights[j] = std::exp(scores[j] - largest);
    if (const double sum = weights.sum(); sum > 0)
        weights /= sum;
    return numbersOf(weights);
}

} // namespace

std::vector<FamilyScores> familyScores(const Trace& trace, const Scope& alignment, Index row) {
    const Graph& graph = *trace.graph;
    const NodeId id = graph.find(alignment, "scores");
    const AlignmentNodes nodes = alignmentNodes(graph, alignment);
    const Tensor* masked = trace.find(alignment.nameOf("masked"));
    if (id == noNode || nodes.memory == noNode || !masked || masked->empty())
        return {};
    const Tensor& memory = trace.value(nodes.memory);
    const Operands own = operandsOf(trace, computedRow(graph, id, row));
    std::vector<FamilyScores> all;
    for (const ScoreFamily family : families) {
        FamilyScores one;
        one.family = family;
        one.own = family == own.family;
        if (const Terms terms = termsOf(family, own, memory); terms.size() > 0) {
            const Eigen::ArrayXd sums = terms.rowwise().sum();
            one.terms = tensorOf(terms);
            one.scores = numbersOf(sums);
            one.weights = weightsOf(sums, rowOf(*masked, row));
        }
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace gf
