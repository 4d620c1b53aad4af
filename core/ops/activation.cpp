// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation.h"

#include "core/ops/define.h"

namespace gf::ops {

namespace {

constexpr double geluBend = 0.79788456080286535588; ///< √(2/π)
constexpr double geluCubic = 0.044715;

/// `from` is what the slope is computed from: the operand or the result.
void appendGradient(Differentiation& d, const Node& node, OpKind kind, NodeId from) {
    if (d.wants(node.inputs[0]))
        d.add(node.inputs[0],
              d.graph().append(nodeLike(d.graph()[node.inputs[0]], kind, d.nameFor(node, 0),
                                        {from, d.outputGradient()})));
}

// dx = dy where x > 0, otherwise 0
class ReluGradientOp : public OpBase<OpKind::ReluGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const double open = read(node.inputs[0], at) > 0 ? 1 : 0;
        return oneLine("dx", open * expr::operand(node.inputs[1], at));
    }
};

// y = max(0, x)
class ReluOp : public OpBase<OpKind::Relu> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::ReluGradient, node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", expr::maximum({0, expr::operand(node.inputs[0], at)}));
    }
};

// dx = dy·(Φ(x) + x·φ(x))
class GeluGradientOp : public OpBase<OpKind::GeluGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("slope", expr::normalCdf(x) + x * expr::normalPdf(x));
        explanation.lines.push_back({"dx", expr::operand(node.inputs[1], at) * expr::line(0)});
        return explanation;
    }
};

// y = x·Φ(x)
class GeluOp : public OpBase<OpKind::Gelu> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::GeluGradient, node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        return oneLine("y", x * expr::normalCdf(x));
    }
};

/// Appends the lines "u" = √(2/π)·(x + 0.044715·x³) and "tanh u".
void addBend(Explanation& explanation, const Expression& x) {
    explanation.lines.push_back({"u", geluBend * (x + geluCubic * expr::power(x, 3))});
    explanation.lines.push_back({"tanh u", 1 - 2 / (expr::exp(2 * expr::line(0)) + 1)});
}

// dx = dy·(½·(1 + tanh u) + ½·x·(1 − tanh² u)·√(2/π)·(1 + 3·0.044715·x²))
class GeluTanhGradientOp : public OpBase<OpKind::GeluTanhGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation;
        addBend(explanation, x);
        Expression steepness = geluBend * (1 + 3 * geluCubic * expr::square(x));
        explanation.lines.push_back(
            {"slope", 0.5 * (1 + expr::line(1)) +
                          0.5 * x * (1 - expr::square(expr::line(1))) * std::move(steepness)});
        explanation.lines.push_back({"dx", expr::operand(node.inputs[1], at) * expr::line(2)});
        return explanation;
    }
};

// y = ½·x·(1 + tanh u),  u = √(2/π)·(x + 0.044715·x³)
class GeluTanhOp : public OpBase<OpKind::GeluTanh> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::GeluTanhGradient, node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation;
        addBend(explanation, x);
        explanation.lines.push_back({"y", 0.5 * x * (1 + expr::line(1))});
        return explanation;
    }
};

// dx = dy·(s + x·s·(1 − s)),  s = 1 / (1 + e^−x)
class SiluGradientOp : public OpBase<OpKind::SiluGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("s", 1 / (1 + expr::exp(-x)));
        explanation.lines.push_back(
            {"slope", expr::line(0) + x * expr::line(0) * (1 - expr::line(0))});
        explanation.lines.push_back({"dx", expr::operand(node.inputs[1], at) * expr::line(1)});
        return explanation;
    }
};

// y = x·s,  s = 1 / (1 + e^−x)
class SiluOp : public OpBase<OpKind::Silu> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::SiluGradient, node.inputs[0]);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("s", 1 / (1 + expr::exp(-x)));
        explanation.lines.push_back({"y", x * expr::line(0)});
        return explanation;
    }
};

// dx = dy·(1 − y²)
class TanhGradientOp : public OpBase<OpKind::TanhGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression y = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("slope", 1 - expr::square(y));
        explanation.lines.push_back({"dx", expr::operand(node.inputs[1], at) * expr::line(0)});
        return explanation;
    }
};

// y = tanh x = 1 − 2 / (e^2x + 1)
class TanhOp : public OpBase<OpKind::Tanh> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::TanhGradient, node.id);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression twice = 2 * expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("E", expr::exp(twice));
        explanation.lines.push_back({"y", 1 - 2 / (expr::line(0) + 1)});
        return explanation;
    }
};

// dx = dy·y·(1 − y)
class SigmoidGradientOp : public OpBase<OpKind::SigmoidGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression y = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("slope", y * (1 - y));
        explanation.lines.push_back({"dx", expr::operand(node.inputs[1], at) * expr::line(0)});
        return explanation;
    }
};

// y = 1 / (1 + e^−x)
class SigmoidOp : public OpBase<OpKind::Sigmoid> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, OpKind::SigmoidGradient, node.id);
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression x = expr::operand(node.inputs[0], at);
        Explanation explanation = oneLine("E", expr::exp(-x));
        explanation.lines.push_back({"y", 1 / (1 + expr::line(0))});
        return explanation;
    }
};

} // namespace

GF_THE_OP(Relu)
GF_THE_OP(ReluGradient)
GF_THE_OP(Gelu)
GF_THE_OP(GeluGradient)
GF_THE_OP(GeluTanh)
GF_THE_OP(GeluTanhGradient)
GF_THE_OP(Silu)
GF_THE_OP(SiluGradient)
GF_THE_OP(Tanh)
GF_THE_OP(TanhGradient)
GF_THE_OP(Sigmoid)
GF_THE_OP(SigmoidGradient)

NodeId relu(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Relu, std::move(name), {x}));
}

NodeId gelu(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Gelu, std::move(name), {x}));
}

NodeId geluTanh(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::GeluTanh, std::move(name), {x}));
}

NodeId silu(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Silu, std::move(name), {x}));
}

NodeId tanh(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Tanh, std::move(name), {x}));
}

NodeId sigmoid(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Sigmoid, std::move(name), {x}));
}

} // namespace gf::ops
