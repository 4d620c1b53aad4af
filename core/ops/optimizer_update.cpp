// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/optimizer_update.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

/// More terms of one gradient than this are told as their sum.
constexpr Index mostSquares = 4096;

Expression scalar(NodeId node) {
    return expr::operand(node, cell());
}

// N = √Σ g²
class GradientNormOp : public OpBase<OpKind::GradientNorm> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell&,
                        const CellReader& read) const override {
        Explanation explanation;
        std::vector<Expression> parts;
        for (const NodeId gradient : node.inputs) {
            parts.push_back(expr::line(explanation.lines.size()));
            explanation.lines.push_back({"Σ (" + graph[gradient].name + ")²",
                                         squaresOf(gradient, graph[gradient].shape, read)});
        }
        explanation.lines.push_back({"N", expr::squareRoot(expr::sum(std::move(parts)))});
        return explanation;
    }

private:
    /// Term by term, or where nobody could read all terms their sum.
    static Expression squaresOf(NodeId gradient, const Shape& shape, const CellReader& read) {
        std::vector<Expression> squares;
        double sum = 0;
        for (Index i = 0; i < shape.count(); ++i) {
            const Cell at = cellAt(shape, i);
            if (shape.count() <= mostSquares)
                squares.push_back(expr::square(expr::operand(gradient, at)));
            else
                sum += read(gradient, at) * read(gradient, at);
        }
        return squares.empty() ? expr::number(sum) : expr::sum(std::move(squares));
    }
};

// c = min(1, clip / (N + 1e-6))
class ClipFactorOp : public OpBase<OpKind::ClipFactor> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell&,
                        const CellReader&) const override {
        // min(1, r) = −max(−1, −r)
        Explanation explanation =
            oneLine("r", node.as<ClipAttributes>().norm / (scalar(node.inputs[0]) + 1e-6));
        explanation.lines.push_back({"c", -expr::maximum({-1, -expr::line(0)})});
        return explanation;
    }
};

// y = g·c
class ClipGradientOp : public OpBase<OpKind::ClipGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("g'", expr::operand(node.inputs[0], at) * scalar(node.inputs[1]));
    }
};

// y = g + λ·p
class DecayGradientOp : public OpBase<OpKind::DecayGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("g'",
                       expr::operand(node.inputs[0], at) +
                           node.as<DecayAttributes>().rate * expr::operand(node.inputs[1], at));
    }
};

// m' = β₁·m + (1 − β₁)·g
class AdamMoment1Op : public OpBase<OpKind::AdamMoment1> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const double beta = node.as<MomentAttributes>().beta;
        return oneLine("m", beta * expr::operand(node.inputs[0], at) +
                                (1 - beta) * expr::operand(node.inputs[1], at));
    }
};

// v' = β₂·v + (1 − β₂)·g²
class AdamMoment2Op : public OpBase<OpKind::AdamMoment2> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const double beta = node.as<MomentAttributes>().beta;
        return oneLine("v", beta * expr::operand(node.inputs[0], at) +
                                (1 - beta) * expr::square(expr::operand(node.inputs[1], at)));
    }
};

// Δ = −η·m̂ / (√v̂ + ε),  m̂ = m / (1 − β₁ᵗ),  v̂ = v / (1 − β₂ᵗ)
class AdamUpdateOp : public OpBase<OpKind::AdamUpdate> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const auto& a = node.as<AdamAttributes>();
        const auto corrected = [&](NodeId moment, double beta) {
            return expr::operand(moment, at) / (1 - expr::power(beta, scalar(node.inputs[3])));
        };
        Explanation explanation = oneLine("m̂", corrected(node.inputs[0], a.beta1));
        explanation.lines.push_back({"v̂", corrected(node.inputs[1], a.beta2)});
        explanation.lines.push_back(
            {"Δ", -(scalar(node.inputs[2]) *
                    (expr::line(0) / (expr::squareRoot(expr::line(1)) + a.epsilon)))});
        return explanation;
    }
};

// b' = momentum·b + g
class MomentumOp : public OpBase<OpKind::Momentum> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("b", node.as<MomentAttributes>().beta * expr::operand(node.inputs[0], at) +
                                expr::operand(node.inputs[1], at));
    }
};

// Δ = −η·g
class SgdUpdateOp : public OpBase<OpKind::SgdUpdate> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("Δ", -(scalar(node.inputs[1]) * expr::operand(node.inputs[0], at)));
    }
};

