// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/residual_stream.h"

#include "core/graph/op.h"
#include "core/tensor/eigen.h"

#include <algorithm>

namespace gf {

namespace {

/// The first forward user of `from` with an operation of this kind, or noNode.
NodeId userOf(const Graph& graph, const std::vector<NodeId>& users, OpKind kind) {
    const auto found = std::find_if(users.begin(), users.end(), [&](NodeId user) {
        return graph[user].role == Role::Forward && graph[user].op->kind() == kind;
    });
    return found == users.end() ? noNode : *found;
}

/// The point that continues the stream after `from`; its node is noNode at the end.
StreamPoint after(const Graph& graph, NodeId from, const std::vector<std::vector<NodeId>>& all) {
    const std::vector<NodeId>& users = all[from];
    StreamPoint next;
    const NodeId layerNorm = userOf(graph, users, OpKind::LayerNorm);
    const NodeId norm = layerNorm != noNode ? layerNorm : userOf(graph, users, OpKind::RmsNorm);
    // What was changed replaces what was computed, which nothing else reads.
    if (const NodeId changed = userOf(graph, users, OpKind::Intervene); changed != noNode) {
        next = {changed, StreamPoint::Kind::Same};
    } else if (const NodeId sum = userOf(graph, users, OpKind::Add); sum != noNode) {
        const std::vector<NodeId>& operands = graph[sum].inputs;
        next = {sum, StreamPoint::Kind::Sum, noNode, norm};
        if (norm != noNode)
            if (const NodeId changedNorm = userOf(graph, all[norm], OpKind::Intervene);
                changedNorm != noNode)
                next.norm = changedNorm;
        next.update = operands[0] == from ? operands[1] : operands[0];
    } else if (norm != noNode) {
        next = {norm, StreamPoint::Kind::Norm};
    } else {
        for (const OpKind kind : {OpKind::Identity, OpKind::Dropout})
            if (const NodeId same = userOf(graph, users, kind); same != noNode)
                next = {same, StreamPoint::Kind::Same};
    }
    return next;
}

} // namespace

std::vector<ResidualStream> residualStreams(const Graph& graph) {
    const std::vector<std::vector<NodeId>> users = graph.users();
    std::vector<ResidualStream> streams;
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Forward || node.scope.kind() != ScopeKind::Embedding)
            continue;
        ResidualStream stream{{node.id, StreamPoint::Kind::Start}};
        while (true) {
            const NodeId from = stream.back().node;
            const StreamPoint next = after(graph, from, users);
            if (next.node == noNode)
                break;
            stream.push_back(next);
        }
        streams.push_back(std::move(stream));
    }
    return streams;
}

std::vector<NodeId> layerBoundaries(const Graph& graph, const ResidualStream& stream) {
    std::vector<NodeId> boundaries;
    int before = -1;
    for (const StreamPoint& point : stream) {
        const int layer = graph[point.node].scope.layer();
        if (layer < before)
            break; // the norm after all layers
        if (layer == before && !boundaries.empty())
            boundaries.back() = point.node;
        else
            boundaries.push_back(point.node);
        before = layer;
    }
    return before < 0 ? std::vector<NodeId>{} : boundaries;
}

std::optional<StreamPlace> streamPlaceOf(const Graph& graph, NodeId node) {
    for (ResidualStream& stream : residualStreams(graph))
        for (std::size_t i = 0; i < stream.size(); ++i)
            if (stream[i].node == node || stream[i].norm == node || stream[i].update == node)
                return StreamPlace{std::move(stream), i};
    return std::nullopt;
}

std::vector<double> rowNorms(const Tensor& x) {
    const Eigen::VectorXd norms = matrixOf(x).cast<double>().rowwise().norm();
    return {norms.begin(), norms.end()};
}

std::optional<Sentence> noWords(const Graph& graph) {
    if (graph.find("probabilities") != noNode)
        return std::nullopt;
    return graph.find("prediction") != noNode
               ? phrase("this model says numbers; without words it has no probabilities")
               : phrase("this model has no head that says words, and so no probabilities");
}

std::optional<Sentence> noWordsAfterLayers(const Graph& graph) {
    if (std::optional<Sentence> why = noWords(graph))
        return why;
    const std::vector<ResidualStream> streams = residualStreams(graph);
    if (streams.empty() || layerBoundaries(graph, streams.back()).empty())
        return phrase("this model has no residual stream; only a transformer has one");
    return std::nullopt;
}

} // namespace gf
