// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_split.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/residual_stream.h"
#include "core/measure/rotation.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf {

namespace {

using Row = Eigen::RowVectorXd;

/// One row of a matrix as a sum of named parts.
class Parts {
public:
    Parts(const Trace& trace, Index row) : m_trace(trace), m_row(row) {}

    void add(const std::string& name, const Row& part) {
        const auto found = std::ranges::find(m_names, name);
        if (found != m_names.end()) {
            m_rows[found - m_names.begin()] += part;
            return;
        }
        m_names.push_back(name);
        m_rows.push_back(part);
    }
    void add(NodeId node) { add((*m_trace.graph)[node].name, rowOf(node)); }
    /// What a person's change made of the node beyond what was computed.
    void addChange(NodeId node) {
        if (computedNode(*m_trace.graph, node) != node)
            add("changes", rowOf(node) - sum());
    }
    /// A norm with its mean and deviation held.
    void normalise(NodeId node) {
        const Node& norm = (*m_trace.graph)[computedNode(*m_trace.graph, node)];
        const Row x = rowOf(norm.inputs[0]);
        const bool centres = norm.op->kind() == OpKind::LayerNorm; // RMSNorm takes no mean off
        const auto meanOf = [&](const Row& row) { return centres ? row.mean() : 0.0; };
        const double deviation =
            std::sqrt((x.array() - meanOf(x)).square().mean() + norm.as<NormAttributes>().epsilon);
        const Row gain = exactly(m_trace.value(norm.inputs[1]).values()).matrix().transpose();
        for (Row& part : m_rows)
            part = (gain.array() * (part.array() - meanOf(part)) / deviation).matrix();
        if (centres)
            add("biases", exactly(m_trace.value(norm.inputs[2]).values()).matrix().transpose());
        addChange(node);
    }
    /// Of a head's projection, and what turns or repeats it: q, k, or one of them turned.
    void project(NodeId node, Index head) {
        const Graph& graph = *m_trace.graph;
        const Node& made = graph[computedNode(graph, node)];
        const Index own = head;
        if (made.op->kind() == OpKind::Rotary) {
            project(made.inputs[0], head);
            for (Row& part : m_rows)
                turnPairs({part.data(), static_cast<std::size_t>(part.size())}, m_row,
                          ops::rotaryPairsOf(made));
        } else if (made.op->kind() == OpKind::RepeatHeads) {
            head = head * graph[made.inputs[0]].shape[0] / made.shape[0];
            project(made.inputs[0], head);
        } else {
            const Index width = made.shape[2];
            const auto weight = matrixOf(m_trace.value(made.inputs[1]))
                                    .middleCols(head * width, width)
                                    .cast<double>()
                                    .eval();
            for (Row& part : m_rows)
                part *= weight;
            if (made.inputs.size() > 2)
                add("biases", exactly(m_trace.value(made.inputs[2]).values())
                                  .segment(head * width, width)
                                  .matrix()
                                  .transpose());
        }
        if (computedNode(graph, node) != node)
            add("changes", matrixOf(m_trace.value(node), own).row(m_row).cast<double>() - sum());
    }
    Row sum() const {
        Row all = Row::Zero(m_rows.front().size());
        for (const Row& part : m_rows)
            all += part;
        return all;
    }
    const std::vector<std::string>& names() const { return m_names; }
    const std::vector<Row>& rows() const { return m_rows; }

private:
    Row rowOf(NodeId node) const {
        return exactly(gf::rowOf(m_trace.value(node), m_row)).matrix().transpose();
    }

    const Trace& m_trace;
    Index m_row;
    std::vector<std::string> m_names;
    std::vector<Row> m_rows;
};

/// The projection that q or k, which may be turned, comes from.
const Node& projectionOf(const Graph& graph, NodeId node) {
    const Node* made = &graph[computedNode(graph, node)];
    while (made->op->kind() == OpKind::Rotary || made->op->kind() == OpKind::RepeatHeads)
        made = &graph[computedNode(graph, made->inputs[0])];
    return *made;
}

/// A query or a key of one head: what its row of the stream was made of, up to there.
Parts partsOf(const Trace& trace, NodeId operand, Index head, Index row) {
    const Graph& graph = *trace.graph;
    const NodeId read = projectionOf(graph, operand).inputs[0];
    const std::optional<StreamPlace> place = streamPlaceOf(graph, read);
    if (!place)
        throw Error(phrase("this model has no residual stream; only a transformer has one"));
    const bool isNormed = place->stream[place->point].norm == read;
    Parts parts(trace, row);
    for (std::size_t i = 0; i < place->point + (isNormed ? 0 : 1); ++i) {
        const StreamPoint& point = place->stream[i];
        if (point.kind == StreamPoint::Kind::Start)
            parts.add(point.node);
        else if (point.kind == StreamPoint::Kind::Sum)
            parts.add(point.update);
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
    const Parts queries = partsOf(trace, product.inputs[0], head, query);
    const Parts keys = partsOf(trace, product.inputs[1], head, key);
    ScoreSplit split{queries.names(), keys.names(), {}, 0};
    for (const Row& q : queries.rows())
        for (const Row& k : keys.rows())
            split.terms.push_back(q.dot(k));
    split.score = static_cast<double>(trace.value(product.id).at(Cell{{head, query, key}}));
    return split;
}

} // namespace gf
