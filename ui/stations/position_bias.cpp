// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/position_bias.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::position_bias {

namespace {

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

/// What positions add, and the words for it.
struct Bias {
    OffsetBias curves;
    bool causal = false;
    int head = 0;

    /// The last offset that is drawn, and how many are.
    Index last() const { return causal ? 0 : curves.offsets.back(); }
    Index shown() const {
        return std::ranges::count_if(curves.offsets, [this](Index o) { return o <= last(); });
    }
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
                               .arg(numberText(bias.curves.byHead[head][place], 4));
}

/// The curve of a head, as far as it is drawn.
std::vector<QPointF> pointsOf(const Bias& bias, std::size_t head) {
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < bias.curves.offsets.size(); ++i) {
        const Index offset = bias.curves.offsets[i];
        if (offset <= bias.last())
            points.emplace_back(static_cast<double>(offset),
                                static_cast<double>(bias.curves.byHead[head][i]));
    }
    return points;
}

/// The number of each head at the left end of its curve, as far as they don't cover each other;
/// that of the focus always.
void drawHeadNumbers(Drawing& drawing, const Bias& bias, const Plot& plot) {
    const double size = drawing.fontSize() * type::small;
    const auto chosen = static_cast<std::size_t>(bias.head);
    std::vector<double> taken;
    const auto draw = [&](std::size_t head) {
        const std::vector<QPointF> points = pointsOf(bias, head);
        const auto first = std::ranges::find_if(
            points, [](const QPointF& point) { return std::isfinite(point.y()); });
        if (first == points.end())
            return;
        const double y = std::max(plot.at(*first).y() - size * 0.6, plot.area.top() + size * 0.6);
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

StationPlace placeAt(const Bias& bias, Index place) {
    const auto at = static_cast<std::size_t>(place);
    QStringList heads;
    for (std::size_t head = 0; head < bias.curves.byHead.size() && head < 16; ++head)
        heads << QStringLiteral("%1: %2").arg(
            headTitle(static_cast<int>(head)),
            numberText(static_cast<double>(bias.curves.byHead[head][at]), 4));
    return StationPlace{
        .tip = tr("offset %1").arg(withMinus(QString::number(bias.curves.offsets[at]))) +
               QLatin1Char('\n') + heads.join(QLatin1Char('\n'))};
}

/// The heads' curves over the offset; that of the focus stands out.
Block curvesOf(const StationInput& input, const Bias& bias, bool tight) {
    std::vector<float> all{0};
    for (const auto& head : bias.curves.byHead)
        all.insert(all.end(), head.begin(), head.end());
    const auto chosen = static_cast<std::size_t>(bias.head);
    std::vector<PlotLayer> layers;
    for (std::size_t head = 0; head < bias.curves.byHead.size(); ++head)
        if (head != chosen)
            layers.push_back(curve(pointsOf(bias, head), input.theme.mutedText, 1.2));
    const std::vector<QPointF> points = pointsOf(bias, chosen);
    layers.push_back(
        curve(points, input.theme.hue(Hue::Attention), 3, points.size() <= 64 ? 3 : 0));
    layers.push_back(
        [bias](Drawing& drawing, const Plot& plot) { drawHeadNumbers(drawing, bias, plot); });
    layers.push_back(placesAlong(bias.curves.offsets.front(), bias.shown(),
                                 [bias](Index place) { return placeAt(bias, place); }));
    const auto highlighted = [bias](const StationInput& now) {
        const Index offset = now.focus.column - now.focus.row;
        const bool isCell = now.focus.row >= 0 && now.focus.column >= 0;
        const Index place = isCell ? placeOf(bias.curves, offset) : -1;
        if (place < 0)
            return std::vector<PlotLayer>();
        const Index kept = bias.curves.offsets[place];
        return std::vector{markAt(static_cast<double>(kept))};
    };
    return plot({.name = "bias",
                 .words = {bias.curves.slopes.empty()
                               ? tr("what is added, by offset: a curve for each head")
                               : tr("what is added, by offset: a line for each head"),
                           tight && !bias.causal ? QString()
                           : bias.causal         ? tr("offset j − i (later keys are hidden)")
                                                 : tr("offset j − i")},
                 .x = {static_cast<double>(bias.curves.offsets.front()) - 0.5,
                       static_cast<double>(bias.last()) + 0.5},
                 .y = rangeAround(all)},
                layers, highlighted);
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

/// The sum, with all that there is to say or with what is needed alone.
Block sumBlock(const StationInput& input, const Sum& sum, bool tight) {
    const std::array titles =
        tight ? std::array{tr("content"), tr("position"),
                           tr("sum · ±%1").arg(numberText(sum.range.second, 2))}
              : std::array{tr("content (scaled)"), tr("position"), tr("their sum (biased)")};
    MatrixLook look;
    if (tight) {
        look.parts = HeatmapParts(HeatmapPart::Title) | HeatmapPart::RowLabels |
                     HeatmapPart::ColumnLabels | HeatmapPart::Values;
        look.maxCell = enough * input.fontSize();
    }
    std::vector<Term> terms;
    for (std::size_t i = 0; i < sum.maps.size(); ++i) {
        terms.push_back({sum.maps[i], look});
        terms.back().data.title = titles[i];
    }
    return equation(terms, {QStringLiteral("+"), QStringLiteral("=")});
}

Block show(const StationInput& input) {
    const Nodes nodes = nodesOf(input.graph(), input.at().scope);
    const Bias bias{offsetBias(input.trace, nodes.bias), nodes.causal, headOf(input, nodes)};
    if (bias.curves.byHead.empty() || input.trace.value(nodes.biased).empty())
        return {};
    const Shape& shape = input.graph()[nodes.biased].shape;
    const Sum sum = sumOf(input, nodes, bias.head);
    const Block words = live(
        [bias, rows = shape[1], columns = shape[2]](const StationInput& now) {
            return paragraph(
                sentenceOf(bias, within(now.focus.row, rows), within(now.focus.column, columns)));
        },
        // The longest that is said of a head and an offset.
        paragraph(sentenceOf(bias, 0, 0) + QStringLiteral(" 000000000")));
    const auto arrangement = [&](bool tight) {
        return column({grows(sumBlock(input, sum, tight), tight ? 0.6 : 0.56),
                       grows(curvesOf(input, bias, tight), tight ? 0.4 : 0.44), words});
    };
    return walked(shape[1], shape[2],
                  atLeast({440, 300}, padded(14, 14,
                                             fit({arrangement(false), arrangement(true)},
                                                 enough * input.fontSize()))));
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

Station station() {
    return {.id = "position-bias",
            .title = QT_TR_NOOP("Content and position"),
            .summary = QT_TR_NOOP("Scores plus what positions add, as matrices, and what they add "
                                  "by the offset, head by head"),
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::position_bias
