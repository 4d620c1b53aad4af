// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/time_distance.h"
#include "core/tensor/row.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double gap = 24;
constexpr double wideFrom = 760; ///< the matrix stands beside the curve, otherwise there is none

/// The losses of a model that reads its tokens one after the other.
bool shows(const Graph& graph, const Node& node) {
    const bool embeds =
        graph.find("source.embedded") != noNode || graph.find("target.embedded") != noNode;
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Loss && embeds &&
           (node.part == "loss" || node.part == "token_loss") &&
           graph.gradientOf(node.id) != noNode;
}

/// The tokens of a side without padding.
QStringList wordsOf(const Tokens& tokens) {
    QStringList words;
    Index filled = 0; // padding follows; in between there may be rows without a label
    for (const std::string& token : tokens) {
        words << tokenText(token);
        if (token != "<pad>")
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
    Measured measured{*input.news.rowGradients, wordsOf(trace.labels), wordsOf(trace.sourceTokens)};
    if (trace.graph->find("target.embedded") != noNode)
        measured.tokens += wordsOf(trace.targetTokens);
    if (measured.rows.size() != measured.norms.shape()[0])
        measured.rows.clear();
    if (measured.tokens.size() != measured.norms.shape()[1])
        measured.tokens.clear();
    return measured;
}

/// The curves of a chart whose vertical axis has powers of ten.
QPointF pointAt(const Plot& plot, Index distance, double norm) {
    return plot.at(static_cast<double>(distance), std::log10(norm));
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

QSizeF minimumSize(const StationInput&) {
    return {320, 260};
}

/// A row's own gradients.
void drawRow(Canvas& canvas, const Plot& plot, const Tensor& norms, Index row,
             const QColor& colour) {
    std::vector<QPointF> points;
    for (Index column = norms.shape()[1] - 1; column >= 0; --column) {
        const Index distance = distanceInTime(norms, row, column);
        const auto norm = static_cast<double>(norms[row * norms.shape()[1] + column]);
        if (distance >= 0 && norm > 0 && std::isfinite(norm))
            points.push_back(pointAt(plot, distance, norm));
    }
    if (points.size() > 1)
        canvas.polyline(points, colour, 1.5, "curve");
    for (const QPointF& point : points)
        canvas.disc(point, 2.5, colour, "point");
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
    for (const auto& beside : {input.news.besideRowGradients, input.news.thirdRowGradients})
        if (beside)
            std::ranges::copy(normsByDistance(*beside), std::back_inserter(all));
    Reach reach{all.front().distance, all.front().least, all.front().most};
    for (const DistanceNorm& one : all) {
        reach.distance = std::max(reach.distance, one.distance);
        reach.least = std::min(reach.least, one.least);
        reach.most = std::max(reach.most, one.most);
    }
    return reach;
}

/// The chart with its curve, and a place for each distance.
Plot drawChart(Drawing& drawing, const QRectF& room, const std::vector<DistanceNorm>& means) {
    const Reach reach = reachOf(drawing.input, means);
    const Plot plot =
        placePlot(drawing, room, "distance",
                  {tr("log₁₀ of the gradient’s length, by distance in time"), tr("d, tokens back")},
                  {-0.5, static_cast<double>(reach.distance) + 0.5},
                  {std::floor(std::log10(reach.least)), std::ceil(std::log10(reach.most) + 1e-9)});
    const QColor colour = drawing.theme().hue(Hue::Attention);
    std::vector<QLineF> bars;
    std::vector<QPointF> points;
    for (const DistanceNorm& one : means) {
        bars.emplace_back(pointAt(plot, one.distance, one.least),
                          pointAt(plot, one.distance, one.most));
        points.push_back(pointAt(plot, one.distance, one.mean));
    }
    drawing.canvas.lines(bars, drawing.theme().mutedText, 1, "spread");
    if (points.size() > 1)
        drawing.canvas.polyline(points, colour, 2.5, "curve");
    const double half = 0.5 * plot.area.width() / (plot.x.second - plot.x.first);
    for (std::size_t i = 0; i < points.size(); ++i) {
        drawing.canvas.disc(points[i], 4, colour, "point");
        const DistanceNorm& one = means[i];
        StationPlace place;
        place.tip =
            tr("d = %1: mean %2\nfrom %3 to %4, %n pairs", nullptr, static_cast<int>(one.count))
                .arg(one.distance)
                .arg(numberText(one.mean, 4), numberText(one.least, 3), numberText(one.most, 3));
        drawing.place(QRectF(points[i].x() - half, plot.area.top(), 2 * half, plot.area.height()),
                      place);
    }
    return plot;
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
            Hidden& hidden = data.hidden[static_cast<std::size_t>(row * data.columns + column)];
            if (!isMeasured)
                hidden = Hidden::Padding;
            else if (distanceInTime(measured.norms, row, column) < 0 &&
                     !(norms[static_cast<std::size_t>(column)] > 0))
                hidden = Hidden::Causal;
        }
    }
    return data;
}

