// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/embedding.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// dE[v,:] = factor · Σ_{b,t: ids = v} dy[t,:]
class EmbeddingGradientOp : public OpBase<OpKind::EmbeddingGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const NodeId ids = node.inputs[0];
        const NodeId dy = node.inputs[1];
        std::vector<Expression> terms;
        for (Index t = 0; t < graph[ids].shape[0]; ++t)
            if (static_cast<Index>(read(ids, cell(t))) == at.at[0])
                terms.push_back(expr::operand(dy, cell(t, at.at[1])));
        return oneLine("dE", node.as<ScaleAttributes>().factor * expr::sum(std::move(terms)));
    }
};

// y[t,:] = factor · E[ids[t],:]
class EmbeddingOp : public OpBase<OpKind::Embedding> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId table = node.inputs[0];
        Node gradient = nodeLike(d.graph()[table], OpKind::EmbeddingGradient, d.nameFor(node, 0),
                                 {node.inputs[1], d.outputGradient()});
        gradient.attributes = node.attributes;
        d.add(table, d.graph().append(std::move(gradient)));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const auto id = static_cast<Index>(read(node.inputs[1], cell(at.at[0])));
        Expression entry = expr::operand(node.inputs[0], cell(id, at.at[1]));
        if (node.as<ScaleAttributes>().factor == 1)
            return oneLine("x", std::move(entry));
        return oneLine("x", node.as<ScaleAttributes>().factor * std::move(entry));
    }
};

} // namespace

GF_THE_OP(Embedding)
GF_THE_OP(EmbeddingGradient)

NodeId embedding(Graph& graph, std::string name, NodeId table, NodeId ids, double factor) {
    const Node& rows = graph[table];
    const Node& tokens = graph[ids];
    assert(rows.shape.rank() == 2 && tokens.shape.rank() == 1 && !rows.batched);
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::Embedding);
    node.inputs = {table, ids};
    node.shape = Shape{tokens.shape[0], rows.shape[1]};
    node.axes = {tokens.axes[0], rows.axes[1]};
    node.batched = tokens.batched;
    node.attributes = ScaleAttributes{factor};
    return graph.append(std::move(node));
}

} // namespace gf::ops