// p' = p + Δ − η·λ·p
class ApplyOp : public OpBase<OpKind::Apply> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Expression p = expr::operand(node.inputs[0], at);
        Expression changed = p + expr::operand(node.inputs[1], at);
        if (node.as<DecayAttributes>().rate == 0)
            return oneLine("p", std::move(changed));
        std::vector<Expression> decay{scalar(node.inputs[2]),
                                      expr::number(node.as<DecayAttributes>().rate), p};
        return oneLine("p", std::move(changed) - expr::product(std::move(decay)));
    }
};

NodeId scalarNode(Graph& graph, OpKind kind, std::string name, std::vector<NodeId> inputs) {
    Node node;
    node.name = std::move(name);
    node.op = &op(kind);
    node.inputs = std::move(inputs);
    node.batched = false;
    return graph.append(std::move(node));
}

} // namespace

GF_THE_OP(GradientNorm)
GF_THE_OP(ClipFactor)
GF_THE_OP(ClipGradient)
GF_THE_OP(DecayGradient)
GF_THE_OP(AdamMoment1)
GF_THE_OP(AdamMoment2)
GF_THE_OP(AdamUpdate)
GF_THE_OP(Momentum)
GF_THE_OP(SgdUpdate)
GF_THE_OP(Apply)

NodeId gradientNorm(Graph& graph, std::string name, std::vector<NodeId> gradients) {
    return scalarNode(graph, OpKind::GradientNorm, std::move(name), std::move(gradients));
}

NodeId clipFactor(Graph& graph, std::string name, NodeId norm, double clip) {
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::ClipFactor);
    node.inputs = {norm};
    node.batched = false;
    node.attributes = ClipAttributes{clip};
    return graph.append(std::move(node));
}

NodeId clipGradient(Graph& graph, std::string name, NodeId gradient, NodeId factor) {
    return graph.append(
        nodeLike(graph[gradient], OpKind::ClipGradient, std::move(name), {gradient, factor}));
}

NodeId decayGradient(Graph& graph, std::string name, NodeId gradient, NodeId parameter,
                     double decay) {
    Node node =
        nodeLike(graph[gradient], OpKind::DecayGradient, std::move(name), {gradient, parameter});
    node.attributes = DecayAttributes{decay};
    return graph.append(std::move(node));
}

NodeId adamMoment1(Graph& graph, std::string name, NodeId m, NodeId gradient, double beta1) {
    Node node = nodeLike(graph[m], OpKind::AdamMoment1, std::move(name), {m, gradient});
    node.attributes = MomentAttributes{beta1};
    return graph.append(std::move(node));
}

NodeId adamMoment2(Graph& graph, std::string name, NodeId v, NodeId gradient, double beta2) {
    Node node = nodeLike(graph[v], OpKind::AdamMoment2, std::move(name), {v, gradient});
    node.attributes = MomentAttributes{beta2};
    return graph.append(std::move(node));
}

NodeId adamUpdate(Graph& graph, std::string name, NodeId m, NodeId v, NodeId learningRate,
                  NodeId step, double beta1, double beta2, double epsilon) {
    Node node = nodeLike(graph[m], OpKind::AdamUpdate, std::move(name), {m, v, learningRate, step});
    node.attributes = AdamAttributes{beta1, beta2, epsilon};
    return graph.append(std::move(node));
}

NodeId momentum(Graph& graph, std::string name, NodeId buffer, NodeId gradient, double momentum) {
    Node node = nodeLike(graph[buffer], OpKind::Momentum, std::move(name), {buffer, gradient});
    node.attributes = MomentAttributes{momentum};
    return graph.append(std::move(node));
}

NodeId sgdUpdate(Graph& graph, std::string name, NodeId gradient, NodeId learningRate) {
    return graph.append(
        nodeLike(graph[gradient], OpKind::SgdUpdate, std::move(name), {gradient, learningRate}));
}

NodeId apply(Graph& graph, std::string name, NodeId parameter, NodeId update, NodeId learningRate,
             double decay) {
    assert(decay == 0 || learningRate != noNode);
    Node node = nodeLike(graph[parameter], OpKind::Apply, std::move(name), {parameter, update});
    if (learningRate != noNode)
        node.inputs.push_back(learningRate);
    node.attributes = DecayAttributes{decay};
    return graph.append(std::move(node));
}

} // namespace gf::ops
