// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/layer_norm.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// Appends the lines "μ" and "σ²" of row `row` of `x`; returns the index of the first.
std::size_t addMoments(Explanation& explanation, const Node& x, Index row,
                       const std::string& mark) {
    const std::size_t mean = explanation.lines.size();
    std::vector<Expression> terms;
    std::vector<Expression> squares;
    for (Index d = 0; d < x.shape[1]; ++d) {
        terms.push_back(expr::operand(x.id, cell(row, d)));
        squares.push_back(expr::square(expr::operand(x.id, cell(row, d)) - expr::line(mean)));
    }
    const auto width = static_cast<double>(x.shape[1]);
    explanation.lines.push_back({"μ" + mark, expr::sum(std::move(terms)) / width});
    explanation.lines.push_back({"σ²" + mark, expr::sum(std::move(squares)) / width});
    return mean;
}

/// √(σ² + ε), where `mean` is the line of μ.
Expression deviation(std::size_t mean, const Node& node) {
    return expr::squareRoot(expr::line(mean + 1) + node.as<NormAttributes>().epsilon);
}

/// x̂ = (x − μ) / √(σ² + ε)
Expression normalised(const Node& x, Index row, Index column, std::size_t mean, const Node& node) {
    return (expr::operand(x.id, cell(row, column)) - expr::line(mean)) / deviation(mean, node);
}

// dx = (g − mean g − x̂·mean(g ⊙ x̂)) / √(σ² + ε),  g = gain ⊙ dy
class LayerNormInputGradientOp : public OpBase<OpKind::LayerNormInputGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        const Index row = at.at[0];
        const auto width = static_cast<double>(x.shape[1]);
        const auto g = [&](Index d) {
            return expr::operand(node.inputs[1], cell(d)) *
                   expr::operand(node.inputs[2], cell(row, d));
        };
        Explanation explanation;
        const std::size_t mean = addMoments(explanation, x, row, "");
        std::vector<Expression> sums;
        std::vector<Expression> products;
        for (Index d = 0; d < x.shape[1]; ++d) {
            sums.push_back(g(d));
            products.push_back(g(d) * normalised(x, row, d, mean, node));
        }
        explanation.lines.push_back({"mean g", expr::sum(std::move(sums)) / width});
        explanation.lines.push_back({"mean g·x̂", expr::sum(std::move(products)) / width});
        Expression centred = g(at.at[1]) - expr::line(mean + 2);
        Expression along = normalised(x, row, at.at[1], mean, node) * expr::line(mean + 3);
        explanation.lines.push_back(
            {"dx", (std::move(centred) - std::move(along)) / deviation(mean, node)});
        return explanation;
    }
};

// dgain = Σ_b Σ_t dy[t,:] ⊙ x̂[t,:]
class LayerNormGainGradientOp : public OpBase<OpKind::LayerNormGainGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        Explanation explanation;
        std::vector<Expression> terms;
        for (Index t = 0; t < x.shape[0]; ++t) {
            const std::size_t mean =
                addMoments(explanation, x, t, " of row " + std::to_string(t + 1));
            terms.push_back(expr::operand(node.inputs[1], cell(t, at.at[0])) *
                            normalised(x, t, at.at[0], mean, node));
        }
        explanation.lines.push_back({"dgain", expr::sum(std::move(terms))});
        return explanation;
    }
};

// y = gain ⊙ x̂ + bias,  x̂ = (x − μ) / √(σ² + ε)
class LayerNormOp : public OpBase<OpKind::LayerNorm> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        Graph& graph = d.graph();
        const NodeId x = node.inputs[0];
        const NodeId dy = d.outputGradient();
        const auto gradientLike = [&](std::size_t input, OpKind kind, std::vector<NodeId> from) {
            Node gradient =
                nodeLike(graph[node.inputs[input]], kind, d.nameFor(node, input), std::move(from));
            gradient.attributes = node.attributes;
            d.add(node.inputs[input], graph.append(std::move(gradient)));
        };
        if (d.wants(node.inputs[1]))
            gradientLike(1, OpKind::LayerNormGainGradient, {x, dy});
        if (d.wants(node.inputs[2]))
            gradientLike(2, OpKind::ColumnSum, {dy});
        if (d.wants(x))
            gradientLike(0, OpKind::LayerNormInputGradient, {x, node.inputs[1], dy});
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        Explanation explanation;
        const std::size_t mean = addMoments(explanation, x, at.at[0], "");
        explanation.lines.push_back({"x̂", normalised(x, at.at[0], at.at[1], mean, node)});
        explanation.lines.push_back(
            {"y", expr::operand(node.inputs[1], cell(at.at[1])) * expr::line(mean + 2) +
                      expr::operand(node.inputs[2], cell(at.at[1]))});
        return explanation;
    }
};

} // namespace

GF_THE_OP(LayerNorm)
GF_THE_OP(LayerNormInputGradient)
GF_THE_OP(LayerNormGainGradient)

NodeId layerNorm(Graph& graph, std::string name, NodeId x, NodeId gain, NodeId bias,
                 double epsilon) {
    assert(graph[x].shape.rank() == 2 && graph[gain].shape == Shape{graph[x].shape[1]});
    Node node = nodeLike(graph[x], OpKind::LayerNorm, std::move(name), {x, gain, bias});
    node.attributes = NormAttributes{epsilon};
    return graph.append(std::move(node));
}

} // namespace gf::ops
