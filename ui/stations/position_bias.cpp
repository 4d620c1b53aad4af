// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/position_bias.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double signWidth = 26;
constexpr double enough =
    2.7; ///< of a cell, in font sizes, before it gives room to words and curves

bool shows(const Graph& graph, const Node& node) {
    const bool adds = node.role == Role::Forward && node.relation == Relation::Own &&
                      (node.part == "position_bias" || node.part == "biased");
    const bool table = node.role == Role::Parameter && node.part == "relative_bias";
    return (adds || table) && node.scope.kind() == ScopeKind::SelfAttention &&
           graph.find(node.scope, "biased") != noNode;
}

/// The three matrices of an attention.
struct Nodes {
    NodeId scaled = noNode;
    NodeId bias = noNode;
    NodeId biased = noNode;
    bool causal = false; ///< keys after the query are hidden
};

Nodes nodesOf(const Graph& graph, const Scope& scope) {
    Nodes nodes{graph.find(scope, "scaled"), graph.find(scope, "position_bias"),
                graph.find(scope, "biased")};
    if (const NodeId masked = graph.find(scope, "masked"); masked != noNode)
        nodes.causal = isCausal(graph[computedNode(graph, masked)]);
    return nodes;
}

int headOf(const StationInput& input, const Nodes& nodes) {
    return static_cast<int>(
        std::clamp<Index>(input.focus.head, 0, input.graph()[nodes.biased].shape[0] - 1));
}

QSizeF minimumSize(const StationInput&) {
    return {440, 300};
}

/// What positions add, and the words for it.
struct Bias {
    OffsetBias curves;
    bool causal = false;
    int head = 0;
};

/// The place of an offset in the curves; −1 where there is none.
Index placeOf(const OffsetBias& curves, Index offset) {
    if (curves.offsets.empty())
        return -1;
    // A learned table goes on with its last number.
    const Index kept = curves.reach > 0 ? std::clamp(offset, -curves.reach, curves.reach) : offset;
    const auto found = std::ranges::find(curves.offsets, kept);
    return found == curves.offsets.end() ? -1 : found - curves.offsets.begin();
}

/// What is said of the head, and of the offset in focus.
QString sentenceOf(const Bias& bias, Index row, Index column) {
    const auto head = static_cast<std::size_t>(bias.head);
    QString sentence;
    if (!bias.curves.slopes.empty())
        sentence = tr("%1: m = 2^(−8·%2/%3) = %4, for each token of distance that much less.")
                       .arg(headTitle(bias.head))
                       .arg(bias.head + 1)
                       .arg(bias.curves.slopes.size())
                       .arg(numberText(bias.curves.slopes[head], 3));
    else
        sentence = tr("%1: %2 learned numbers, one for each offset up to %3; further away the last "
                      "one holds.")
                       .arg(headTitle(bias.head))
                       .arg(bias.curves.offsets.size())
                       .arg(bias.curves.reach);
    if (row < 0 || column < 0)
        return sentence;
    const Index place = placeOf(bias.curves, column - row);
    return place < 0 ? sentence
                     : sentence + QLatin1Char(' ') +
                           tr("At offset %1 it adds %2.")
                               .arg(withMinus(QString::number(column - row)))
                               .arg(numberText(
                                   bias.curves.byHead[head][static_cast<std::size_t>(place)], 4));
}

std::vector<QPointF> pointsOf(const Plot& plot, const Bias& bias, std::size_t head) {
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < bias.curves.offsets.size(); ++i) {
        const auto value = static_cast<double>(bias.curves.byHead[head][i]);
        const auto offset = static_cast<double>(bias.curves.offsets[i]);
        if (std::isfinite(value) && offset <= plot.x.second)
            points.push_back(plot.at(offset, value));
    }
    return points;
}

/// The number of each head at the left end of its curve, as far as they don't cover each other;
/// that of the focus always.
void drawHeadNumbers(Drawing& drawing, const Bias& bias, const Plot& plot) {
    const double size = drawing.fontSize() * 0.85;
    const auto chosen = static_cast<std::size_t>(bias.head);
    std::vector<double> taken;
    const auto draw = [&](std::size_t head) {
        const std::vector<QPointF> curve = pointsOf(plot, bias, head);
        if (curve.empty())
            return;
        const double y = std::max(curve.front().y() - size * 0.6, plot.area.top() + size * 0.6);
        if (std::ranges::any_of(taken, [&](double at) { return std::abs(at - y) < size * 1.1; }))
            return;
        taken.push_back(y);
        const bool isChosen = head == chosen;
        drawing.text({plot.area.left() + 6, y}, QString::number(head + 1), size,
                     isChosen ? drawing.theme().textHue(Hue::Attention) : drawing.theme().mutedText,
                     Qt::AlignLeft, isChosen);
    };
    draw(chosen);
    for (std::size_t head = 0; head < bias.curves.byHead.size(); ++head)
        if (head != chosen)
            draw(head);
}

