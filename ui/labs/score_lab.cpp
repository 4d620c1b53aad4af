// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_split.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace gf::score_lab {

namespace {

constexpr double mostCell = 120; ///< of the few parts of a score

/// The weights of the head, in which a cell is chosen.
HeatmapData weightsOf(const StationInput& input) {
    HeatmapData weights = heatmapOf(input, input.graph().find(input.at().scope, "weights"),
                                    static_cast<int>(headOf(input)));
    weights.title = tr("weights of %1").arg(headTitle(headOf(input)));
    return weights;
}

/// The cell whose score is split: the one in focus, otherwise the largest weight of its row.
struct Place {
    Index query = 0, key = 0;
};

Place placeOf(const StationInput& now, const HeatmapData& weights) {
    const Index query = rowOr(now, weights.rows, weights.rows - 1);
    Index key = within(now.focus.column, weights.columns);
    if (key < 0) {
        key = 0;
        for (Index j = 1; j < weights.columns; ++j)
            if (weights.at(query, j) > weights.at(query, key))
                key = j;
    }
    return {query, key};
}

ScoreSplit splitOf(const StationInput& now, const Place& place) {
    return splitScore(now.trace, now.at().scope, headOf(now), place.query, place.key);
}

/// What people call a part of a row: "token", "layer 1 · feed-forward".
QString partTitle(const Graph& graph, const std::string& name) {
    if (name == "biases")
        return tr("biases");
    if (name == "changes")
        return tr("your changes");
    const NodeId id = graph.find(name);
    if (id == noNode)
        return QString::fromStdString(name);
    const Scope& scope = graph[id].scope;
    if (scope.kind() == ScopeKind::Embedding || graph[id].part == "embedded")
        return tr("token");
    if (scope.kind() == ScopeKind::Position || graph[id].part == "position")
        return tr("position");
    if (scope.layer() < 0)
        return shortTitleOf(graph, graph[id]);
    return tr("layer %1, %2").arg(scope.layer() + 1).arg(titleOf(scope.levels.back()));
}

/// The same beside a matrix: "token", "self 1".
QString shortTitle(const Graph& graph, const std::string& name) {
    const NodeId id = graph.find(name);
    const int layer = id == noNode ? -1 : graph[id].scope.layer();
    if (layer < 0)
        return partTitle(graph, name);
    switch (graph[id].scope.kind()) {
    case ScopeKind::SelfAttention:
        return tr("self %1").arg(layer + 1);
    case ScopeKind::CrossAttention:
        return tr("cross %1").arg(layer + 1);
    case ScopeKind::FeedForward:
        return tr("ffn %1").arg(layer + 1);
    default:
        return tr("layer %1").arg(layer + 1);
    }
}

QStringList titlesOf(const Graph& graph, const std::vector<std::string>& names,
                     QString (*titleOf)(const Graph&, const std::string&)) {
    QStringList titles;
    for (const std::string& name : names)
        titles << titleOf(graph, name);
    return titles;
}

HeatmapData termsOf(const StationInput& now, const ScoreSplit& split) {
    HeatmapData data;
    data.rows = static_cast<Index>(split.queryParts.size());
    data.columns = static_cast<Index>(split.keyParts.size());
    for (const double term : split.terms)
        data.values.push_back(static_cast<float>(term));
    data.title = QStringLiteral("q · k = %1").arg(numberText(split.score, 3));
    data.rowLabels = titlesOf(now.graph(), split.queryParts, shortTitle);
    data.columnLabels = titlesOf(now.graph(), split.keyParts, shortTitle);
    data.rowTitle = tr("part of the query");
    data.columnTitle = tr("part of the key");
    data.accent = hueColour(Hue::Attention);
    data.range = drawnRange(now, now.node, QStringLiteral("terms"), data.colourRange());
    return data;
}

/// The term of the largest size.
std::size_t largestTerm(const ScoreSplit& split) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < split.terms.size(); ++i)
        if (std::abs(split.terms[i]) > std::abs(split.terms[best]))
            best = i;
    return best;
}

Block matrixOf(const StationInput& now, const HeatmapData& weights) {
    const Place place = placeOf(now, weights);
    const ScoreSplit split = splitOf(now, place);
    const auto largest = static_cast<Index>(largestTerm(split));
    const HeatmapData terms = termsOf(now, split);
    const QStringList queries = titlesOf(now.graph(), split.queryParts, partTitle);
    const QStringList keys = titlesOf(now.graph(), split.keyParts, partTitle);
    const HeatmapHighlight highlighted{largest / terms.columns, largest % terms.columns};
    return matrix(terms,
                  {.highlighted = [highlighted](const StationInput&) { return highlighted; },
                   .placeOf =
                       [terms, queries, keys](Index row, Index column) {
                           return StationPlace{.tip = tr("%1\n%2 of the query, %3 of the key")
                                                          .arg(numberText(terms.at(row, column), 5),
                                                               queries[row], keys[column])};
                       },
                   .maxCell = mostCell});
}

QString sentenceOf(const StationInput& now, const HeatmapData& weights) {
    const Place place = placeOf(now, weights);
    const ScoreSplit split = splitOf(now, place);
    const std::size_t largest = largestTerm(split);
    const std::size_t columns = split.keyParts.size();
    return tr("“%1” asks “%2”: the cells add up to the score %3, norms held at what they are. The "
              "largest is %4: %5 of the query with %6 of the key.")
        .arg(rowLabel(weights, place.query), columnLabel(weights, place.key),
             numberText(split.score, 3), numberText(split.terms[largest], 3),
             partTitle(now.graph(), split.queryParts[largest / columns]),
             partTitle(now.graph(), split.keyParts[largest % columns]));
}

Block show(const StationInput& input) {
    const auto weights = std::make_shared<const HeatmapData>(weightsOf(input));
    const Block said =
        followingSentence([weights](const StationInput& now) { return sentenceOf(now, *weights); });
    const Block split =
        live([weights](const StationInput& now) { return matrixOf(now, *weights); });
    const Block chooser = matrix(*weights);
    return walked(
        weights->rows, weights->columns,
        atLeast({440, 0},
                padded(6, 4, column({said, row({grows(split, 0.55), grows(chooser, 0.45)}, 10)}))));
}

Tensor numbers(const StationInput& input) {
    const HeatmapData terms = termsOf(input, splitOf(input, placeOf(input, weightsOf(input))));
    return Tensor({terms.rows, terms.columns}, terms.values);
}

NodeId node(const Graph& graph, NodeId focused) {
    return attentionStep(graph, focused, "scores");
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "score", .show = show, .numbers = numbers},
            .node = node,
            .missing = noHeads};
}

} // namespace gf::score_lab
