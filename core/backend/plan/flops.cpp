// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/flops.h"

#include "core/graph/op.h"

namespace gf {

namespace {

/// Tokens of a [T,N] or [H,T,K] node.
double tokensOf(const Node& node) {
    return static_cast<double>(node.shape.rank() == 2 ? node.shape[0] : node.shape[1]);
}

double count(const Node& node) {
    return static_cast<double>(node.shape.count());
}

/// Of one example.
double flopsOf(const Graph& graph, const Node& node) {
    const auto input = [&](std::size_t i) -> const Node& { return graph[node.inputs[i]]; };
    switch (node.op->kind()) {
    case OpKind::Linear:              // x·W
    case OpKind::LinearInputGradient: // dy·Wᵀ
        return 2 * tokensOf(input(0)) * count(input(1));
    case OpKind::LinearWeightGradient: // xᵀ·dy
        return 2 * tokensOf(input(0)) * count(node);
    case OpKind::MatMul: { // [H,n,k]·[H,k,m]
        const Node& a = input(0);
        const Index k = a.shape[node.as<ProductAttributes>().transposeA ? -2 : -1];
        return 2 * count(node) * static_cast<double>(k);
    }
    default:
        return 0;
    }
}

} // namespace

double productFlops(const Graph& graph, Index batch) {
    double flops = 0;
    for (const Node& node : graph.nodes())
        flops += flopsOf(graph, node);
    return flops * static_cast<double>(batch);
}

} // namespace gf
