// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/rotation.h"
#include "core/ops/relative_position.h"
#include "core/tensor/row.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gf::rotation {

namespace {

constexpr double leastCell = 33; ///< of an arrow and its circle
constexpr double mostCell = 96;
constexpr Index moves = 25; ///< places that query and key are moved on

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.relation == Relation::Own &&
           node.scope.kind() == ScopeKind::SelfAttention &&
           (node.part == "q_rotated" || node.part == "k_rotated" || node.part == "scores") &&
           graph.find(node.scope, "q_rotated") != noNode;
}

/// One side of an attention before and after it is turned, of one head.
struct Side {
    NodeId before = noNode; ///< [H,T,K]
    NodeId turned = noNode;
};

Side sideOf(const Graph& graph, const Scope& scope, const char* part) {
    Side side;
    side.turned = graph.find(scope, part);
    side.before = graph[computedNode(graph, side.turned)].inputs[0];
    return side;
}

bool isOfKeys(const Node& node) {
    return node.part == "k_rotated";
}

RotaryPairs pairsOf(const Graph& graph, const Side& side) {
    return ops::rotaryPairsOf(graph[computedNode(graph, side.turned)]);
}

/// The head of a side that the head in focus reads: heads of queries may share one of keys. A focus
/// on the keys themselves counts their own heads.
int headOf(const StationInput& input, const Side& side) {
    const Graph& graph = input.graph();
    const Index own = graph[side.turned].shape[0];
    const Index all = input.at().shape[0];
    const Index head = std::clamp<Index>(input.focus.head, 0, std::max(own, all) - 1);
    return static_cast<int>(all > own ? head * own / all : std::min(head, own - 1));
}

/// A row of a head of [H,T,K].
std::span<const float> headRow(const Tensor& tensor, int head, Index row) {
    return rowOf(tensor, head * tensor.shape()[1] + row);
}

/// Which positions and pairs have an arrow: as many as there is room for.
struct Grid {
    QRectF area;
    double cell = 0;
    double words = 0;    ///< of the rows, on the left
    double position = 0; ///< of that for the number of the position
    std::vector<Index> rows;
    std::vector<Index> pairs;
};

/// `count` places as evenly as they come out of `all`, the first among them.
std::vector<Index> evenly(Index all, Index count) {
    std::vector<Index> places;
    const Index shown = std::max<Index>(1, std::min(all, count));
    for (Index i = 0; i < shown; ++i)
        places.push_back(i * all / shown);
    return places;
}

/// The first place and every `step`-th after it.
std::vector<Index> every(Index step, Index all) {
    std::vector<Index> places;
    for (Index i = 0; i < all; i += step)
        places.push_back(i);
    return places;
}

/// All positions where that leaves room for arrows, otherwise every so many.
Grid gridFor(const StationInput& input, const HeatmapData& words, Index pairs, const QRectF& room) {
    Grid grid;
    grid.position = input.fontSize() * 2.2;
    grid.words = wordWidth(input, words, 80) + 14 + grid.position;
    const double head = input.fontSize() * 4;
    const double width = room.width() - grid.words;
    const double height = room.height() - head;
    const auto most = std::max<Index>(1, static_cast<Index>(height / leastCell));
    const Index step = (words.rows + most - 1) / most;
    grid.rows = every(step, words.rows);
    grid.cell = std::min({height / static_cast<double>(grid.rows.size()), width / 2, mostCell});
    grid.pairs = evenly(pairs, static_cast<Index>(width / grid.cell));
    grid.area = {room.left() + grid.words, room.top() + head,
                 grid.cell * static_cast<double>(grid.pairs.size()),
                 grid.cell * static_cast<double>(grid.rows.size())};
    return grid;
}

void drawArrow(Canvas& canvas, const QPointF& from, const QPointF& by, const QColor& colour,
               double width) {
    const double length = std::hypot(by.x(), by.y());
    const QPointF end = from + by;
    canvas.lines({QLineF(from, end)}, colour, width, "arrow");
    if (length < 5)
        return;
    const QPointF along = by / length;
    const QPointF across(-along.y(), along.x());
    const double head = std::min(7.0, length * 0.45);
    canvas.polygon(
        {end, end - along * head + across * head * 0.45, end - along * head - across * head * 0.45},
        colour, "arrow");
}

QString degrees(double radians) {
    return tr("%1°").arg(NumberFormat{0, 1}.text(radians * 180 / std::numbers::pi));
}

