// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/residual_flow.h"

#include "core/graph/op.h"
#include "core/measure/residual_stream.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/line_fan.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"
#include "ui/stations/stream_scheme.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace gf {

namespace {

constexpr double margin = 16;
constexpr double leastUnit = 60; ///< pixels between two points of the stream
constexpr double leastChart = 200;
constexpr Index mostDots = 40; ///< tokens whose every point can be pointed at
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
void drawUpdates(const StationInput& input, Canvas& canvas, const Plot& plot, const Flow& flow) {
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        if (flow.updates[i].empty())
            continue;
        const double length = flow.updates[i][static_cast<std::size_t>(flow.token)];
        if (!std::isfinite(length))
            continue;
        const QPointF end = plot.at(static_cast<double>(i), length);
        QColor colour = input.theme.hue(hueOf(input.graph(), input.graph()[flow.stream[i].update]));
        colour.setAlphaF(0.75F);
        canvas.rectangle({end.x() - barWidth / 2, end.y(), barWidth, plot.area.bottom() - end.y()},
                         colour, "update");
    }
}

/// One place for each point of the stream, and where there is room one for each token there.
void placePoints(const StationInput& input, StationPicture& picture, const Plot& plot,
                 const Flow& flow) {
    const auto tokens = static_cast<Index>(flow.tokens.size());
    const double half = (plot.at(1, 0).x() - plot.at(0, 0).x()) / 2;
    for (std::size_t i = 0; i < flow.stream.size(); ++i) {
        const Node& node = input.graph()[flow.stream[i].node];
        const double x = plot.at(static_cast<double>(i), 0).x();
        StationPlace place;
        place.step = stepOf(node);
        place.tip = flow.lengths[i].empty()
                        ? titleOf(input.graph(), node)
                        : tr("%1\nmean length %2")
                              .arg(titleOf(input.graph(), node), numberText(mean(flow.lengths[i])));
        picture.hitRegions.push_back(
            {QRectF(x - half, plot.area.top(), 2 * half, plot.area.height()), place});
        if (tokens > mostDots || flow.lengths[i].empty())
            continue;
        for (Index t = 0; t < tokens; ++t) {
            const double length = flow.lengths[i][static_cast<std::size_t>(t)];
            const QPointF at = plot.at(static_cast<double>(i), std::isfinite(length) ? length : 0);
            place.row = t;
            place.tip = tr("%1\n“%2”: length %3")
                            .arg(titleOf(input.graph(), node), flow.tokens[t], numberText(length));
            picture.hitRegions.push_back({QRectF(at.x() - 5, at.y() - 3, 10, 6), place});
        }
    }
}

/// What one sign of the legend looks like.
struct LegendEntry {
    enum class Sign { Line, Dashes, Bars };
    QString text;
    Sign sign;
    QColor colour;
};

std::vector<LegendEntry> legendOf(const StationInput& input, const Flow& flow) {
    const Theme& theme = input.theme;
    const QString token = tr("“%1”").arg(flow.tokens.value(flow.token));
    std::vector<LegendEntry> entries{
        {token, LegendEntry::Sign::Line, theme.highlight},
        {tr("mean of all tokens"), LegendEntry::Sign::Line, theme.hue(Hue::Residual)}};
    if (!flow.gradients)
        entries.push_back({tr("what is added to %1").arg(token), LegendEntry::Sign::Bars, {}});
    if (showsNormedLength(input, flow))
        entries.push_back(
            {tr("√D, a row of variance 1"), LegendEntry::Sign::Dashes, theme.mutedText});
    return entries;
}

void drawLegendSign(const StationInput& input, Canvas& canvas, const LegendEntry& entry,
                    const QPointF& at) {
    switch (entry.sign) {
    case LegendEntry::Sign::Line:
        canvas.rectangle({at.x(), at.y() - 1.5, 18, 3}, entry.colour, "legend");
        break;
    case LegendEntry::Sign::Dashes:
        canvas.lines(dashesOf({at, at + QPointF(18, 0)}, 5, 5), entry.colour, 1, "legend");
        break;
    case LegendEntry::Sign::Bars:
        double x = at.x();
        for (const Hue hue : {Hue::Residual, Hue::Attention, Hue::FeedForward}) {
            canvas.rectangle({x, at.y() - 6, 5, 12}, input.theme.hue(hue), "legend");
            x += 6.5;
        }
    }
}

/// The legend in as many lines as it needs; only its height without a canvas.
double drawLegend(const StationInput& input, Canvas* canvas, const QPointF& at, double width,
                  const Flow& flow) {
    const TextMeasure measure = measureWith(input.font);
    const double step = input.fontSize() * 1.6;
    QPointF place = at;
    for (const LegendEntry& entry : legendOf(input, flow)) {
        const double wide = 24 + measure(entry.text, input.fontSize()) + 18;
        if (place.x() > at.x() && place.x() + wide > at.x() + width)
            place = {at.x(), place.y() + step};
        if (canvas) {
            const QPointF middle = place + QPointF(0, step / 2);
            drawLegendSign(input, *canvas, entry, middle);
            drawLine(input, *canvas, middle + QPointF(24, 0), entry.text, input.theme.text);
        }
        place.rx() += wide;
    }
    return place.y() + step - at.y();
}

