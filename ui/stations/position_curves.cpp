// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"
#include "ui/theme/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr double margin = 12;
constexpr double wideFrom = 660; ///< the heatmap stands beside the charts, otherwise it is left out
constexpr int curveCount = 4;
constexpr double lineHeight = 1.35; ///< of the legend, in font sizes
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

QSizeF minimumSize(const StationInput&) {
    return {380, 470};
}

/// One feature's curve: which, its colour, and what it is called.
struct Curve {
    Index feature = 0;
    QColor colour;
    QString words;
};

QString curveWords(const Graph& graph, const Node& node, Index feature) {
    if (!isFormula(graph, node))
        return tr("feature %1").arg(feature + 1);
    const QString wavelength = numberText(sinusoidalWavelength(feature, node.shape[1]), 4);
    return feature % 2 == 0
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
    const Index lit = within(input.focus.column, width);
    for (int i = 0; i < curveCount; ++i) {
        const Index feature = first + i * std::max<Index>(1, step);
        if (feature >= 0 && feature < width && feature != lit)
            curves.push_back({feature,
                              input.theme.textColour(QColor(sequentialColour(0.08 + 0.27 * i))),
                              curveWords(input.graph(), node, feature)});
    }
    if (lit >= 0)
        curves.push_back({lit, input.theme.highlight, curveWords(input.graph(), node, lit)});
    return curves;
}

/// The formula between and beyond the positions that the model has used: a thin line.
void drawFormula(Drawing& drawing, const Plot& plot, const Curve& curve, double length) {
    // Two pixels apart the fastest wave is still round.
    const int samples = std::max(2, static_cast<int>(plot.area.width() / 2));
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(samples) + 1);
    for (int i = 0; i <= samples; ++i) {
        const double position = (length - 1) * i / samples;
        points.push_back(plot.at(
            position, sinusoidalPosition(position, curve.feature, drawing.input.at().shape[1])));
    }
    drawing.canvas.polyline(points, curve.colour, 1, "formula");
}

/// The model's own numbers, position by position.
void drawOwn(Canvas& canvas, const Plot& plot, const Curve& curve, const HeatmapData& data,
             bool joined) {
    std::vector<QPointF> points;
    for (Index p = 0; p < data.rows; ++p)
        if (const double value = data.at(p, curve.feature); std::isfinite(value))
            points.push_back(
                plot.at(static_cast<double>(p), std::clamp(value, plot.y.first, plot.y.second)));
    if (joined)
        canvas.polyline(points, curve.colour, 1, "curve");
    if (points.size() <= 128)
        for (const QPointF& point : points)
            canvas.disc(point, 2.6, curve.colour, "number");
}

void drawLegend(Drawing& drawing, const std::vector<Curve>& curves, const QRectF& area) {
    const double line = drawing.fontSize() * lineHeight;
    const TextMeasure measure = measureWith(drawing.input.font);
    double y = area.top() + line * 1.7;
    for (const Curve& curve : curves) {
        drawing.canvas.lines({QLineF(area.left() + 8, y, area.left() + 28, y)}, curve.colour, 3,
                             "legend");
        drawLine(drawing, {area.left() + 34, y},
                 elided(curve.words, area.width() - 34, drawing.fontSize(), measure), curve.colour);
        y += line;
    }
}

void drawOverPositions(Drawing& drawing, const HeatmapData& data, const QRectF& area) {
    const double line = drawing.fontSize() * lineHeight;
    drawLine(drawing, {area.left() + 8, area.top() + line * 0.6}, tr("Over the positions"),
             drawing.theme().text, Qt::AlignLeft, true);
    const bool formula = isFormula(drawing.input.graph(), drawing.input.at());
    const double length = formula ? drawing.input.setting(lengthKey, static_cast<double>(data.rows))
                                  : static_cast<double>(data.rows);
    const Plot plot =
        placePlot(drawing, area.adjusted(0, line * (curveCount + 2.2), 0, 0), "positions",
                  {QString(), formula ? tr("position p, from 0; dots: the positions of this text")
                                      : tr("position p, from 0")},
                  {0, std::max(1.0, length - 1)},
                  formula ? std::pair(-1.08, 1.08) : rangeAround(data.values));
    drawing.onFocus([=](Drawing& now) {
        const std::vector<Curve> curves = curvesOf(now.input);
        drawLegend(now, curves, area);
        if (now.input.focus.row >= 0 && now.input.focus.row < data.rows)
            drawMark(now, plot, static_cast<double>(now.input.focus.row));
        for (const Curve& curve : curves) {
            if (formula)
                drawFormula(now, plot, curve, length);
            drawOwn(now.canvas, plot, curve, data, !formula);
        }
    });
    // Each position's stripe of the chart is a place, those of the text at least.
    const double step = plot.area.width() / std::max(1.0, length - 1);
    const QRectF stripes(plot.area.left() - step / 2, plot.area.top(),
                         step * static_cast<double>(data.rows), plot.area.height());
    drawing.picture.grids.push_back(
        {cellsIn(stripes, 1, data.rows), [data](Index, Index position) {
             return StationPlace{
                 position, -1, -1, QString(),
                 tr("position %1, “%2”").arg(position).arg(rowLabel(data, position))};
         }});
}

void drawOverFeatures(Drawing& drawing, const HeatmapData& data, const QRectF& area) {
    const Index chosen = within(drawing.input.focus.row, data.rows);
    const Index row = chosen >= 0 ? chosen : data.rows / 2;
    const Plot plot =
        placePlot(drawing, area, "features",
                  {tr("Over the features: position %1, “%2”").arg(row).arg(rowLabel(data, row)),
                   tr("feature")},
                  {0.5, static_cast<double>(data.columns) + 0.5}, rangeAround(data.values));
    drawBars(drawing, plot,
             std::span(data.values)
                 .subspan(static_cast<std::size_t>(row * data.columns),
                          static_cast<std::size_t>(data.columns)),
             drawing.theme().hue(Hue::Residual), drawing.input.focus.column);
    drawing.picture.grids.push_back(
        {cellsIn(plot.area, 1, data.columns), [data, row](Index, Index feature) {
             return StationPlace{row, feature, -1, QString(),
                                 tr("position %1 · feature %2\n%3")
                                     .arg(row)
                                     .arg(feature + 1)
                                     .arg(numberText(data.at(row, feature), 6))};
         }});
}

void draw(Drawing& drawing) {
    const HeatmapData data = heatmapOf(drawing.input, drawing.input.node);
    drawing.picture.rows = data.rows;
    drawing.picture.columns = data.columns;
    QRectF charts = QRectF({0, 0}, drawing.input.size).adjusted(margin, margin, -margin, -margin);
    if (charts.width() >= wideFrom) {
        QRectF matrix = charts;
        matrix.setWidth(charts.width() * 0.45);
        charts.setLeft(matrix.right() + 16);
        placeHeatmap(drawing, data, matrix, litCell, [](Index row, Index column) {
            return StationPlace{row, column};
        });
    }
    QRectF upper = charts;
    upper.setHeight(charts.height() * 0.6);
    QRectF lower = charts;
    lower.setTop(upper.bottom() + 14);
    drawOverPositions(drawing, data, upper);
    drawing.onFocus([=](Drawing& now) { drawOverFeatures(now, data, lower); });
}

} // namespace

Station positionCurves() {
    return {.id = "curves",
            .title = QT_TR_NOOP("Curves"),
            .summary =
                QT_TR_NOOP("The positions as curves: over the text for some features, over the "
                           "features for one position"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .controls = controls,
            .draw = draw};
}

} // namespace gf
