// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/hidden_units.h"

#include "core/graph/op.h"
#include "core/measure/activity.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"
#include "ui/steps/steps.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double margin = 16;
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
        (node.part != "hidden" && node.part != "pre_activation"))
        return {};
    const auto part = [&](const char* name) {
        const NodeId found = graph.find(node.scope, name);
        return gradient && found != noNode ? graph.gradientOf(found) : found;
    };
    return {part("pre_activation"), part("hidden")};
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
    const bool exact = kind == OpKind::Relu || kind == OpKind::ReluGradient;
    const bool smooth = kind == OpKind::Gelu;
    return {input.trace.value(units), exact || !smooth ? 0.0F : nearZero};
}

QString percent(double share) {
    return tr("%1 %").arg(NumberFormat{0, share > 0 && share < 0.1 ? 1 : 0}.text(100 * share));
}

QString headline(const StationInput& input, const Silence& silence) {
    const QString share = percent(silentShare(silence.units.values(), silence.threshold));
    if (isGradient(input.at()))
        return tr("%1 of the gradients are 0 before the activation").arg(share);
    return silence.threshold > 0 ? tr("%1 of all units are silent: |h| ≤ %2")
                                       .arg(share, numberText(silence.threshold, 2))
                                 : tr("%1 of all units are silent: exactly 0").arg(share);
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
    double at(Index row) const { return values[static_cast<std::size_t>(row)]; }
};

void drawShares(const StationInput& input, Canvas& canvas, StationPicture& picture,
                const Shares& shares) {
    canvas.text({{shares.room.left(), shares.map.cells.top() - shares.text},
                 tr("silent"),
                 shares.text,
                 input.theme.mutedText,
                 Qt::AlignLeft,
                 false,
                 false});
    for (Index t = 0; t < shares.map.rows; ++t) {
        canvas.rectangle(shares.bar(t, 1), input.theme.grid, "room");
        canvas.rectangle(shares.bar(t, shares.at(t)), input.theme.hue(Hue::Neutral), "bar");
        StationPlace place;
        place.row = t;
        place.tip = tr("%1 of this token’s units are silent").arg(percent(shares.at(t)));
        const QRectF row = shares.map.rowRect(t);
        picture.hitRegions.push_back(
            {QRectF(shares.room.left(), row.top(), shares.room.width(), row.height()), place});
    }
}

/// The bar of the row in focus, and the numbers of all.
void drawLitShare(const StationInput& input, Canvas& canvas, const Shares& shares) {
    const Index row = within(input.focus.row, shares.map.rows);
    if (row >= 0)
        canvas.rectangle(shares.bar(row, shares.at(row)), input.theme.hue(Hue::FeedForward), "bar");
    for (Index t = 0; t < shares.map.rows; ++t)
        if (const QRectF area = shares.map.rowRect(t); area.height() >= shares.text)
            canvas.text({{shares.room.left() + shares.most() + 4, area.center().y()},
                         percent(shares.at(t)),
                         shares.text,
                         t == row ? input.theme.text : input.theme.mutedText,
                         Qt::AlignLeft,
                         t == row,
                         false});
}

/// What the bars below the map show: one number for each unit.
struct Ranking {
    std::vector<float> numbers;
    QString heading;
    const float* before = nullptr; ///< the units before the activation, where that says more
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
    const std::span<const float> values = rowOf(input.trace.value(shown), row);
    ranking.numbers.assign(values.begin(), values.end());
    const double silent = silentShare(rowOf(silence.units, row), silence.threshold);
    const auto active = std::lround((1 - silent) * static_cast<double>(data.columns));
    ranking.heading = gradient ? tr("The largest gradients at “%1”; units with one: %2 of %3")
                               : tr("What “%1” switches on: %2 of %3 units, strongest first");
    ranking.heading = ranking.heading.arg(rowLabel(data, row)).arg(active).arg(data.columns);
    if (!gradient)
        ranking.before = rowOf(input.trace.value(layer.before), row).data();
    return ranking;
}

