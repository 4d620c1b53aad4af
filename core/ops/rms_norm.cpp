// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/rms_norm.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// Appends the line "mean x²" of row `row` of `x`; returns its index.
std::size_t addMeanSquare(Explanation& explanation, const Node& x, Index row,
                          const std::string& mark) {
    std::vector<Expression> squares;
    for (Index d = 0; d < x.shape[1]; ++d)
        squares.push_back(expr::square(expr::operand(x.id, cell(row, d))));
    explanation.lines.push_back(
        {"mean x²" + mark, expr::sum(std::move(squares)) / static_cast<double>(x.shape[1])});
    return explanation.lines.size() - 1;
}

/// √(mean x² + ε), where `meanSquare` is the line of that mean.
Expression sizeOf(std::size_t meanSquare, const Node& node) {
    return expr::squareRoot(expr::line(meanSquare) + node.as<NormAttributes>().epsilon);
}

/// x̂ = x / √(mean x² + ε)
Expression bySize(const Node& x, Index row, Index column, std::size_t meanSquare,
                  const Node& node) {
    return expr::operand(x.id, cell(row, column)) / sizeOf(meanSquare, node);
}

// dx = (g − x̂·mean(g ⊙ x̂)) / √(mean x² + ε),  g = gain ⊙ dy
class RmsNormInputGradientOp : public OpBase<OpKind::RmsNormInputGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        const Index row = at.at[0];
        const auto g = [&](Index d) {
            return expr::operand(node.inputs[1], cell(d)) *
                   expr::operand(node.inputs[2], cell(row, d));
        };
        Explanation explanation;
        const std::size_t square = addMeanSquare(explanation, x, row, "");
        std::vector<Expression> products;
        for (Index d = 0; d < x.shape[1]; ++d)
            products.push_back(g(d) * bySize(x, row, d, square, node));
        explanation.lines.push_back(
            {"mean g·x̂", expr::sum(std::move(products)) / static_cast<double>(x.shape[1])});
        Expression along = bySize(x, row, at.at[1], square, node) * expr::line(square + 1);
        explanation.lines.push_back(
            {"dx", (g(at.at[1]) - std::move(along)) / sizeOf(square, node)});
        return explanation;
    }
};

// dgain = Σ_b Σ_t dy[t,:] ⊙ x̂[t,:]
class RmsNormGainGradientOp : public OpBase<OpKind::RmsNormGainGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        Explanation explanation;
        std::vector<Expression> terms;
        for (Index t = 0; t < x.shape[0]; ++t) {
            const std::size_t square =
                addMeanSquare(explanation, x, t, " of row " + std::to_string(t + 1));
            terms.push_back(expr::operand(node.inputs[1], cell(t, at.at[0])) *
                            bySize(x, t, at.at[0], square, node));
        }
        explanation.lines.push_back({"dgain", expr::sum(std::move(terms))});
        return explanation;
    }
};

// y = x̂ ⊙ gain,  x̂ = x / √(mean x² + ε)
class RmsNormOp : public OpBase<OpKind::RmsNorm> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        Graph& graph = d.graph();
        const NodeId x = node.inputs[0];
        const NodeId gain = node.inputs[1];
        const NodeId dy = d.outputGradient();
        const auto gradientLike = [&](NodeId operand, OpKind kind, std::string name,
                                      std::vector<NodeId> from) {
            Node gradient = nodeLike(graph[operand], kind, std::move(name), std::move(from));
            gradient.attributes = node.attributes;
            return graph.append(std::move(gradient));
        };
        if (d.wants(gain))
            d.add(gain,
                  gradientLike(gain, OpKind::RmsNormGainGradient, d.nameFor(node, 1), {x, dy}));
        if (d.wants(x))
            d.add(x,
                  gradientLike(x, OpKind::RmsNormInputGradient, d.nameFor(node, 0), {x, gain, dy}));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        Explanation explanation;
        const std::size_t square = addMeanSquare(explanation, x, at.at[0], "");
        explanation.lines.push_back({"x̂", bySize(x, at.at[0], at.at[1], square, node)});
        explanation.lines.push_back(
            {"y", expr::operand(node.inputs[1], cell(at.at[1])) * expr::line(square + 1)});
        return explanation;
    }
};

} // namespace

GF_THE_OP(RmsNorm)
GF_THE_OP(RmsNormInputGradient)
GF_THE_OP(RmsNormGainGradient)

NodeId rmsNorm(Graph& graph, std::string name, NodeId x, NodeId gain, double epsilon) {
    assert(graph[x].shape.rank() == 2 && graph[gain].shape == Shape{graph[x].shape[1]});
    Node node = nodeLike(graph[x], OpKind::RmsNorm, std::move(name), {x, gain});
    node.attributes = NormAttributes{epsilon};
    return graph.append(std::move(node));
}

} // namespace gf::ops
