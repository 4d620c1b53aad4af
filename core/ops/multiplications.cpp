// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/multiplications.h"

#include "core/graph/op.h"

namespace gf::ops {

namespace {

/// Tokens of a [T,N] or [H,T,K] node.
double tokensOf(const Node& node) {
    return static_cast<double>(node.shape.rank() == 2 ? node.shape[0] : node.shape[1]);
}

double count(const Node& node) {
    return static_cast<double>(node.shape.count());
}

} // namespace

double multiplications(const Graph& graph, const Node& node) {
    const auto input = [&](std::size_t i) -> const Node& { return graph[node.inputs[i]]; };
    switch (node.op->kind()) {
    case OpKind::Linear:              // x·W
    case OpKind::LinearInputGradient: // dy·Wᵀ
        return tokensOf(input(0)) * count(input(1));
    case OpKind::LinearWeightGradient: // xᵀ·dy
        return tokensOf(input(0)) * count(node);
    case OpKind::MatMul: { // [H,n,k]·[H,k,m]
        const Node& a = input(0);
        const Index k = a.shape[node.as<ProductAttributes>().transposeA ? -2 : -1];
        return count(node) * static_cast<double>(k);
    }
    default:
        return 0;
    }
}

} // namespace gf::ops
