// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/gate.h"

#include "core/ops/add.h"
#include "core/ops/define.h"
#include "core/ops/scale.h"

#include <cassert>

namespace gf::ops {

namespace {

// y = a ⊙ b        da = dy ⊙ b, db = dy ⊙ a
class MultiplyOp : public OpBase<OpKind::Multiply> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        for (std::size_t i = 0; i < 2; ++i)
            if (d.wants(node.inputs[i]))
                d.add(node.inputs[i], multiply(d.graph(), d.nameFor(node, i), d.outputGradient(),
                                               node.inputs[1 - i]));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", expr::operand(node.inputs[0], at) * expr::operand(node.inputs[1], at));
    }
};

// y = 1 − x        dx = −dy
class ComplementOp : public OpBase<OpKind::Complement> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], scale(d.graph(), d.nameFor(node, 0), d.outputGradient(), -1));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", 1 - expr::operand(node.inputs[0], at));
    }
};

// y = 1 + x        dx = dy
class OnePlusOp : public OpBase<OpKind::OnePlus> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], identity(d.graph(), d.nameFor(node, 0), d.outputGradient()));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", 1 + expr::operand(node.inputs[0], at));
    }
};

/// Whether a place is no padding.
bool isKept(const Node& node, NodeId keep, const CellReader& read) {
    return read(keep, cell(node.as<KeepAttributes>().timeStep)) != 0;
}

// dx = dy where the place is no padding (of the next state) or where it is, otherwise 0
class KeepGradientOp : public OpBase<OpKind::KeepGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const bool wanted = node.as<KeepAttributes>().ofNext;
        return oneLine("dx", isKept(node, node.inputs[1], read) == wanted
                                 ? expr::operand(node.inputs[0], at)
                                 : expr::number(0));
    }
};

// y = next where the place is no padding, before where it is
class KeepOp : public OpBase<OpKind::Keep> {
public:
    bool passesGradientTo(std::size_t input) const override { return input < 2; }

    void differentiate(Differentiation& d, const Node& node) const override {
        for (std::size_t i = 0; i < 2; ++i) {
            if (!d.wants(node.inputs[i]))
                continue;
            Node gradient = nodeLike(node, OpKind::KeepGradient, d.nameFor(node, i),
                                     {d.outputGradient(), node.inputs[2]});
            gradient.attributes = KeepAttributes{node.as<KeepAttributes>().timeStep, i == 0};
            d.add(node.inputs[i], d.graph().append(std::move(gradient)));
        }
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        return oneLine("y",
                       expr::operand(node.inputs[isKept(node, node.inputs[2], read) ? 0 : 1], at));
    }
};

} // namespace

GF_THE_OP(Multiply)
GF_THE_OP(Complement)
GF_THE_OP(OnePlus)
GF_THE_OP(Keep)
GF_THE_OP(KeepGradient)

NodeId multiply(Graph& graph, std::string name, NodeId a, NodeId b) {
    assert(graph[a].shape == graph[b].shape && graph[a].batched == graph[b].batched);
    return graph.append(nodeLike(graph[a], OpKind::Multiply, std::move(name), {a, b}));
}

NodeId complement(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Complement, std::move(name), {x}));
}

NodeId onePlus(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::OnePlus, std::move(name), {x}));
}

NodeId keep(Graph& graph, std::string name, NodeId next, NodeId before, NodeId keep, Index place) {
    assert(graph[next].shape == graph[before].shape && place < graph[keep].shape.count());
    Node node = nodeLike(graph[next], OpKind::Keep, std::move(name), {next, before, keep});
    node.attributes = KeepAttributes{.timeStep = place};
    return graph.append(std::move(node));
}

} // namespace gf::ops
