// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/blocks.h"
#include "ui/stations/every_station.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr const char* numberKey = "number";

bool shows(const Graph&, const Node& node) {
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Output &&
           node.shape.rank() == 2 && node.axes[1] == Axis::Feature;
}

std::vector<StationControl> controls(const Graph&, const Node& node) {
    if (node.shape[1] < 2)
        return {};
    StationControl number;
    number.key = QLatin1String(numberKey);
    number.label = tr("Number");
    number.help = tr("Which number of each row is drawn");
    number.minimum = 1;
    number.maximum = static_cast<double>(node.shape[1]);
    number.initial = 1;
    return {number};
}

/// Which number of each row is drawn.
Index columnOf(const StationInput& input) {
    return static_cast<Index>(input.setting(numberKey, 1)) - 1;
}

/// One column of a matrix, as many rows as are no padding; empty where there is no matrix.
std::vector<float> columnOf(const Tensor* matrix, const Tensor* keep, Index column) {
    std::vector<float> values;
    if (!matrix || matrix->shape().rank() != 2)
        return values;
    for (Index row = 0; row < matrix->shape()[0]; ++row)
        if (!keep || (*keep)[row] != 0)
            values.push_back(matrix->at({{row, column, 0, 0}}));
    return values;
}

/// What is drawn, by the moments of the series, the first of which is 1.
struct Curves {
    std::vector<float> seen;     ///< what is known, from 1 on
    std::vector<float> said;     ///< by row of the decoder
    std::vector<float> truth;    ///< likewise; empty without a target
    Index first = 1;             ///< the moment of the first row
    NodeId attention = noNode;   ///< [H,T,S], where the rows looked last
    std::vector<float> lookedAt; ///< values of what it could look at, from 1 on

    bool known() const { return !seen.empty() && first > 1; }
};

/// The last attention to what is known: to the encoder, or in a decoder alone to itself.
NodeId lastAttention(const Graph& graph, bool cross) {
    NodeId last = noNode;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.part == "weights" &&
            node.scope.kind() == (cross ? ScopeKind::CrossAttention : ScopeKind::SelfAttention))
            last = node.id;
    return last;
}

Curves curvesOf(const StationInput& input) {
    const Trace& trace = input.trace;
    const Index column = columnOf(input);
    Curves curves;
    curves.seen = columnOf(trace.find("source.values"), trace.find("source.keep"), column);
    curves.truth = columnOf(trace.find("label.values"), trace.find("label.keep"), column);
    const Tensor* keep =
        trace.find("target.keep") ? trace.find("target.keep") : trace.find("source.keep");
    curves.said = columnOf(&trace.value(input.node), keep, column);
    const bool cross = !curves.seen.empty() && trace.find("target.values");
    curves.first = cross ? static_cast<Index>(curves.seen.size()) + 1 : 1;
    curves.attention = lastAttention(input.graph(), cross);
    curves.lookedAt = cross ? curves.seen : columnOf(trace.find("target.values"), nullptr, column);
    return curves;
}

std::vector<QPointF> pointsOf(std::span<const float> values, Index first) {
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < values.size(); ++i)
        points.emplace_back(static_cast<double>(first) + static_cast<double>(i),
                            static_cast<double>(values[i]));
    return points;
}

Block legendOf(const StationInput& input, const Curves& curves, const QColor& said) {
    const Theme& theme = input.theme;
    std::vector<LegendEntry> entries;
    if (curves.known())
        entries.push_back({theme.text, tr("known")});
    if (!curves.truth.empty())
        entries.push_back({theme.success, tr("truth")});
    entries.push_back({said, tr("foretold")});
    if (curves.attention != noNode)
        entries.push_back({theme.hue(Hue::Attention), tr("where it looked")});
    if (curves.known())
        entries.push_back(
            {theme.mutedText, tr("the last value, repeated"), LegendEntry::Sign::Dashes});
    return legend(entries);
}

