// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/slice.h"

#include "core/ops/add.h"
#include "core/ops/define.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace gf::ops {

namespace {

PartForm formOf(const Node& node) {
    return {node.shape[0], node.shape[1], node.axes[0], node.axes[1]};
}

/// A node of this form that reads these parts.
Node partNode(const Graph& graph, OpKind kind, std::string name, const std::vector<Part>& parts,
              const PartForm& form) {
    Node node;
    node.name = std::move(name);
    node.op = &op(kind);
    node.shape = Shape{form.rows, form.columns};
    node.axes = {form.rowAxis, form.columnAxis};
    PartAttributes attributes;
    for (const Part& part : parts) {
        assert(graph[part.of].shape.rank() == 2);
        assert(graph[part.of].batched == graph[parts[0].of].batched);
        node.inputs.push_back(part.of);
        attributes.corners.push_back(part.corner);
    }
    node.attributes = std::move(attributes);
    node.batched = parts.empty() || graph[parts[0].of].batched;
    return node;
}

/// Whether `inner`, which begins at `corner`, lies inside `outer`.
[[maybe_unused]] bool fits(const Shape& inner, const Corner& corner, const Shape& outer) {
    return corner.row >= 0 && corner.column >= 0 && corner.row + inner[0] <= outer[0] &&
           corner.column + inner[1] <= outer[1];
}

// y[i,j] = Σ x[row + i, column + j]        dx: dy in its place
class SliceOp : public OpBase<OpKind::Slice> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const NodeId x = node.inputs[i];
            if (!d.wants(x))
                continue;
            if (d.graph()[x].shape == node.shape)
                d.add(x, identity(d.graph(), d.nameFor(node, i), d.outputGradient()));
            else
                d.addPart(node, i, d.outputGradient(), node.as<PartAttributes>().corners[i]);
        }
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        std::vector<Expression> terms;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Corner& corner = node.as<PartAttributes>().corners[i];
            terms.push_back(expr::operand(node.inputs[i],
                                          cell(corner.row + at.at[0], corner.column + at.at[1])));
        }
        return oneLine("y", expr::sum(std::move(terms)));
    }
};

// y: each x in its place        dx[i,j] = dy[row + i, column + j]
class JoinOp : public OpBase<OpKind::Join> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const NodeId part = node.inputs[i];
            if (d.wants(part))
                d.add(part, slice(d.graph(), d.nameFor(node, i),
                                  {{d.outputGradient(), node.as<PartAttributes>().corners[i]}},
                                  formOf(d.graph()[part])));
        }
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Corner& corner = node.as<PartAttributes>().corners[i];
            const Shape& part = graph[node.inputs[i]].shape;
            const Index row = at.at[0] - corner.row;
            const Index column = at.at[1] - corner.column;
            if (row >= 0 && row < part[0] && column >= 0 && column < part[1])
                return oneLine("y", expr::operand(node.inputs[i], cell(row, column)));
        }
        return oneLine("y", expr::number(0));
    }
};

} // namespace

GF_THE_OP(Slice)
GF_THE_OP(Join)

NodeId slice(Graph& graph, std::string name, const std::vector<Part>& parts, const PartForm& form) {
    Node node = partNode(graph, OpKind::Slice, std::move(name), parts, form);
    assert(!parts.empty());
    for ([[maybe_unused]] const Part& part : parts)
        assert(fits(node.shape, part.corner, graph[part.of].shape));
    return graph.append(std::move(node));
}

NodeId join(Graph& graph, std::string name, const std::vector<Part>& parts, const PartForm& form) {
    Node node = partNode(graph, OpKind::Join, std::move(name), parts, form);
    for ([[maybe_unused]] const Part& part : parts)
        assert(fits(graph[part.of].shape, part.corner, node.shape));
    return graph.append(std::move(node));
}

NodeId joinRows(Graph& graph, std::string name, const std::vector<NodeId>& rows, Axis rowAxis) {
    std::vector<Part> parts;
    Index end = 0;
    for (const NodeId row : rows) {
        parts.push_back({row, {end, 0}});
        end += graph[row].shape[0];
    }
    const Node& first = graph[rows.front()];
    return join(graph, std::move(name), parts, {end, first.shape[1], rowAxis, first.axes[1]});
}

bool joinsRows(const Graph& graph, const Node& node) {
    return node.op->kind() == OpKind::Join && node.shape.rank() == 2 && !node.inputs.empty() &&
           std::ssize(node.inputs) == node.shape[0] &&
           std::ranges::all_of(node.inputs, [&](NodeId row) {
               return graph[row].shape == Shape{1, node.shape[1]};
           });
}

NodeId joinColumns(Graph& graph, std::string name, NodeId left, NodeId right) {
    const Node& first = graph[left];
    const Index width = first.shape[1];
    return join(graph, std::move(name), {{left, {}}, {right, {0, width}}},
                {first.shape[0], width + graph[right].shape[1], first.axes[0], first.axes[1]});
}

NodeId joinLike(Graph& graph, std::string name, const std::vector<NodeId>& parts,
                const std::vector<Corner>& corners, const Node& form) {
    std::vector<Part> places;
    for (std::size_t i = 0; i < parts.size(); ++i)
        places.push_back({parts[i], corners[i]});
    return join(graph, std::move(name), places, formOf(form));
}

} // namespace gf::ops
