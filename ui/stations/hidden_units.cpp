// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/activity.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>

namespace gf::hidden_units {

namespace {

constexpr double shareRoom = 12;  ///< for the bars beside the map, in font sizes
constexpr double barWidth = 28;   ///< with its gap
constexpr float nearZero = 0.01F; ///< GELU hardly ever gives 0: a unit this quiet counts as silent

/// The hidden units before and after the activation, values or gradients like the node itself.
struct Layer {
    NodeId before = noNode;
    NodeId after = noNode;
};

Layer layerOf(const Graph& graph, const Node& node) {
    const bool gradient = node.relation == Relation::Gradient;
    const Node& value = gradient ? graph[node.of] : node;
    if (value.relation != Relation::Own || node.shape.rank() != 2 || node.axes[1] != Axis::Hidden ||
        (node.part != "hidden" && node.part != "pre_activation" && node.part != "gate"))
        return {};
    const auto part = [&](const char* name) {
        const NodeId found = graph.find(node.scope, name);
        return gradient && found != noNode ? graph.gradientOf(found) : found;
    };
    // Gated units follow from their gate.
    const NodeId gate = part("gate");
    return {gate != noNode ? gate : part("pre_activation"), part("hidden")};
}

bool shows(const Graph& graph, const Node& node) {
    const Layer layer = layerOf(graph, node);
    return layer.before != noNode && layer.after != noNode;
}

/// Values count as silent after the activation, gradients before it: there the activation stops
/// them.
struct Silence {
    const Tensor& units;
    float threshold;
};

Silence silenceOf(const StationInput& input) {
    const Graph& graph = input.graph();
    const Layer layer = layerOf(graph, input.at());
    const NodeId units = isGradient(input.at()) ? layer.before : layer.after;
    const OpKind kind = graph[computedNode(graph, units)].op->kind();
    const bool smooth = (isActivation(kind) && kind != OpKind::Relu) || kind == OpKind::Multiply;
    return {input.trace.value(units), smooth ? nearZero : 0.0F};
}

QString percent(double share) {
    return tr("%1 %").arg(NumberFormat{0, share > 0 && share < 0.1 ? 1 : 0}.text(100 * share));
}

QString headline(const StationInput& input, const Silence& silence) {
    const QString share = percent(silentShare(silence.units.values(), silence.threshold));
    if (isGradient(input.at()))
        return tr("%1 of the gradients are 0 before the activation").arg(share);
    return silence.threshold > 0
               ? tr("%1 of all units are silent: |h| ≤ %2")
                     .arg(share, numberText(silence.threshold, 2))
               : tr("%1 of all units are silent: exactly 0 after the activation").arg(share);
}

/// The bars beside the rows of the map: how much of each is silent.
struct Shares {
    HeatmapLayout map;
    QRectF room;
    std::vector<double> values; ///< by row
    double text = 0;            ///< the size of the letters