void drawRanking(const StationInput& input, Canvas& canvas, StationPicture& picture,
                 const HeatmapData& data, const QRectF& room, const Silence& silence) {
    const Ranking ranking = rankingOf(input, data, silence);
    const double line = input.fontSize() * 1.5;
    const auto places = static_cast<std::size_t>(std::max(4.0, room.width() / barWidth - 2));
    const std::vector<Index> units = largestFirst(ranking.numbers, places);
    std::vector<float> shown;
    for (const Index unit : units)
        shown.push_back(ranking.numbers[static_cast<std::size_t>(unit)]);
    const double count = static_cast<double>(std::max<std::size_t>(units.size(), 1));
    const Plot plot = placePlot(input, canvas, room.adjusted(0, 0, 0, -2.4 * line), "units",
                                {ranking.heading, QString(), PlotWords::Across::None}, {0, count},
                                rangeAround(shown));
    QStringList words;
    Index lit = -1;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Index unit = units[i];
        const float number = ranking.numbers[static_cast<std::size_t>(unit)];
        const bool chosen = unit == input.focus.column;
        const auto left = static_cast<double>(i);
        canvas.rectangle(plot.bar(left + 0.15, left + 0.85, static_cast<double>(number)),
                         chosen ? input.theme.selection : input.theme.hue(Hue::FeedForward), "bar");
        StationPlace place;
        place.row = input.focus.row < data.rows ? input.focus.row : -1;
        place.column = unit;
        place.tip = tr("unit %1: %2").arg(QString::number(unit + 1), numberText(number, 5));
        if (ranking.before)
            place.tip = tr("unit %1: %2 before the activation, %3 after it")
                            .arg(QString::number(unit + 1), numberText(ranking.before[unit], 5),
                                 numberText(number, 5));
        const double slot = plot.area.width() / count;
        picture.hitRegions.push_back({QRectF(plot.area.left() + left * slot, plot.area.top(), slot,
                                             plot.area.height() + line),
                                      place});
        words += QString::number(unit + 1);
        lit = chosen ? static_cast<Index>(i) : lit;
    }
    drawBarLabels(input, canvas, plot, 2.2 * line, words, lit, input.theme.text);
    canvas.text({{plot.area.left() - 5, plot.area.bottom() + input.fontSize()},
                 tr("unit"),
                 input.fontSize() * 0.85,
                 input.theme.mutedText,
                 Qt::AlignRight,
                 false,
                 false});
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const Silence silence = silenceOf(input);
    HeatmapData data = heatmapOf(input, input.node);
    data.title = shortTitleOf(input.graph(), input.at());
    const double line = input.fontSize() * 1.6;
    const double width = input.size.width() - 2 * margin;
    drawLine(input, canvas, {margin, margin + line / 2}, headline(input, silence), width,
             input.theme.text, 1.15, true);
    const double top = margin + line * 1.3;
    const double height = (input.size.height() - top - margin) * 0.58;
    const double shares = std::clamp(width * 0.22, 90.0, 190.0);
    const QRectF map(margin, top, width - shares - 18, height - 8);
    const HeatmapLayout layout =
        placeHeatmap(input, canvas, picture, data, map, litCell, [](Index row, Index column) {
            StationPlace place;
            place.row = row;
            place.column = column;
            return place;
        });
    // The numbers at the colour bar stand outside what the layout calls used.
    const double right = std::min(map.right() + 18, layout.used().right() + 4.5 * input.fontSize());
    Shares rows{layout, {right, top, margin + width - right, height}, {}, input.fontSize() * 0.85};
    for (Index t = 0; t < data.rows; ++t)
        rows.values.push_back(silentShare(rowOf(silence.units, t), silence.threshold));
    drawShares(input, canvas, picture, rows);
    const QRectF below(margin, top + height, width, input.size.height() - margin - top - height);
    picture.highlights.push_back(
        [=](const StationInput& now, Canvas& over, StationPicture& places) {
            drawLitShare(now, over, rows);
            drawRanking(now, over, places, data, below, silenceOf(now));
        });
    picture.rows = data.rows;
    picture.columns = data.columns;
}

QSizeF minimumSize(const StationInput& input) {
    return {460, 400 + std::min(static_cast<double>(input.at().shape[0]), 40.0) * 4};
}

} // namespace

Station hiddenUnits() {
    return {.id = "units",
            .title = QT_TR_NOOP("Hidden units"),
            .summary =
                QT_TR_NOOP("Which hidden units each token switches on, and how many stay silent"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
