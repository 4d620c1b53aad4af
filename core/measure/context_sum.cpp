// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/context_sum.h"

#include "core/measure/computed.h"
#include "core/tensor/eigen.h"
#include "core/tensor/finite.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <numeric>

namespace gf {

namespace {

/// The product of weights with states that makes a row of the context; of other nodes null.
ComputedRow rowProduct(const Graph& graph, NodeId context, Index row) {
    ComputedRow product = computedRow(graph, context, row);
    if (product.node->op->kind() != OpKind::MatMul)
        product.node = nullptr;
    return product;
}

/// x·W of one row, W being some rows of a matrix.
std::vector<float> times(std::span<const float> row, const Tensor& weight, Index firstRow) {
    const auto part =
        matrixOf(weight).middleRows(firstRow, static_cast<Index>(row.size())).cast<double>();
    return numbersOf((vectorOf(row).cast<double>().transpose() * part).transpose().array());
}

void takeApart(ContextSum& sum, const Trace& trace, const AlignmentNodes& nodes, Index row) {
    const Graph& graph = *trace.graph;
    const Node& product = graph[computedNode(graph, nodes.product)];
    const Tensor& weight = trace.value(product.inputs[1]);
    const std::span<const float> state = rowOf(trace.value(nodes.states), row);
    sum.fromState = times(state, weight, 0);
    sum.fromContext = times(sum.context, weight, static_cast<Index>(state.size()));
    Eigen::ArrayXd all = exactly(sum.fromState) + exactly(sum.fromContext);
    if (product.inputs.size() > 2) {
        const std::span<const float> bias = trace.value(product.inputs[2]).values();
        sum.bias.assign(bias.begin(), bias.end());
        all += exactly(bias);
    }
    sum.output = numbersOf(all.tanh());
}

} // namespace

AlignmentNodes alignmentNodes(const Graph& graph, const Scope& alignment) {
    AlignmentNodes nodes;
    nodes.weights = graph.find(alignment, "weights");
    nodes.context = graph.find(alignment, "context");
    if (nodes.context != noNode)
        if (const Node* product = rowProduct(graph, nodes.context, 0).node) {
            nodes.memory = product->inputs[1];
            // One product makes all rows: what it reads is what dropout leaves of the softmax.
            if (product == &graph[computedNode(graph, nodes.context)])
                nodes.weights = product->inputs[0];
        }
    const NodeId joined = graph.find(alignment, "joined");
    if (joined == noNode)
        return nodes;
    nodes.states = graph[computedNode(graph, joined)].inputs[0];
    nodes.product = graph.find(alignment, "pre_activation");
    nodes.output = graph.find(alignment, "output");
    return nodes;
}

std::optional<ContextSum> contextSum(const Trace& trace, const AlignmentNodes& nodes, Index row) {
    if (nodes.weights == noNode || nodes.memory == noNode)
        return std::nullopt;
    const Tensor& memory = trace.value(nodes.memory);
    if (memory.empty() || row < 0 || row >= (*trace.graph)[nodes.weights].shape[0])
        return std::nullopt;
    const ComputedRow product = rowProduct(*trace.graph, nodes.context, row);
    if (!product.node || trace.value(product.node->inputs[0]).empty())
        return std::nullopt;
    ContextSum sum;
    const RowMatrix<double> terms =
        vectorOf(rowOf(trace.value(product.node->inputs[0]), product.row))
            .cast<double>()
            .asDiagonal() *
        matrixOf(memory).cast<double>();
    sum.terms = tensorOf(terms);
    sum.context = numbersOf(terms.colwise().sum().transpose().array());
    if (nodes.product != noNode && !trace.value(nodes.states).empty())
        takeApart(sum, trace, nodes, row);
    return sum;
}

WeightedSum weightedSum(const Tensor& weights, const Tensor& values, Index head, Index query,
                        bool largestFirst) {
    const Index keys = weights.shape()[2];
    const Index width = values.shape()[2];
    assert(values.shape()[1] == keys);
    const float* row = weights.data() + (head * weights.shape()[1] + query) * keys;

    WeightedSum result{std::vector<Index>(keys), Tensor(Shape{keys, width}),
                       Tensor(Shape{keys, width})};
    std::iota(result.keys.begin(), result.keys.end(), Index(0));
    if (largestFirst)
        std::stable_sort(result.keys.begin(), result.keys.end(),
                         [row](Index a, Index b) { return isLarger(row[a], row[b]); });
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(width);
    for (Index place = 0; place < keys; ++place) {
        const Index key = result.keys[place];
        const Eigen::RowVectorXd term =
            static_cast<double>(row[key]) * matrixOf(values, head).row(key).cast<double>();
        sum += term;
        matrixOf(result.terms).row(place) = term.cast<float>();
        matrixOf(result.sums).row(place) = sum.cast<float>();
    }
    return result;
}

} // namespace gf
