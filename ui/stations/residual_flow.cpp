// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/residual_stream.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/line_fan.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/stream_scheme.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace gf::residual_flow {

namespace {

constexpr double leastUnit = 60;    ///< pixels between two points of the stream
constexpr double leastOfNorms = 44; ///< likewise, where every other one is a norm
constexpr Index mostDots = 40;      ///< tokens whose every point can be pointed at
constexpr double barWidth = 14;

/// The forward node that a node or its gradient belongs to.
NodeId forwardOf(const Node& node) {
    return node.role == Role::Forward            ? node.id
           : node.relation == Relation::Gradient ? node.of
                                                 : noNode;
}

bool shows(const Graph& graph, const Node& node) {
    // Before a search through the stream: what lies on it has a row of D numbers for each token.
    if (node.shape.rank() != 2 || node.axes[1] != Axis::Model || node.role == Role::Parameter)
        return false;
    const NodeId forward = forwardOf(node);
    if (forward == noNode || graph[forward].role != Role::Forward ||
        (forward != node.id && graph.gradientOf(forward) != node.id))
        return false;
    const auto place = streamPlaceOf(graph, forward);
    // Where nothing is added to it, as in a recurrent model, it is no stream.
    if (!place || std::ranges::find(place->stream, StreamPoint::Kind::Sum, &StreamPoint::kind) ==
                      place->stream.end())
        return false;
    // What a sub-layer adds belongs to the drawings of that sub-layer.
    const StreamPoint& point = place->stream[place->point];
    return point.node == forward || point.norm == forward;
}

/// The stream of the focused step with its numbers.
struct Flow {
    ResidualStream stream;
    Index token = 0;
    bool gradients = false;
    QStringList tokens;
    std::vector<std::vector<double>> lengths; ///< [point][token]; empty where there are no numbers
    std::vector<std::vector<double>> updates; ///< likewise, of what a sum adds
    double highest = 0;
};

std::vector<double> lengthsOf(const StationInput& input, NodeId node, bool gradients) {
    if (node != noNode && gradients)
        node = input.graph().gradientOf(node);
    if (node == noNode || input.trace.value(node).empty())
        return {};
    return input.memory->once(QStringLiteral("row lengths %1").arg(node),
                              [&] { return rowNorms(input.trace.value(node)); });
}

Index tokenOf(const StationInput& input) {
    return std::clamp<Index>(input.focus.row, 0, input.at().shape[0] - 1);
}

Flow flowOf(const StationInput& input) {
    Flow flow;
    flow.stream = streamPlaceOf(input.graph(), forwardOf(input.at()))->stream;
    flow.gradients = input.at().role != Role::Forward;
    flow.token = tokenOf(input);
    for (const std::string& token : input.trace.labelsAlong(input.node, 0))
        flow.tokens << tokenText(token);
    for (const StreamPoint& point : flow.stream) {
        flow.lengths.push_back(lengthsOf(input, point.node, flow.gradients));
        flow.updates.push_back(lengthsOf(input, point.update, flow.gradients));
        for (const auto* lengths : {&flow.lengths.back(), &flow.updates.back()})
            for (const double length : *lengths)
                if (std::isfinite(length))
                    flow.highest = std::max(flow.highest, length);
    }
    if (!(flow.highest > 0))
        flow.highest = 1;
    return flow;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// The line through `lengthOf(point)` at every point that has numbers.
template <class LengthOf> void drawCurve(Canvas& canvas, const Plot& plot, const Flow& flow,
                                         const LengthOf& lengthOf, const QColor& colour,
                                         double width, const char* kind) {
    std::vector<QPointF> curve;
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        if (flow.lengths[i].empty())
            continue;
        if (const double length = lengthOf(flow.lengths[i]); std::isfinite(length))
            curve.push_back(plot.at(static_cast<double>(i), length));
    }
    if (curve.size() > 1)
        canvas.polyline(curve, colour, width, kind);
}

/// The curves of a long text's tokens as one picture: a painter needs more than a frame for them.
LineFan crowdOf(const Plot& plot, const Flow& flow, double strength) {
    std::vector<FanLine> lines;
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        if (flow.lengths[i].empty())
            continue;
        for (std::size_t t = 0; before && t < flow.lengths[i].size(); ++t) {
            const QLineF line(plot.at(static_cast<double>(*before), flow.lengths[*before][t]),
                              plot.at(static_cast<double>(i), flow.lengths[i][t]));
            if (std::isfinite(line.y1()) && std::isfinite(line.y2()))
                lines.push_back({line, 1, strength});
        }
        before = i;
    }
    return {plot.area, std::move(lines)};
}