void drawMatrix(Drawing& drawing, const Measured& measured, const QRectF& room) {
    const HeatmapData data = matrixOf(measured);
    const Tensor norms = measured.norms;
    placeHeatmap(drawing, data, room, litCell, [norms, data](Index row, Index column) {
        const Index distance = distanceInTime(norms, row, column);
        StationPlace place{row, column};
        place.tip = tr("%1\nloss of “%2”, token “%3”")
                        .arg(numberText(norms[row * norms.shape()[1] + column], 4),
                             rowLabel(data, row), columnLabel(data, column));
        if (distance >= 0)
            place.tip += QLatin1Char('\n') + tr("d = %1").arg(distance);
        return place;
    });
}

void draw(Drawing& drawing) {
    const QRectF all =
        QRectF({0, 0}, drawing.input.size).adjusted(margin, margin, -margin, -margin);
    const QString what = whatWasMeasured();
    const double words = paragraphHeight(drawing.input, all.width(), what);
    drawParagraph(drawing, {all.left(), all.bottom() - words}, all.width(), what,
                  drawing.theme().mutedText);
    const auto means = drawing.input.news.rowGradients
                           ? normsByDistance(*drawing.input.news.rowGradients)
                           : std::vector<DistanceNorm>();
    if (means.empty()) {
        drawParagraph(
            drawing, all.topLeft(), all.width(),
            drawing.input.trace.batch > 1
                ? tr("It is measured for your own example, not for a training step that is "
                     "walked through.")
                : tr("It has not been measured for this example yet."),
            drawing.theme().text);
        return;
    }
    const Measured measured = measuredOf(drawing.input);
    drawing.picture.rows = measured.norms.shape()[0];
    drawing.picture.columns = measured.norms.shape()[1];
    const QString found = foundIn(means);
    const double line = drawing.fontSize() * 1.7;
    drawLine(drawing, {all.left(), all.top() + line / 2}, found, all.width(), drawing.theme().text,
             1, true);
    QRectF chart = all.adjusted(0, line * 1.2, 0, -words - margin);
    if (all.width() >= wideFrom) {
        QRectF matrix = chart;
        chart.setWidth((chart.width() - gap) * 0.56);
        matrix.setLeft(chart.right() + gap);
        drawMatrix(drawing, measured, matrix);
    }
    const Plot plot = drawChart(drawing, chart, means);
    drawing.onFocus([plot, norms = measured.norms](Drawing& now) {
        const Index row = within(now.input.focus.row, norms.shape()[0]);
        if (row >= 0)
            drawRow(now.canvas, plot, norms, row, now.theme().highlight);
    });
}

/// All of them, a row for each loss.
Tensor numbers(const StationInput& input) {
    return input.news.rowGradients ? *input.news.rowGradients : Tensor();
}

} // namespace

Station timeGradients() {
    return {.id = "time-gradients",
            .title = QT_TR_NOOP("Back in time"),
            .summary = QT_TR_NOOP("How strongly each loss hangs on tokens that were read before, "
                                  "by their distance"),
            .rowGradients = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