    double most() const { return room.width() - 3.6 * text; } ///< the width of a full bar
    QRectF bar(Index row, double share) const {
        const QRectF area = map.rowRect(row);
        const double thick = std::clamp(area.height() * 0.7, 0.5, 16.0);
        return {room.left(), area.center().y() - thick / 2, most() * share, thick};
    }
    double at(Index row) const { return values[row]; }
};

/// The bar of the row in focus, and the numbers of all.
void drawHighlightedShare(Drawing& drawing, const Shares& shares) {
    const Theme& theme = drawing.theme();
    const Index row = within(drawing.input.focus.row, shares.map.rows);
    if (row >= 0)
        drawing.canvas.rectangle(shares.bar(row, shares.at(row)), theme.hue(Hue::FeedForward),
                                 "bar");
    for (Index t = 0; t < shares.map.rows; ++t)
        if (const QRectF area = shares.map.rowRect(t); area.height() >= shares.text)
            drawing.text({shares.room.left() + shares.most() + 4, area.center().y()},
                         percent(shares.at(t)), shares.text,
                         t == row ? theme.text : theme.mutedText, Qt::AlignLeft, t == row);
}

void drawShares(Drawing& drawing, const HeatmapLayout& map, const std::vector<double>& silent) {
    // The numbers at the colour bar stand outside what the layout calls used.
    const double left =
        std::min(map.bounds.right() + 18, map.used().right() + 4.5 * drawing.fontSize());
    const double right = map.bounds.right() + shareRoom * drawing.fontSize();
    const Shares shares{map,
                        {left, map.bounds.top(), right - left, map.bounds.height()},
                        silent,
                        drawing.fontSize() * type::small};
    drawing.text({left, map.cells.top() - shares.text}, tr("silent"), shares.text,
                 drawing.theme().mutedText);
    for (Index t = 0; t < map.rows; ++t) {
        drawing.canvas.rectangle(shares.bar(t, 1), drawing.theme().grid, "room");
        drawing.canvas.rectangle(shares.bar(t, shares.at(t)), drawing.theme().hue(Hue::Neutral),
                                 "bar");
        StationPlace place;
        place.row = t;
        place.tip = tr("%1 of this token’s units are silent").arg(percent(shares.at(t)));
        const QRectF row = map.rowRect(t);
        drawing.place({left, row.top(), right - left, row.height()}, place);
    }
    drawing.onFocus([shares](Drawing& now) { drawHighlightedShare(now, shares); });
}

/// What the bars below the map show: one number for each unit.
struct Ranking {
    std::vector<float> numbers;
    QString heading;
    std::vector<float> before = {}; ///< the units before the activation, where that says more
};

Ranking rankingOf(const StationInput& input, const HeatmapData& data, const Silence& silence) {
    const Layer layer = layerOf(input.graph(), input.at());
    const Index row = input.focus.row;
    Ranking ranking;
    if (row < 0 || row >= data.rows) {
        ranking.numbers = activeRows(silence.units, silence.threshold);
        const auto dead = std::count(ranking.numbers.begin(), ranking.numbers.end(), 0.0F);
        ranking.heading =
            isGradient(input.at())
                ? tr("From how many tokens each unit has a gradient, most first; without "
                     "one: %1 of %2")
                : tr("How many tokens switch each unit on, most first; silent: %1 of %2");
        ranking.heading = ranking.heading.arg(dead).arg(data.columns);
        return ranking;
    }
    const bool gradient = isGradient(input.at());
    const NodeId shown = gradient ? input.node : layer.after;
    ranking.numbers = copied(rowOf(input.trace.value(shown), row));
    const double silent = silentShare(rowOf(silence.units, row), silence.threshold);
    const auto active = std::lround((1 - silent) * static_cast<double>(data.columns));
    ranking.heading = gradient ? tr("The largest gradients at “%1”; units with one: %2 of %3")
                               : tr("What “%1” switches on: %2 of %3 units, strongest first");
    ranking.heading = ranking.heading.arg(rowLabel(data, row)).arg(active).arg(data.columns);
    if (!gradient)
        ranking.before = copied(rowOf(input.trace.value(layer.before), row));
    return ranking;
}

StationPlace placeOf(const StationInput& input, const Ranking& ranking, Index unit) {
    const float number = ranking.numbers[unit];
    return StationPlace{
        .row = within(input.focus.row, input.at().shape[0]),
        .column = unit,
        .tip = ranking.before.empty()
                   ? tr("unit %1: %2").arg(QString::number(unit + 1), numberText(number, 5))
                   : tr("unit %1: %2 before the activation, %3 after it")
                         .arg(QString::number(unit + 1), numberText(ranking.before[unit], 5),
                              numberText(number, 5))};
}

/// The largest first, as many as there is room for.
PlotLayer rankedBars(const StationInput& input, const Ranking& ranking, std::vector<Index> units) {
    std::vector<float> values;
    QStringList words;
    std::vector<StationPlace> places;
    for (const Index unit : units) {
        values.push_back(ranking.numbers[unit]);
        words << QString::number(unit + 1);
        places.push_back(placeOf(input, ranking, unit));
    }
    const auto found = std::ranges::find(units, input.focus.column);
    const Index chosen = found == units.end() ? -1 : found - units.begin();
    return [=](Drawing& drawing, const Plot& plot) {
        const Theme& theme = drawing.theme();
        drawBars(drawing, plot, values, theme.hue(Hue::FeedForward));
        drawBar(drawing.canvas, plot, values, chosen, theme.selection);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const QPointF left = plot.at(static_cast<double>(i) + 0.5, plot.y.second);
            const QPointF right = plot.at(static_cast<double>(i) + 1.5, plot.y.first);
            drawing.place({left, QPointF(right.x(), plot.bounds.bottom())}, places[i]);
        }
        labelsUnder(words, chosen)(drawing, plot);
        drawing.text({plot.area.left() - 5, plot.area.bottom() + drawing.fontSize()}, tr("unit"),
                     drawing.fontSize() * type::small, theme.mutedText, Qt::AlignRight);
    };
}

Block chartOf(const StationInput& input, const Ranking& ranking, std::size_t places) {
    const std::vector<Index> units = largestFirst(ranking.numbers, places);
    std::vector<float> shown;
    for (const Index unit : units)
        shown.push_back(ranking.numbers[unit]);
    return plot({.name = "units",
                 .words = {ranking.heading, QString(), PlotWords::Across::None},
                 .x = {0.5, static_cast<double>(std::max<std::size_t>(units.size(), 1)) + 0.5},
                 .y = rangeAround(shown),
                 .below = 3.6},
                {rankedBars(input, ranking, units)});
}

/// As many units as there is room for.
Block rankingBlock(const StationInput& input, const HeatmapData& data) {
    const Ranking ranking = rankingOf(input, data, silenceOf(input));
    Block made = chartOf(input, ranking, 4);
    made.draw = [ranking](Drawing& drawing, const QRectF& area) {
        const double places = std::max(4.0, area.width() / barWidth - 2);
        chartOf(drawing.input, ranking, static_cast<std::size_t>(places)).draw(drawing, area);
    };
    return made;
}

Block show(const StationInput& input) {
    const Silence silence = silenceOf(input);
    HeatmapData data = heatmapOf(input, input.node);
    data.title = shortTitleOf(input.graph(), input.at());
    std::vector<double> silent;
    for (Index t = 0; t < data.rows; ++t)
        silent.push_back(silentShare(rowOf(silence.units, t), silence.threshold));
    const auto shares = [silent](Drawing& drawing, const HeatmapLayout& map) {
        drawShares(drawing, map, silent);
    };
    const Block map = matrix(data, {.over = shares, .beside = shareRoom * input.fontSize()});
    const Block ranking = live([data](const StationInput& now) { return rankingBlock(now, data); });
    return walked(data.rows, data.columns,
                  atLeast({460, 400 + 4.0 * static_cast<double>(std::min<Index>(data.rows, 40))},
                          padded(16, 12,
                                 column({heading(headline(input, silence)), grows(map, 0.58),
                                         grows(ranking, 0.42)}))));
}

} // namespace

Station station() {
    return {.id = "units",
            .title = QT_TR_NOOP("Hidden units"),
            .summary =
                QT_TR_NOOP("Which hidden units each token switches on, and how many stay silent"),
            .preferred = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::hidden_units
