// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/lowering.h"

namespace gf::cpu {

/// A node's op and buffers with the names that the lowerings below use.
struct Operands {
    const Node& node;
    const Lowering& lowering;

    const Kernels& kernels() const { return lowering.kernels; }
    /// How many examples of a node the task works on: one where all of them share it.
    Index examples(const Node& of) const { return of.batched ? lowering.examples : 1; }
    const Node& input(std::size_t i) const { return lowering.graph[node.inputs[i]]; }
    const float* in(std::size_t i) const { return lowering.address(node.inputs[i]); }
    float* out() const { return lowering.address(node.id); }
    /// From one example of an operand to the next; 0: all examples share it.
    Index stride(const Node& of) const { return of.batched ? of.shape.count() : 0; }
    /// Elements of the result, all examples of the task.
    Index count() const { return examples(node) * node.shape.count(); }
    /// Rows of a node's matrix [rows, columns], all examples.
    Index rows(const Node& of) const { return examples(of) * of.shape.count() / columns(of); }
    /// Columns as they lie in memory: all heads of a token side by side count as one row.
    Index columns(const Node& of) const {
        return liesByToken(of) ? of.shape[0] * of.shape[2] : of.shape.columns();
    }
    /// Rows of all heads, in the order in which they lie.
    Index headRows(const Node& of) const {
        return examples(of) * of.shape.count() / of.shape.columns();
    }
    bool liesByToken(const Node& of) const {
        return lowering.plan.layout(of.id) == Layout::ByToken;
    }
};

/// Where the matrices of a node's heads lie.
struct HeadMatrix {
    float* first;
    Index perExample; ///< 0: the same for every example
    Index perHead, rowStride;

    float* of(Index example, Index head) const {
        return first + example * perExample + head * perHead;
    }
};

inline HeadMatrix headMatrix(const Operands& o, NodeId id) {
    const Node& node = o.lowering.graph[id];
    const Shape& s = node.shape;
    float* first = o.lowering.address(id);
    if (o.lowering.isFleeting(id))
        return {first, 0, 0, s.columns()};
    const Index perExample = o.stride(node);
    if (o.liesByToken(node))
        return {first, perExample, s[2], s[0] * s[2]};
    return {first, perExample, s.matrixRows() * s.columns(), s.columns()};
}

} // namespace gf::cpu
