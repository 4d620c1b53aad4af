// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/cross_entropy.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// n = number of tokens that are kept, at least 1
class CountTokensOp : public OpBase<OpKind::CountTokens> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell&,
                        const CellReader& read) const override {
        std::vector<Expression> ones;
        for (Index t = 0; t < graph[node.inputs[0]].shape[0]; ++t)
            if (read(node.inputs[0], cell(t)) != 0)
                ones.push_back(expr::number(1));
        return oneLine("n", expr::maximum({1, expr::sum(std::move(ones))}));
    }
};

// dz = (p − target)·dy, 0 where nothing counts
class CrossEntropyGradientOp : public OpBase<OpKind::CrossEntropyGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Cell row = cell(at.at[0]);
        if (read(node.inputs[2], row) == 0)
            return oneLine("dz", expr::number(0));
        const auto label = static_cast<Index>(read(node.inputs[1], row));
        const double smoothing = node.as<LossAttributes>().smoothing;
        const double target =
            smoothing / static_cast<double>(node.shape[1]) +
            (label - node.as<LossAttributes>().first == at.at[1] ? 1 - smoothing : 0);
        return oneLine("dz", (expr::operand(node.inputs[0], at) - target) *
                                 expr::operand(node.inputs[3], row));
    }
};

// l = log Σ exp z − (1 − ε)·z[label] − ε·mean z, 0 where nothing counts
class CrossEntropyOp : public OpBase<OpKind::CrossEntropy> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        Node gradient =
            nodeLike(d.graph()[node.inputs[0]], OpKind::CrossEntropyGradient, d.nameFor(node, 0),
                     {node.inputs[1], node.inputs[2], node.inputs[3], d.outputGradient()});
        gradient.attributes = node.attributes;
        d.add(node.inputs[0], d.graph().append(std::move(gradient)));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const NodeId z = node.inputs[0];
        const Index row = at.at[0];
        if (read(node.inputs[3], cell(row)) == 0)
            return oneLine("loss", expr::number(0));
        const auto label = static_cast<Index>(read(node.inputs[2], cell(row)));
        const Index words = graph[z].shape[1];
        std::vector<Expression> logits;
        std::vector<Expression> exponentials;
        for (Index v = 0; v < words; ++v) {
            logits.push_back(expr::operand(z, cell(row, v)));
            exponentials.push_back(expr::exp(expr::operand(z, cell(row, v)) - expr::line(0)));
        }
        Explanation explanation;
        explanation.lines.push_back({"m", expr::maximum(logits)});
        explanation.lines.push_back(
            {"log Z", expr::line(0) + expr::log(expr::sum(std::move(exponentials)))});
        const double smoothing = node.as<LossAttributes>().smoothing;
        Expression right = expr::operand(z, cell(row, label - node.as<LossAttributes>().first));
        if (smoothing > 0) {
            explanation.lines.push_back(
                {"mean z", expr::sum(std::move(logits)) / static_cast<double>(words)});
            right = (1 - smoothing) * std::move(right) + smoothing * expr::line(2);
        }
        explanation.lines.push_back({"loss", expr::line(1) - std::move(right)});
        return explanation;
    }
};

// dy[t,:] = 2/f · (y − x) · dl[t], 0 where nothing counts
class SquaredErrorGradientOp : public OpBase<OpKind::SquaredErrorGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Cell row = cell(at.at[0]);
        if (read(node.inputs[2], row) == 0)
            return oneLine("dy", expr::number(0));
        Expression off = expr::operand(node.inputs[0], at) - expr::operand(node.inputs[1], at);
        return oneLine("dy", 2.0 / static_cast<double>(node.shape[1]) *
                                 (std::move(off) * expr::operand(node.inputs[3], row)));
    }
};

