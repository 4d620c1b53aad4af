// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/work.h"

#include "ui/steps/attention_stages.h"

namespace gf {

namespace {

/// Heads of all self-attentions over these tokens.
Index headsOf(const Graph& graph, Axis tokens) {
    Index heads = 0;
    for (const Node& node : graph.nodes())
        if (areAttentionWeights(graph, node) && node.scope.kind() == ScopeKind::SelfAttention &&
            node.axes[1] == tokens)
            heads += node.shape[0];
    return heads;
}

/// Recurrent layers of a stack.
Index cellsOf(const Graph& graph, std::string_view stack) {
    Index cells = 0;
    for (const Node& node : graph.nodes()) {
        const ScopeLevel* step = node.scope.find(ScopeKind::TimeStep);
        const ScopeLevel* in = node.scope.find(ScopeKind::Stack);
        if (step && in && step->index == 0 && in->title == stack && node.part == "state" &&
            node.role == Role::Forward && node.relation == Relation::Own)
            ++cells;
    }
    return cells;
}

AttentionWork timeStepsOf(const WorkShape& shape, Index tokens) {
    AttentionWork work;
    const Index encoder = shape.encoderCells * shape.source;
    if (tokens > 0)
        work.encoderOnce = work.newRows = encoder;
    for (Index i = 0; i < tokens; ++i) {
        const Index whole = shape.decoderCells * (shape.begun + i);
        work.everything += encoder + whole;
        work.encoderOnce += whole;
        work.newRows += i == 0 ? whole : shape.decoderCells;
    }
    return work;
}

} // namespace

WorkShape workShapeOf(const Trace& trace, Index prompt) {
    WorkShape shape;
    shape.encoderHeads = headsOf(*trace.graph, Axis::Source);
    shape.decoderHeads = headsOf(*trace.graph, Axis::Target);
    shape.encoderCells = cellsOf(*trace.graph, "encoder");
    shape.decoderCells = cellsOf(*trace.graph, "decoder");
    shape.source = shape.encoderHeads + shape.encoderCells > 0
                       ? static_cast<Index>(trace.sourceTokens.size())
                       : 0;
    shape.begun = prompt + 1;
    return shape;
}

AttentionWork workOf(const WorkShape& shape, Index tokens) {
    if (shape.isRecurrent())
        return timeStepsOf(shape, tokens);
    AttentionWork work;
    const Index encoder = shape.encoderHeads * shape.source * shape.source;
    if (tokens > 0)
        work.encoderOnce = work.newRows = encoder;
    for (Index i = 0; i < tokens; ++i) {
        const Index length = shape.begun + i;
        const Index whole = shape.decoderHeads * length * (length + shape.source);
        const Index rows = i == 0 ? length : 1;
        work.everything += encoder + whole;
        work.encoderOnce += whole;
        work.newRows += shape.decoderHeads * rows * (length + shape.source);
    }
    return work;
}

} // namespace gf
