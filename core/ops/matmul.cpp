// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/matmul.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// y = a·b                          da = dy·bᵀ, db = aᵀ·dy
// y = a·bᵀ                         da = dy·b,  db = dyᵀ·a
class MatMulOp : public OpBase<OpKind::MatMul> {
public:
    using OpBase::OpBase;

    void differentiate(Differentiation& d, const Node& node) const override {
        Graph& graph = d.graph();
        const NodeId a = node.inputs[0];
        const NodeId b = node.inputs[1];
        const NodeId dy = d.outputGradient();
        assert(!node.attributes.transposeA && "gradients are not differentiated again");
        if (d.wants(a))
            d.add(a, matmul(graph, d.nameFor(node, 0), dy, b, false, !node.attributes.transposeB));
        if (d.wants(b)) {
            const bool transposed = node.attributes.transposeB;
            d.add(b, transposed ? matmul(graph, d.nameFor(node, 1), dy, a, true, false)
                                : matmul(graph, d.nameFor(node, 1), a, dy, true, false));
        }
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& a = graph[node.inputs[0]];
        const bool ta = node.attributes.transposeA;
        const bool tb = node.attributes.transposeB;
        const auto [h, i, j, unused] = at.at;
        std::vector<Expression> terms;
        for (Index k = 0; k < a.shape[ta ? 1 : 2]; ++k)
            terms.push_back(
                times(expr::operand(a.id, ta ? cell(h, k, i) : cell(h, i, k)),
                      expr::operand(node.inputs[1], tb ? cell(h, j, k) : cell(h, k, j))));
        return oneLine("y", expr::sum(std::move(terms)));
    }
};

} // namespace

const Op& matmulOp() {
    static const MatMulOp op("matmul");
    return op;
}

NodeId matmul(Graph& graph, std::string name, NodeId a, NodeId b, bool transposeA,
              bool transposeB) {
    const Node& left = graph[a];
    const Node& right = graph[b];
    assert(left.shape.rank() == 3 && right.shape.rank() == 3 && left.shape[0] == right.shape[0]);
    assert(left.shape[transposeA ? 1 : 2] == right.shape[transposeB ? 2 : 1]);
    Node node = nodeLike(left, matmulOp(), std::move(name), {a, b});
    const int row = transposeA ? 2 : 1;
    const int column = transposeB ? 1 : 2;
    node.shape = Shape{left.shape[0], left.shape[row], right.shape[column]};
    node.axes = {left.axes[0], left.axes[static_cast<std::size_t>(row)],
                 right.axes[static_cast<std::size_t>(column)]};
    // Features of heads lie interleaved, so that joining heads is free; [H,T,S] lies head by head.
    node.storage = node.axes[2] == Axis::HeadFeature ? Storage::ByHead : Storage::Rows;
    node.attributes.transposeA = transposeA;
    node.attributes.transposeB = transposeB;
    return graph.append(std::move(node));
}

} // namespace gf::ops
