// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/blocks.h"
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr double mostWords = 280; ///< of a column of words
constexpr double mostNumbers = 1e6;

enum class Kind { Sinusoidal, Learned, None };
constexpr std::array kinds{Kind::Sinusoidal, Kind::Learned, Kind::None};

/// The positions of one side, also where a person changed them or switched them off.
bool isPosition(const Graph& graph, const Node& node) {
    const OpKind kind = graph[computedNode(graph, node.id)].op->kind();
    return node.role == Role::Forward &&
           (kind == OpKind::SinusoidalPosition || kind == OpKind::LearnedPosition);
}

/// A recurrent model knows the order from reading: it has no positions to choose among.
bool readsInOrder(const Graph& graph) {
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return node.scope.find(ScopeKind::TimeStep) != nullptr;
    });
}

bool shows(const Graph& graph, const Node& node) {
    return isPosition(graph, node) || (isInput(node) && !readsInOrder(graph)) ||
           (node.role == Role::Parameter && node.scope.kind() == ScopeKind::Position);
}

/// The node with the model's own positions; noNode when it has none.
NodeId ownPositions(const StationInput& input) {
    const Node& node = input.at();
    if (!isInput(node))
        return node.id;
    const Graph& graph = input.graph();
    for (const NodeId operand : graph[computedNode(graph, node.id)].inputs)
        if (isPosition(graph, graph[operand]))
            return operand;
    return noNode;
}

Kind ownKind(const StationInput& input, NodeId own) {
    if (own == noNode)
        return Kind::None;
    const Graph& graph = input.graph();
    return graph[computedNode(graph, own)].op->kind() == OpKind::SinusoidalPosition
               ? Kind::Sinusoidal
               : Kind::Learned;
}

/// Whether positions act on the scores of attention instead of standing in the input.
bool actOnScores(const Graph& graph) {
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        const OpKind kind = node.op->kind();
        return kind == OpKind::RelativeBias || kind == OpKind::AlibiBias || kind == OpKind::Rotary;
    });
}

QString titleOf(Kind kind) {
    switch (kind) {
    case Kind::Sinusoidal:
        return tr("Sinusoidal");
    case Kind::Learned:
        return tr("Learned");
    case Kind::None:
        break;
    }
    return tr("None");
}

/// What stands under the title: whose numbers these are.
QString originOf(Kind kind, bool own) {
    if (own)
        return tr("this model’s own");
    return kind == Kind::Sinusoidal ? tr("not this model’s: from the formula")
                                    : tr("not this model’s");
}

/// What stands where there are no numbers that could be shown honestly.
QString wordsFor(const StationInput& input, Kind kind) {
    if (kind == Kind::None && actOnScores(input.graph()))
        return tr("Nothing is added to the tokens: in this model positions act on the scores of "
                  "self-attention, and are operations there.");
    return kind == Kind::Learned
               ? tr("This model has no table of learned positions, so there is nothing of it to "
                    "show. Such a table starts as small random numbers, the same for no two "
                    "positions and without any order; whatever pattern it has later, training put "
                    "there. To see one, make a model with learned positions.")
               : tr("Nothing is added. A token has the same row wherever it stands: without a "
                    "causal mask attention gives “ba” the same rows as “ab”, in another order.");
}

/// The positions of a kind, [T,D], and how alike they are, [T,T]; empty where there are none.
struct Positions {
    HeatmapData pattern;
    HeatmapData alike;
};

Positions positionsOf(const StationInput& input, Kind kind, NodeId own) {
    const bool isOwn = own != noNode && ownKind(input, own) == kind;
    if (!isOwn && kind != Kind::Sinusoidal)
        return {};
    const Tensor positions = isOwn ? input.trace.value(own)
                                   : sinusoidalPositions(input.at().shape[0], input.at().shape[1]);
    const HeatmapData words = heatmapOf(input, input.node);
    Positions made{heatmapOf(positions, tr("P")), heatmapOf(similarities(positions), tr("P · Pᵀ"))};
    made.pattern.rowTitle = words.rowTitle;
    made.pattern.columnTitle = words.columnTitle;
    made.pattern.rowLabels = made.alike.rowLabels = made.alike.columnLabels = words.rowLabels;
    made.pattern.accent = made.alike.accent = words.accent;
    fitScale(made.alike);
    if (isOwn)
        made.pattern.changed = heatmapOf(input, own).changed;
    return made;
}

/// The numbers of a kind, or what is to be said in their place.
Block numbersOf(const StationInput& input, Kind kind, NodeId own) {
    const QString key = QStringLiteral("positions %1/%2").arg(input.node).arg(titleOf(kind));
    Positions positions = input.memory->once(key, [&] { return positionsOf(input, kind, own); });
    if (positions.pattern.values.empty())
        return grows(paragraph(wordsFor(input, kind)));
    for (HeatmapData* data : {&positions.pattern, &positions.alike})
        data->range = drawnRange(input, input.node,
                                 QStringLiteral("positions %1/%2").arg(titleOf(kind), data->title),
                                 data->colourRange());
    const HeatmapParts parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    const auto byRow = [](Index row, Index) { return StationPlace{row, -1}; };
    return column({matrix(positions.pattern, {.parts = parts}),
                   matrix(positions.alike, {.lit = litRow, .placeOf = byRow, .parts = parts})},
                  12);
}

Block show(const StationInput& input) {
    const NodeId own = ownPositions(input);
    std::vector<Block> columns;
    for (const Kind kind : kinds) {
        const bool isOwn = ownKind(input, own) == kind;
        const bool hasNumbers = kind == Kind::Sinusoidal || (kind == Kind::Learned && isOwn);
        const Block origin =
            paragraph(originOf(kind, isOwn), isOwn ? input.theme.success : input.theme.mutedText);
        const Block all =
            column({heading(titleOf(kind)), atLeast({0, 2.9 * input.fontSize()}, origin),
                    numbersOf(input, kind, own)},
                   2);
        // Words need no more than a column; what is left is for numbers.
        columns.push_back(grows(all, hasNumbers ? 2 : 1, hasNumbers ? mostNumbers : mostWords));
    }
    return walked(input.at().shape[0], input.at().shape[1],
                  atLeast({500, 480}, padded(12, 12, row(columns))));
}

} // namespace

Station positionKinds() {
    return {.id = "position-kinds",
            .title = QT_TR_NOOP("Side by side"),
            .summary = QT_TR_NOOP("Sinusoidal positions, learned ones and none"),
            .shows = shows,
            .show = show};
}

} // namespace gf
