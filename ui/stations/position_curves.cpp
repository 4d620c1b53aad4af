// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "core/ops/position.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::position_curves {

namespace {

constexpr double wideFrom = 636; ///< the heatmap stands beside the charts, otherwise it is left out
constexpr int curveCount = 4;
constexpr const char* firstKey = "feature";
constexpr const char* stepKey = "featureStep";
constexpr const char* lengthKey = "positions";

/// What computes the positions, also where a person changed them afterwards.
OpKind kindOf(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)].op->kind();
}

bool isFormula(const Graph& graph, const Node& node) {
    return kindOf(graph, node) == OpKind::SinusoidalPosition;
}

bool shows(const Graph& graph, const Node& node) {
    return isFormula(graph, node) || kindOf(graph, node) == OpKind::LearnedPosition ||
           (node.role == Role::Parameter && node.scope.kind() == ScopeKind::Position);
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    const auto width = static_cast<double>(node.shape[1]);
    StationControl first;
    first.key = QLatin1String(firstKey);
    first.label = tr("Feature");
    first.help = tr("The first feature that has a curve, counted from 1");
    first.minimum = first.initial = 1;
    first.maximum = width;
    StationControl step = first;
    step.key = QLatin1String(stepKey);
    step.label = tr("and every");
    step.help = tr("How many features further the next curve is; there are up to four");
    step.initial = std::max(1.0, std::floor(width / 16) * 2);
    StationControl length = first;
    length.key = QLatin1String(lengthKey);
    length.label = tr("Positions");
    length.help = tr("How far the formula is drawn on, beyond the text");
    const auto rows = static_cast<double>(node.shape[0]);
    length.minimum = std::max(2.0, rows);
    length.maximum = std::max(1000.0, rows);
    length.initial = std::max(48.0, rows);
    length.step = 16;
    return isFormula(graph, node) ? std::vector{first, step, length} : std::vector{first, step};
}

/// One feature's curve: which, its colour, and what it is called.
struct Curve {
    Index feature = 0;
    QColor colour;
    QString words;
};

/// The feature of the paper's order that has the same wave.
Index waveFeature(const Node& node, Index feature) {
    const ops::Wave wave = ops::waveOf(node, feature);
    return 2 * wave.pair + (wave.isSine ? 0 : 1);
}

QString curveWords(const Graph& graph, const Node& node, Index feature) {
    if (!isFormula(graph, node))
        return tr("feature %1").arg(feature + 1);
    const Index wave = waveFeature(node, feature);
    const QString wavelength = numberText(sinusoidalWavelength(wave, node.shape[1]), 4);
    return wave % 2 == 0
               ? tr("feature %1 · sine · wavelength %2").arg(feature + 1).arg(wavelength)
               : tr("feature %1 · cosine · wavelength %2").arg(feature + 1).arg(wavelength);
}

/// The chosen features, from violet to olive as they get slower, and the one in focus.
std::vector<Curve> curvesOf(const StationInput& input) {
    const Node& node = input.at();
    const Index width = node.shape[1];
    const auto first = static_cast<Index>(input.setting(firstKey, 1)) - 1;
    const auto step = static_cast<Index>(input.setting(stepKey, 1));
    std::vector<Curve> curves;
    const Index highlighted = within(input.focus.column, width);
    for (int i = 0; i < curveCount; ++i) {
        const Index feature = first + i * std::max<Index>(1, step);
        if (feature >= 0 && feature < width && feature != highlighted)
            curves.push_back({feature,
                              input.theme.textColour(QColor(sequentialColour(0.08 + 0.27 * i))),
                              curveWords(input.graph(), node, feature)});
    }
    if (highlighted >= 0)
        curves.push_back(
            {highlighted, input.theme.highlight, curveWords(input.graph(), node, highlighted)});
    return curves;
}

/// The formula between and beyond the positions that the model has used: a thin line.
PlotLayer formulaOf(const Curve& of, Index wave, Index width, double length) {
    return [=](Drawing& drawing, const Plot& plot) {
        // Two pixels apart the fastest wave is still round.
        const int samples = std::max(2, static_cast<int>(plot.area.width() / 2));
        std::vector<QPointF> points;
        for (int i = 0; i <= samples; ++i) {
            const double position = (length - 1) * i / samples;
            points.emplace_back(position, sinusoidalPosition(position, wave, width));
        }
        curve(points, of.colour, 1)(drawing, plot);
    };
}

