// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/token_mixing.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/rotation.h"
#include "core/ops/windows.h"
#include "core/tensor/eigen.h"

#include <cmath>
#include <limits>
#include <utility>

namespace gf {

namespace {

using Square = RowMatrix<double>;

/// A part of a sub-layer as it is, after what a person changed; empty where there is none.
const Tensor* partOf(const Trace& trace, const Scope& scope, std::string_view part) {
    const NodeId id = trace.graph->find(scope, part);
    if (id == noNode || trace.value(id).empty())
        return nullptr;
    return &trace.value(id);
}

Tensor tensorOf(const Square& matrix) {
    Tensor tensor(Shape{matrix.rows(), matrix.cols()});
    matrixOf(tensor) = matrix.cast<float>();
    return tensor;
}

/// Rows changed places.
template <class Rows> void exchangeRows(Rows&& rows, const ExchangedTokens& exchanged) {
    rows.row(exchanged.first).swap(rows.row(exchanged.second));
}

/// Each row turned by its position.
Square turned(Square rows) {
    for (Index p = 0; p < rows.rows(); ++p)
        turnPairs({rows.row(p).data(), static_cast<std::size_t>(rows.cols())}, p);
    return rows;
}

/// Softmax of each row; one in which all is hidden gives zeros.
Square softmaxed(Square scores) {
    for (Index i = 0; i < scores.rows(); ++i) {
        const double largest = scores.row(i).maxCoeff();
        if (std::isinf(largest)) {
            scores.row(i).setZero();
            continue;
        }
        scores.row(i) =
            scores.row(i).unaryExpr([&](double score) { return std::exp(score - largest); });
        scores.row(i) /= scores.row(i).sum();
    }
    return scores;
}

/// The mean over the heads of what queries and keys give when two rows have changed places.
Tensor exchangedAttention(const Trace& trace, const Scope& scope,
                          const ExchangedTokens& exchanged) {
    const Tensor* q = partOf(trace, scope, "q");
    const Tensor* k = partOf(trace, scope, "k");
    const Tensor* masked = partOf(trace, scope, "masked");
    const NodeId scaled = trace.graph->find(scope, "scaled");
    if (!q || !k || !masked || scaled == noNode)
        return {};
    const Node& scale = (*trace.graph)[computedNode(*trace.graph, scaled)];
    const bool turns = trace.graph->find(scope, "q_rotated") != noNode;
    const Tensor* bias = partOf(trace, scope, "position_bias");
    const Index heads = q->shape()[0];
    const Index tokens = q->shape()[1];
    Square sum = Square::Zero(tokens, tokens);
    for (Index h = 0; h < heads; ++h) {
        Square queries = matrixOf(*q, h).cast<double>();
        Square keys = matrixOf(*k, h).cast<double>();
        exchangeRows(queries, exchanged);
        exchangeRows(keys, exchanged);
        if (turns) {
            queries = turned(queries);
            keys = turned(keys);
        }
        Square scores = scale.attributes.factor * (queries * keys.transpose());
        if (bias)
            scores += matrixOf(*bias, h).cast<double>();
        const auto mask = matrixOf(*masked, h);
        for (Index i = 0; i < tokens; ++i)
            for (Index j = 0; j < tokens; ++j)
                if (std::isinf(mask(i, j)))
                    scores(i, j) = -std::numeric_limits<double>::infinity();
        sum += softmaxed(std::move(scores));
    }
    return tensorOf(sum / static_cast<double>(heads));
}

Tensor meanOfHeads(const Tensor& weights) {
    const Index heads = weights.shape()[0];
    Square sum = Square::Zero(weights.shape()[1], weights.shape()[2]);
    for (Index h = 0; h < heads; ++h)
        sum += matrixOf(weights, h).cast<double>();
    return tensorOf(sum / static_cast<double>(heads));
}

/// By the size of the kernel's matrices, among the tokens that are there.
Tensor byKernel(const Trace& trace, const Node& windows, const Tensor& kernel) {
    const Index tokens = windows.shape[0];
    const Index length = kernel.shape()[0];
    const Tensor* keep = windows.inputs.size() == 2 ? &trace.value(windows.inputs[1]) : nullptr;
    Square shares = Square::Zero(tokens, tokens);
    for (Index r = 0; r < length; ++r) {
        const double size = matrixOf(kernel, r).cast<double>().norm();
        const Index offset = ops::windowOffset(r, length, windows.attributes.causal);
        for (Index i = std::max<Index>(0, -offset); i < std::min(tokens, tokens - offset); ++i)
            if (!keep || keep->empty() || (*keep)[i + offset] != 0)
                shares(i, i + offset) = size;
    }
    for (Index i = 0; i < tokens; ++i)
        if (const double sum = shares.row(i).sum(); sum > 0)
            shares.row(i) /= sum;
    return tensorOf(shares);
}

} // namespace

bool mixesTokens(const Scope& scope) {
    return scope.kind() == ScopeKind::SelfAttention || scope.kind() == ScopeKind::Mixer;
}

Tensor tokenMixing(const Trace& trace, const Scope& scope,
                   std::optional<ExchangedTokens> exchanged) {
    const Graph& graph = *trace.graph;
    if (const NodeId windows = graph.find(scope, "windows"); windows != noNode) {
        // What the product reads: a person may have changed the kernel.
        const NodeId output = computedNode(graph, graph.find(scope, "output"));
        const Tensor& kernel = trace.value(graph[output].inputs[1]);
        return kernel.empty() ? Tensor()
                              : byKernel(trace, graph[computedNode(graph, windows)], kernel);
    }
    if (exchanged && scope.kind() == ScopeKind::SelfAttention)
        return exchangedAttention(trace, scope, *exchanged);
    const Tensor* weights = partOf(trace, scope, "weights");
    if (!weights)
        return {};
    return weights->shape().rank() == 3 ? meanOfHeads(*weights) : *weights;
}

} // namespace gf
