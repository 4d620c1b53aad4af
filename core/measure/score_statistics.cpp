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

Numbers numbersOf(const Trace& trace, NodeId node, Index head) {
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

std::optional<ScoreStatistics> scoreStatistics(const Trace& trace, const Scope& attention,
                                               Index head) {
    const Graph& graph = *trace.graph;
    if (!attention.isAttention() || trace.isDifference())
        return {};
    const std::array stages{graph.find(attention, "scores"), graph.find(attention, "scaled"),
                            graph.find(attention, "masked")};
    if (std::ranges::any_of(stages, [&](NodeId id) {
            return id == noNode || trace.value(id).empty() || head >= trace.value(id).shape()[0];
        }))
        return {};
    const std::vector<NodeId>& operands = graph[computedNode(graph, stages[0])].inputs;
    const Numbers scores = numbersOf(trace, stages[0], head);
    const Numbers masked = numbersOf(trace, stages[2], head);
    // What positions add, and −∞ where a cell is hidden.
    const Numbers added = masked - numbersOf(trace, stages[1], head);
    const auto seen = (masked > -std::numeric_limits<double>::infinity()).eval();

    ScoreStatistics found;
    found.cells = seen.count();
    if (found.cells == 0)
        return {};
    const auto cells = static_cast<double>(found.cells);
    found.measured.mean = seen.select(scores, 0).sum() / cells;
    found.measured.variance = seen.select((scores - found.measured.mean).square(), 0).sum() / cells;
    const Numbers queries = numbersOf(trace, operands[0], head);
    const Numbers keys = numbersOf(trace, operands[1], head);
    found.width = queries.cols();
    found.independent = independentMoments(Cloud(queries, seen.rowwise().any()),
                                           Cloud(keys, seen.colwise().any().transpose()));
    found.isDivided = graph[computedNode(graph, stages[1])].as<ScaleAttributes>().factor != 1;
    found.divided = sharpnessOf(scores / std::sqrt(static_cast<double>(found.width)) + added);
    found.undivided = sharpnessOf(scores + added);
    found.dividedByWidth = sharpnessOf(scores / static_cast<double>(found.width) + added);
    return found;
}

} // namespace gf
