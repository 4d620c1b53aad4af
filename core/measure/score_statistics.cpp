// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_statistics.h"

#include "core/measure/computed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gf {

namespace {

using Numbers = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Chosen = Eigen::Array<bool, Eigen::Dynamic, 1>;
using Visible = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Numbers headNumbers(const Trace& trace, NodeId node, Index head) {
    return matrixOf(trace.value(node), head).cast<double>().array();
}

/// The mean row of a matrix and the variance of its features about it, over some of its rows.
struct Cloud {
    Eigen::RowVectorXd mean;
    double variance = 0; ///< the mean of the features' variances

    Cloud(const Numbers& rows, const Chosen& chosen) {
        const Eigen::VectorXd weight = chosen.cast<double>().matrix();
        const double count = weight.sum();
        mean = weight.transpose() * rows.matrix() / count;
        const Eigen::VectorXd squares = (rows.matrix().rowwise() - mean).rowwise().squaredNorm();
        variance = weight.dot(squares) / count / static_cast<double>(rows.cols());
    }
};

ScoreMoments independentMoments(const Cloud& q, const Cloud& k) {
    const auto width = static_cast<double>(q.mean.size());
    return {q.mean.dot(k.mean), q.variance * k.mean.squaredNorm() +
                                    k.variance * q.mean.squaredNorm() +
                                    width * q.variance * k.variance};
}

} // namespace

Sharpness sharpnessOf(const Eigen::Ref<const Numbers>& logits) {
    Sharpness sum;
    double rows = 0;
    for (Index i = 0; i < logits.rows(); ++i) {
        const double largest = logits.row(i).maxCoeff();
        if (!std::isfinite(largest))
            continue;
        const Eigen::ArrayXd exponentials = (logits.row(i).transpose() - largest).exp();
        const Eigen::ArrayXd weights = exponentials / exponentials.sum();
        sum.largest += weights.maxCoeff();
        sum.gradient += (weights * (1 - weights)).sum();
        ++rows;
    }
    return rows > 0 ? Sharpness{sum.largest / rows, sum.gradient / rows} : Sharpness{};
}

namespace {

/// What the statistics of one attention are made of.
struct AttentionNodes {
    NodeId scores = noNode, scaled = noNode, masked = noNode;
    NodeId queries = noNode, keys = noNode;
};

std::optional<AttentionNodes> nodesOf(const Trace& trace, const Scope& attention, Index head) {
    const Graph& graph = *trace.graph;
    if (!attention.isAttention() || trace.isDifference())
        return {};
    AttentionNodes nodes{graph.find(attention, "scores"), graph.find(attention, "scaled"),
                         graph.find(attention, "masked")};
    if (std::ranges::any_of(std::array{nodes.scores, nodes.scaled, nodes.masked}, [&](NodeId id) {
            return id == noNode || trace.value(id).empty() || head >= trace.value(id).shape()[0];
        }))
        return {};
    const std::vector<NodeId>& operands = graph[computedNode(graph, nodes.scores)].inputs;
    nodes.queries = operands[0];
    nodes.keys = operands[1];
    return nodes;
}

constexpr double hiddenScore = -std::numeric_limits<double>::infinity();

/// Of the scores that are seen.
ScoreMoments momentsOf(const Numbers& scores, const Visible& seen) {
    const auto cells = static_cast<double>(seen.count());
    const double mean = seen.select(scores, 0).sum() / cells;
    return {mean, seen.select((scores - mean).square(), 0).sum() / cells};
}

ScoreMoments independentMoments(const Numbers& queries, const Numbers& keys, const Visible& seen) {
    return independentMoments(Cloud(queries, seen.rowwise().any()),
                              Cloud(keys, seen.colwise().any().transpose()));
}

/// `width` features of [H,T,K] from the first one of a head on, and over the heads after it.
Numbers joinedFrom(const Trace& trace, NodeId node, Index head, Index width) {
    const Shape& shape = trace.value(node).shape();
    Numbers joined(shape[1], width);
    for (Index from = 0; from < width; from += shape[2]) {
        const Index columns = std::min(shape[2], width - from);
        joined.middleCols(from, columns) =
            headNumbers(trace, node, (head + from / shape[2]) % shape[0]).leftCols(columns);
    }
    return joined;
}

/// So many rows of a matrix, evenly.
template <class Rows> Rows evenRows(const Rows& all, Index count) {
    if (all.rows() <= count)
        return all;
    Rows some(count, all.cols());
    for (Index i = 0; i < count; ++i)
        some.row(i) = all.row(i * all.rows() / count);
    return some;
}

} // namespace

std::optional<ScoreStatistics> scoreStatistics(const Trace& trace, const Scope& attention,
                                               Index head) {
    const std::optional<AttentionNodes> nodes = nodesOf(trace, attention, head);
    if (!nodes)
        return {};
    const Numbers scores = headNumbers(trace, nodes->scores, head);
    const Numbers masked = headNumbers(trace, nodes->masked, head);
    // What positions add, and −∞ where a cell is hidden.
    const Numbers added = masked - headNumbers(trace, nodes->scaled, head);
    const Visible seen = masked > hiddenScore;

    ScoreStatistics found;
    found.cells = seen.count();
    if (found.cells == 0)
        return {};
    found.measured = momentsOf(scores, seen);
    const Numbers queries = headNumbers(trace, nodes->queries, head);
    found.width = queries.cols();
    found.independent = independentMoments(queries, headNumbers(trace, nodes->keys, head), seen);
    const Graph& graph = *trace.graph;
    found.isDivided = graph[computedNode(graph, nodes->scaled)].as<ScaleAttributes>().factor != 1;
    found.divided = sharpnessOf(scores / std::sqrt(static_cast<double>(found.width)) + added);
    found.undivided = sharpnessOf(scores + added);
    found.dividedByWidth = sharpnessOf(scores / static_cast<double>(found.width) + added);
    return found;
}

std::vector<CutScores> cutScores(const Trace& trace, const Scope& attention, Index head,
                                 std::span<const Index> widths, Index mostQueries) {
    const std::optional<AttentionNodes> nodes = nodesOf(trace, attention, head);
    if (!nodes)
        return {};
    const Visible seen =
        evenRows<Visible>(headNumbers(trace, nodes->masked, head) > hiddenScore, mostQueries);
    if (!seen.any())
        return {};
    const Shape& shape = trace.value(nodes->queries).shape();
    const Index all = shape[0] * shape[2];
    const Numbers queries =
        evenRows<Numbers>(joinedFrom(trace, nodes->queries, head, all), mostQueries);
    const Numbers keys = joinedFrom(trace, nodes->keys, head, all);
    std::vector<CutScores> found;
    for (const Index width : widths) {
        if (width > all)
            break;
        const Numbers q = queries.leftCols(width);
        const Numbers k = keys.leftCols(width);
        const Numbers scores = (q.matrix() * k.matrix().transpose()).array();
        CutScores cut{width, {}, momentsOf(scores, seen), independentMoments(q, k, seen)};
        for (Index i = 0; i < scores.size(); ++i)
            if (seen.data()[i])
                cut.scores.push_back(static_cast<float>(scores.data()[i]));
        found.push_back(std::move(cut));
    }
    return found;
}

} // namespace gf