/// What it takes, whichever token is in focus.
double legendHeight(const StationInput& input, double width, Flow flow) {
    const auto longest = std::ranges::max_element(flow.tokens, {}, &QString::size);
    flow.token = longest == flow.tokens.end() ? 0 : longest - flow.tokens.begin();
    return drawLegend(input, nullptr, {}, width, flow);
}

void drawTokenLine(const StationInput& input, Canvas& canvas, const Plot& plot, const Flow& flow) {
    const auto token = static_cast<std::size_t>(flow.token);
    drawCurve(
        canvas, plot, flow, [&](const auto& lengths) { return lengths[token]; },
        input.theme.highlight, 2.6, "focus");
    for (std::size_t i = 0; i < flow.stream.size(); ++i)
        if (!flow.lengths[i].empty() && std::isfinite(flow.lengths[i][token]))
            canvas.disc(plot.at(static_cast<double>(i), flow.lengths[i][token]), 3.5,
                        input.theme.highlight, "focus");
}

/// How strong the thin curve of one of many tokens is.
float strengthOf(const Flow& flow) {
    return flow.tokens.size() > mostDots ? 0.25F : 0.55F;
}

void drawChart(const StationInput& input, Canvas& canvas, const Plot& plot, const Flow& flow,
               LineFan& crowd) {
    if (!flow.gradients)
        drawUpdates(input, canvas, plot, flow);
    QColor thin = input.theme.mutedText;
    thin.setAlphaF(strengthOf(flow));
    if (canvas.prefersImages() && !crowd.lines().empty())
        crowd.draw(canvas, thin);
    else
        for (std::size_t t = 0; t < static_cast<std::size_t>(flow.tokens.size()); ++t)
            drawCurve(
                canvas, plot, flow, [&](const auto& lengths) { return lengths[t]; }, thin, 1,
                "token");
    if (showsNormedLength(input, flow)) {
        const double y = plot.at(0, normedLength(input)).y();
        canvas.lines(dashesOf({plot.area.left(), y, plot.area.right(), y}, 5, 5),
                     input.theme.mutedText, 1, "baseline");
    }
    drawCurve(canvas, plot, flow, mean, input.theme.hue(Hue::Residual), 3, "mean");
    drawTokenLine(input, canvas, plot, flow);
}

QSizeF minimumSize(const StationInput& input) {
    const Flow flow = flowOf(input);
    StationInput narrow = input;
    const double width = std::max(440.0, 90 + leastUnit * static_cast<double>(flow.stream.size()));
    narrow.size = {width, 0};
    return {width, margin + sentenceHeight(narrow, width - 2 * margin, flow.tokens) +
                       streamSchemeHeight(narrow) + leastChart};
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    Flow flow = flowOf(input);
    const double width = input.size.width() - 2 * margin;
    const double begin = margin / 2;
    const double top = begin + sentenceHeight(input, width, flow.tokens);
    const double schemeHeight = streamSchemeHeight(input);
    const double legend = legendHeight(input, width, flow);
    const QRectF chart(margin, top + schemeHeight, width,
                       input.size.height() - top - schemeHeight - legend - begin);
    const Plot plot = placePlot(
        input, canvas, chart, "lengths",
        {flow.gradients ? tr("Length of each token’s gradient") : tr("Length of each token’s row"),
         {},
         PlotWords::Across::None},
        {-0.5, static_cast<double>(flow.stream.size()) - 0.5}, {0, flow.highest * 1.06});
    placePoints(input, picture, plot, flow);
    drawStreamScheme(
        input, canvas, picture, flow.stream,
        {QRectF(plot.area.left(), top, plot.area.width(), schemeHeight), plot.area.bottom()});
    picture.rows = input.at().shape[0];
    LineFan crowd = flow.tokens.size() > mostDots ? crowdOf(plot, flow, strengthOf(flow))
                                                  : LineFan(plot.area, {});
    picture.highlights.push_back(
        [=](const StationInput& now, Canvas& over, StationPicture& places) mutable {
            flow.token = tokenOf(now);
            drawSentence(now, over, places, {margin, begin}, width, flow.tokens, flow.token);
            drawChart(now, over, plot, flow, crowd);
            drawLegend(now, &over, {margin, chart.bottom()}, width, flow);
        });
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

Station residualFlow() {
    return {.id = "stream",
            .title = QT_TR_NOOP("Residual stream"),
            .summary = QT_TR_NOOP(
                "The stream from the embedding to its end: who reads it, who adds to it, "
                "where the norms stand, and how long each token’s row is"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
