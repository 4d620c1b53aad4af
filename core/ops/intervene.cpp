// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/intervene.h"

#include "core/ops/define.h"

#include <algorithm>
#include <cassert>

namespace gf::ops {

namespace {

bool reveals(const std::vector<Edit>& edits) {
    return std::ranges::any_of(edits,
                               [](const Edit& edit) { return edit.kind == Edit::Kind::Reveal; });
}

/// A cell of y is a·x + b·z + c; what the edits do to `a` is what they do to dy on its way to x.
/// A value that is replaced depends on x no more.
std::vector<Edit> slopesOfX(std::vector<Edit> edits) {
    for (Edit& edit : edits)
        if (edit.kind != Edit::Kind::Multiply)
            edit = {Edit::Kind::Set, 0, edit.cells};
    return edits;
}

/// The same for `b`, which is 0 until a cell is revealed.
std::vector<Edit> slopesOfZ(const std::vector<Edit>& edits) {
    std::vector<Edit> slopes = {Edit{}}; // all cells become 0
    for (const Edit& edit : edits)
        slopes.push_back(edit.kind == Edit::Kind::Set ? Edit{Edit::Kind::Set, 0, edit.cells}
                                                      : edit);
    return slopes;
}

// y = edits(x, z)        dx = slopesOfX(dy)        dz = slopesOfZ(dy)
class InterveneOp : public OpBase<OpKind::Intervene> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const std::vector<Edit>& edits = node.as<InterveneAttributes>().edits;
        const NodeId dy = d.outputGradient();
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0],
                  intervene(d.graph(), d.nameFor(node, 0), dy, slopesOfX(edits), noNode));
        if (node.inputs.size() == 2 && d.wants(node.inputs[1]))
            d.add(node.inputs[1],
                  intervene(d.graph(), d.nameFor(node, 1), dy, slopesOfZ(edits), dy));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        Expression y = expr::operand(node.inputs[0], at);
        for (const Edit& edit : node.as<InterveneAttributes>().edits) {
            if (!edit.covers(at))
                continue;
            if (edit.kind == Edit::Kind::Reveal)
                y = expr::operand(node.inputs[1], at);
            else if (edit.kind == Edit::Kind::Set || edit.value == 0)
                y = expr::number(edit.value);
            else
                y = edit.value * std::move(y);
        }
        return oneLine("y", std::move(y));
    }
};

} // namespace

GF_THE_OP(Intervene)

std::string plainName(std::string_view name) {
    for (const std::string_view suffix : {computedSuffix, changedSuffix})
        if (name.ends_with(suffix))
            name.remove_suffix(suffix.size());
    return std::string(name);
}

bool isMuted(const Graph& graph, NodeId heads, Index head) {
    const Node& node = graph[heads];
    return node.op->kind() == OpKind::Intervene && node.role == Role::Forward &&
           std::ranges::any_of(node.as<InterveneAttributes>().edits, [&](const Edit& edit) {
               return edit.kind != Edit::Kind::Reveal && edit.value == 0 &&
                      edit.cells[0].contains(head) && edit.cells[1] == Places{} &&
                      edit.cells[2] == Places{};
           });
}

bool canIntervene(const Graph& graph, NodeId node) {
    const Role role = graph[node].role;
    const OpKind kind = graph[node].op->kind();
    if (kind == OpKind::Input || kind == OpKind::Constant || role == Role::State)
        return false;
    const NodeId said = std::max(graph.find("logits"), graph.find("prediction"));
    return role == Role::Parameter || (role == Role::Forward && node <= said);
}

NodeId intervene(Graph& graph, std::string name, NodeId x, std::vector<Edit> edits, NodeId hidden) {
    assert(hidden != noNode || !reveals(edits));
    Node node = nodeLike(graph[x], OpKind::Intervene, std::move(name), {x});
    if (reveals(edits)) {
        assert(graph[hidden].shape == node.shape && graph[hidden].batched == node.batched);
        node.inputs.push_back(hidden);
    }
    node.attributes = InterveneAttributes{std::move(edits)};
    return graph.append(std::move(node));
}

} // namespace gf::ops