/// The model's own numbers, position by position; joined where no formula is.
PlotLayer ownOf(const Curve& of, const HeatmapData& data, const ScaleRange& range, bool joined) {
    std::vector<QPointF> points;
    for (Index p = 0; p < data.rows; ++p)
        if (const double value = data.at(p, of.feature); std::isfinite(value))
            points.emplace_back(static_cast<double>(p),
                                std::clamp(value, range.first, range.second));
    return curve(points, of.colour, joined ? 1 : 0, points.size() <= 128 ? 2.6 : 0);
}

std::vector<LegendEntry> namesOf(const StationInput& input) {
    std::vector<LegendEntry> names;
    for (const Curve& curve : curvesOf(input))
        names.push_back({curve.colour, curve.words});
    return names;
}

/// The names of the curves, with room for the one in focus.
Block legendOf(const StationInput& input) {
    std::vector<LegendEntry> all = namesOf(input);
    if (!all.empty())
        all.push_back(all.back());
    return live([](const StationInput& now) { return legend(namesOf(now)); }, legend(all));
}

Block overPositions(const StationInput& input, const HeatmapData& data) {
    const bool formula = isFormula(input.graph(), input.at());
    const double length = formula ? input.setting(lengthKey, static_cast<double>(data.rows))
                                  : static_cast<double>(data.rows);
    const ScaleRange range = formula ? ScaleRange(-1.08, 1.08) : rangeAround(data.values);
    const auto placeOf = [data](Index position) {
        return StationPlace{position, -1, -1, QString(),
                            tr("position %1, “%2”").arg(position).arg(rowLabel(data, position))};
    };
    const auto highlighted = [=](const StationInput& now) {
        std::vector<PlotLayer> layers;
        if (const Index row = within(now.focus.row, data.rows); row >= 0)
            layers.push_back(markAt(static_cast<double>(row)));
        for (const Curve& curve : curvesOf(now)) {
            if (formula)
                layers.push_back(
                    formulaOf(curve, waveFeature(now.at(), curve.feature), data.columns, length));
            layers.push_back(ownOf(curve, data, range, !formula));
        }
        return layers;
    };
    return plot(
        {.name = "positions",
         .words = {QString(), formula ? tr("position p, from 0; dots: the positions of this text")
                                      : tr("position p, from 0")},
         .x = {0, std::max(1.0, length - 1)},
         .y = range},
        {placesAlong(0, data.rows, placeOf)}, highlighted);
}

Block overFeatures(const StationInput& input, const HeatmapData& data) {
    const Index chosen = within(input.focus.row, data.rows);
    const Index row = chosen >= 0 ? chosen : data.rows / 2;
    const auto placeOf = [data, row](Index feature) {
        return StationPlace{row, feature, -1, QString(),
                            tr("position %1 · feature %2\n%3")
                                .arg(row)
                                .arg(feature + 1)
                                .arg(numberText(data.at(row, feature), 6))};
    };
    const auto first = data.values.begin() + row * data.columns;
    return plot(
        {.name = "features",
         .words = {tr("Over the features: position %1, “%2”").arg(row).arg(rowLabel(data, row)),
                   tr("feature")},
         .x = {0.5, static_cast<double>(data.columns) + 0.5},
         .y = rangeAround(data.values)},
        {barsOf({first, first + data.columns}, input.theme.hue(Hue::Residual), input.focus.column),
         placesAlong(1, data.columns, placeOf)});
}

Block show(const StationInput& input) {
    const HeatmapData data = heatmapOf(input, input.node);
    const Block charts = column(
        {heading(tr("Over the positions")), legendOf(input), grows(overPositions(input, data), 0.5),
         grows(live([data](const StationInput& now) { return overFeatures(now, data); }), 0.4)});
    // The matrix stands beside the charts where it finds room.
    const Block both = row({grows(matrix(data), 0.45), grows(charts, 0.55)});
    return walked(data.rows, data.columns,
                  atLeast({380, 470}, padded(12, 12, fit({atLeast({wideFrom, 0}, both), charts}))));
}

} // namespace

Station station() {
    return {.id = "curves",
            .title = QT_TR_NOOP("Curves"),
            .summary =
                QT_TR_NOOP("The positions as curves: over the text for some features, over the "
                           "features for one position"),
            .preferred = true,
            .shows = shows,
            .controls = controls,
            .show = show};
}

} // namespace gf::position_curves
