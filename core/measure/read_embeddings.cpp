// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/read_embeddings.h"

#include "core/measure/residual_stream.h"

namespace gf {

NodeId readEmbeddings(const Graph& graph) {
    for (const char* const name : {"source.embedded", "target.embedded"})
        if (const NodeId node = graph.find(name); node != noNode)
            return node;
    return noNode;
}

std::optional<Sentence> noSaliency(const Graph& graph) {
    if (const std::optional<Sentence> why = noWords(graph))
        return why;
    if (readEmbeddings(graph) == noNode)
        return phrase("this model reads no embeddings");
    return std::nullopt;
}

} // namespace gf
