// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/time_distance.h"
#include "core/tensor/row.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gf::time_gradients {

namespace {

constexpr double wideFrom = 730; ///< the matrix stands beside the curve, otherwise there is none

/// The losses of a model that reads its tokens one after the other.
bool shows(const Graph& graph, const Node& node) {
    const bool embeds =
        graph.find("source.embedded") != noNode || graph.find("target.embedded") != noNode;
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Loss && embeds &&
           (node.part == "loss" || node.part == "token_loss") &&
           graph.gradientOf(node.id) != noNode;
}

/// The tokens of "source", "target" or "label" without padding.
QStringList wordsOf(const Trace& trace, std::string_view sequence, const Tokens& tokens) {
    QStringList words;
    Index filled = 0; // padding follows; in between there may be rows without a label
    for (const std::string& token : tokens) {
        words << tokenText(token);
        if (trace.keeps(sequence, words.size() - 1))
            filled = words.size();
    }
    words.resize(filled);
    return words;
}

/// What was measured and its words.
struct Measured {
    const Tensor& norms; ///< [T,N]
    QStringList rows;    ///< what each row is to say
    QStringList tokens;  ///< in the order in which they are read
};

/// Empty lists where the words are of another example than the numbers.
Measured measuredOf(const StationInput& input) {
    const Trace& trace = input.trace;
    Measured measured{*input.news.rowGradients, wordsOf(trace, "label", trace.labels),
                      wordsOf(trace, "source", trace.sourceTokens)};
    if (trace.graph->find("target.embedded") != noNode)
        measured.tokens += wordsOf(trace, "target", trace.targetTokens);
    if (measured.rows.size() != measured.norms.shape()[0])
        measured.rows.clear();
    if (measured.tokens.size() != measured.norms.shape()[1])
        measured.tokens.clear();
    return measured;
}

/// A point of a chart whose vertical axis has powers of ten.
QPointF pointAt(Index distance, double norm) {
    return {static_cast<double>(distance), std::log10(norm)};
}

QString foundIn(const std::vector<DistanceNorm>& means) {
    if (means.size() < 2 || !(means.front().mean > 0))
        return {};
    const DistanceNorm& last = means.back();
    return tr("At d = %1 it is %2 times what it is at d = %3.")
        .arg(last.distance)
        .arg(numberText(last.mean / means.front().mean, 2))
        .arg(means.front().distance);
}

QString whatWasMeasured() {
    return tr(
        "Measured: ‖∂loss_t/∂x_k‖, loss_t the loss of row t alone, x_k the embedding of a token "
        "that is read d tokens before the row’s own. The curve is the mean over the rows that were "
        "measured, the bars reach from the least to the largest.");
}

/// A row's own gradients.
PlotLayer rowLayer(const Tensor& norms, Index row, const QColor& colour) {
    std::vector<QPointF> points;
    for (Index column = norms.shape()[1] - 1; column >= 0; --column) {
        const Index distance = distanceInTime(norms, row, column);
        const auto norm = static_cast<double>(norms[row * norms.shape()[1] + column]);
        if (distance >= 0 && norm > 0)
            points.push_back(pointAt(distance, norm));
    }
    return curve(points, colour, 1.5, 2.5);
}

/// How far the axes of a chart go.
struct Reach {
    Index distance = 0;
    double least = 0;
    double most = 0;
};

/// Over what is drawn and, where models stand beside each other, over what the others have:
/// only then can they be compared by eye.
Reach reachOf(const StationInput& input, const std::vector<DistanceNorm>& means) {
    std::vector<DistanceNorm> all = means;
    for (const auto& other : input.news.otherRowGradients)
        if (other)
            std::ranges::copy(normsByDistance(*other), std::back_inserter(all));
    Reach reach{all.front().distance, all.front().least, all.front().most};
    for (const DistanceNorm& one : all) {
        reach.distance = std::max(reach.distance, one.distance);
        reach.least = std::min(reach.least, one.least);
        reach.most = std::max(reach.most, one.most);
    }
    return reach;
}

StationPlace placeAt(const std::vector<DistanceNorm>& means, Index distance) {
    StationPlace place;
    const auto one = std::ranges::find(means, distance, &DistanceNorm::distance);
    if (one != means.end())
        place.tip =
            tr("d = %1: mean %2\nfrom %3 to %4, %n pairs", nullptr, static_cast<int>(one->count))
                .arg(one->distance)
                .arg(numberText(one->mean, 4), numberText(one->least, 3), numberText(one->most, 3));
    return place;
}

/// The curve of the means with their spread, and of the row in focus.
Block chartOf(const StationInput& input, const std::vector<DistanceNorm>& means) {
    const Reach reach = reachOf(input, means);
    std::vector<QPointF> points;
    for (const DistanceNorm& one : means)
        points.push_back(pointAt(one.distance, one.mean));
    const auto spread = [means](Drawing& drawing, const Plot& plot) {
        std::vector<QLineF> lines;
        for (const DistanceNorm& one : means)
            lines.emplace_back(plot.at(pointAt(one.distance, one.least)),
                               plot.at(pointAt(one.distance, one.most)));
        drawing.canvas.lines(lines, drawing.theme().mutedText, 1, "spread");
    };
    const auto placeOf = [means](Index distance) { return placeAt(means, distance); };
    const auto highlighted = [norms = *input.news.rowGradients](const StationInput& now) {
        const Index row = within(now.focus.row, norms.shape()[0]);
        return row < 0 ? std::vector<PlotLayer>()
                       : std::vector{rowLayer(norms, row, now.theme.highlight)};
    };
    return plot(
        {.name = "distance",
         .words = {tr("log₁₀ of the gradient’s length, by distance in time"), tr("d, tokens back")},
         .x = {-0.5, static_cast<double>(reach.distance) + 0.5},
         .y = {std::floor(std::log10(reach.least)), std::ceil(std::log10(reach.most) + 1e-9)}},
        {spread, curve(points, input.theme.hue(Hue::Attention), 2.5, 4),
         placesAlong(0, reach.distance + 1, placeOf)},
        highlighted);
}

/// All norms, a row for each loss.
HeatmapData matrixOf(const Measured& measured) {
    HeatmapData data = heatmapOf(decadesOf(measured.norms), tr("log₁₀ of the length"));
    data.rowLabels = measured.rows;
    data.columnLabels = measured.tokens;
    data.rowTitle = tr("loss of");
    data.columnTitle = tr("token");
    data.scale = HeatmapData::Scale::Sequential;
    const auto [least, most] = std::ranges::minmax_element(data.values);
    if (!data.values.empty() && *most > *least)
        data.range = {*least, *most};
    data.hidden.resize(data.values.size(), Hidden::No);
    for (Index row = 0; row < data.rows; ++row) {
        const std::span<const float> norms = rowOf(measured.norms, row);
        const bool isMeasured = std::ranges::any_of(norms, [](float norm) { return norm != 0; });
        for (Index column = 0; column < data.columns; ++column) {
            Hidden& hidden = data.hidden[row * data.columns + column];
            if (!isMeasured)
                hidden = Hidden::Padding;
            else if (distanceInTime(measured.norms, row, column) < 0 && !(norms[column] > 0))
                hidden = Hidden::Causal;
        }
    }
    return data;
}

Block matrixBlock(const Measured& measured) {
    const HeatmapData data = matrixOf(measured);
    const auto placeOf = [norms = measured.norms, data](Index row, Index column) {
        const Index distance = distanceInTime(norms, row, column);
        StationPlace place{row, column};
        place.tip = tr("%1\nloss of “%2”, token “%3”")
                        .arg(numberText(norms[row * norms.shape()[1] + column], 4),
                             rowLabel(data, row), columnLabel(data, column));
        if (distance >= 0)
            place.tip += QLatin1Char('\n') + tr("d = %1").arg(distance);
        return place;
    };
    return matrix(data, {.placeOf = placeOf});
}

Block show(const StationInput& input) {
    const Block what = paragraph(whatWasMeasured(), input.theme.mutedText);
    const auto means = input.news.rowGradients ? normsByDistance(*input.news.rowGradients)
                                               : std::vector<DistanceNorm>();
    if (means.empty()) {
        const QString missing =
            input.trace.batch > 1
                ? tr("It is measured for your own example, not for a training step that is "
                     "walked through.")
                : tr("It has not been measured for this example yet.");
        return atLeast({360, 260},
                       padded(14, 14, column({paragraph(missing), grows(space(0)), what})));
    }
    const Measured measured = measuredOf(input);
    const Block chart = grows(chartOf(input, means), 0.56);
    // The matrix stands beside the chart where it finds room.
    const Block both = row({chart, grows(matrixBlock(measured), 0.44)}, 24);
    return walked(
        measured.norms.shape()[0], measured.norms.shape()[1],
        atLeast({360, 260}, padded(14, 14,
                                   column({line(foundIn(means), {}, 1, true),
                                           fit({atLeast({wideFrom, 0}, both), chart}), what}))));
}

/// All of them, a row for each loss.
Tensor numbers(const StationInput& input) {
    return input.news.rowGradients ? *input.news.rowGradients : Tensor();
}

} // namespace

Station station() {
    return {.id = "time-gradients",
            .title = QT_TR_NOOP("Back in time"),
            .summary = QT_TR_NOOP("How strongly each loss hangs on tokens that were read before, "
                                  "by their distance"),
            .rowGradients = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::time_gradients
