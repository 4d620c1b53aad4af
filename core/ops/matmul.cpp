// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/matmul.h"

#include "core/ops/add.h"
#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// y = a·b                          da = dy·bᵀ, db = aᵀ·dy
// y = a·bᵀ                         da = dy·b,  db = dyᵀ·a
// and the sum of these over the batch for an operand that is one for all examples
class MatMulOp : public OpBase<OpKind::MatMul> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId a = node.inputs[0];
        const NodeId b = node.inputs[1];
        const NodeId dy = d.outputGradient();
        const bool transposed = node.attributes.transposeB;
        assert(!node.attributes.transposeA && "gradients are not differentiated again");
        if (d.wants(a))
            addProduct(d, node, 0, {dy, b}, {false, !transposed});
        if (d.wants(b))
            addProduct(d, node, 1, transposed ? Pair{dy, a} : Pair{a, dy}, {true, false});
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

private:
    using Pair = std::pair<NodeId, NodeId>;

    static void addProduct(Differentiation& d, const Node& node, std::size_t input, Pair factors,
                           std::pair<bool, bool> transpose) {
        const std::string name = d.nameFor(node, input);
        const bool sums = node.batched && !d.graph()[node.inputs[input]].batched;
        const NodeId product = matmul(d.graph(), sums ? name + "/each" : name, factors.first,
                                      factors.second, transpose.first, transpose.second);
        d.add(node.inputs[input], sums ? batchSum(d.graph(), name, product) : product);
    }
};

} // namespace

const Op& matMulOp() {
    return theOne<MatMulOp>();
}

NodeId matmul(Graph& graph, std::string name, NodeId a, NodeId b, bool transposeA,
              bool transposeB) {
    const Node& left = graph[a];
    const Node& right = graph[b];
    assert(left.shape.rank() == 3 && right.shape.rank() == 3 && left.shape[0] == right.shape[0]);
    assert(left.shape[transposeA ? 1 : 2] == right.shape[transposeB ? 2 : 1]);
    Node node = nodeLike(left, matMulOp(), std::move(name), {a, b});
    const int row = transposeA ? 2 : 1;
    const int column = transposeB ? 1 : 2;
    node.batched = left.batched || right.batched;
    node.shape = Shape{left.shape[0], left.shape[row], right.shape[column]};
    node.axes = {left.axes[0], left.axes[static_cast<std::size_t>(row)],
                 right.axes[static_cast<std::size_t>(column)]};
    node.attributes.transposeA = transposeA;
    node.attributes.transposeB = transposeB;
    return graph.append(std::move(node));
}

} // namespace gf::ops
