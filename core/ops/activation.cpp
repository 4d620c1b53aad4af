// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation.h"

#include "core/ops/define.h"

namespace gf::ops {

namespace {

using Kind = Expression::Kind;

/// `from` is what the slope is computed from: the operand or the result.
void appendGradient(Differentiation& d, const Node& node, const Op& op, NodeId from) {
    if (d.wants(node.inputs[0]))
        d.add(node.inputs[0],
              d.graph().append(nodeLike(d.graph()[node.inputs[0]], op, d.nameFor(node, 0),
                                        {from, d.outputGradient()})));
}

// dx = dy where x > 0, otherwise 0
class ReluGradientOp : public OpBase<OpKind::ReluGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const double open = read(node.inputs[0], at) > 0 ? 1 : 0;
        return oneLine("dx", times(expr::number(open), expr::operand(node.inputs[1], at)));
    }
};

// y = max(0, x)
class ReluOp : public OpBase<OpKind::Relu> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, reluGradientOp(), node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine(
            "y", expr::binary(Kind::Maximum, expr::number(0), expr::operand(node.inputs[0], at)));
    }
};

// dx = dy·(Φ(x) + x·φ(x))
class GeluGradientOp : public OpBase<OpKind::GeluGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("slope", plus(expr::unary(Kind::NormalCdf, x),
                                                        times(x, expr::unary(Kind::NormalPdf, x))));
        explanation.lines.push_back(
            {"dx", times(expr::operand(node.inputs[1], at), expr::line(0))});
        return explanation;
    }
};

// y = x·Φ(x)
class GeluOp : public OpBase<OpKind::Gelu> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, geluGradientOp(), node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        return oneLine("y", times(x, expr::unary(Kind::NormalCdf, x)));
    }
};

// dx = dy·(1 − y²)
class TanhGradientOp : public OpBase<OpKind::TanhGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression y = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine(
            "slope", expr::binary(Kind::Difference, expr::number(1), expr::unary(Kind::Square, y)));
        explanation.lines.push_back(
            {"dx", times(expr::operand(node.inputs[1], at), expr::line(0))});
        return explanation;
    }
};

// y = tanh x = 1 − 2 / (e^2x + 1)
class TanhOp : public OpBase<OpKind::Tanh> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, tanhGradientOp(), node.id);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression twice = times(expr::number(2), expr::operand(node.inputs[0], at));
        Explanation explanation = oneLine("E", expr::unary(Kind::Exp, twice));
        explanation.lines.push_back(
            {"y", expr::binary(Kind::Difference, expr::number(1),
                               expr::binary(Kind::Quotient, expr::number(2),
                                            plus(expr::line(0), expr::number(1))))});
        return explanation;
    }
};

// dx = dy·y·(1 − y)
class SigmoidGradientOp : public OpBase<OpKind::SigmoidGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression y = expr::operand(node.inputs[0], at);
        Explanation explanation =
            oneLine("slope", times(y, expr::binary(Kind::Difference, expr::number(1), y)));
        explanation.lines.push_back(
            {"dx", times(expr::operand(node.inputs[1], at), expr::line(0))});
        return explanation;
    }
};

// y = 1 / (1 + e^−x)
class SigmoidOp : public OpBase<OpKind::Sigmoid> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, sigmoidGradientOp(), node.id);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation =
            oneLine("E", expr::unary(Kind::Exp, expr::unary(Kind::Negative, x)));
        explanation.lines.push_back({"y", expr::binary(Kind::Quotient, expr::number(1),
                                                       plus(expr::number(1), expr::line(0)))});
        return explanation;
    }
};

} // namespace

const Op& reluOp() {
    return theOne<ReluOp>();
}

const Op& reluGradientOp() {
    return theOne<ReluGradientOp>();
}

const Op& geluOp() {
    return theOne<GeluOp>();
}

const Op& geluGradientOp() {
    return theOne<GeluGradientOp>();
}

const Op& tanhOp() {
    return theOne<TanhOp>();
}

const Op& tanhGradientOp() {
    return theOne<TanhGradientOp>();
}

const Op& sigmoidOp() {
    return theOne<SigmoidOp>();
}

const Op& sigmoidGradientOp() {
    return theOne<SigmoidGradientOp>();
}

NodeId relu(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], reluOp(), std::move(name), {x}));
}

NodeId gelu(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], geluOp(), std::move(name), {x}));
}

NodeId tanh(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], tanhOp(), std::move(name), {x}));
}

NodeId sigmoid(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], sigmoidOp(), std::move(name), {x}));
}

} // namespace gf::ops
