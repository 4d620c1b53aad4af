// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax.h"

#include "core/ops/define.h"

#include <algorithm>
#include <cmath>

namespace gf::ops {

namespace {

Cell inRow(const Node& node, Cell at, Index column) {
    at.at[node.shape.rank() - 1] = column;
    return at;
}

// dx = y ⊙ (dy − Σⱼ yⱼ·dyⱼ)
class SoftmaxGradientOp : public OpBase<OpKind::SoftmaxGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const NodeId y = node.inputs[0];
        const NodeId dy = node.inputs[1];
        std::vector<Expression> terms;
        for (Index j = 0; j < node.shape.columns(); ++j)
            terms.push_back(expr::operand(y, inRow(node, at, j)) *
                            expr::operand(dy, inRow(node, at, j)));
        Explanation explanation = oneLine("Σ y·dy", expr::sum(std::move(terms)));
        explanation.lines.push_back(
            {"dx", expr::operand(y, at) * (expr::operand(dy, at) - expr::line(0))});
        return explanation;
    }
};

// y = exp(x − max x) / Σ exp(x − max x)
class SoftmaxOp : public OpBase<OpKind::Softmax> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0],
                  d.graph().append(nodeLike(d.graph()[node.inputs[0]], OpKind::SoftmaxGradient,
                                            d.nameFor(node, 0), {node.id, d.outputGradient()})));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const NodeId x = node.inputs[0];
        const auto shown = [&](Index j) { return expr::operand(x, inRow(node, at, j)); };
        std::vector<Expression> visible; // hidden keys add exactly nothing and are left out
        for (Index j = 0; j < node.shape.columns(); ++j)
            if (!std::isinf(read(x, inRow(node, at, j))))
                visible.push_back(shown(j));
        if (visible.empty())
            return oneLine("y", expr::number(0));
        Explanation explanation;
        const auto exponential = [](Expression term) {
            return expr::exp(std::move(term) - expr::line(0));
        };
        explanation.lines.push_back({"m", expr::maximum(visible)});
        std::transform(visible.begin(), visible.end(), visible.begin(), exponential);
        explanation.lines.push_back({"Z", expr::sum(std::move(visible))});
        explanation.lines.push_back({"y", exponential(expr::operand(x, at)) / expr::line(1)});
        return explanation;
    }
};

} // namespace

GF_THE_OP(Softmax)
GF_THE_OP(SoftmaxGradient)

NodeId softmax(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Softmax, std::move(name), {x}));
}

} // namespace gf::ops
