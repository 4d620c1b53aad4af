// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf::forecast {

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
    Index column = 0;            ///< which number of each row they are
    Index width = 1;             ///< of how many

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
    curves.column = column;
    curves.width = trace.value(input.node).shape()[1];
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
                plot.at(static_cast<double>(moment), static_cast<double>(curves.lookedAt[key])),
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

/// A point of what is known, which can be dragged.
StationPlace pastPlace(const Curves& curves, Index moment) {
    return {.column = moment * curves.width + curves.column,
            .tip = tr("Point %1: %2. Draw the past with the pointer, or move a point with Shift "
                      "and the arrow keys: the forecast follows.")
                       .arg(moment + 1)
                       .arg(numberText(curves.seen[moment], 4))};
}

/// The mean squared difference of two curves, over as many points as both have.
double squaredError(std::span<const float> said, std::span<const float> truth) {
    const std::size_t count = std::min(said.size(), truth.size());
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double apart = static_cast<double>(said[i]) - static_cast<double>(truth[i]);
        sum += apart * apart;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

QString sentenceOf(const Curves& curves) {
    const auto count = static_cast<int>(curves.said.size());
    if (curves.truth.empty())
        return tr("%n points foretold; what they should be is not known.", nullptr, count);
    const QString own = tr("%n points foretold, mean squared error %1", nullptr, count)
                            .arg(numberText(squaredError(curves.said, curves.truth), 3));
    if (!curves.known())
        return own + QLatin1Char('.');
    const std::vector<float> repeated(curves.truth.size(), curves.seen.back());
    return tr("%1; the last value repeated has %2.")
        .arg(own, numberText(squaredError(repeated, curves.truth), 3));
}

/// The chart with a layer over all others.
Block seriesBlock(const StationInput& input, const Curves& curves, const PlotLayer& over) {
    const Theme& theme = input.theme;
    const QColor said = theme.adapted(theme.selection);
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
        layers.push_back(placesAlong(1, curves.first - 1,
                                     [curves](Index moment) { return pastPlace(curves, moment); }));
    }
    layers.push_back(curve(pointsOf(curves.truth, curves.first), theme.success, 2, 2.5));
    layers.push_back(curve(pointsOf(curves.said, curves.first), said, 2.5, 3.5));
    layers.push_back(placesAlong(curves.first, static_cast<Index>(curves.said.size()),
                                 [curves](Index row) { return placeOf(curves, row); }));
    layers.push_back(over);
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
    return padded(14, 14,
                  column({paragraph(sentenceOf(curves)), legendOf(input, curves, said), chart}, 0));
}

Block show(const StationInput& input) {
    const Curves curves = curvesOf(input);
    const auto nothing = [](Drawing&, const Plot&) {};
    return walked(static_cast<Index>(curves.said.size()), 0,
                  atLeast({420, 280}, seriesBlock(input, curves, nothing)));
}

// ---- Drawing the past --------------------------------------------------------------------------

/// All numbers of the source, without padding.
std::vector<float> numbersOf(const Trace& trace) {
    std::vector<float> numbers;
    const Tensor* const values = trace.find("source.values");
    const Tensor* const keep = trace.find("source.keep");
    for (Index i = 0; values && i < values->shape()[0]; ++i)
        if (!keep || (*keep)[i] != 0)
            for (Index c = 0; c < values->shape()[1]; ++c)
                numbers.push_back(values->at({{i, c, 0, 0}}));
    return numbers;
}

/// Where the chart lies: the drawing is made once more, on nothing.
std::optional<Plot> plotOf(const StationInput& input, const Curves& curves) {
    std::optional<Plot> found;
    const Block block =
        seriesBlock(input, curves, [&](Drawing&, const Plot& plot) { found = plot; });
    NoCanvas nothing;
    StationPicture picture;
    Drawing drawing{input, nothing, picture};
    block.draw(drawing, {{0, 0}, input.size});
    return found;
}

/// The curve of what is known follows the pointer, and its neighbours half of the way.
std::vector<float> dragged(const StationInput& input, const StationPlace& held, const QPointF& to) {
    const Curves curves = curvesOf(input);
    if (!curves.known() || held.row >= 0 || held.column < 0)
        return {};
    const std::optional<Plot> plot = plotOf(input, curves);
    if (!plot)
        return {};
    const auto across = [&](const QPointF& point) {
        const double part = (point.x() - plot->area.left()) / plot->area.width();
        return plot->x.first + part * (plot->x.second - plot->x.first);
    };
    const double up = (plot->area.bottom() - to.y()) / plot->area.height();
    const double value = plot->y.first + up * (plot->y.second - plot->y.first);
    const auto moment = std::clamp<Index>(static_cast<Index>(std::lround(across(to))), 1,
                                          static_cast<Index>(curves.seen.size()));
    std::vector<float> numbers = numbersOf(input.trace);
    for (const auto& [other, share] :
         {std::pair<Index, double>{moment - 1, 0.5}, {moment, 1}, {moment + 1, 0.5}}) {
        if (other < 1 || other > static_cast<Index>(curves.seen.size()))
            continue;
        float& number = numbers[(other - 1) * curves.width + curves.column];
        number += static_cast<float>(share * (value - static_cast<double>(number)));
    }
    return numbers;
}

/// The past, unless it is of a training step, which is what it is.
std::vector<float> movable(const StationInput& input) {
    return input.trace.batch > 1 || !curvesOf(input).known() ? std::vector<float>()
                                                             : numbersOf(input.trace);
}

/// By keys, one point at a time.
std::vector<float> moved(std::vector<float> numbers, const Focus& focus, const QPointF& by) {
    if (focus.column < 0 || focus.column >= static_cast<Index>(numbers.size()))
        return {};
    numbers[focus.column] += static_cast<float>(0.02 * by.y());
    return numbers;
}

} // namespace

Station station() {
    return {.id = "forecast",
            .title = QT_TR_NOOP("Series"),
            .summary = QT_TR_NOOP("What is known, what the model foretells, the truth, and where "
                                  "it looked"),
            .preferred = true,
            .shows = shows,
            .controls = controls,
            .show = show,
            .dragged = dragged,
            .movable = movable,
            .moved = moved};
}

} // namespace gf::forecast
