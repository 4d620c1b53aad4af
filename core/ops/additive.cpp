// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/additive.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// tanh(a[t,d] + b[s,d]) of a node whose operands begin with queries and keys.
Expression hidden(const Node& node, Index t, Index s, Index d) {
    return expr::tanh(expr::operand(node.inputs[0], cell(t, d)) +
                      expr::operand(node.inputs[1], cell(s, d)));
}

// da[t,d] = Σ_s de[t,s]·v_d·(1 − tanh²), or with transposeA db[s,d] = Σ_t of the same
class AdditiveScoresGradientOp : public OpBase<OpKind::AdditiveScoresGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const bool ofKey = node.as<AdditiveAttributes>().ofKey;
        const Node& de = graph[node.inputs[3]];
        std::vector<Expression> terms;
        for (Index other = 0; other < de.shape[ofKey ? 0 : 1]; ++other) {
            const Index t = ofKey ? other : at.at[0];
            const Index s = ofKey ? at.at[0] : other;
            const Expression slope = 1 - expr::square(hidden(node, t, s, at.at[1]));
            terms.push_back(expr::operand(de.id, cell(t, s)) * slope);
        }
        Explanation explanation = oneLine("Σ de·tanh′", expr::sum(std::move(terms)));
        explanation.lines.push_back(
            {"dx", expr::operand(node.inputs[2], cell(at.at[1])) * expr::line(0)});
        return explanation;
    }
};

// dv_d = Σ_b Σ_t,s de[t,s]·tanh(a[t,d] + b[s,d])
class AdditiveVectorGradientOp : public OpBase<OpKind::AdditiveVectorGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& de = graph[node.inputs[2]];
        std::vector<Expression> terms;
        for (Index t = 0; t < de.shape[0]; ++t)
            for (Index s = 0; s < de.shape[1]; ++s)
                terms.push_back(expr::operand(de.id, cell(t, s)) * hidden(node, t, s, at.at[0]));
        return oneLine("dv", expr::sum(std::move(terms)));
    }
};

NodeId gradientOf(Graph& graph, std::string name, const std::vector<NodeId>& operands, bool ofKey) {
    Node node = nodeLike(graph[operands[ofKey ? 1 : 0]], OpKind::AdditiveScoresGradient,
                         std::move(name), operands);
    node.attributes = AdditiveAttributes{ofKey};
    return graph.append(std::move(node));
}

// e[t,s] = Σ_d v_d·tanh(a[t,d] + b[s,d])
class AdditiveScoresOp : public OpBase<OpKind::AdditiveScores> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId queries = node.inputs[0];
        const NodeId keys = node.inputs[1];
        const NodeId v = node.inputs[2];
        const NodeId de = d.outputGradient();
        if (d.wants(v))
            d.addFromRows(node, 2, {queries, de},
                          [keys, v](Graph& graph, std::string name, const Rows& rows) {
                              return graph.append(nodeLike(graph[v], OpKind::AdditiveVectorGradient,
                                                           std::move(name),
                                                           {rows[0], keys, rows[1]}));
                          });
        if (d.wants(keys))
            d.addFromRows(
                node, 1, {queries, de},
                [keys, v](Graph& graph, std::string name, const Rows& rows) {
                    return gradientOf(graph, std::move(name), {rows[0], keys, v, rows[1]}, true);
                });
        if (d.wants(queries))
            d.add(queries,
                  gradientOf(d.graph(), d.nameFor(node, 0), {queries, keys, v, de}, false));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        std::vector<Expression> terms;
        for (Index k = 0; k < graph[node.inputs[2]].shape[0]; ++k)
            terms.push_back(expr::operand(node.inputs[2], cell(k)) *
                            hidden(node, at.at[0], at.at[1], k));
        return oneLine("e", expr::sum(std::move(terms)));
    }

private:
    using Rows = std::vector<NodeId>;
};

} // namespace

GF_THE_OP(AdditiveScores)
GF_THE_OP(AdditiveScoresGradient)
GF_THE_OP(AdditiveVectorGradient)

NodeId additiveScores(Graph& graph, std::string name, NodeId queries, NodeId keys, NodeId v) {
    const Node& a = graph[queries];
    const Node& b = graph[keys];
    assert(a.shape.rank() == 2 && b.shape.rank() == 2 && a.shape[1] == b.shape[1]);
    assert(graph[v].shape == Shape{a.shape[1]} && a.batched == b.batched);
    Node node = nodeLike(a, OpKind::AdditiveScores, std::move(name), {queries, keys, v});
    node.shape = Shape{a.shape[0], b.shape[0]};
    node.axes = {a.axes[0], b.axes[0]};
    return graph.append(std::move(node));
}

} // namespace gf::ops
