// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/work.h"

#include <string>

namespace gf {

namespace {

/// Heads of all attentions of one kind.
Index headsOf(const Graph& graph, const std::string& stack, const std::string& attention) {
    Index heads = 0;
    for (int layer = 0;; ++layer) {
        std::string name = stack;
        name.append(".").append(std::to_string(layer)).append(".").append(attention);
        const NodeId node = graph.find(name + ".weights");
        if (node == noNode)
            return heads;
        heads += graph[node].shape[0];
    }
}

} // namespace

WorkShape workShapeOf(const Trace& trace, Index prompt) {
    WorkShape shape;
    shape.encoderHeads = headsOf(*trace.graph, "encoder", "self_attn");
    shape.decoderHeads = headsOf(*trace.graph, "decoder", "self_attn");
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
