// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"

#include "core/graph/op.h"
#include "core/measure/norm_steps.h"
#include "core/measure/products.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"

#include <algorithm>

namespace gf::norm_gradient {

namespace {

/// The operation that hands a gradient on through a norm; noNode for gradients of other steps, and
/// where nothing before the norm is learned.
NodeId handedOnBy(OpKind kind, const Graph& graph, const Node& gradient) {
    if (gradient.role != Role::Backward)
        return noNode;
    for (const Node& node : graph.nodes())
        if (node.op->kind() == kind && node.inputs[2] == gradient.id)
            return node.id;
    return noNode;
}

NodeId handedOn(const Graph& graph, const Node& gradient) {
    const NodeId centred = handedOnBy(OpKind::LayerNormInputGradient, graph, gradient);
    return centred != noNode ? centred : handedOnBy(OpKind::RmsNormInputGradient, graph, gradient);
}

bool showsLayerNorm(const Graph& graph, const Node& node) {
    return handedOnBy(OpKind::LayerNormInputGradient, graph, node) != noNode;
}

bool showsRmsNorm(const Graph& graph, const Node& node) {
    return node.shape.rank() == 2 &&
           handedOnBy(OpKind::RmsNormInputGradient, graph, node) != noNode;
}

/// The gradient of one token's row on its way through the norm.
struct Passing {
    const Node& node; ///< what the norm hands on
    Index token = 0;
    QStringList tokens;
    std::span<const float> arrives;
    std::span<const float> gain;
    NormGradientSteps steps;

    bool centres() const { return node.op->kind() == OpKind::LayerNormInputGradient; }
};

Passing passingOf(const StationInput& input) {
    const Graph& graph = input.graph();
    Passing passing{graph[handedOn(graph, input.at())], 0, {}, {}, {}, {}};
    passing.token = std::clamp<Index>(input.focus.row, 0, input.at().shape[0] - 1);
    for (const std::string& token : input.trace.labelsAlong(input.node, 0))
        passing.tokens << tokenText(token);
    passing.arrives = rowOf(input.trace.value(input.node), passing.token);
    passing.gain = input.trace.value(passing.node.inputs[1]).values();
    const auto stepsOf = passing.centres() ? normGradientSteps : rmsNormGradientSteps;
    passing.steps =
        stepsOf(rowOf(input.trace.value(passing.node.inputs[0]), passing.token), passing.gain,
                passing.arrives, passing.node.as<NormAttributes>().epsilon);
    return passing;
}

std::vector<Strip> stripsOf(const Passing& passing) {
    if (!passing.centres())
        return {{tr("gradient of y"), copied(passing.arrives), 0},
                {tr("× gain"), copied(passing.gain), 1, true},
                {tr("g, after the gain"), passing.steps.scaled, 0},
                {tr("− z · mean of g·z"), passing.steps.freed, 0},
                {tr("÷ √(mean x² + ε): gradient of x"), passing.steps.result, 2}};
    return {{tr("gradient of y"), copied(passing.arrives), 0},
            {tr("× gain"), copied(passing.gain), 1, true},
            {tr("g, after the gain"), passing.steps.scaled, 0},
            {tr("− mean of g"), passing.steps.centred, 0},
            {tr("− z · mean of g·z"), passing.steps.freed, 0},
            {tr("÷ √(σ² + ε): gradient of x"), passing.steps.result, 2}};
}

QString sentenceFor(const Passing& passing) {
    if (!passing.centres())
        return tr("“%1”, z being its normalised row: mean of g·z = %2, √(mean x² + ε) = %3. The "
                  "norm undoes whatever stretches a row, so no gradient is handed on for that.")
            .arg(passing.tokens.value(passing.token, QString::number(passing.token + 1)),
                 numberText(passing.steps.product, 4), numberText(passing.steps.deviation, 4));
    return tr("“%1”, z being its normalised row: mean of g = %2, mean of g·z = %3, √(σ² + ε) = %4. "
              "The norm undoes whatever shifts or stretches a row, so no gradient is handed on "
              "for either.")
        .arg(passing.tokens.value(passing.token, QString::number(passing.token + 1)),
             numberText(passing.steps.mean, 4), numberText(passing.steps.product, 4),
             numberText(passing.steps.deviation, 4));
}

/// A gradient of all tokens, with the one in focus highlighted.
Block gradientOf(const StationInput& input, NodeId node, const QString& title, Index token) {
    HeatmapData data = heatmapOf(input, node);
    data.title = title;
    return matrix(data, {.highlighted = [token](const StationInput& now) {
                      return HeatmapHighlight{token, now.focus.column, now.focus.pinned};
                  }});
}

Block show(const StationInput& input) {
    const Passing passing = passingOf(input);
    const Index token = passing.token;
    return walked(
        input.at().shape[0], input.at().shape[1],
        atLeast({500, 0},
                padded(20, 10,
                       column({sentence(passing.tokens, token), paragraph(sentenceFor(passing)),
                               strips(stripsOf(passing), token), space(6),
                               row({gradientOf(input, input.node, tr("gradient of y"), token),
                                    gradientOf(input, passing.node.id,
                                               tr("gradient of x, handed on"), token)})}))));
}

} // namespace

Station station() {
    return {.id = "norm-gradient",
            .title = QT_TR_NOOP("Step by step"),
            .summary =
                QT_TR_NOOP("What the norm does to the gradient of one token on its way back"),
            .preferred = true,
            .ofRow = true,
            .shows = showsLayerNorm,
            .show = show};
}

Station rmsStation() {
    return {.id = "rms-norm-gradient",
            .title = QT_TR_NOOP("Step by step"),
            .summary =
                QT_TR_NOOP("What the norm does to the gradient of one token on its way back"),
            .preferred = true,
            .ofRow = true,
            .shows = showsRmsNorm,
            .show = show};
}

} // namespace gf::norm_gradient
