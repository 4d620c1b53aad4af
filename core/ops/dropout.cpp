// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/dropout.h"

#include "core/ops/define.h"

namespace gf::ops {

namespace {

// y = x · keep/(1 − rate)        dx = dy · keep/(1 − rate), with the same keep
class DropoutOp : public OpBase<OpKind::Dropout> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        d.add(node.inputs[0],
              dropout(d.graph(), d.nameFor(node, 0), d.outputGradient(),
                      node.as<DropoutAttributes>().rate, node.as<DropoutAttributes>().stream));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        // The draw is not part of the trace: a zero result of a non-zero operand was dropped.
        if (read(node.id, at) == 0)
            return oneLine("y", 0 * expr::operand(node.inputs[0], at));
        return oneLine("y", expr::operand(node.inputs[0], at) /
                                (1.0 - node.as<DropoutAttributes>().rate));
    }
};

} // namespace

GF_THE_OP(Dropout)

NodeId dropout(Graph& graph, std::string name, NodeId x, double rate, std::uint32_t stream) {
    Node node = nodeLike(graph[x], OpKind::Dropout, std::move(name), {x});
    node.attributes = DropoutAttributes{rate, stream};
    return graph.append(std::move(node));
}

} // namespace gf::ops
