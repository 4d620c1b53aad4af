// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/leaf.h"

#include "core/ops/define.h"

#include <algorithm>

namespace gf::ops {

namespace {

/// A leaf's cell is what it is: nothing made it.
template <OpKind Kind> class LeafOp : public OpBase<Kind> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine(node.name, expr::operand(node.id, at));
    }
};

using InputOp = LeafOp<OpKind::Input>;
using ParameterOp = LeafOp<OpKind::Parameter>;
using ConstantOp = LeafOp<OpKind::Constant>;

NodeId leaf(Graph& graph, OpKind kind, std::string name, Shape shape, const std::vector<Axis>& axes,
            Role role, bool batched, Attributes attributes = {}) {
    Node node;
    node.name = std::move(name);
    node.op = &op(kind);
    node.shape = shape;
    std::copy(axes.begin(), axes.end(), node.axes.begin());
    node.role = role;
    node.batched = batched;
    node.attributes = std::move(attributes);
    return graph.append(std::move(node));
}

} // namespace

GF_THE_OP(Input)
GF_THE_OP(Parameter)
GF_THE_OP(Constant)

NodeId input(Graph& graph, std::string name, Shape shape, const std::vector<Axis>& axes,
             bool batched) {
    return leaf(graph, OpKind::Input, std::move(name), shape, axes, Role::Input, batched);
}

NodeId parameter(Graph& graph, std::string name, Shape shape, const std::vector<Axis>& axes) {
    return leaf(graph, OpKind::Parameter, std::move(name), shape, axes, Role::Parameter, false);
}

NodeId state(Graph& graph, std::string name, NodeId parameter) {
    const Node& of = graph[parameter];
    return leaf(graph, OpKind::Parameter, std::move(name), of.shape,
                {of.axes.begin(), of.axes.end()}, Role::State, false);
}

NodeId constant(Graph& graph, std::string name, double value) {
    return leaf(graph, OpKind::Constant, std::move(name), Shape(), {}, Role::Forward, false,
                ConstantAttributes{value});
}

} // namespace gf::ops
