// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/norm_steps.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gf::layer_norm_steps {

namespace {

/// What computes a norm's output, also where a person changed that afterwards.
const Node& normNode(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)];
}

bool showsLayerNorm(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && normNode(graph, node).op->kind() == OpKind::LayerNorm;
}

/// Of a token's row; queries and keys of a head are no such.
bool showsRmsNorm(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.shape.rank() == 2 &&
           normNode(graph, node).op->kind() == OpKind::RmsNorm;
}

/// The norm of one token's row.
struct NormedToken {
    Index token = 0;
    QStringList tokens;
    std::span<const float> x;
    std::span<const float> gain;
    std::span<const float> bias; ///< empty: RMSNorm, which has none
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
    const double epsilon = node.as<NormAttributes>().epsilon;
    if (node.op->kind() == OpKind::RmsNorm) {
        norm.steps = rmsNormSteps(norm.x, norm.gain, epsilon);
    } else {
        norm.bias = input.trace.value(node.inputs[2]).values();
        norm.steps = normSteps(norm.x, norm.gain, norm.bias, epsilon);
    }
    norm.result = rowOf(heatmapOf(input, input.node), norm.token);
    return norm;
}

std::vector<Strip> stripsOf(const NormedToken& norm) {
    const Strip result{norm.result.changed.empty() ? tr("y, the result") : tr("y, changed by you"),
                       norm.result.values, 1, false, norm.result.changed};
    if (norm.bias.empty())
        return {{QStringLiteral("x"), copied(norm.x), 0},
                {tr("x ÷ √(mean x² + ε)"), norm.steps.normalised, 1},
                {tr("× gain"), copied(norm.gain), 2, true},
                result};
    return {{QStringLiteral("x"), copied(norm.x), 0},
            {QStringLiteral("x − μ"), norm.steps.centred, 0},
            {QStringLiteral("(x − μ) ÷ √(σ² + ε)"), norm.steps.normalised, 1},
            {tr("× gain"), copied(norm.gain), 2, true},
            {tr("after the gain"), norm.steps.scaled, 1},
            {tr("+ bias"), copied(norm.bias), 3, true},
            result};
}

/// A chart of which share of the features has which value.
struct Distribution {
    QString title;
    std::vector<float> values;
    Spread spread;
    bool normal = false; ///< with the bell curve of mean 0 and variance 1
};

/// The range of the axis: all values, at least from three deviations below to three above.
std::pair<double, double> axisOf(const Distribution& of) {
    const double deviation = of.spread.deviation;
    const double spread = deviation > 0 && std::isfinite(deviation) ? 3 * deviation : 1;
    // Beside a large mean a small deviation is lost in rounding.
    const double reach = std::max(spread, 1e-6 * std::abs(of.spread.mean));
    std::pair<double, double> range{of.spread.mean - reach, of.spread.mean + reach};
    if (!std::isfinite(of.spread.mean))
        return {-1, 1};
    for (const float value : of.values)
        if (std::isfinite(value)) {
            range.first = std::min(range.first, static_cast<double>(value));
            range.second = std::max(range.second, static_cast<double>(value));
        }
    return range;
}

Block chartOf(const StationInput& input, const Distribution& of) {
    const auto [low, high] =
        drawnAxis(input, QLatin1String(of.normal ? "values after" : "values before"), axisOf(of));
    const auto count = static_cast<double>(of.values.size());
    const int bins = std::clamp(static_cast<int>(2 * std::sqrt(count)), 6, 32);
    const std::vector<int> counts = histogram(of.values, low, high, bins);
    const double width = (high - low) / bins;
    const auto bell = [&](double value) {
        return width * std::exp(-value * value / 2) / std::sqrt(2 * std::numbers::pi);
    };
    double most = *std::ranges::max_element(counts) / count;
    QColor within = input.theme.hue(Hue::Residual);
    within.setAlphaF(0.18F);
    const auto [mean, deviation] = of.spread;
    // One deviation to either side of the mean.
    std::vector<PlotLayer> layers{bandFrom(mean - deviation, mean + deviation, within),
                                  histogramOf(of.values, bins, input.theme.hue(Hue::Residual)),
                                  markAt(mean)};
    if (of.normal) {
        most = std::max(most, bell(0));
        std::vector<QPointF> points;
        for (int i = 0; i <= 80; ++i) {
            const double value = low + (high - low) * i / 80;
            points.emplace_back(value, bell(value));
        }
        layers.push_back(curve(points, input.theme.text, 1.4));
    }
    return plot({of.normal ? "after" : "before",
                 {of.title, tr("value of a feature"), PlotWords::Across::Numbers},
                 {low, high},
                 {0, most * 1.1}},
                layers);
}

QString sentenceFor(const NormedToken& norm) {
    if (norm.bias.empty())
        return tr("“%1”: mean of x² = %2. Every feature is divided by √(mean x² + ε) = %3; no mean "
                  "is taken off.")
            .arg(norm.tokens.value(norm.token, QString::number(norm.token + 1)),
                 numberText(norm.steps.variance, 4), numberText(norm.steps.deviation, 4));
    return tr("“%1”: mean μ = %2, variance σ² = %3. Every feature has μ taken off and is "
              "divided by √(σ² + ε) = %4.")
        .arg(norm.tokens.value(norm.token, QString::number(norm.token + 1)),
             numberText(norm.steps.mean, 4), numberText(norm.steps.variance, 4),
             numberText(norm.steps.deviation, 4));
}

Block show(const StationInput& input) {
    const NormedToken norm = normOf(input);
    const std::vector<float> x = copied(norm.x);
    const Block charts =
        row({chartOf(input, {tr("Share of features, before"), x, spreadOf(x), false}),
             chartOf(input, {tr("After; line: mean 0, variance 1"), norm.result.values,
                             spreadOf(norm.result.values), true})});
    return walked(input.at().shape[0], input.at().shape[1],
                  atLeast({470, 0}, padded(20, 10,
                                           column({sentence(norm.tokens, norm.token),
                                                   paragraph(sentenceFor(norm)),
                                                   strips(stripsOf(norm), norm.token), charts}))));
}

} // namespace

Station station() {
    return {.id = "layer-norm",
            .title = QT_TR_NOOP("Step by step"),
            .summary = QT_TR_NOOP("Mean, deviation, gain and bias for one "
                                  "token, and its features before and after"),
            .preferred = true,
            .ofRow = true,
            .shows = showsLayerNorm,
            .show = show};
}

Station rmsStation() {
    return {.id = "rms-norm",
            .title = QT_TR_NOOP("Step by step"),
            .summary = QT_TR_NOOP("Mean square and gain for one token, and its features before and "
                                  "after"),
            .preferred = true,
            .ofRow = true,
            .shows = showsRmsNorm,
            .show = show};
}

} // namespace gf::layer_norm_steps
