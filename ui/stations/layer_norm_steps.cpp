// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/layer_norm_steps.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/norm_steps.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"
#include "ui/stations/strips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gf {

namespace {

constexpr double margin = 20;
constexpr double gap = 14;
constexpr double leastChart = 130;

/// What computes a norm's output, also where a person changed that afterwards.
const Node& normNode(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)];
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && normNode(graph, node).op->kind() == OpKind::LayerNorm;
}

/// The norm of one token's row.
struct NormedToken {
    Index token = 0;
    QStringList tokens;
    std::span<const float> x;
    std::span<const float> gain;
    std::span<const float> bias;
    NormSteps steps;
    HeatmapData result; ///< the step itself, which a person may have changed
};

NormedToken normOf(const StationInput& input) {
    const Node& node = normNode(input.graph(), input.at());
    NormedToken norm;
    norm.token = std::clamp<Index>(input.focus.row, 0, node.shape[0] - 1);
    for (const std::string& token : input.trace.labelsAlong(node.id, 0))
        norm.tokens << tokenText(token);
    const auto width = static_cast<std::size_t>(node.shape[1]);
    norm.x = input.trace.value(node.inputs[0])
                 .values()
                 .subspan(static_cast<std::size_t>(norm.token) * width, width);
    norm.gain = input.trace.value(node.inputs[1]).values();
    norm.bias = input.trace.value(node.inputs[2]).values();
    norm.steps = normSteps(norm.x, norm.gain, norm.bias, node.as<NormAttributes>().epsilon);
    norm.result = rowOf(heatmapOf(input, input.node), norm.token);
    return norm;
}

std::array<Strip, 7> stripsOf(const NormedToken& norm) {
    return {Strip{QStringLiteral("x"), norm.x, 0},
            Strip{QStringLiteral("x − μ"), norm.steps.centred, 0},
            Strip{QStringLiteral("(x − μ) ÷ √(σ² + ε)"), norm.steps.normalised, 1},
            Strip{tr("× gain"), norm.gain, 2, true},
            Strip{tr("after the gain"), norm.steps.scaled, 1},
            Strip{tr("+ bias"), norm.bias, 3, true},
            Strip{norm.result.changed.empty() ? tr("y, the result") : tr("y, changed by you"),
                  norm.result.values, 1, false, norm.result.changed}};
}

/// A chart of which share of the features has which value.
struct Distribution {
    QString title;
    std::span<const float> values;
    double mean = 0;
    double deviation = 1;
    bool normal = false; ///< with the bell curve of mean 0 and variance 1
};

/// The range of the axis: all values, at least from three deviations below to three above.
std::pair<double, double> axisOf(const Distribution& of) {
    const double spread = of.deviation > 0 && std::isfinite(of.deviation) ? 3 * of.deviation : 1;
    // Beside a large mean a small deviation is lost in rounding.
    const double reach = std::max(spread, 1e-6 * std::abs(of.mean));
    std::pair<double, double> range{of.mean - reach, of.mean + reach};
    if (!std::isfinite(of.mean))
        return {-1, 1};
    for (const float value : of.values)
        if (std::isfinite(value)) {
            range.first = std::min(range.first, static_cast<double>(value));
            range.second = std::max(range.second, static_cast<double>(value));
        }
    return range;
}

void drawDistribution(const StationInput& input, Canvas& canvas, const QRectF& area,
                      const Distribution& of) {
    const auto [low, high] =
        drawnAxis(input, QLatin1String(of.normal ? "values after" : "values before"), axisOf(of));
    const auto count = static_cast<double>(of.values.size());
    const int bins = std::clamp(static_cast<int>(2 * std::sqrt(count)), 6, 32);
    const std::vector<int> counts = histogram(of.values, low, high, bins);
    const double width = (high - low) / bins;
    const auto bell = [&](double value) {
        return width * std::exp(-value * value / 2) / std::sqrt(2 * std::numbers::pi);
    };
    double most = *std::max_element(counts.begin(), counts.end()) / count;
    if (of.normal)
        most = std::max(most, bell(0));
    const Plot plot = placePlot(input, canvas, area, of.normal ? "after" : "before",
                                {of.title, tr("value of a feature"), PlotWords::Across::Numbers},
                                {low, high}, {0, most * 1.1});
    // One deviation to either side of the mean.
    QColor within = input.theme.hue(Hue::Residual);
    within.setAlphaF(0.18F);
    const QRectF band =
        QRectF(plot.at(of.mean - of.deviation, plot.y.second), plot.at(of.mean + of.deviation, 0))
            .intersected(plot.area);
    if (std::isfinite(of.mean) && std::isfinite(of.deviation))
        canvas.rectangle(band, within, "deviation");
    for (int i = 0; i < bins; ++i) {
        const double from = low + i * width;
        const QRectF bar(plot.at(from, counts[static_cast<std::size_t>(i)] / count),
                         plot.at(from + width, 0));
        if (bar.height() > 0)
            canvas.rectangle(bar.adjusted(0.5, 0, -0.5, 0), input.theme.hue(Hue::Residual), "bar");
    }
    drawMark(input, canvas, plot, of.mean);
    if (!of.normal)
        return;
    std::vector<QPointF> curve;
    for (int i = 0; i <= 80; ++i) {
        const double value = low + (high - low) * i / 80;
        curve.push_back(plot.at(value, bell(value)));
    }
    canvas.polyline(curve, input.theme.text, 1.4, "normal");
}

void drawDistributions(const StationInput& input, Canvas& canvas, const NormedToken& norm,
                       double top) {
    const double half = (input.size.width() - 2 * margin - gap) / 2;
    const double height = input.size.height() - top - margin / 2;
    const Spread before = spreadOf(norm.x);
    const Spread after = spreadOf(norm.result.values);
    drawDistribution(
        input, canvas, {margin, top, half, height},
        {tr("Share of features, before"), norm.x, before.mean, before.deviation, false});
    drawDistribution(input, canvas, {margin + half + gap, top, half, height},
                     {tr("After; line: mean 0, variance 1"), norm.result.values, after.mean,
                      after.deviation, true});
}

QString sentenceFor(const NormedToken& norm) {
    return tr("“%1”: mean μ = %2, variance σ² = %3. Every feature has μ taken off and is "
              "divided by √(σ² + ε) = %4.")
        .arg(norm.tokens.value(norm.token, QString::number(norm.token + 1)),
             numberText(norm.steps.mean, 4), numberText(norm.steps.variance, 4),
             numberText(norm.steps.deviation, 4));
}

StripsHead headOf(const NormedToken& norm) {
    return {norm.tokens, norm.token, sentenceFor(norm)};
}

QSizeF minimumSize(const StationInput& input) {
    const NormedToken norm = normOf(input);
    StationInput narrow = input;
    narrow.size = {std::max(470.0, stripsWidth(input, stripsOf(norm), margin)), 0};
    return {narrow.size.width(),
            stripsHeadHeight(narrow, headOf(norm), margin) + stripsHeight(7) + gap + leastChart};
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const NormedToken norm = normOf(input);
    double top = drawStripsHead(input, canvas, picture, headOf(norm), margin);
    top = drawStrips(input, canvas, picture, stripsOf(norm), norm.token, margin, top);
    drawDistributions(input, canvas, norm, top + gap);
    picture.rows = input.at().shape[0];
    picture.columns = input.at().shape[1];
}

} // namespace

Station layerNormSteps() {
    return {.id = "layer-norm",
            .title = QT_TR_NOOP("Step by step"),
            .summary = QT_TR_NOOP("Mean, deviation, gain and bias for one "
                                  "token, and its features before and after"),
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