/// The length that a norm with gain 1 and bias 0 gives every row.
double normedLength(const StationInput& input) {
    return std::sqrt(static_cast<double>(input.at().shape[1]));
}

bool showsNormedLength(const StationInput& input, const Flow& flow) {
    return !flow.gradients && normedLength(input) < flow.highest;
}

/// What each sum adds to the row of the token in focus, as bars in the hue of what adds it.
void drawUpdates(Drawing& drawing, const Plot& plot, const Flow& flow) {
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        if (flow.updates[i].empty())
            continue;
        const double length = flow.updates[i][flow.token];
        if (!std::isfinite(length))
            continue;
        const QPointF end = plot.at(static_cast<double>(i), length);
        QColor colour = drawing.theme().hue(
            hueOf(drawing.input.graph(), drawing.input.graph()[flow.stream[i].update]));
        colour.setAlphaF(0.75F);
        drawing.canvas.rectangle(
            {end.x() - barWidth / 2, end.y(), barWidth, plot.area.bottom() - end.y()}, colour,
            "update");
    }
}

/// One place for each point of the stream, and where there is room one for each token there.
void placePoints(Drawing& drawing, const Plot& plot, const Flow& flow) {
    const auto tokens = static_cast<Index>(flow.tokens.size());
    const double half = (plot.at(1, 0).x() - plot.at(0, 0).x()) / 2;
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        const Node& node = drawing.input.graph()[flow.stream[i].node];
        const double x = plot.at(static_cast<double>(i), 0).x();
        StationPlace place;
        place.step = stepOf(node);
        place.tip = flow.lengths[i].empty() ? titleOf(drawing.input.graph(), node)
                                            : tr("%1\nmean length %2")
                                                  .arg(titleOf(drawing.input.graph(), node),
                                                       numberText(mean(flow.lengths[i])));
        drawing.place(QRectF(x - half, plot.area.top(), 2 * half, plot.area.height()), place);
        if (tokens > mostDots || flow.lengths[i].empty())
            continue;
        for (Index t = 0; t < tokens; ++t) {
            const double length = flow.lengths[i][t];
            const QPointF at = plot.at(static_cast<double>(i), std::isfinite(length) ? length : 0);
            place.row = t;
            place.tip =
                tr("%1\n“%2”: length %3")
                    .arg(titleOf(drawing.input.graph(), node), flow.tokens[t], numberText(length));
            drawing.place(QRectF(at.x() - 5, at.y() - 3, 10, 6), place);
        }
    }
}

/// The hues of what is added, each once.
std::vector<QColor> huesOfUpdates(const StationInput& input, const Flow& flow) {
    std::vector<QColor> hues;
    for (const StreamPoint& point : flow.stream) {
        if (point.update == noNode)
            continue;
        const QColor hue = input.theme.hue(hueOf(input.graph(), input.graph()[point.update]));
        if (std::ranges::find(hues, hue) == hues.end())
            hues.push_back(hue);
    }
    return hues;
}

Block legendOf(const StationInput& input, const Flow& flow, const QString& token) {
    const Theme& theme = input.theme;
    std::vector<LegendEntry> entries{{theme.highlight, tr("“%1”").arg(token)},
                                     {theme.hue(Hue::Residual), tr("mean of all tokens")}};
    if (!flow.gradients)
        entries.push_back({{},
                           tr("what is added to %1").arg(tr("“%1”").arg(token)),
                           LegendEntry::Sign::Bars,
                           huesOfUpdates(input, flow)});
    if (showsNormedLength(input, flow))
        entries.push_back(
            {theme.mutedText, tr("√D, a row of variance 1"), LegendEntry::Sign::Dashes});
    return legend(entries);
}

void drawTokenLine(Drawing& drawing, const Plot& plot, const Flow& flow) {
    const auto token = static_cast<std::size_t>(flow.token);
    drawCurve(
        drawing.canvas, plot, flow, [&](const auto& lengths) { return lengths[token]; },
        drawing.theme().highlight, 2.6, "focus");
    for (std::size_t i = 0; i < flow.stream.size(); ++i)
        if (!flow.lengths[i].empty() && std::isfinite(flow.lengths[i][token]))
            drawing.canvas.disc(plot.at(static_cast<double>(i), flow.lengths[i][token]), 3.5,
                                drawing.theme().highlight, "focus");
}