/// The heads' curves over the offset; that of the focus stands out.
Plot drawCurves(Drawing& drawing, const Bias& bias, const QRectF& room, bool tight) {
    std::vector<float> all{0};
    for (const auto& head : bias.curves.byHead)
        all.insert(all.end(), head.begin(), head.end());
    const double last = bias.causal ? 0 : static_cast<double>(bias.curves.offsets.back());
    const Plot plot = placePlot(
        drawing, room, "bias",
        {bias.curves.slopes.empty() ? tr("what is added, by offset: a curve for each head")
                                    : tr("what is added, by offset: a line for each head"),
         tight && !bias.causal ? QString()
         : bias.causal         ? tr("offset j − i (later keys are hidden)")
                               : tr("offset j − i")},
        {static_cast<double>(bias.curves.offsets.front()) - 0.5, last + 0.5}, rangeAround(all));
    const auto chosen = static_cast<std::size_t>(bias.head);
    for (std::size_t head = 0; head < bias.curves.byHead.size(); ++head)
        if (const auto points = pointsOf(plot, bias, head); head != chosen && points.size() > 1)
            drawing.canvas.polyline(points, drawing.theme().mutedText, 1.2, "curve");
    const std::vector<QPointF> points = pointsOf(plot, bias, chosen);
    const QColor colour = drawing.theme().hue(Hue::Attention);
    if (points.size() > 1)
        drawing.canvas.polyline(points, colour, 3, "curve");
    for (const QPointF& point : points)
        if (points.size() <= 64)
            drawing.canvas.disc(point, 3, colour, "point");
    drawHeadNumbers(drawing, bias, plot);
    const double step = plot.area.width() / (plot.x.second - plot.x.first);
    for (std::size_t i = 0; i < bias.curves.offsets.size(); ++i) {
        const auto offset = static_cast<double>(bias.curves.offsets[i]);
        if (offset > plot.x.second)
            continue;
        StationPlace place;
        QStringList heads;
        for (std::size_t head = 0; head < bias.curves.byHead.size() && head < 16; ++head)
            heads << QStringLiteral("%1: %2").arg(
                headTitle(static_cast<int>(head)),
                numberText(static_cast<double>(bias.curves.byHead[head][i]), 4));
        place.tip = tr("offset %1").arg(withMinus(QString::number(bias.curves.offsets[i]))) +
                    QLatin1Char('\n') + heads.join(QLatin1Char('\n'));
        drawing.place(
            QRectF(plot.at(offset, 0).x() - step / 2, plot.area.top(), step, plot.area.height()),
            place);
    }
    return plot;
}

/// The three matrices of a head: scaled + bias = biased, on one scale.
struct Sum {
    std::array<HeatmapData, 3> maps;
    ScaleRange range;
};

Sum sumOf(const StationInput& input, const Nodes& nodes, int head) {
    Sum sum{{heatmapOf(input, nodes.scaled, head), heatmapOf(input, nodes.bias, head),
             heatmapOf(input, nodes.biased, head)},
            {}};
    double most = 0;
    for (const HeatmapData& map : sum.maps)
        most =
            std::max({most, std::abs(map.colourRange().first), std::abs(map.colourRange().second)});
    sum.range =
        drawnRange(input, nodes.biased, QStringLiteral("bias sum %1").arg(head), {-most, most});
    for (HeatmapData& map : sum.maps) {
        map.lead.clear();
        map.range = sum.range;
    }
    return sum;
}

/// Where the matrices stand, and what stands at them.
struct SumPlaces {
    QRectF room;
    double width = 0; ///< for each
    bool tight = false;
    HeatmapParts parts = allHeatmapParts;
    double maxCell = HeatmapOptions().maxCell;
};

SumPlaces placesFor(const StationInput& input, const QRectF& all, double words, bool tight) {
    SumPlaces places;
    places.tight = tight;
    places.room = all.adjusted(0, 0, 0, -words);
    const double line = input.fontSize() * 1.7;
    places.room.setHeight(
        std::min(places.room.height() * (tight ? 0.6 : 0.56), places.room.width() / 3 + 4 * line));
    places.width = (places.room.width() - 2 * signWidth) / 3;
    if (tight) {
        places.parts = HeatmapParts(HeatmapPart::Title) | HeatmapPart::RowLabels |
                       HeatmapPart::ColumnLabels | HeatmapPart::Values;
        places.maxCell = enough * input.fontSize();
    }
    return places;
}

