// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/trace.h"

#include "core/graph/op.h"

namespace gf {

const Tensor* Trace::find(std::string_view name) const {
    const NodeId id = graph->find(name);
    return id == noNode || value(id).empty() ? nullptr : &value(id);
}

Explanation Trace::explain(NodeId node, const Cell& cell) const {
    const Node& explained = (*graph)[node];
    return explained.op->explain(*graph, explained, cell, reader());
}

CellReader Trace::reader() const {
    return
        [this](NodeId node, const Cell& cell) { return static_cast<double>(value(node).at(cell)); };
}

Tokens Trace::labelsAlong(NodeId node, int dimension) const {
    const Node& labelled = (*graph)[node];
    if (dimension < 0 || dimension >= labelled.shape.rank())
        return {};
    switch (labelled.axes[static_cast<std::size_t>(dimension)]) {
    case Axis::Target:
        return targetTokens;
    case Axis::Source:
        return sourceTokens;
    case Axis::SourceWord:
        return sourceVocabulary ? *sourceVocabulary : Tokens();
    case Axis::TargetWord:
        return targetVocabulary ? *targetVocabulary : Tokens();
    default:
        return {};
    }
}

} // namespace gf