/// The row in focus: its moment, and over what is known how much it looked there.
void drawLooking(Drawing& drawing, const Plot& plot, const Curves& curves) {
    const Index row = within(drawing.input.focus.row, static_cast<Index>(curves.said.size()));
    if (row < 0)
        return;
    drawMark(drawing, plot, static_cast<double>(curves.first + row));
    if (curves.attention == noNode)
        return;
    const Tensor& weights = drawing.input.trace.value(curves.attention);
    if (weights.empty() || row >= weights.shape()[1])
        return;
    const Index heads = weights.shape()[0];
    const Index keys = std::min(weights.shape()[2], static_cast<Index>(curves.lookedAt.size()));
    QColor colour = drawing.theme().hue(Hue::Attention);
    colour.setAlphaF(0.55F);
    for (Index key = 0; key < keys; ++key) {
        double share = 0;
        for (Index head = 0; head < heads; ++head)
            share += static_cast<double>(weights.at({{head, row, key, 0}}));
        share /= static_cast<double>(heads);
        if (!(share > 0.004))
            continue;
        // What a decoder alone reads at a row is the point before.
        const Index moment = curves.first > 1 ? key + 1 : key;
        if (moment >= 1)
            drawing.canvas.disc(
                plot.at(static_cast<double>(moment),
                        static_cast<double>(curves.lookedAt[static_cast<std::size_t>(key)])),
                3 + 22 * std::sqrt(share), colour, "attention");
    }
}

StationPlace placeOf(const Curves& curves, Index row) {
    const auto at = static_cast<std::size_t>(row);
    QString tip =
        tr("Point %1: foretold %2").arg(curves.first + row).arg(numberText(curves.said[at], 4));
    if (at < curves.truth.size())
        tip += tr(", truth %1").arg(numberText(curves.truth[at], 4));
    return {row, -1, -1, QString(), tip};
}

Block show(const StationInput& input) {
    const Curves curves = curvesOf(input);
    const Theme& theme = input.theme;
    const QColor said = theme.adapted(theme.selection);
    const auto rows = static_cast<Index>(curves.said.size());
    std::vector<float> all = curves.seen;
    all.insert(all.end(), curves.said.begin(), curves.said.end());
    all.insert(all.end(), curves.truth.begin(), curves.truth.end());
    const auto moments = static_cast<double>(curves.first) +
                         static_cast<double>(std::max(curves.said.size(), curves.truth.size()));
    std::vector<PlotLayer> layers;
    if (curves.known()) {
        const auto last = static_cast<double>(curves.seen.back());
        layers.push_back(levelAt(last, QString(), theme.mutedText));
        layers.push_back(curve(pointsOf(curves.seen, 1), theme.text, 2, 2.5));
    }
    layers.push_back(curve(pointsOf(curves.truth, curves.first), theme.success, 2, 2.5));
    layers.push_back(curve(pointsOf(curves.said, curves.first), said, 2.5, 3.5));
    layers.push_back(
        placesAlong(curves.first, rows, [curves](Index row) { return placeOf(curves, row); }));
    const auto looking = [curves](const StationInput&) {
        return std::vector<PlotLayer>{
            [curves](Drawing& now, const Plot& plot) { drawLooking(now, plot, curves); }};
    };
    const QString name = tokensAlong(input.trace, input.node, 1).value(columnOf(input));
    const Block chart = plot({.name = "series",
                              .words = {name, tr("point of the series")},
                              .x = {0.5, moments},
                              .y = rangeAround(all)},
                             layers, looking);
    return walked(
        rows, 0,
        atLeast({420, 280}, padded(14, 14, column({legendOf(input, curves, said), chart}, 0))));
}

} // namespace

Station forecast() {
    return {.id = "forecast",
            .title = QT_TR_NOOP("Series"),
            .summary = QT_TR_NOOP("What is known, what the model foretells, the truth, and where "
                                  "it looked"),
            .preferred = true,
            .shows = shows,
            .controls = controls,
            .show = show};
}

} // namespace gf
