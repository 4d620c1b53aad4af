// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/norm.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// The place of a row's number in a cell of a matrix, or of one of several.
std::size_t featurePlace(const Node& x) {
    return static_cast<std::size_t>(x.shape.rank()) - 1;
}

/// The cell at feature d of the row in which a cell lies.
Cell inNormRow(const Node& x, Cell row, Index d) {
    row.at[featurePlace(x)] = d;
    return row;
}

/// One row of what is normalised, in the lines of an explanation: x̂ = (x − μ) / √(σ² + ε). An
/// RMSNorm takes no mean off: there x̂ = x / √(mean x² + ε).
template <bool centres> class NormalisedRow {
public:
    /// Appends "μ" and "σ²", or "mean x²"; `mark` follows these names.
    NormalisedRow(Explanation& explanation, const Node& x, Cell row, const Node& node,
                  const std::string& mark = "")
        : m_x(x), m_row(row), m_epsilon(node.as<NormAttributes>().epsilon),
          m_mean(explanation.lines.size()) {
        if constexpr (centres)
            explanation.lines.push_back({"μ" + mark, meanOf([&](Index d) {
                                             return expr::operand(x.id, inNormRow(x, row, d));
                                         })});
        explanation.lines.push_back({(centres ? "σ²" : "mean x²") + mark,
                                     meanOf([&](Index d) { return expr::square(centred(d)); })});
        m_variance = explanation.lines.size() - 1;
    }

    /// Of a term for each number of the row.
    template <class Term> Expression meanOf(const Term& term) const {
        std::vector<Expression> terms;
        for (Index d = 0; d < m_x.shape.columns(); ++d)
            terms.push_back(term(d));
        return expr::sum(std::move(terms)) / static_cast<double>(m_x.shape.columns());
    }

    Expression deviation() const { return expr::squareRoot(expr::line(m_variance) + m_epsilon); }
    Expression at(Index d) const { return centred(d) / deviation(); }

private:
    Expression centred(Index d) const {
        Expression x = expr::operand(m_x.id, inNormRow(m_x, m_row, d));
        if constexpr (centres)
            return std::move(x) - expr::line(m_mean);
        else
            return x;
    }

    const Node& m_x;
    Cell m_row; ///< any cell of it
    double m_epsilon;
    std::size_t m_mean; ///< the line of μ
    std::size_t m_variance = 0;
};

// dx = (g − mean g − x̂·mean(g ⊙ x̂)) / √(σ² + ε),  g = gain ⊙ dy; an RMSNorm's without mean g
template <bool centres> class NormInputGradientOp
    : public OpBase<centres ? OpKind::LayerNormInputGradient : OpKind::RmsNormInputGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const auto g = [&](Index d) {
            return expr::operand(node.inputs[1], cell(d)) *
                   expr::operand(node.inputs[2], inNormRow(node, at, d));
        };
        Explanation explanation;
        auto& lines = explanation.lines;
        const NormalisedRow<centres> x(explanation, graph[node.inputs[0]], at, node);
        const Index feature = at.at[featurePlace(node)];
        Expression rest = g(feature);
        if constexpr (centres) {
            lines.push_back({"mean g", x.meanOf(g)});
            rest = std::move(rest) - expr::line(lines.size() - 1);
        }
        lines.push_back({"mean g·x̂", x.meanOf([&](Index d) { return g(d) * x.at(d); })});
        Expression along = x.at(feature) * expr::line(lines.size() - 1);
        lines.push_back({"dx", (std::move(rest) - std::move(along)) / x.deviation()});
        return explanation;
    }
};

// dgain = Σ_b Σ_t dy[t,:] ⊙ x̂[t,:]
template <bool centres> class NormGainGradientOp
    : public OpBase<centres ? OpKind::LayerNormGainGradient : OpKind::RmsNormGainGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& x = graph[node.inputs[0]];
        Explanation explanation;
        std::vector<Expression> terms;
        const Index rows = x.shape.matrixRows();
        for (Index t = 0; t < x.shape.count() / x.shape.columns(); ++t) {
            const Cell first = x.shape.rank() == 3 ? cell(t / rows, t % rows, 0) : cell(t, 0);
            const NormalisedRow<centres> row(explanation, x, first, node,
                                             " of row " + std::to_string(t + 1));
            terms.push_back(expr::operand(node.inputs[1], inNormRow(x, first, at.at[0])) *
                            row.at(at.at[0]));
        }
        explanation.lines.push_back({"dgain", expr::sum(std::move(terms))});
        return explanation;
    }
};

// y = gain ⊙ x̂ + bias; an RMSNorm has no bias
template <bool centres> class NormOp
    : public OpBase<centres ? OpKind::LayerNorm : OpKind::RmsNorm> {
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
            gradientLike(1, centres ? OpKind::LayerNormGainGradient : OpKind::RmsNormGainGradient,
                         {x, dy});
        if (centres && d.wants(node.inputs[2]))
            gradientLike(2, OpKind::ColumnSum, {dy});
        if (d.wants(x))
            gradientLike(0, centres ? OpKind::LayerNormInputGradient : OpKind::RmsNormInputGradient,
                         {x, node.inputs[1], dy});
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        Explanation explanation;
        auto& lines = explanation.lines;
        const NormalisedRow<centres> x(explanation, graph[node.inputs[0]], at, node);
        const Index feature = at.at[featurePlace(node)];
        lines.push_back({"x̂", x.at(feature)});
        Expression y = expr::operand(node.inputs[1], cell(feature)) * expr::line(lines.size() - 1);
        if constexpr (centres)
            y = std::move(y) + expr::operand(node.inputs[2], cell(feature));
        lines.push_back({"y", std::move(y)});
        return explanation;
    }
};

using LayerNormOp = NormOp<true>;
using LayerNormInputGradientOp = NormInputGradientOp<true>;
using LayerNormGainGradientOp = NormGainGradientOp<true>;
using RmsNormOp = NormOp<false>;
using RmsNormInputGradientOp = NormInputGradientOp<false>;
using RmsNormGainGradientOp = NormGainGradientOp<false>;

NodeId appendNorm(Graph& graph, OpKind kind, std::string name, std::vector<NodeId> inputs,
                  double epsilon) {
    const Node& x = graph[inputs[0]];
    assert((x.shape.rank() == 2 || kind == OpKind::RmsNorm) &&
           graph[inputs[1]].shape == Shape{x.shape.columns()});
    Node node = nodeLike(x, kind, std::move(name), std::move(inputs));
    node.attributes = NormAttributes{epsilon};
    return graph.append(std::move(node));
}

} // namespace

GF_THE_OP(LayerNorm)
GF_THE_OP(LayerNormInputGradient)
GF_THE_OP(LayerNormGainGradient)
GF_THE_OP(RmsNorm)
GF_THE_OP(RmsNormInputGradient)
GF_THE_OP(RmsNormGainGradient)

NodeId layerNorm(Graph& graph, std::string name, NodeId x, NodeId gain, NodeId bias,
                 double epsilon) {
    return appendNorm(graph, OpKind::LayerNorm, std::move(name), {x, gain, bias}, epsilon);
}

NodeId rmsNorm(Graph& graph, std::string name, NodeId x, NodeId gain, double epsilon) {
    return appendNorm(graph, OpKind::RmsNorm, std::move(name), {x, gain}, epsilon);
}

} // namespace gf::ops
