// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/relative_position.h"

#include "core/ops/define.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace gf::ops {

namespace {

Node scoresNode(std::string name, OpKind kind, Index heads, const ScoreShape& scores) {
    Node node;
    node.name = std::move(name);
    node.op = &op(kind);
    node.shape = Shape{heads, scores.queries, scores.keys};
    node.axes = {Axis::Head, scores.queryAxis, scores.keyAxis};
    node.batched = false;
    return node;
}

// dtable[h,r] = Σ dy[h,i,j] over all i, j whose clamp(j − i, −R, R) + R is r
class RelativeBiasGradientOp : public OpBase<OpKind::RelativeBiasGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& dy = graph[node.inputs[0]];
        std::vector<Expression> terms;
        for (Index query = 0; query < dy.shape[1]; ++query)
            for (Index key = 0; key < dy.shape[2]; ++key)
                if (offsetColumn(query, key, node.shape[1]) == at.at[1])
                    terms.push_back(expr::operand(dy.id, cell(at.at[0], query, key)));
        return oneLine("dr", expr::sum(std::move(terms)));
    }
};

// y[h,i,j] = table[h, clamp(j − i, −R, R) + R]
class RelativeBiasOp : public OpBase<OpKind::RelativeBias> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId table = node.inputs[0];
        d.add(table, d.graph().append(nodeLike(d.graph()[table], OpKind::RelativeBiasGradient,
                                               d.nameFor(node, 0), {d.outputGradient()})));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Node& table = graph[node.inputs[0]];
        return oneLine("r", expr::operand(table.id, cell(at.at[0], offsetColumn(at.at[1], at.at[2],
                                                                                table.shape[1]))));
    }
};

// y[h,i,j] = −m_h·|i − j|
class AlibiBiasOp : public OpBase<OpKind::AlibiBias> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const double exponent =
            -8.0 * static_cast<double>(at.at[0] + 1) / static_cast<double>(node.shape[0]);
        Explanation explanation;
        explanation.lines.push_back({"m", expr::power(2, exponent)});
        const auto distance = static_cast<double>(std::abs(at.at[1] - at.at[2]));
        explanation.lines.push_back({"y", -(expr::line(0) * distance)});
        return explanation;
    }
};

// M[b,r] = 1 where the offset r − R is in bucket b, else 0
class BucketsOp : public OpBase<OpKind::Buckets> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const Index bucket = bucketOfColumn(node, at.at[1]);
        const Index offset = at.at[1] - node.as<BucketAttributes>().distance;
        Explanation explanation;
        explanation.lines.push_back({"offset", expr::number(static_cast<double>(offset))});
        explanation.lines.push_back({"bucket", expr::number(static_cast<double>(bucket))});
        explanation.lines.push_back({"M", expr::number(bucket == at.at[0] ? 1 : 0)});
        return explanation;
    }
};

NodeId turned(Graph& graph, std::string name, NodeId x, const RotaryAttributes& turns) {
    assert(graph[x].shape.rank() == 3 && graph[x].shape[2] % 2 == 0);
    Node node = nodeLike(graph[x], OpKind::Rotary, std::move(name), {x});
    node.attributes = turns;
    return graph.append(std::move(node));
}

// (y_2m, y_2m+1) = (x_2m, x_2m+1) turned by the angle a;        dx = dy turned back
class RotaryOp : public OpBase<OpKind::Rotary> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        RotaryAttributes back = node.as<RotaryAttributes>();
        back.direction = -back.direction;
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], turned(d.graph(), d.nameFor(node, 0), d.outputGradient(), back));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        const auto& [direction, pairs] = node.as<RotaryAttributes>();
        const Index width = node.shape[2];
        const Index turned = turnedWidth(width, pairs);
        if (at.at[2] >= turned)
            return oneLine("y", expr::operand(node.inputs[0], at));
        const Index pair = pairs.halves ? at.at[2] % (turned / 2) : at.at[2] / 2;
        const auto [one, other] = rotaryPair(pair, width, pairs);
        const bool first = at.at[2] == one;
        const auto operand = [&](Index feature) {
            return expr::operand(node.inputs[0], cell(at.at[0], at.at[1], feature));
        };
        Explanation explanation;
        const auto line = [&](const char* symbol, Expression expression) {
            explanation.lines.push_back({symbol, std::move(expression)});
        };
        Expression frequency =
            expr::power(pairs.base, -2.0 * static_cast<double>(pair) / static_cast<double>(turned));
        if (const double share = rotaryShare(pair, width, pairs); share != 1)
            frequency = std::move(frequency) * share;
        line("frequency", std::move(frequency));
        line("angle", direction * static_cast<double>(at.at[1]) * expr::line(0));
        line("cos", expr::cosine(expr::line(1)));
        line("sin", expr::sine(expr::line(1)));
        // y_2m = x_2m·cos − x_2m+1·sin, y_2m+1 = x_2m·sin + x_2m+1·cos
        Expression left = operand(one) * expr::line(first ? 2 : 3);
        Expression right = operand(other) * expr::line(first ? 3 : 2);
        line("y", first ? std::move(left) - std::move(right) : std::move(left) + std::move(right));
        return explanation;
    }
};

} // namespace

