// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/trace.h"

#include "core/graph/op.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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
    explanation.lines.push_back({"B − A", expr::line(1) - expr::line(0)});
    return explanation;
}

/// A node that the whole batch shares, made from values that each example has its own of.
bool sumsOverBatch(const Graph& graph, const Node& node) {
    return !node.batched && std::any_of(node.inputs.begin(), node.inputs.end(),
                                        [&](NodeId input) { return graph[input].batched; });
}

/// "⁽¹²⁾", as papers number examples.
std::string superscript(Index number) {
    static constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "⁽";
    for (const char digit : std::to_string(number))
        text += digits[digit - '0'];
    return text + "⁾";
}

/// The share of the trace's example is known term by term; what the others add is the rest.
void addOthers(Explanation& explanation, const Trace& trace, double whole) {
    const double share = evaluate(explanation, trace.reader()).back();
    ExplanationLine& own = explanation.lines.back();
    const std::string symbol =
        std::exchange(own.symbol, own.symbol + superscript(trace.example + 1));
    const std::size_t first = explanation.lines.size() - 1;
    explanation.lines.push_back({symbol + "⁽…⁾", expr::number(whole - share)});
    explanation.lines.push_back({symbol, expr::sum({expr::line(first), expr::line(first + 1)})});
    explanation.examples = trace.batch;
}

} // namespace

const Tensor* Trace::find(std::string_view name) const {
    const NodeId id = graph->find(name);
    return id == noNode || value(id).empty() ? nullptr : &value(id);
}

bool Trace::keeps(std::string_view sequence, Index row) const {
    const Tensor* const keep = find(std::string(sequence) + ".keep");
    return !keep || (row >= 0 && row < keep->count() && (*keep)[row] != 0);
}

Explanation Trace::explain(NodeId node, const Cell& cell) const {
    if (isDifference())
        return explainDifference(*this, node, cell);
    const Node& explained = (*graph)[node];
    Explanation explanation = explained.op->explain(*graph, explained, cell, reader());
    if (batch > 1 && sumsOverBatch(*graph, explained))
        addOthers(explanation, *this, static_cast<double>(value(node).at(cell)));
    return explanation;
}

CellReader Trace::reader() const {
    return
        [this](NodeId node, const Cell& cell) { return static_cast<double>(value(node).at(cell)); };
}

Tokens Trace::labelsAlong(NodeId node, int dimension) const {
    const Node& labelled = (*graph)[node];
    if (dimension < 0 || dimension >= labelled.shape.rank())
        return {};
    switch (labelled.axes[dimension]) {
    case Axis::Target:
        return targetTokens;
    case Axis::Source:
        return sourceTokens;
    case Axis::SourceWord:
        return sourceVocabulary ? *sourceVocabulary : Tokens();
    case Axis::TargetWord:
        return targetVocabulary ? *targetVocabulary : Tokens();
    case Axis::Feature:
        return columns ? *columns : Tokens();
    default:
        return {};
    }
}

} // namespace gf
