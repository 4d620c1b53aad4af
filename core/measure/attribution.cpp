// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/attribution.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/residual_stream.h"
#include "core/measure/stream_parts.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gf {

namespace {

/// logit = x·direction + bias, for one row x [D] of the stream.
struct Readout {
    NodeId from = noNode; ///< [T,D]
    Eigen::VectorXd direction;
    double bias = 0;
};

/// What the logits are a product of: their own product, or a pointer's queries with its keys.
const Node& productOf(const Graph& graph) {
    const Node* node = &graph[computedNode(graph, graph.find("logits"))];
    while (node->op->kind() == OpKind::JoinHeads || node->op->kind() == OpKind::Mask ||
           node->op->kind() == OpKind::Scale)
        node = &graph[computedNode(graph, node->inputs[0])];
    return *node;
}

/// A column of a weight [D,V], or of one [V,D] that is read transposed.
Eigen::VectorXd columnOf(const Tensor& weight, Index column, bool isTransposed) {
    if (isTransposed)
        return matrixOf(weight).row(column).cast<double>().transpose();
    return matrixOf(weight).col(column).cast<double>();
}

/// q = x·W and logit = q·k / √D, with the key held.
Readout pointerReadout(const Trace& trace, const Node& scores, Index column) {
    const Graph& graph = *trace.graph;
    const Node& query = graph[computedNode(graph, scores.inputs[0])];
    const NodeId scaled = graph.find("pointer.scaled");
    const double factor = graph[computedNode(graph, scaled)].as<ScaleAttributes>().factor;
    const Eigen::VectorXd key =
        matrixOf(trace.value(scores.inputs[1]), 0).row(column).cast<double>().transpose();
    const Eigen::MatrixXd weight = matrixOf(trace.value(query.inputs[1])).cast<double>();
    return {query.inputs[0], weight * key * factor, 0};
}

/// The rows that a product of words reads, and by what they were multiplied on their way there.
std::pair<NodeId, double> readOf(const Graph& graph, const Node& product) {
    const Node& read = graph[computedNode(graph, product.inputs[0])];
    return read.op->kind() == OpKind::Scale
               ? std::pair(read.inputs[0], read.as<ScaleAttributes>().factor)
               : std::pair(product.inputs[0], 1.0);
}

Readout readoutOf(const Trace& trace, Index column) {
    const Node& product = productOf(*trace.graph);
    if (product.op->kind() != OpKind::Linear)
        return pointerReadout(trace, product, column);
    const bool isTransposed = product.as<ProductAttributes>().transposeB;
    const bool hasBias = product.inputs.size() > 2;
    const auto [from, factor] = readOf(*trace.graph, product);
    return {from, factor * columnOf(trace.value(product.inputs[1]), column, isTransposed),
            hasBias ? static_cast<double>(trace.value(product.inputs[2])[column]) : 0};
}

/// The row of the stream that the logits are made of.
NodeId readRow(const Graph& graph) {
    const Node& product = productOf(graph);
    return product.op->kind() == OpKind::Linear
               ? readOf(graph, product).first
               : graph[computedNode(graph, product.inputs[0])].inputs[0];
}

/// What was added to a row of the stream, in the names of Attribution.
class AddedParts : public StreamParts {
public:
    AddedParts(const Trace& trace, Index row) : StreamParts(trace, row, "bias") {}

    void addPoint(const StreamPoint& point) {
        switch (point.kind) {
        case StreamPoint::Kind::Start:
            addNode("embedding", point.node, rowOf(point.node));
            break;
        case StreamPoint::Kind::Sum:
            addUpdate(point.update);
            break;
        case StreamPoint::Kind::Norm:
            normalise(point.node);
            break;
        case StreamPoint::Kind::Same:
            addChange(point.node);
            break;
        }
    }
    /// The parts times the direction.
    Attribution along(const Eigen::VectorXd& direction) {
        Attribution found;
        multiply(direction);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const auto added = std::ranges::find(m_added, m_names[i], &Attribution::Part::name);
            Attribution::Part part =
                added == m_added.end() ? Attribution::Part{m_names[i]} : *added;
            part.value = m_rows[i][0];
            found.parts.push_back(std::move(part));
        }
        const auto isOfMany = [](const Attribution::Part& part) { return part.node == noNode; };
        std::ranges::stable_partition(found.parts, std::not_fn(isOfMany));
        return found;
    }

private:
    void addNode(const std::string& name, NodeId node, const Row& row, int head = -1) {
        add(name, row);
        m_added.push_back({name, 0, node, head});
    }
    void addUpdate(NodeId node) {
        const Graph& graph = *m_trace.graph;
        const Node& made = graph[computedNode(graph, node)];
        const Scope& scope = made.scope;
        if (scope.isAttention() && made.op->kind() == OpKind::Linear)
            addHeads(node, made);
        else if (scope.kind() == ScopeKind::FeedForward || scope.kind() == ScopeKind::Mixer)
            addNode(scope.nameOf(""), node, rowOf(node));
        else
            addNode(scope.kind() == ScopeKind::Position ? "position" : graph[node].name, node,
                    rowOf(node));
    }
    /// output = Σ_h concat_h·W_O[hK…hK+K−1,:] + b_O (Vaswani et al. 2017, section 3.2.2).
    void addHeads(NodeId node, const Node& made) {
        const Graph& graph = *m_trace.graph;
        const Row concat = rowOf(made.inputs[0]);
        const Eigen::MatrixXd weight = matrixOf(m_trace.value(made.inputs[1])).cast<double>();
        const Index heads = graph[graph.find(made.scope, "heads")].shape[0];
        const Index width = concat.size() / heads;
        Row said = Row::Zero(weight.cols());
        for (Index head = 0; head < heads; ++head) {
            const Row part =
                concat.segment(head * width, width) * weight.middleRows(head * width, width);
            addNode(made.scope.nameOf("head." + std::to_string(head)), node, part,
                    static_cast<int>(head));
            said += part;
        }
        if (made.inputs.size() > 2) {
            const Row bias = exactly(m_trace.value(made.inputs[2]).values()).matrix().transpose();
            addBias(bias);
            said += bias;
        }
        if (made.id != node)
            add("changes", rowOf(node) - said);
    }

