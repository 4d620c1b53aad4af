// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/norm_gradient.h"

#include "core/graph/op.h"
#include "core/measure/norm_steps.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/strips.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr double margin = 20;
constexpr double gap = 18;
constexpr double leastMatrix = 150;

/// The operation that hands a gradient on through a norm; noNode for gradients of other steps, and
/// where nothing before the norm is learned.
NodeId handedOn(const Graph& graph, const Node& gradient) {
    if (gradient.role != Role::Backward)
        return noNode;
    for (const Node& node : graph.nodes())
        if (node.op->kind() == OpKind::LayerNormInputGradient && node.inputs[2] == gradient.id)
            return node.id;
    return noNode;
}

bool shows(const Graph& graph, const Node& node) {
    return handedOn(graph, node) != noNode;
}

/// The gradient of one token's row on its way through the norm.
struct Passing {
    const Node& node; ///< what the norm hands on
    Index token = 0;
    QStringList tokens;
    std::span<const float> arrives;
    std::span<const float> gain;
    NormGradientSteps steps;
};

Passing passingOf(const StationInput& input) {
    const Graph& graph = input.graph();
    Passing passing{graph[handedOn(graph, input.at())], 0, {}, {}, {}, {}};
    passing.token = std::clamp<Index>(input.focus.row, 0, input.at().shape[0] - 1);
    for (const std::string& token : input.trace.labelsAlong(input.node, 0))
        passing.tokens << tokenText(token);
    passing.arrives = rowOf(input.trace.value(input.node), passing.token);
    passing.gain = input.trace.value(passing.node.inputs[1]).values();
    passing.steps =
        normGradientSteps(rowOf(input.trace.value(passing.node.inputs[0]), passing.token),
                          passing.gain, passing.arrives, passing.node.as<NormAttributes>().epsilon);
    return passing;
}

std::array<Strip, 6> stripsOf(const Passing& passing) {
    return {Strip{tr("gradient of y"), passing.arrives, 0},
            Strip{tr("× gain"), passing.gain, 1, true},
            Strip{tr("g, after the gain"), passing.steps.scaled, 0},
            Strip{tr("− mean of g"), passing.steps.centred, 0},
            Strip{tr("− z · mean of g·z"), passing.steps.freed, 0},
            Strip{tr("÷ √(σ² + ε): gradient of x"), passing.steps.result, 2}};
}

QString sentenceFor(const Passing& passing) {
    return tr("“%1”, z being its normalised row: mean of g = %2, mean of g·z = %3, √(σ² + ε) = %4. "
              "The norm undoes whatever shifts or stretches a row, so no gradient is handed on "
              "for either.")
        .arg(passing.tokens.value(passing.token, QString::number(passing.token + 1)),
             numberText(passing.steps.mean, 4), numberText(passing.steps.product, 4),
             numberText(passing.steps.deviation, 4));
}

StripsHead headOf(const Passing& passing) {
    return {passing.tokens, passing.token, sentenceFor(passing)};
}

QSizeF minimumSize(const StationInput& input) {
    const Passing passing = passingOf(input);
    StationInput narrow = input;
    narrow.size = {std::max(500.0, stripsWidth(input, stripsOf(passing), margin)), 0};
    return {narrow.size.width(), stripsHeadHeight(narrow, headOf(passing), margin) +
                                     stripsHeight(6) + gap + leastMatrix + margin};
}

/// A gradient of all tokens, with the one in focus lit.
void drawAll(const StationInput& input, Canvas& canvas, StationPicture& picture, NodeId node,
             const QString& title, Index token, const QRectF& area) {
    HeatmapData data = heatmapOf(input, node);
    data.title = title;
    const auto lit = [token](const StationInput& now) {
        return HeatmapHighlight{token, now.focus.column, now.focus.pinned};
    };
    placeHeatmap(input, canvas, picture, data, area, lit, [](Index row, Index column) {
        return StationPlace{row, column};
    });
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const Passing passing = passingOf(input);
    const double width = input.size.width() - 2 * margin;
    double top = drawStripsHead(input, canvas, picture, headOf(passing), margin);
    top = drawStrips(input, canvas, picture, stripsOf(passing), passing.token, margin, top);
    const double half = (width - gap) / 2;
    const double height = input.size.height() - top - gap - margin / 2;
    drawAll(input, canvas, picture, input.node, tr("gradient of y"), passing.token,
            {margin, top + gap, half, height});
    drawAll(input, canvas, picture, passing.node.id, tr("gradient of x, handed on"), passing.token,
            {margin + half + gap, top + gap, half, height});
    picture.rows = input.at().shape[0];
    picture.columns = input.at().shape[1];
}

} // namespace

Station normGradient() {
    return {.id = "norm-gradient",
            .title = QT_TR_NOOP("Step by step"),
            .summary =
                QT_TR_NOOP("What the norm does to the gradient of one token on its way back"),
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
