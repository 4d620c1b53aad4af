// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/linear.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// Column `c` of the [T,M] result, as a cell of a node that may be split by head.
Cell columnCell(const Node& node, Index row, Index column) {
    if (node.shape.rank() == 2)
        return cell(row, column);
    const Index width = node.shape[2];
    return cell(column / width, row, column % width);
}

/// The inverse: which row and column of the [T,M] result a cell is.
std::pair<Index, Index> rowAndColumn(const Node& node, const Cell& at) {
    if (node.shape.rank() == 2)
        return {at.at[0], at.at[1]};
    return {at.at[1], at.at[0] * node.shape[2] + at.at[2]};
}

Index rowsOf(const Node& node) {
    return node.shape.rank() == 2 ? node.shape[0] : node.shape[1];
}

Index columnsOf(const Node& node) {
    return node.shape.rank() == 2 ? node.shape[1] : node.shape[0] * node.shape[2];
}

/// The weight's cell between a column of x and one of y. A kernel [R,D,M] is the matrix [R·D,M].
Cell weightCell(const Node& node, const Node& weight, Index in, Index out) {
    if (weight.shape.rank() == 3)
        return cell(in / weight.shape[1], in % weight.shape[1], out);
    return node.as<ProductAttributes>().transposeB ? cell(out, in) : cell(in, out);
}

/// The inverse: which columns of x and y a cell of the weight's gradient is between.
std::pair<Index, Index> inAndOut(const Node& gradient, const Cell& at) {
    if (gradient.shape.rank() == 3)
        return {at.at[0] * gradient.shape[1] + at.at[1], at.at[2]};
    return gradient.as<ProductAttributes>().transposeB ? std::pair{at.at[1], at.at[0]}
                                                       : std::pair{at.at[0], at.at[1]};
}

// dx = dy·Wᵀ
class LinearInputGradientOp : public OpBase<OpKind::LinearInputGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& dy = graph[node.inputs[0]];
        const auto [row, in] = rowAndColumn(node, at);
        std::vector<Expression> terms;
        for (Index out = 0; out < columnsOf(dy); ++out)
            terms.push_back(
                expr::operand(dy.id, columnCell(dy, row, out)) *
                expr::operand(node.inputs[1], weightCell(node, graph[node.inputs[1]], in, out)));
        return oneLine("dx", expr::sum(std::move(terms)));
    }
};

// dW = Σ_b xᵀ·dy
class LinearWeightGradientOp : public OpBase<OpKind::LinearWeightGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        const Node& dy = graph[node.inputs[1]];
        const auto [in, out] = inAndOut(node, at);
        std::vector<Expression> terms;
        for (Index t = 0; t < rowsOf(x); ++t)
            terms.push_back(expr::operand(x.id, columnCell(x, t, in)) *
                            expr::operand(dy.id, columnCell(dy, t, out)));
        return oneLine("dW", expr::sum(std::move(terms)));
    }
};

// db = Σ_b Σ_t dy[t,:]
class ColumnSumOp : public OpBase<OpKind::ColumnSum> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& dy = graph[node.inputs[0]];
        std::vector<Expression> terms;
        for (Index t = 0; t < rowsOf(dy); ++t)
            terms.push_back(expr::operand(dy.id, columnCell(dy, t, at.at[0])));
        return oneLine("db", expr::sum(std::move(terms)));
    }
};

// y = x·W + b
class LinearOp : public OpBase<OpKind::Linear> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        Graph& graph = d.graph();
        const NodeId x = node.inputs[0];
        const NodeId weight = node.inputs[1];
        const NodeId dy = d.outputGradient();
        const bool transposed = node.as<ProductAttributes>().transposeB;
        const auto gradientLike = [transposed](NodeId operand, OpKind kind) {
            return [operand, transposed, kind](Graph& to, std::string name,
                                               const std::vector<NodeId>& from) {
                Node gradient = nodeLike(to[operand], kind, std::move(name), from);
                gradient.attributes = ProductAttributes{.transposeB = transposed};
                return to.append(std::move(gradient));
            };
        };
        if (d.wants(weight))
            d.addFromRows(node, 1, {x, dy}, gradientLike(weight, OpKind::LinearWeightGradient),
                          {transposed});
        if (node.inputs.size() == 3 && d.wants(node.inputs[2]))
            d.addFromRows(node, 2, {dy}, gradientLike(node.inputs[2], OpKind::ColumnSum));
        if (d.wants(x))
            d.add(x, gradientLike(x, OpKind::LinearInputGradient)(graph, d.nameFor(node, 0),
                                                                  {dy, weight}));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        const auto [row, out] = rowAndColumn(node, at);
        std::vector<Expression> terms;
        for (Index in = 0; in < columnsOf(x); ++in)
            terms.push_back(
                expr::operand(x.id, columnCell(x, row, in)) *
                expr::operand(node.inputs[1], weightCell(node, graph[node.inputs[1]], in, out)));
        if (node.inputs.size() == 3)
            terms.push_back(expr::operand(node.inputs[2], cell(out)));
        return oneLine("y", expr::sum(std::move(terms)));
    }
};

} // namespace

GF_THE_OP(Linear)
GF_THE_OP(LinearInputGradient)
GF_THE_OP(LinearWeightGradient)
GF_THE_OP(ColumnSum)

NodeId linear(Graph& graph, std::string name, NodeId x, NodeId weight, NodeId bias,
              const LinearShape& shape) {
    const Node& rows = graph[x];
    const Node& w = graph[weight];
    const Index out = shape.transposed ? w.shape[0] : w.shape.columns();
    assert((shape.transposed ? w.shape[1] : w.shape.rows()) == columnsOf(rows));
    assert(!shape.transposed || w.shape.rank() == 2);
    assert(!w.batched && (bias == noNode || !graph[bias].batched));
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::Linear);
    node.inputs = {x, weight};
    if (bias != noNode)
        node.inputs.push_back(bias);
    node.batched = rows.batched;
    node.attributes = ProductAttributes{.transposeB = shape.transposed};
    const Axis rowAxis = rows.shape.rank() == 2 ? rows.axes[0] : rows.axes[1];
    if (shape.heads > 0) {
        assert(out % shape.heads == 0);
        node.shape = Shape{shape.heads, rowsOf(rows), out / shape.heads};
        node.axes = {Axis::Head, rowAxis, shape.headFeature};
    } else {
        node.shape = Shape{rowsOf(rows), out};
        node.axes = {rowAxis, shape.axis};
    }
    return graph.append(std::move(node));
}

} // namespace gf::ops