    std::vector<Attribution::Part> m_added;
};

/// A row of the weight that a product multiplies its rows with.
Eigen::RowVectorXd lineOf(const Trace& trace, const Node& product, Index row) {
    const auto weight = matrixOf(trace.value(product.inputs[1]));
    return product.as<ProductAttributes>().transposeB
               ? Eigen::RowVectorXd(weight.col(row).cast<double>().transpose())
               : Eigen::RowVectorXd(weight.row(row).cast<double>());
}

/// Whether a person changed the logits or what they follow from behind the stream.
bool isOutputChanged(const Graph& graph) {
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return node.role == Role::Forward && node.op->kind() == OpKind::Intervene &&
               (node.scope.kind() == ScopeKind::Output || node.scope.kind() == ScopeKind::Pointer);
    });
}

} // namespace

double Attribution::sum() const {
    double all = 0;
    for (const Part& part : parts)
        all += part.value;
    return all;
}

Attribution attribute(const Trace& trace, Index row, Index column, std::optional<Index> against) {
    const Graph& graph = *trace.graph;
    if (const std::optional<Sentence> why = noAttribution(graph))
        throw Error(*why);
    const Tensor& logits = trace.value(graph.find("logits"));
    Readout readout = readoutOf(trace, column);
    double logit = static_cast<double>(logits.at(Cell{{row, column}}));
    if (against) {
        const Readout other = readoutOf(trace, *against);
        readout.direction -= other.direction;
        readout.bias -= other.bias;
        logit -= static_cast<double>(logits.at(Cell{{row, *against}}));
    }
    const bool isPointer = productOf(graph).op->kind() != OpKind::Linear;
    if (isPointer && std::isinf(logit))
        throw Error(phrase("a mask hides this place here: its logit is −∞, and no sum"));
    const StreamPlace place = *streamPlaceOf(graph, readout.from);
    AddedParts parts(trace, row);
    for (std::size_t i = 0; i <= place.point; ++i)
        parts.addPoint(place.stream[i]);
    parts.addBias(StreamParts::Row::Zero(parts.rows().front().size())); // it is always named
    Attribution found = parts.along(readout.direction);
    found.logit = logit;
    std::ranges::find(found.parts, "bias", &Attribution::Part::name)->value += readout.bias;
    if (isOutputChanged(graph)) {
        auto changes = std::ranges::find(found.parts, "changes", &Attribution::Part::name);
        if (changes == found.parts.end())
            changes = found.parts.insert(changes, {"changes"});
        const double rest = logit - found.sum();
        changes->value += rest;
    }
    return found;
}

std::vector<double> promotedBy(const Trace& trace, NodeId hidden, Index unit, Index row) {
    const Graph& graph = *trace.graph;
    if (noAttribution(graph))
        return {};
    const Node& output = productOf(graph);
    if (output.op->kind() != OpKind::Linear) // a pointer's
        return {};
    const auto [from, factor] = readOf(graph, output);
    const StreamPlace place = *streamPlaceOf(graph, from);
    const auto& points = place.stream;
    const auto isOfLayer = [&](const StreamPoint& point) {
        return point.kind == StreamPoint::Kind::Sum &&
               graph[point.update].scope == graph[hidden].scope;
    };
    const auto added = std::ranges::find_if(points, isOfLayer);
    if (added == points.end())
        return {};
    const Node& product = graph[computedNode(graph, added->update)];
    StreamParts parts(trace, row, "bias");
    parts.add("unit", lineOf(trace, product, unit));
    for (auto point = added; point <= points.begin() + static_cast<Index>(place.point); ++point)
        if (point->kind == StreamPoint::Kind::Norm)
            parts.normalise(point->node);
    const Eigen::RowVectorXd along = factor * parts.rows().front();
    const auto weight = matrixOf(trace.value(output.inputs[1])).cast<double>();
    const Eigen::RowVectorXd logits = output.as<ProductAttributes>().transposeB
                                          ? Eigen::RowVectorXd(along * weight.transpose())
                                          : Eigen::RowVectorXd(along * weight);
    return {logits.begin(), logits.end()};
}

std::optional<Sentence> noAttribution(const Graph& graph) {
    if (const std::optional<Sentence> why = noWordsAfterLayers(graph))
        return why;
    const std::optional<StreamPlace> place = streamPlaceOf(graph, readRow(graph));
    const bool isOnStream = place && place->stream[place->point].node == readRow(graph);
    if (!isOnStream)
        return phrase("a layer with an activation stands between the stream and this model's "
                      "logits, so they are no sum of what was added");
    return std::nullopt;
}

} // namespace gf
