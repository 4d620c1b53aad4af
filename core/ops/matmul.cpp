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
        const bool transposed = node.as<ProductAttributes>().transposeB;
        assert(!node.as<ProductAttributes>().transposeA &&
               "gradients are not differentiated again");
        if (d.wants(a))
            addProduct(d, node, 0, {dy, b}, {false, !transposed});
        if (!d.wants(b))
            return;
        if (node.shape.rank() == 2 && d.graph()[b].batched)
            d.addFromRows(node, 1, {a, dy},
                          [transposed](Graph& graph, std::string name, const Nodes& rows) {
                              return matmul(graph, std::move(name), rows[transposed ? 1 : 0],
                                            rows[transposed ? 0 : 1], true, false);
                          },
                          {transposed});
        else
            addProduct(d, node, 1, transposed ? Pair{dy, a} : Pair{a, dy}, {true, false});
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& a = graph[node.inputs[0]];
        const bool ta = node.as<ProductAttributes>().transposeA;
        const bool tb = node.as<ProductAttributes>().transposeB;
        const auto rows = static_cast<std::size_t>(node.shape.rank()) - 2;
        const Index i = at.at[rows];
        const Index j = at.at[rows + 1];
        const auto inHead = [&](Index row, Index column) {
            return rows == 0 ? cell(row, column) : cell(at.at[0], row, column);
        };
        std::vector<Expression> terms;
        for (Index k = 0; k < a.shape[ta ? -2 : -1]; ++k)
            terms.push_back(expr::operand(a.id, ta ? inHead(k, i) : inHead(i, k)) *
                            expr::operand(node.inputs[1], tb ? inHead(j, k) : inHead(k, j)));
        return oneLine("y", expr::sum(std::move(terms)));
    }

private:
    using Pair = std::pair<NodeId, NodeId>;
    using Nodes = std::vector<NodeId>;

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

GF_THE_OP(MatMul)

NodeId matmul(Graph& graph, std::string name, NodeId a, NodeId b, bool transposeA,
              bool transposeB) {
    const Node& left = graph[a];
    const Node& right = graph[b];
    const int rank = left.shape.rank();
    assert((rank == 2 || rank == 3) && right.shape.rank() == rank);
    assert(left.shape.matrices() == right.shape.matrices());
    assert(left.shape[transposeA ? -2 : -1] == right.shape[transposeB ? -1 : -2]);
    Node node = nodeLike(left, OpKind::MatMul, std::move(name), {a, b});
    const int row = rank - (transposeA ? 1 : 2);
    const int column = rank - (transposeB ? 2 : 1);
    node.batched = left.batched || right.batched;
    node.shape = rank == 3 ? Shape{left.shape[0], left.shape[row], right.shape[column]}
                           : Shape{left.shape[row], right.shape[column]};
    const auto last = static_cast<std::size_t>(rank - 1);
    node.axes[last - 1] = left.axes[row];
    node.axes[last] = right.axes[column];
    node.attributes = ProductAttributes{transposeA, transposeB};
    return graph.append(std::move(node));
}

} // namespace gf::ops
