// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation.h"

#include "core/ops/define.h"

namespace gf::ops {

namespace {

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

NodeId tanh(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Tanh, std::move(name), {x}));
}

NodeId sigmoid(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Sigmoid, std::move(name), {x}));
}

} // namespace gf::ops