/// How strong the thin curve of one of many tokens is.
float strengthOf(const Flow& flow) {
    return flow.tokens.size() > mostDots ? 0.25F : 0.55F;
}

void drawChart(Drawing& drawing, const Plot& plot, const Flow& flow, LineFan& crowd) {
    if (!flow.gradients)
        drawUpdates(drawing, plot, flow);
    QColor thin = drawing.theme().mutedText;
    thin.setAlphaF(strengthOf(flow));
    if (drawing.canvas.prefersImages() && !crowd.lines().empty())
        crowd.draw(drawing.canvas, thin);
    else
        for (std::size_t t = 0; t < static_cast<std::size_t>(flow.tokens.size()); ++t)
            drawCurve(
                drawing.canvas, plot, flow, [&](const auto& lengths) { return lengths[t]; }, thin,
                1, "token");
    if (showsNormedLength(drawing.input, flow)) {
        const double y = plot.at(0, normedLength(drawing.input)).y();
        drawing.canvas.lines(dashesOf({plot.area.left(), y, plot.area.right(), y}, 5, 5),
                             drawing.theme().mutedText, 1, "baseline");
    }
    drawCurve(drawing.canvas, plot, flow, mean, drawing.theme().hue(Hue::Residual), 3, "mean");
    drawTokenLine(drawing, plot, flow);
}

/// The stream above its points, and over them what follows the token in focus.
PlotLayer streamOf(const Flow& flow) {
    return [flow](Drawing& drawing, const Plot& plot) {
        placePoints(drawing, plot, flow);
        const QRectF scheme(plot.area.left(), plot.bounds.top(), plot.area.width(),
                            streamSchemeHeight(drawing.input));
        drawStreamScheme(drawing, flow.stream, {scheme, plot.area.bottom()});
        LineFan crowd = flow.tokens.size() > mostDots ? crowdOf(plot, flow, strengthOf(flow))
                                                      : LineFan(plot.area, {});
        drawing.onFocus([plot, crowd, now = flow](Drawing& over) mutable {
            now.token = tokenOf(over.input);
            drawChart(over, plot, now, crowd);
        });
    };
}

Block show(const StationInput& input) {
    const Flow flow = flowOf(input);
    const auto points = static_cast<double>(flow.stream.size());
    const Block tokens = live(
        [words = flow.tokens](const StationInput& now) { return sentence(words, tokenOf(now)); });
    const Block chart = plot({.name = "lengths",
                              .words = {flow.gradients ? tr("Length of each token’s gradient")
                                                       : tr("Length of each token’s row"),
                                        {},
                                        PlotWords::Across::None},
                              .x = {-0.5, points - 0.5},
                              .y = {0, flow.highest * 1.06},
                              .above = streamSchemeHeight(input) / input.fontSize()},
                             {streamOf(flow)});
    const bool isPostNorm =
        std::ranges::count(flow.stream, StreamPoint::Kind::Norm, &StreamPoint::kind) > 1;
    const double unit = isPostNorm ? leastOfNorms : leastUnit;
    const auto longest = std::ranges::max_element(flow.tokens, {}, &QString::size);
    const Block signs = live(
        [flow](const StationInput& now) {
            return legendOf(now, flow, flow.tokens.value(tokenOf(now)));
        },
        legendOf(input, flow, longest == flow.tokens.end() ? QString() : *longest));
    return walked(input.at().shape[0], 0,
                  atLeast({std::max(440.0, 90 + unit * points), 360},
                          padded(16, 8, column({tokens, chart, signs}, 0))));
}

/// [points, T]
Tensor numbers(const StationInput& input) {
    const Flow flow = flowOf(input);
    const Index tokens = input.at().shape[0];
    Tensor table({static_cast<Index>(flow.stream.size()), tokens},
                 std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < flow.lengths.size(); ++i)
        for (std::size_t t = 0; t < flow.lengths[i].size(); ++t)
            table[static_cast<Index>(i) * tokens + static_cast<Index>(t)] =
                static_cast<float>(flow.lengths[i][t]);
    return table;
}

} // namespace

Station station() {
    return {.id = "stream",
            .title = QT_TR_NOOP("Residual stream"),
            .summary = QT_TR_NOOP(
                "The stream from the embedding to its end: who reads it, who adds to it, "
                "where the norms stand, and how long each token’s row is"),
            .preferred = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::residual_flow
