// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/lab/finding_values.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "core/measure/sinusoidal_rotation.h"
#include "core/ops/relative_position.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>

namespace gf::position_kinds {

namespace {

enum class Kind { Sinusoidal, Learned, None, Relative, Rotary, Alibi };
/// In the input, then in the scores.
constexpr std::array kinds{Kind::Sinusoidal, Kind::Learned, Kind::None,
                           Kind::Relative,   Kind::Rotary,  Kind::Alibi};

OpKind kindOf(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)].op->kind();
}

/// The positions of one side, also where a person changed them or switched them off.
bool isPosition(const Graph& graph, const Node& node) {
    const OpKind kind = kindOf(graph, node);
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

/// The first operation of the model that knows of places: in the input that is shown, or in a
/// score. noNode when it has none.
NodeId ownPositions(const StationInput& input) {
    const Node& node = input.at();
    const Graph& graph = input.graph();
    if (!isInput(node))
        return node.id;
    for (const NodeId operand : graph[computedNode(graph, node.id)].inputs)
        if (isPosition(graph, graph[operand]))
            return operand;
    const auto found = std::ranges::find_if(graph.nodes(), [](const Node& each) {
        const OpKind kind = each.op->kind();
        return each.role == Role::Forward && (kind == OpKind::RelativeBias ||
                                              kind == OpKind::AlibiBias || kind == OpKind::Rotary);
    });
    return found == graph.nodes().end() ? noNode : found->id;
}

Kind ownKind(const StationInput& input, NodeId own) {
    if (own == noNode)
        return Kind::None;
    switch (kindOf(input.graph(), input.graph()[own])) {
    case OpKind::SinusoidalPosition:
        return Kind::Sinusoidal;
    case OpKind::RelativeBias:
        return Kind::Relative;
    case OpKind::Rotary:
        return Kind::Rotary;
    case OpKind::AlibiBias:
        return Kind::Alibi;
    default:
        return Kind::Learned;
    }
}

QString titleOf(Kind kind) {
    switch (kind) {
    case Kind::Sinusoidal:
        return tr("Sinusoidal");
    case Kind::Learned:
        return tr("Learned");
    case Kind::Relative:
        return tr("Relative");
    case Kind::Rotary:
        return tr("Rotary");
    case Kind::Alibi:
        return QStringLiteral("ALiBi");
    case Kind::None:
        break;
    }
    return tr("None");
}

bool isLearned(Kind kind) {
    return kind == Kind::Learned || kind == Kind::Relative;
}

bool actsOnScores(Kind kind) {
    return kind == Kind::Relative || kind == Kind::Rotary || kind == Kind::Alibi;
}

constexpr Index trainedFor = 200; ///< steps

/// Models with the positions that training makes, trained where a person wants them.
LabRequest training() {
    return {"positions", {{"steps", std::int64_t{trainedFor}}}};
}

std::optional<LabRequest> asks(const StationInput&) {
    return training();
}

std::optional<PositionTables> trainedTables(const StationInput& input) {
    const LabFound* const found = answerTo(input, training());
    return found ? std::optional(positionTablesOf(found->finding)) : std::nullopt;
}

/// What stands under the title: whose numbers these are.
QString originOf(const StationInput& input, Kind kind, bool own) {
    if (own)
        return tr("this model’s own");
    if (!isLearned(kind))
        return tr("not this model’s: from the formula");
    return answerTo(input, training())
               ? tr("of a model like this one, trained for %1 steps").arg(trainedFor)
               : tr("not this model’s");
}

/// What stands where there are no numbers that could be shown honestly.
QString wordsFor(const StationInput& input, Kind kind) {
    const QString lacks = kind == Kind::Relative
                              ? tr("This model has no table of numbers by distance. What such a "
                                   "table holds, training puts there.")
                              : tr("This model has no table of learned positions. What such a "
                                   "table holds, training puts there.");
    return lacks + QLatin1Char(' ') + measuringWords(input, training());
}

/// How many heads the model has; that of ALiBi's paper where it has none.
Index headsOf(const Graph& graph) {
    constexpr Index usual = 8;
    const auto found = std::ranges::find_if(graph.nodes(), [](const Node& node) {
        return node.scope.isAttention() && node.part == "scores";
    });
    return found == graph.nodes().end() ? usual : found->shape[0];
}

/// A table [T,T] made of a number for each pair of places.
Tensor tableOf(Index places, const std::function<double(Index i, Index j)>& number) {
    Tensor table({places, places});
    for (Index i = 0; i < places; ++i)
        for (Index j = 0; j < places; ++j)
            table[i * places + j] = static_cast<float>(number(i, j));
    return table;
}

/// What two places are to each other, [T,T], and what these numbers are called.
struct Meeting {
    Tensor table; ///< empty: nobody has the numbers
    QString title;
};

/// Of one head [H,T,S] of this model's own positions in scores.
Tensor ownBias(const StationInput& input, NodeId own, Index head) {
    const Tensor& all = input.trace.value(own);
    const Index count = all.shape()[1] * all.shape()[2];
    const auto values = all.values().subspan(head * count, count);
    return Tensor({all.shape()[1], all.shape()[2]}, copied(values));
}

/// The first places of a table of learned positions, compared.
Tensor comparedPlaces(const Tensor& table, Index places) {
    if (table.empty() || table.shape()[0] < places)
        return {};
    const Index width = table.shape()[1];
    return similarities(Tensor({places, width}, copied(table.values().first(places * width))));
}

/// b(j − i) of a head, from a table by offsets.
Tensor biasByOffset(const Tensor& table, Index head, Index places) {
    if (table.empty() || head >= table.shape()[0])
        return {};
    const Index columns = table.shape()[1];
    return tableOf(places, [&](Index i, Index j) {
        return static_cast<double>(table[head * columns + ops::offsetColumn(i, j, columns)]);
    });
}

Meeting meetingOf(const StationInput& input, Kind kind, NodeId own) {
    const Index places = input.at().shape[0];
    const bool isOwn = ownKind(input, own) == kind;
    const Index width =
        isOwn && kind == Kind::Rotary ? input.graph()[own].shape[2] : input.at().shape[1];
    const Index heads = headsOf(input.graph());
    const Index head = std::clamp<Index>(input.focus.head, 0, heads - 1);
    const std::optional<PositionTables> tables = trainedTables(input);
    switch (kind) {
    case Kind::Sinusoidal:
        return {similarities(isOwn ? input.trace.value(own) : sinusoidalPositions(places, width)),
                QStringLiteral("P · Pᵀ")};
    case Kind::Learned:
        return {isOwn    ? similarities(input.trace.value(own))
                : tables ? comparedPlaces(tables->learned, places)
                         : Tensor(),
                QStringLiteral("P · Pᵀ")};
    case Kind::Relative:
        return {isOwn    ? ownBias(input, own, head)
                : tables ? biasByOffset(tables->relative, head, places)
                         : Tensor(),
                tr("b(j − i) of %1").arg(headTitle(head))};
    case Kind::Rotary:
        return {tableOf(places,
                        [width](Index i, Index j) {
                            return sinusoidalProduct(width / 2 * 2, std::abs(j - i));
                        }),
                QStringLiteral("Σ cos (j − i)ω")};
    case Kind::Alibi: {
        const double slope = ops::alibiSlope(head, heads);
        return {tableOf(places,
                        [slope](Index i, Index j) {
                            return -slope * static_cast<double>(std::abs(j - i));
                        }),
                QStringLiteral("−m·|j − i|, m = %1").arg(numberText(slope, 3))};
    }
    case Kind::None:
        break;
    }
    return {tableOf(places, [](Index, Index) { return 0.0; }), tr("nothing is added")};
}

/// The numbers of a kind, or what is to be said in their place.
Block numbersOf(const StationInput& input, Kind kind, NodeId own) {
    const QString key = QStringLiteral("positions %1/%2/%3/%4")
                            .arg(input.node)
                            .arg(titleOf(kind))
                            .arg(input.focus.head)
                            .arg(answerTo(input, training()) != nullptr);
    HeatmapData data = input.memory->once(key, [&] {
        const Meeting meeting = meetingOf(input, kind, own);
        if (meeting.table.empty())
            return HeatmapData();
        HeatmapData made = heatmapOf(meeting.table, meeting.title);
        const HeatmapData words = heatmapOf(input, input.node);
        made.rowLabels = words.rowLabels;
        made.rowOffset = words.rowOffset;
        if (made.columns == made.rows) {
            made.columnLabels = words.rowLabels;
            made.columnOffset = words.rowOffset;
        }
        made.accent = words.accent;
        fitScale(made);
        return made;
    });
    if (data.values.empty())
        return grows(paragraph(wordsFor(input, kind)));
    data.range = drawnRange(input, input.node, QStringLiteral("positions %1").arg(titleOf(kind)),
                            data.colourRange());
    return matrix(data, {.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles)});
}

