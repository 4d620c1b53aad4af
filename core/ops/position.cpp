// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/position.h"

#include "core/ops/define.h"

#include <cassert>
#include <cmath>

namespace gf::ops {

namespace {

// PE[p,2i] = sin(p / 10000^(2i/D)), PE[p,2i+1] = cos(p / 10000^(2i/D)), or by halves
class SinusoidalPositionOp : public OpBase<OpKind::SinusoidalPosition> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const auto position = static_cast<double>(at.at[0]);
        const Wave wave = waveOf(node, at.at[1]);
        const auto width = static_cast<double>(node.shape[1]);
        Explanation explanation;
        explanation.lines.push_back(
            {"wavelength/2π",
             expr::power(10000, expr::number(2.0 * static_cast<double>(wave.pair)) / width)});
        explanation.lines.push_back({"angle", position / expr::line(0)});
        explanation.lines.push_back(
            {"PE", wave.isSine ? expr::sine(expr::line(1)) : expr::cosine(expr::line(1))});
        return explanation;
    }
};

// dP[l,:] = dy[l,:] for l < rows, 0 for the positions that were not used
class LearnedPositionGradientOp : public OpBase<OpKind::LearnedPositionGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        if (at.at[0] >= graph[node.inputs[0]].shape[0])
            return oneLine("dP", expr::number(0));
        return oneLine("dP", expr::operand(node.inputs[0], at));
    }
};

// y[t,:] = P[t,:]
class LearnedPositionOp : public OpBase<OpKind::LearnedPosition> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId table = node.inputs[0];
        d.add(table, d.graph().append(nodeLike(d.graph()[table], OpKind::LearnedPositionGradient,
                                               d.nameFor(node, 0), {d.outputGradient()})));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("PE", expr::operand(node.inputs[0], at));
    }
};

} // namespace

GF_THE_OP(SinusoidalPosition)
GF_THE_OP(LearnedPosition)
GF_THE_OP(LearnedPositionGradient)

Wave waveOf(Index column, Index width, bool halves) {
    const Index sines = (width + 1) / 2;
    if (!halves)
        return {column / 2, column % 2 == 0};
    return column < sines ? Wave{column, true} : Wave{column - sines, false};
}

double sinusoidOf(const Node& node, Index place, Index column) {
    const Wave wave = waveOf(node, column);
    const double exponent =
        2.0 * static_cast<double>(wave.pair) / static_cast<double>(node.shape.columns());
    const double angle = static_cast<double>(place) / std::pow(10000.0, exponent);
    return wave.isSine ? std::sin(angle) : std::cos(angle);
}

NodeId sinusoidalPosition(Graph& graph, std::string name, Index rows, Index width, Axis axis,
                          bool halves) {
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::SinusoidalPosition);
    node.shape = Shape{rows, width};
    node.axes = {axis, Axis::Model};
    node.batched = false;
    node.attributes = SinusoidAttributes{halves};
    return graph.append(std::move(node));
}

NodeId learnedPosition(Graph& graph, std::string name, NodeId table, Index rows, Axis axis) {
    const Node& positions = graph[table];
    assert(rows <= positions.shape[0]);
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::LearnedPosition);
    node.inputs = {table};
    node.shape = Shape{rows, positions.shape[1]};
    node.axes = {axis, Axis::Model};
    node.batched = false;
    return graph.append(std::move(node));
}

} // namespace gf::ops