/// A pair of a row, upwards as on paper.
QPointF pairOf(std::span<const float> row, Index pair, const RotaryPairs& pairs) {
    const auto [x, y] = ops::rotaryPair(pair, std::ssize(row), pairs);
    return {static_cast<double>(row[x]), -static_cast<double>(row[y])};
}

/// The length of the longest pair of a column of arrows.
double longest(const Tensor& rows, int head, const Grid& grid, Index pair,
               const RotaryPairs& pairs) {
    double most = 0;
    for (const Index row : grid.rows) {
        const QPointF arrow = pairOf(headRow(rows, head, row), pair, pairs);
        if (const double length = std::hypot(arrow.x(), arrow.y()); std::isfinite(length))
            most = std::max(most, length);
    }
    return most > 0 ? most : 1;
}

QString tipOf(const HeatmapData& words, Index row, Index pair, const RotaryPairs& pairs,
              std::span<const float> before, std::span<const float> turned) {
    const auto width = std::ssize(before);
    const auto [first, second] = ops::rotaryPair(pair, width, pairs);
    const auto at = static_cast<std::size_t>(first);
    const auto other = static_cast<std::size_t>(second);
    return tr("“%1” at position %2, pair %3\nturned by %4\n(%5, %6) → (%7, %8)")
        .arg(rowLabel(words, row))
        .arg(row)
        .arg(pair + 1)
        .arg(degrees(ops::rotaryAngle(row, pair, width, pairs)))
        .arg(numberText(before[at], 3), numberText(before[other], 3), numberText(turned[at], 3),
             numberText(turned[other], 3));
}

/// Each pair as an arrow: faint before, strong after it was turned.
void drawArrows(Drawing& drawing, const Side& side, const QRectF& room, Hue hue) {
    const int head = headOf(drawing.input, side);
    const RotaryPairs pairs = pairsOf(drawing.input.graph(), side);
    const Tensor& before = drawing.input.trace.value(side.before);
    const Tensor& turned = drawing.input.trace.value(side.turned);
    const Index width = turned.shape()[2];
    const HeatmapData words = heatmapOf(drawing.input, side.turned, head);
    const Grid grid = gridFor(drawing.input, words, ops::turnedWidth(width, pairs) / 2, room);
    const double size = drawing.fontSize() * type::small;
    drawLine(drawing, {room.left(), room.top() + drawing.fontSize() * 0.7},
             hue == Hue::Key ? tr("pairs of the keys, turned") : tr("pairs of the queries, turned"),
             room.width(), drawing.theme().textHue(hue), 1, true);
    for (std::size_t c = 0; c < grid.pairs.size(); ++c) {
        const Index pair = grid.pairs[c];
        const double x = grid.area.left() + (static_cast<double>(c) + 0.5) * grid.cell;
        const double scale = grid.cell * 0.46 / longest(turned, head, grid, pair, pairs);
        drawing.text({x, grid.area.top() - size * 1.5}, QString::number(pair + 1), size,
                     drawing.theme().text, Qt::AlignHCenter, true);
        drawing.text({x, grid.area.top() - size * 0.5},
                     elided(degrees(ops::rotaryAngle(1, pair, width, pairs)), grid.cell,
                            size * type::small, measureWith(drawing.input.font)),
                     size * type::small, drawing.theme().mutedText, Qt::AlignHCenter);
        for (std::size_t r = 0; r < grid.rows.size(); ++r) {
            const Index row = grid.rows[r];
            const QPointF centre(x, grid.area.top() + (static_cast<double>(r) + 0.5) * grid.cell);
            drawing.canvas.disc(centre, grid.cell * 0.47, drawing.theme().raised, "circle");
            const QPointF was = pairOf(headRow(before, head, row), pair, pairs) * scale;
            const QPointF is = pairOf(headRow(turned, head, row), pair, pairs) * scale;
            if (std::isfinite(was.x() + was.y()))
                drawArrow(drawing.canvas, centre, was, drawing.theme().fieldBorder, 1.5);
            if (std::isfinite(is.x() + is.y()))
                drawArrow(drawing.canvas, centre, is, drawing.theme().hue(hue), 2.5);
            StationPlace place;
            (hue == Hue::Key ? place.column : place.row) = row;
            place.tip = tipOf(words, row, pair, pairs, headRow(before, head, row),
                              headRow(turned, head, row));
            drawing.place(QRectF(centre.x() - grid.cell / 2, centre.y() - grid.cell / 2, grid.cell,
                                 grid.cell),
                          place);
        }
    }
    drawing.onFocus([grid, words, hue, size](Drawing& now) {
        const Index highlighted = hue == Hue::Key ? now.input.focus.column : now.input.focus.row;
        for (std::size_t r = 0; r < grid.rows.size(); ++r) {
            const Index row = grid.rows[r];
            const double y = grid.area.top() + (static_cast<double>(r) + 0.5) * grid.cell;
            const bool chosen = row == highlighted;
            now.text({grid.area.left() - 8, y}, QString::number(row), size, now.theme().mutedText,
                     Qt::AlignRight);
            now.text({grid.area.left() - 8 - grid.position, y},
                     elided(rowLabel(words, row), grid.words - grid.position - 8, size,
                            measureWith(now.input.font)),
                     size, chosen ? now.theme().textHue(hue) : now.theme().text, Qt::AlignRight,
                     chosen);
            if (chosen)
                now.canvas.outline(
                    {grid.area.left() - 2, y - grid.cell / 2, grid.area.width() + 4, grid.cell},
                    now.theme().highlight, 1.5);
        }
    });
}

