// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/work.h"

#include "ui/steps/attention.h"

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

} // namespace

WorkShape workShapeOf(const Trace& trace, Index prompt) {
    WorkShape shape;
    shape.encoderHeads = headsOf(*trace.graph, Axis::Source);
    shape.decoderHeads = headsOf(*trace.graph, Axis::Target);
    shape.source = shape.encoderHeads > 0 ? static_cast<Index>(trace.sourceTokens.size()) : 0;
    shape.begun = prompt + 1;
    return shape;
}

AttentionWork workOf(const WorkShape& shape, Index tokens) {
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