GF_THE_OP(RelativeBias)
GF_THE_OP(RelativeBiasGradient)
GF_THE_OP(AlibiBias)
GF_THE_OP(Buckets)
GF_THE_OP(Rotary)

NodeId relativeBias(Graph& graph, std::string name, NodeId table, const ScoreShape& scores) {
    assert(graph[table].shape.rank() == 2 && graph[table].shape[1] % 2 == 1);
    Node node = scoresNode(std::move(name), OpKind::RelativeBias, graph[table].shape[0], scores);
    node.inputs = {table};
    return graph.append(std::move(node));
}

NodeId alibiBias(Graph& graph, std::string name, Index heads, const ScoreShape& scores) {
    return graph.append(scoresNode(std::move(name), OpKind::AlibiBias, heads, scores));
}

Index bucketOf(Index offset, Index buckets, const BucketAttributes& shape) {
    Index first = 0;
    if (!shape.past) {
        buckets /= 2;
        first = offset > 0 ? buckets : 0;
    } else {
        offset = std::min<Index>(offset, 0);
    }
    const Index distance = std::abs(offset);
    const Index own = buckets / 2; // offsets that have a bucket to themselves
    if (distance < own)
        return first + distance;
    const float far = std::log(static_cast<float>(distance) / static_cast<float>(own));
    const auto whole = static_cast<float>(
        std::log(static_cast<double>(shape.distance) / static_cast<double>(own)));
    const auto shared = static_cast<Index>(far / whole * static_cast<float>(buckets - own));
    return first + std::min(own + shared, buckets - 1);
}

Index bucketOfColumn(const Node& node, Index column) {
    const auto& shape = node.as<BucketAttributes>();
    return bucketOf(column - shape.distance, node.shape[0], shape);
}

NodeId buckets(Graph& graph, std::string name, Index count, const BucketAttributes& shape) {
    assert(count >= 4 && shape.distance > count / 2);
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::Buckets);
    node.shape = Shape{count, 2 * shape.distance + 1};
    node.axes = {Axis::Bucket, Axis::Offset};
    node.batched = false;
    node.attributes = shape;
    return graph.append(std::move(node));
}

double alibiSlope(Index head, Index heads) {
    return std::exp2(-8.0 * static_cast<double>(head + 1) / static_cast<double>(heads));
}

NodeId rotary(Graph& graph, std::string name, NodeId x, const RotaryPairs& pairs) {
    return turned(graph, std::move(name), x, {1, pairs});
}

namespace {

/// θ^(−2m/R)
double plainFrequency(Index pair, Index width, const RotaryPairs& pairs) {
    return std::pow(pairs.base, -2.0 * static_cast<double>(pair) /
                                    static_cast<double>(turnedWidth(width, pairs)));
}

} // namespace

double rotaryShare(Index pair, Index width, const RotaryPairs& pairs) {
    const RotaryScaling& s = pairs.scaling;
    if (s.kind != RotaryScaling::Kind::Llama3)
        return s.kind == RotaryScaling::Kind::Linear ? 1 / s.factor : 1;
    // Waves that fit into the length `high` times stay, those that fit less than `low` times are
    // slowed, and between them it goes from one to the other.
    const double waves = s.length * plainFrequency(pair, width, pairs) / (2 * std::numbers::pi);
    const double kept = std::clamp((waves - s.low) / (s.high - s.low), 0.0, 1.0);
    return (1 - kept) / s.factor + kept;
}

double rotaryAngle(Index position, Index pair, Index width, const RotaryPairs& pairs) {
    return static_cast<double>(position) * plainFrequency(pair, width, pairs) *
           rotaryShare(pair, width, pairs);
}

} // namespace gf::ops