Block kindBlock(const StationInput& input, Kind kind, NodeId own) {
    const bool isOwn = ownKind(input, own) == kind;
    const Theme& theme = input.theme;
    const Block origin =
        paragraph(originOf(input, kind, isOwn), isOwn ? theme.success : theme.mutedText);
    return column({heading(titleOf(kind)), origin, numbersOf(input, kind, own)}, 2);
}

Block show(const StationInput& input) {
    const NodeId own = ownPositions(input);
    std::vector<Block> inInput, inScores;
    for (const Kind kind : kinds)
        (actsOnScores(kind) ? inScores : inInput).push_back(grows(kindBlock(input, kind, own)));
    const Index places = input.at().shape[0];
    return walked(
        places, places,
        atLeast({500, 0},
                padded(10, 4, column({grows(row(inInput, 18)), grows(row(inScores, 18))}, 2))));
}

/// The tables that have numbers, under each other in the order in which they are drawn.
Tensor numbers(const StationInput& input) {
    const NodeId own = ownPositions(input);
    const Index places = input.at().shape[0];
    std::vector<float> all;
    for (const Kind kind : kinds)
        if (const Tensor table = meetingOf(input, kind, own).table;
            !table.empty() && table.shape()[1] == places)
            all.insert(all.end(), table.values().begin(), table.values().end());
    const Index rows = static_cast<Index>(all.size()) / places;
    return Tensor({rows, places}, std::move(all));
}

} // namespace

Station station() {
    return {.id = "position-kinds",
            .title = QT_TR_NOOP("Side by side"),
            .summary = QT_TR_NOOP("What two places are to each other, for six kinds of positions"),
            .asks = asks,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::position_kinds
