// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_split.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/residual_stream.h"
#include "core/measure/rotation.h"
#include "core/measure/stream_parts.h"
#include "core/tensor/error.h"

#include <cmath>
#include <numeric>

namespace gf {

namespace {

using Row = StreamParts::Row;

/// A row of the stream, and what a head makes of it.
class HeadParts : public StreamParts {
public:
    HeadParts(const Trace& trace, Index row) : StreamParts(trace, row, "biases") {}

    void addNode(NodeId node) { add((*m_trace.graph)[node].name, rowOf(node)); }
    /// Of a head's projection, and what normalises, turns or repeats it: q, k, or one of them
    /// turned. The length by which a norm divides is held.
    void project(NodeId node, Index head) {
        const Graph& graph = *m_trace.graph;
        const Node& made = graph[computedNode(graph, node)];
        const Index own = head;
        if (made.op->kind() == OpKind::Rotary) {
            project(made.inputs[0], head);
            for (Row& part : m_rows)
                turnPairs({part.data(), static_cast<std::size_t>(part.size())}, m_row,
                          ops::rotaryPairsOf(made));
        } else if (made.op->kind() == OpKind::RmsNorm) {
            project(made.inputs[0], head);
            const Row x = matrixOf(m_trace.value(made.inputs[0]), own).row(m_row).cast<double>();
            const double length = std::sqrt(x.squaredNorm() / static_cast<double>(x.size()) +
                                            made.as<NormAttributes>().epsilon);
            const Row gain = exactly(m_trace.value(made.inputs[1]).values()).matrix().transpose();
            for (Row& part : m_rows)
                part = part.cwiseProduct(gain) / length;
        } else if (made.op->kind() == OpKind::RepeatHeads) {
            head = head * graph[made.inputs[0]].shape[0] / made.shape[0];
            project(made.inputs[0], head);
        } else {
            const Index width = made.shape[2];
            multiply(matrixOf(m_trace.value(made.inputs[1]))
                         .middleCols(head * width, width)
                         .cast<double>());
            if (made.inputs.size() > 2)
                addBias(exactly(m_trace.value(made.inputs[2]).values())
                            .segment(head * width, width)
                            .matrix()
                            .transpose());
        }
        addChange(node, matrixOf(m_trace.value(node), own).row(m_row).cast<double>());
    }
};

/// A query or a key of one head: what its row of the stream was made of, up to there.
HeadParts partsOf(const Trace& trace, NodeId operand, Index head, Index row) {
    const Graph& graph = *trace.graph;
    const NodeId read = projectionOf(graph, operand).inputs[0];
    const std::optional<StreamPlace> place = streamPlaceOf(graph, read);
    if (!place)
        throw Error(phrase("this model has no residual stream; only a transformer has one"));
    const bool isNormed = place->stream[place->point].norm == read;
    HeadParts parts(trace, row);
    for (std::size_t i = 0; i < place->point + (isNormed ? 0 : 1); ++i) {
        const StreamPoint& point = place->stream[i];
        if (point.kind == StreamPoint::Kind::Start)
            parts.addNode(point.node);
        else if (point.kind == StreamPoint::Kind::Sum)
            parts.addNode(point.update);
        else if (point.kind == StreamPoint::Kind::Norm)
            parts.normalise(point.node);
        else
            parts.addChange(point.node);
    }
    if (isNormed)
        parts.normalise(read);
    parts.project(operand, head);
    return parts;
}

} // namespace

double ScoreSplit::sum() const {
    return std::accumulate(terms.begin(), terms.end(), 0.0);
}

ScoreSplit splitScore(const Trace& trace, const Scope& attention, Index head, Index query,
                      Index key) {
    const Graph& graph = *trace.graph;
    const NodeId scores = attention.isAttention() ? graph.find(attention, "scores") : noNode;
    if (scores == noNode)
        throw Error(phrase("this model has no attention whose scores could be split"));
    const Node& product = graph[computedNode(graph, scores)];
    const HeadParts queries = partsOf(trace, product.inputs[0], head, query);
    const HeadParts keys = partsOf(trace, product.inputs[1], head, key);
    ScoreSplit split{queries.names(), keys.names(), {}, 0};
    for (const Row& q : queries.rows())
        for (const Row& k : keys.rows())
            split.terms.push_back(q.dot(k));
    split.score = static_cast<double>(trace.value(product.id).at(Cell{{head, query, key}}));
    return split;
}

} // namespace gf
