// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/heads.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// y[t, h·K + k] = x[h,t,k]
class JoinHeadsOp : public OpBase<OpKind::JoinHeads> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const Index heads = d.graph()[node.inputs[0]].shape[0];
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0],
                  splitHeads(d.graph(), d.nameFor(node, 0), d.outputGradient(), heads));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Index width = graph[node.inputs[0]].shape[2];
        return oneLine(
            "y", expr::operand(node.inputs[0], cell(at.at[1] / width, at.at[0], at.at[1] % width)));
    }
};

// y[h,t,k] = x[t, h·K + k]
class SplitHeadsOp : public OpBase<OpKind::SplitHeads> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], joinHeads(d.graph(), d.nameFor(node, 0), d.outputGradient()));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Index width = node.shape[2];
        return oneLine("y",
                       expr::operand(node.inputs[0], cell(at.at[1], at.at[0] * width + at.at[2])));
    }
};

// dx[g,s,k] = Σ dy[h,s,k] over the heads h that read g
class RepeatHeadsGradientOp : public OpBase<OpKind::RepeatHeadsGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Index each = graph[node.inputs[0]].shape[0] / node.shape[0];
        std::vector<Expression> terms;
        for (Index h = at.at[0] * each; h < (at.at[0] + 1) * each; ++h)
            terms.push_back(expr::operand(node.inputs[0], cell(h, at.at[1], at.at[2])));
        return oneLine("dx", expr::sum(std::move(terms)));
    }
};

// y[h,s,k] = x[⌊h·G/H⌋,s,k]
class RepeatHeadsOp : public OpBase<OpKind::RepeatHeads> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId x = node.inputs[0];
        if (d.wants(x))
            d.add(x, d.graph().append(nodeLike(d.graph()[x], OpKind::RepeatHeadsGradient,
                                               d.nameFor(node, 0), {d.outputGradient()})));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Index each = node.shape[0] / graph[node.inputs[0]].shape[0];
        return oneLine("y",
                       expr::operand(node.inputs[0], cell(at.at[0] / each, at.at[1], at.at[2])));
    }
};

} // namespace

GF_THE_OP(JoinHeads)
GF_THE_OP(SplitHeads)
GF_THE_OP(RepeatHeads)
GF_THE_OP(RepeatHeadsGradient)

NodeId joinHeads(Graph& graph, std::string name, NodeId heads, Axis columns) {
    const Node& x = graph[heads];
    assert(x.shape.rank() == 3);
    Node node = nodeLike(x, OpKind::JoinHeads, std::move(name), {heads});
    node.shape = Shape{x.shape[1], x.shape[0] * x.shape[2]};
    node.axes = {x.axes[1], columns};
    return graph.append(std::move(node));
}

NodeId splitHeads(Graph& graph, std::string name, NodeId joined, Index heads) {
    const Node& x = graph[joined];
    assert(x.shape.rank() == 2 && x.shape[1] % heads == 0);
    Node node = nodeLike(x, OpKind::SplitHeads, std::move(name), {joined});
    node.shape = Shape{heads, x.shape[0], x.shape[1] / heads};
    node.axes = {Axis::Head, x.axes[0], Axis::HeadFeature};
    return graph.append(std::move(node));
}

NodeId repeatHeads(Graph& graph, std::string name, NodeId x, Index heads) {
    const Node& groups = graph[x];
    assert(groups.shape.rank() == 3 && heads % groups.shape[0] == 0);
    Node node = nodeLike(groups, OpKind::RepeatHeads, std::move(name), {x});
    node.shape = Shape{heads, groups.shape[1], groups.shape[2]};
    return graph.append(std::move(node));
}

} // namespace gf::ops
