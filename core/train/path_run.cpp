// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/path_run.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/norm_steps.h"
#include "core/tensor/eigen.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gf {

namespace {

/// A row behind a norm.
std::vector<float> normed(const Trace& trace, NodeId node, std::span<const float> row) {
    const Node& norm = (*trace.graph)[computedNode(*trace.graph, node)];
    const double epsilon = norm.as<NormAttributes>().epsilon;
    const auto gain = trace.value(norm.inputs[1]).values();
    return norm.op->kind() == OpKind::LayerNorm
               ? normSteps(row, gain, trace.value(norm.inputs[2]).values(), epsilon).result
               : rmsNormSteps(row, gain, epsilon).result;
}

} // namespace

PathRun::PathRun(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> trace,
                 PatchPath path)
    : m_trace(std::move(trace)), m_path(std::move(path)),
      m_toOperand(backend, parameters, *m_trace, m_path.read, m_path.operand) {}

Tensor PathRun::added(const PatchRow& row, const Tensor& patched) const {
    const Graph& graph = *m_trace->graph;
    const Tensor& own = m_trace->value(row.node);
    if (row.head < 0)
        return tensorOf(matrixOf(patched) - matrixOf(own));
    const Scope& scope = graph[row.node].scope;
    const Node& output = graph[computedNode(graph, graph.find(scope, "output"))];
    const NodeId heads = graph.find(scope, "heads");
    const Index width = graph[heads].shape[2];
    const auto weight =
        matrixOf(m_trace->value(output.inputs[1])).middleRows(row.head * width, width);
    if (row.width > 0)
        return tensorOf((matrixOf(patched) - matrixOf(own)).middleCols(row.head * width, width) *
                        weight);
    const NodeId values = graph[computedNode(graph, heads)].inputs[1];
    const Eigen::MatrixXf moved = matrixOf(patched, row.head) - matrixOf(own, row.head);
    return tensorOf(moved * matrixOf(m_trace->value(values), row.head) * weight);
}

Tensor PathRun::operand(std::size_t point, const Tensor& added) {
    const Trace& own = *m_trace;
    const ResidualStream& stream = m_path.place.stream;
    Tensor read = own.value(m_path.read);
    for (Index t = 0; t < added.shape()[0]; ++t) {
        if (std::ranges::all_of(rowOf(added, t), [](float number) { return number == 0; }))
            continue; // as it was, to the bit
        const auto sum = [&](std::span<const float> a, std::span<const float> b) {
            return numbersOf(exactly(a) + exactly(b));
        };
        std::vector<float> x = sum(rowOf(own.value(stream[point].node), t), rowOf(added, t));
        for (std::size_t i = point + 1; i < m_path.end(); ++i) {
            if (stream[i].kind == StreamPoint::Kind::Sum)
                x = sum(x, rowOf(own.value(stream[i].update), t));
            else if (stream[i].kind == StreamPoint::Kind::Norm)
                x = normed(own, stream[i].node, x);
            else // what a person set stays as far from what was computed
                x = numbersOf(exactly(x) + exactly(rowOf(own.value(stream[i].node), t)) -
                              exactly(rowOf(own.value(stream[i - 1].node), t)));
        }
        if (m_path.isNormed)
            x = normed(own, m_path.read, x);
        std::ranges::copy(x, matrixOf(read).row(t).data());
    }
    return m_toOperand.run(read);
}

