// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/token_mixing.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/ops/windows.h"
#include "core/tensor/eigen.h"

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
        const Index offset = ops::windowOffset(r, length, windows.as<WindowsAttributes>().causal);
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

Tensor tokenMixing(const Trace& trace, const Scope& scope) {
    const Graph& graph = *trace.graph;
    if (const NodeId windows = graph.find(scope, "windows"); windows != noNode) {
        // What the product reads: a person may have changed the kernel.
        const NodeId output = computedNode(graph, graph.find(scope, "output"));
        const Tensor& kernel = trace.value(graph[output].inputs[1]);
        return kernel.empty() ? Tensor()
                              : byKernel(trace, graph[computedNode(graph, windows)], kernel);
    }
    const Tensor* weights = partOf(trace, scope, "weights");
    if (!weights)
        return {};
    return weights->shape().rank() == 3 ? meanOfHeads(*weights) : *weights;
}

} // namespace gf