double cellSide(const StationInput& input, const HeatmapData& map, const SumPlaces& places) {
    const QRectF area(places.room.topLeft(), QSizeF(places.width, places.room.height()));
    const HeatmapLayout layout =
        layOutHeatmap(map, area, heatmapOptions(input, places.parts, places.maxCell));
    return std::min(layout.cellWidth, layout.cellHeight);
}

SumPlaces placesFor(const StationInput& input, const Sum& sum, const QRectF& all, double words) {
    const SumPlaces loose = placesFor(input, all, words, false);
    const SumPlaces tight = placesFor(input, all, words, true);
    const HeatmapData& map = sum.maps.front();
    return isTight(cellSide(input, map, loose), cellSide(input, map, tight), tight.maxCell) ? tight
                                                                                            : loose;
}

void drawSum(Drawing& drawing, Sum sum, const SumPlaces& places) {
    const std::array titles =
        places.tight ? std::array{tr("content"), tr("position"),
                                  tr("sum · ±%1").arg(numberText(sum.range.second, 2))}
                     : std::array{tr("content (scaled)"), tr("position"), tr("their sum (biased)")};
    double left = places.room.left();
    for (std::size_t i = 0; i < sum.maps.size(); ++i) {
        sum.maps[i].title = titles[i];
        const QRectF area(left, places.room.top(), places.width, places.room.height());
        const HeatmapLayout layout = placeHeatmap(
            drawing, sum.maps[i], area, litCell,
            [](Index row, Index column) {
                return StationPlace{row, column};
            },
            places.parts, places.maxCell);
        left += places.width;
        if (i + 1 < sum.maps.size())
            drawSign(drawing, {left, layout.cells.top(), signWidth, layout.cells.height()},
                     i == 0 ? QStringLiteral("+") : QStringLiteral("="));
        left += signWidth;
    }
}

void draw(Drawing& drawing) {
    const Nodes nodes = nodesOf(drawing.input.graph(), drawing.input.at().scope);
    Bias bias{offsetBias(drawing.input.trace, nodes.bias), nodes.causal,
              headOf(drawing.input, nodes)};
    if (bias.curves.byHead.empty() || drawing.input.trace.value(nodes.biased).empty())
        return;
    const Shape& shape = drawing.input.graph()[nodes.biased].shape;
    drawing.picture.rows = shape[1];
    drawing.picture.columns = shape[2];
    const QRectF all =
        QRectF({0, 0}, drawing.input.size).adjusted(margin, margin, -margin, -margin);
    // The longest that is said of a head and an offset.
    const double words = paragraphHeight(drawing.input, all.width(),
                                         sentenceOf(bias, 0, 0) + QStringLiteral(" 000000000"));
    const Sum sum = sumOf(drawing.input, nodes, bias.head);
    const SumPlaces places = placesFor(drawing.input, sum, all, words);
    drawSum(drawing, sum, places);
    const double top = places.room.bottom();
    const QRectF chart(all.left(), top + 8, all.width(), all.bottom() - words - top - 14);
    const Plot plot = drawCurves(drawing, bias, chart, places.tight);
    const QPointF below(all.left(), all.bottom() - words);
    drawing.onFocus([=, rows = drawing.picture.rows,
                     columns = drawing.picture.columns](Drawing& now) {
        const Index row = within(now.input.focus.row, rows);
        const Index column = within(now.input.focus.column, columns);
        if (row >= 0 && column >= 0)
            if (const Index place = placeOf(bias.curves, column - row); place >= 0)
                drawMark(now, plot,
                         static_cast<double>(bias.curves.offsets[static_cast<std::size_t>(place)]));
        drawParagraph(now, below, all.width(), sentenceOf(bias, row, column), now.theme().text);
    });
}

/// The numbers by head and offset.
Tensor numbers(const StationInput& input) {
    const Nodes nodes = nodesOf(input.graph(), input.at().scope);
    const OffsetBias bias = offsetBias(input.trace, nodes.bias);
    std::vector<float> all;
    for (const auto& head : bias.byHead)
        all.insert(all.end(), head.begin(), head.end());
    return all.empty() ? Tensor()
                       : Tensor(Shape{static_cast<Index>(bias.byHead.size()),
                                      static_cast<Index>(bias.offsets.size())},
                                std::move(all));
}

} // namespace

Station positionBias() {
    return {.id = "position-bias",
            .title = QT_TR_NOOP("Content and position"),
            .summary = QT_TR_NOOP("Scores plus what positions add, as matrices, and what they add "
                                  "by the offset, head by head"),
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
