// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/trace.h"

#include "core/graph/op.h"

#include <cmath>

namespace gf {

namespace {

/// The two numbers that a cell of a difference was made of; what a mask hides has no difference.
Explanation explainDifference(const Trace& trace, NodeId node, const Cell& cell) {
    const auto before = static_cast<double>(trace.before->value(node).at(cell));
    const auto after = static_cast<double>(trace.after->value(node).at(cell));
    Explanation explanation;
    explanation.hidden = trace.after->explain(node, cell).hidden;
    if (std::isinf(after)) {
        explanation.lines.push_back({"B", expr::number(after)});
        return explanation;
    }
    explanation.lines.push_back({"A", expr::number(before)});
    explanation.lines.push_back({"B", expr::number(after)});
    explanation.lines.push_back(
        {"B − A", expr::binary(Expression::Kind::Difference, expr::line(1), expr::line(0))});
    return explanation;
}

} // namespace

const Tensor* Trace::find(std::string_view name) const {
    const NodeId id = graph->find(name);
    return id == noNode || value(id).empty() ? nullptr : &value(id);
}

Explanation Trace::explain(NodeId node, const Cell& cell) const {
    if (isDifference())
        return explainDifference(*this, node, cell);
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
