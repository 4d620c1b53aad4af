// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/scale.h"

#include "core/ops/define.h"

namespace gf::ops {

namespace {

// y = c·x        dx = c·dy
class ScaleOp : public OpBase<OpKind::Scale> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], scale(d.graph(), d.nameFor(node, 0), d.outputGradient(),
                                        node.as<ScaleAttributes>().factor));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", node.as<ScaleAttributes>().factor * expr::operand(node.inputs[0], at));
    }
};

} // namespace

GF_THE_OP(Scale)

NodeId scale(Graph& graph, std::string name, NodeId x, double factor) {
    Node node = nodeLike(graph[x], OpKind::Scale, std::move(name), {x});
    node.attributes = ScaleAttributes{factor};
    return graph.append(std::move(node));
}

} // namespace gf::ops