// l[t] = Σ (y[t,:] − x[t,:])² / f, 0 where nothing counts
class SquaredErrorOp : public OpBase<OpKind::SquaredError> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        d.add(node.inputs[0],
              d.graph().append(nodeLike(
                  d.graph()[node.inputs[0]], OpKind::SquaredErrorGradient, d.nameFor(node, 0),
                  {node.inputs[0], node.inputs[1], node.inputs[2], d.outputGradient()})));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Index row = at.at[0];
        if (read(node.inputs[2], cell(row)) == 0)
            return oneLine("loss", expr::number(0));
        const Index features = graph[node.inputs[0]].shape[1];
        std::vector<Expression> squares;
        for (Index i = 0; i < features; ++i) {
            const Expression off = expr::operand(node.inputs[0], cell(row, i)) -
                                   expr::operand(node.inputs[1], cell(row, i));
            squares.push_back(off * off);
        }
        return oneLine("loss", expr::sum(std::move(squares)) / static_cast<double>(features));
    }
};

// dl[t] = dL / n
class MeanTokensGradientOp : public OpBase<OpKind::MeanTokensGradient> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell&,
                        const CellReader&) const override {
        return oneLine("dl", expr::operand(node.inputs[0], cell()) /
                                 expr::operand(node.inputs[1], cell()));
    }
};

// L = Σ_b Σ_t l[t] / n
class MeanTokensOp : public OpBase<OpKind::MeanTokens> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        d.add(node.inputs[0],
              d.graph().append(nodeLike(d.graph()[node.inputs[0]], OpKind::MeanTokensGradient,
                                        d.nameFor(node, 0), {d.outputGradient(), node.inputs[1]})));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell&,
                        const CellReader&) const override {
        std::vector<Expression> losses;
        for (Index t = 0; t < graph[node.inputs[0]].shape[0]; ++t)
            losses.push_back(expr::operand(node.inputs[0], cell(t)));
        return oneLine("L", expr::sum(std::move(losses)) / expr::operand(node.inputs[1], cell()));
    }
};

} // namespace

GF_THE_OP(CountTokens)
GF_THE_OP(CrossEntropy)
GF_THE_OP(CrossEntropyGradient)
GF_THE_OP(SquaredError)
GF_THE_OP(SquaredErrorGradient)
GF_THE_OP(MeanTokens)
GF_THE_OP(MeanTokensGradient)

NodeId countTokens(Graph& graph, std::string name, NodeId keep) {
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::CountTokens);
    node.inputs = {keep};
    node.batched = false;
    return graph.append(std::move(node));
}

NodeId crossEntropy(Graph& graph, std::string name, NodeId logits, NodeId probabilities,
                    NodeId labels, NodeId keep, double smoothing, int first) {
    const Node& z = graph[logits];
    assert(z.shape.rank() == 2 && graph[labels].shape == Shape{z.shape[0]});
    assert(graph[keep].shape == graph[labels].shape);
    assert(z.batched && graph[probabilities].batched && graph[labels].batched &&
           graph[keep].batched);
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::CrossEntropy);
    node.inputs = {logits, probabilities, labels, keep};
    node.shape = Shape{z.shape[0]};
    node.axes = {z.axes[0]};
    node.attributes = LossAttributes{smoothing, first};
    return graph.append(std::move(node));
}

NodeId squaredError(Graph& graph, std::string name, NodeId values, NodeId labels, NodeId keep) {
    const Node& y = graph[values];
    assert(y.shape.rank() == 2 && graph[labels].shape == y.shape);
    assert(graph[keep].shape == Shape{y.shape[0]});
    assert(y.batched && graph[labels].batched && graph[keep].batched);
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::SquaredError);
    node.inputs = {values, labels, keep};
    node.shape = Shape{y.shape[0]};
    node.axes = {y.axes[0]};
    return graph.append(std::move(node));
}

NodeId meanTokens(Graph& graph, std::string name, NodeId tokenLoss, NodeId count) {
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::MeanTokens);
    node.inputs = {tokenLoss, count};
    node.batched = false;
    return graph.append(std::move(node));
}

} // namespace gf::ops
