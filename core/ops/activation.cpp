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

/// What a cell of an activation, or of its gradient, follows from.
struct Operand {
    const Node& node;
    const Cell& at;
    const CellReader& read;

    Expression x() const { return expr::operand(node.inputs[0], at); }
    double number() const { return read(node.inputs[0], at); }          ///< x itself
    Expression dy() const { return expr::operand(node.inputs[1], at); } ///< of gradients alone
};

/// Adds "dx" = dy·slope, where the slope is the last line.
Explanation timesSlope(Explanation lines, const Operand& o) {
    const std::size_t slope = lines.lines.size() - 1;
    lines.lines.push_back({"dx", o.dy() * expr::line(slope)});
    return lines;
}

// Two functions for each activation of the table, by its name: how y follows from x, and how dx
// follows from x and dy.

// y = max(0, x)
Explanation explainRelu(const Operand& o) {
    return oneLine("y", expr::maximum({0, o.x()}));
}

// dx = dy where x > 0, otherwise 0
Explanation explainReluGradient(const Operand& o) {
    const double open = o.number() > 0 ? 1 : 0;
    return oneLine("dx", open * o.dy());
}

// y = x·Φ(x)
Explanation explainGelu(const Operand& o) {
    return oneLine("y", o.x() * expr::normalCdf(o.x()));
}

// dx = dy·(Φ(x) + x·φ(x))
Explanation explainGeluGradient(const Operand& o) {
    const Expression x = o.x();
    return timesSlope(oneLine("slope", expr::normalCdf(x) + x * expr::normalPdf(x)), o);
}

/// The lines "u" = √(2/π)·(x + 0.044715·x³) and "tanh u".
Explanation bend(const Expression& x) {
    Explanation lines = oneLine("u", geluBend * (x + geluCubic * expr::power(x, 3)));
    lines.lines.push_back({"tanh u", 1 - 2 / (expr::exp(2 * expr::line(0)) + 1)});
    return lines;
}

// y = ½·x·(1 + tanh u),  u = √(2/π)·(x + 0.044715·x³)
Explanation explainGeluTanh(const Operand& o) {
    Explanation lines = bend(o.x());
    lines.lines.push_back({"y", 0.5 * o.x() * (1 + expr::line(1))});
    return lines;
}

// dx = dy·(½·(1 + tanh u) + ½·x·(1 − tanh² u)·√(2/π)·(1 + 3·0.044715·x²))
Explanation explainGeluTanhGradient(const Operand& o) {
    const Expression x = o.x();
    Explanation lines = bend(x);
    Expression steepness = geluBend * (1 + 3 * geluCubic * expr::square(x));
    lines.lines.push_back(
        {"slope", 0.5 * (1 + expr::line(1)) +
                      0.5 * x * (1 - expr::square(expr::line(1))) * std::move(steepness)});
    return timesSlope(std::move(lines), o);
}

// y = x·s,  s = 1 / (1 + e^−x)
Explanation explainSilu(const Operand& o) {
    Explanation lines = oneLine("s", 1 / (1 + expr::exp(-o.x())));
    lines.lines.push_back({"y", o.x() * expr::line(0)});
    return lines;
}

// dx = dy·(s + x·s·(1 − s)),  s = 1 / (1 + e^−x)
Explanation explainSiluGradient(const Operand& o) {
    Explanation lines = oneLine("s", 1 / (1 + expr::exp(-o.x())));
    lines.lines.push_back({"slope", expr::line(0) + o.x() * expr::line(0) * (1 - expr::line(0))});
    return timesSlope(std::move(lines), o);
}

using Explain = Explanation (*)(const Operand&);

template <OpKind Kind, Explain explainCell> class ExplainedOp : public OpBase<Kind> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        return explainCell({node, at, read});
    }
};

template <OpKind Kind, OpKind Gradient, Explain explainCell> class ActivationOp
    : public ExplainedOp<Kind, explainCell> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        appendGradient(d, node, Gradient, node.inputs[0]);
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

#define GF_ACTIVATION(kind, function, name, label, torch)                                          \
    using kind##Op = ActivationOp<OpKind::kind, OpKind::kind##Gradient, explain##kind>;            \
    using kind##GradientOp = ExplainedOp<OpKind::kind##Gradient, explain##kind##Gradient>;         \
    GF_THE_OP(kind)                                                                                \
    GF_THE_OP(kind##Gradient)
#include "core/graph/op_table.def"
GF_THE_OP(Tanh)
GF_THE_OP(TanhGradient)
GF_THE_OP(Sigmoid)
GF_THE_OP(SigmoidGradient)

NodeId activation(Graph& graph, OpKind kind, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], kind, std::move(name), {x}));
}

#define GF_ACTIVATION(kind, function, name, label, torch)                                          \
    NodeId function(Graph& graph, std::string nodeName, NodeId x) {                                \
        return activation(graph, OpKind::kind, std::move(nodeName), x);                            \
    }
#include "core/graph/op_table.def"

NodeId tanh(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Tanh, std::move(name), {x}));
}

NodeId sigmoid(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Sigmoid, std::move(name), {x}));
}

} // namespace gf::ops
