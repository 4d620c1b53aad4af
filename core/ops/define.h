// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/differentiate.h"
#include "core/graph/op.h"
#include "core/ops/every_op.h"

#include <string>
#include <utility>
#include <vector>

/// What the op files share: an Op with its kind and name, and a node that starts as a copy of
/// another one's form. Not for use outside `core/ops`.
namespace gf::ops {

/// An op's identity; the rest is overridden.
template <OpKind Kind> class OpBase : public Op {
public:
    OpKind kind() const override { return Kind; }
    std::string_view name() const override { return opTable[static_cast<std::size_t>(Kind)].name; }
};

/// The one object of each kind: of the class ReluOp for OpKind::Relu. The op's file makes it by
/// GF_THE_OP(Relu).
template <OpKind kind> const Op& theOp();
#define GF_OP(kind, function, name) template <> const Op& theOp<OpKind::kind>();
#include "core/graph/op_table.def"
#define GF_THE_OP(kind)                                                                            \
    template <> const Op& theOp<OpKind::kind>() {                                                  \
        static const kind##Op op;                                                                  \
        return op;                                                                                 \
    }

/// A node with the shape, axes and batching of `form`.
inline Node nodeLike(const Node& form, OpKind kind, std::string name, std::vector<NodeId> inputs) {
    Node node;
    node.name = std::move(name);
    node.op = &op(kind);
    node.inputs = std::move(inputs);
    node.shape = form.shape;
    node.axes = form.axes;
    node.batched = form.batched;
    return node;
}

/// A cell from up to four indices.
inline Cell cell(Index a = 0, Index b = 0, Index c = 0, Index d = 0) {
    return {{a, b, c, d}};
}

/// An explanation of one line.
inline Explanation oneLine(std::string symbol, Expression expression) {
    Explanation explanation;
    explanation.lines.push_back({std::move(symbol), std::move(expression)});
    return explanation;
}

} // namespace gf::ops