PlotLayer movedCurve(const std::vector<float>& scores, const QColor& colour, bool strong) {
    std::vector<QPointF> points;
    for (std::size_t by = 0; by < scores.size(); ++by)
        points.emplace_back(static_cast<double>(by), static_cast<double>(scores[by]));
    return curve(points, colour, strong ? 3 : 1.5, strong ? 3 : 2);
}

/// The score of the chosen query and key, moved on together, and with the key moved on alone.
Block movedBlock(const StationInput& input, const Side& queries, const Side& keys) {
    const Tensor& q = input.trace.value(queries.before);
    const Tensor& k = input.trace.value(keys.before);
    if (q.empty() || k.empty())
        return {};
    const int head = headOf(input, queries);
    const Graph& graph = input.graph();
    const auto keyHead =
        static_cast<int>(head * graph[keys.turned].shape[0] / graph[queries.turned].shape[0]);
    const Index tokens = q.shape()[1];
    const Index row = within(input.focus.row, tokens) >= 0 ? input.focus.row : tokens - 1;
    const Index column = std::max<Index>(0, within(input.focus.column, tokens));
    const MovedScores scores = movedScores(headRow(q, head, row), row, headRow(k, keyHead, column),
                                           column, 1, moves, pairsOf(input.graph(), queries));
    std::vector<float> all = scores.together;
    all.insert(all.end(), scores.keyAlone.begin(), scores.keyAlone.end());
    const HeatmapData words = heatmapOf(input, queries.turned, head);
    const QString title =
        tr("score: q “%1” · k “%2”").arg(rowLabel(words, row), rowLabel(words, column));
    const QString found =
        tr("Both moved on by 0 to %1 places: the scores differ by %2. Only j − i = %3 counts.")
            .arg(moves - 1)
            .arg(numberText(scores.spread, 2))
            .arg(withMinus(QString::number(column - row)));
    const QColor both = input.theme.hue(Hue::Attention), alone = input.theme.hue(Hue::Key);
    return gf::column(
        {plot({.name = "moved",
               .words = {title, tr("places moved on")},
               .x = {-0.5, static_cast<double>(moves) - 0.5},
               .y = rangeAround(all)},
              {movedCurve(scores.together, both, true), movedCurve(scores.keyAlone, alone, false)}),
         legend({{both, tr("both moved on")}, {alone, tr("the key alone")}}), paragraph(found)},
        2);
}

Block show(const StationInput& input) {
    const Graph& graph = input.graph();
    const Side queries = sideOf(graph, input.at().scope, "q_rotated");
    const Side keys = sideOf(graph, input.at().scope, "k_rotated");
    const bool ofKeys = isOfKeys(input.at());
    const Side& shown = ofKeys ? keys : queries;
    if (input.trace.value(shown.before).empty() || input.trace.value(shown.turned).empty())
        return {};
    Block arrows;
    arrows.draw = [shown, ofKeys](Drawing& drawing, const QRectF& area) {
        drawArrows(drawing, shown, area, ofKeys ? Hue::Key : Hue::Query);
    };
    const Block moved =
        live([=](const StationInput& now) { return movedBlock(now, queries, keys); });
    return walked(
        ofKeys ? 0 : graph[shown.turned].shape[1], graph[keys.turned].shape[1],
        atLeast({440, 290}, padded(14, 14, row({grows(arrows, 0.54), grows(moved, 0.46)}, 24))));
}

} // namespace

Station station() {
    return {.id = "rotation",
            .title = QT_TR_NOOP("Rotation"),
            .summary = QT_TR_NOOP("Pairs of features turned by their position, and a score that "
                                  "follows the offset alone"),
            .oneHead = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::rotation
