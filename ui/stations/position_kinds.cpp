// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double gap = 18;
constexpr double leastWords = 180; ///< of a column of words, where there is room
constexpr double mostWords = 280;

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

void drawKind(Drawing& drawing, Kind kind, NodeId own, const QRectF& area) {
    const bool isOwn = ownKind(drawing.input, own) == kind;
    const double line = drawing.fontSize() * 1.5;
    drawing.text({area.left(), area.top() + line * 0.5}, titleOf(kind), drawing.fontSize() * 1.2,
                 drawing.theme().text, Qt::AlignLeft, true);
    drawParagraph(drawing, {area.left(), area.top() + line}, area.width(), originOf(kind, isOwn),
                  isOwn ? drawing.theme().success : drawing.theme().mutedText);
    const QRectF body = area.adjusted(0, line * 3.4, 0, 0);
    const QString key =
        QStringLiteral("positions %1/%2").arg(drawing.input.node).arg(titleOf(kind));
    Positions positions =
        drawing.input.memory->once(key, [&] { return positionsOf(drawing.input, kind, own); });
    if (positions.pattern.values.empty()) {
        drawParagraph(drawing, body.topLeft(), body.width(), wordsFor(drawing.input, kind),
                      drawing.theme().text);
        return;
    }
    for (HeatmapData* data : {&positions.pattern, &positions.alike})
        data->range = drawnRange(drawing.input, drawing.input.node,
                                 QStringLiteral("positions %1/%2").arg(titleOf(kind), data->title),
                                 data->colourRange());
    QRectF upper = body;
    upper.setHeight(body.height() * 0.5 - 6);
    QRectF lower = body;
    lower.setTop(upper.bottom() + 12);
    const HeatmapParts parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    placeHeatmap(
        drawing, positions.pattern, upper, litCell,
        [](Index row, Index column) {
            return StationPlace{row, column};
        },
        parts);
    placeHeatmap(
        drawing, positions.alike, lower, litRow,
        [](Index row, Index) {
            return StationPlace{row, -1};
        },
        parts);
}

QSizeF minimumSize(const StationInput&) {
    return {500, 480};
}

void draw(Drawing& drawing) {
    const NodeId own = ownPositions(drawing.input);
    drawing.picture.rows = drawing.input.at().shape[0];
    drawing.picture.columns = drawing.input.at().shape[1];
    const double width = drawing.input.size.width() - 2 * margin - 2 * gap;
    // Words need no more than a column; what is left is for numbers.
    const double words = std::clamp(width / 5, std::min(width / 3, leastWords), mostWords);
    const auto hasNumbers = [&](Kind kind) {
        return kind == Kind::Sinusoidal ||
               (kind == Kind::Learned && ownKind(drawing.input, own) == kind);
    };
    const auto drawn = static_cast<double>(std::ranges::count_if(kinds, hasNumbers));
    const double numbers = (width - (static_cast<double>(kinds.size()) - drawn) * words) / drawn;
    double left = margin;
    for (const Kind kind : kinds) {
        const double column = hasNumbers(kind) ? numbers : words;
        drawKind(drawing, kind, own,
                 {left, margin, column, drawing.input.size.height() - 2 * margin});
        left += column + gap;
    }
}

} // namespace

Station positionKinds() {
    return {.id = "position-kinds",
            .title = QT_TR_NOOP("Side by side"),
            .summary = QT_TR_NOOP("Sinusoidal positions, learned ones and none"),
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