namespace {

using Means = std::map<NodeId, Eigen::RowVectorXd>;

/// The rows of all heads and feed-forward layers that are on the path.
std::vector<PatchRow> rowsOn(const Graph& graph, const PatchPath& path) {
    std::vector<PatchRow> rows;
    for (const PatchWhat what : {PatchWhat::Head, PatchWhat::FeedForward})
        for (const PatchStack& stack : patchStacks(graph, what, &path))
            rows.insert(rows.end(), stack.rows.begin(), stack.rows.end());
    std::ranges::stable_sort(rows, {}, &PatchRow::node);
    return rows;
}

/// Over all tokens of all runs, for each node of these rows.
Means meansOf(std::span<const std::shared_ptr<const Trace>> traces,
              const std::vector<PatchRow>& rows) {
    Means means;
    for (const PatchRow& row : rows) {
        if (means.contains(row.node))
            continue;
        const std::string& name = (*traces.front()->graph)[row.node].name;
        Eigen::RowVectorXd sum;
        Index tokens = 0;
        for (const auto& trace : traces) {
            const Eigen::MatrixXd value = matrixOf(*trace->find(name)).cast<double>();
            if (tokens == 0)
                sum = value.colwise().sum();
            else
                sum += value.colwise().sum();
            tokens += value.rows();
        }
        means[row.node] = sum / static_cast<double>(tokens);
    }
    return means;
}

/// The paths of one run, which are added up over the runs.
class PathCut {
public:
    PathCut(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> trace,
            const PatchPath& path)
        : m_trace(std::move(trace)), m_run(backend, parameters, m_trace, path),
          m_weights(m_trace->graph->find((*m_trace->graph)[path.operand].scope, "weights")),
          m_toWeights(backend, parameters, *m_trace, path.operand, m_weights) {}

    /// What a row adds less with its mean in the place of each of its rows.
    Tensor lost(const PatchRow& row, const Means& means) const {
        Tensor mean = m_trace->value(row.node);
        matrixOf(mean).rowwise() = means.at(row.node).cast<float>();
        return m_run.added(row, mean);
    }
    void addTo(HeadScores& scores, const PatchRow& row, const Tensor& added) {
        const PatchPath& path = m_run.path();
        Tensor operand = m_trace->value(path.operand);
        matrixOf(operand, path.head) =
            matrixOf(m_run.operand(*path.pointOf(*m_trace->graph, row), added), path.head);
        const Tensor weights = m_toWeights.run(operand);
        const auto one = static_cast<std::size_t>(weights.shape()[1] * weights.shape()[2]);
        scores.add(attentionSides(*m_trace, m_weights),
                   weights.values().subspan(static_cast<std::size_t>(path.head) * one, one));
    }

private:
    std::shared_ptr<const Trace> m_trace;
    PathRun m_run;
    NodeId m_weights;
    ForwardFromStep m_toWeights;
};

} // namespace

std::vector<CutPath> cutPaths(const Backend& backend, Parameters& parameters,
                              std::span<const std::shared_ptr<const Trace>> traces,
                              const std::string& head) {
    std::vector<CutPath> paths;
    for (const char* const operand : {"query", "key"}) {
        const std::string into = head + '.' + operand;
        const std::size_t first = paths.size();
        const Graph& graph = *traces.front()->graph;
        const std::vector<PatchRow> rows = rowsOn(graph, patchPathInto(graph, into));
        const Means means = meansOf(traces, rows);
        for (const auto& trace : traces) {
            PathCut cut(backend, parameters, trace, patchPathInto(*trace->graph, into));
            std::size_t at = first;
            const auto cutOff = [&](const std::string& from, const PatchRow& row,
                                    const Tensor& added) {
                if (at == paths.size())
                    paths.push_back({from, operand});
                cut.addTo(paths[at++].scores, row, added);
            };
            Tensor together;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const PatchRow& row = rows[i];
                const Tensor lost = cut.lost(row, means);
                cutOff(row.name, row, lost);
                if (row.head < 0)
                    continue;
                together = row.head == 0 ? lost : tensorOf(matrixOf(together) + matrixOf(lost));
                const bool isLast = i + 1 == rows.size() || rows[i + 1].head <= 0;
                if (isLast && row.head > 0)
                    cutOff(graph[row.node].scope.nameOf(""), row, together);
            }
        }
    }
    return paths;
}

} // namespace gf
