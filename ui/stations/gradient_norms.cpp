// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/gradient_norms.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace gf {

namespace {

constexpr double margin = 16;
constexpr double leastRow = 17;
constexpr double mostRow = 44;
constexpr double decades = 4; ///< of the logarithmic scale, below the longest bar

bool isGradientOfLoss(const Graph& graph, const Node& node) {
    return node.relation == Relation::Gradient && graph[node.of].scope.kind() == ScopeKind::Loss &&
           node.op->kind() == OpKind::Constant;
}

/// Where the backward pass begins, and where all of it has been done.
bool shows(const Graph& graph, const Node& node) {
    const OpKind kind = node.op->kind();
    return (isGradientOfLoss(graph, node) && graph.size() > 1) || kind == OpKind::GradientNorm ||
           kind == OpKind::ClipFactor;
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    StationControl scale;
    scale.key = QStringLiteral("scale");
    scale.label = tr("scale");
    scale.help = tr("Lengths as they are, or their order of magnitude");
    scale.kind = StationControl::Kind::Choice;
    scale.choices = {tr("linear"), tr("logarithmic")};
    scale.maximum = 1;
    StationControl norms;
    norms.key = QStringLiteral("norms");
    norms.label = tr("norms too");
    norms.help = tr("Shows the gains and biases of the norms as well");
    norms.kind = StationControl::Kind::Switch;
    return {scale, norms};
}

/// Of all blocks those that the person wants to see.
std::vector<BlockGradient> shownOf(const StationInput& input, std::vector<BlockGradient> blocks) {
    if (input.setting("norms", 0) <= 0)
        std::erase_if(blocks, [](const BlockGradient& block) {
            return block.scope.kind() == ScopeKind::Norm;
        });
    return blocks;
}

/// How many rows there are, without looking at numbers.
double rowCount(const StationInput& input) {
    const bool norms = input.setting("norms", 0) > 0;
    std::set<std::string> blocks;
    for (const Node& node : input.graph().nodes())
        if (node.role == Role::Parameter && input.graph().gradientOf(node.id) != noNode &&
            (norms || node.scope.kind() != ScopeKind::Norm))
            blocks.insert(node.scope.nameOf({}));
    return static_cast<double>(std::max<std::size_t>(blocks.size(), 1));
}

QSizeF minimumSize(const StationInput& input) {
    return {460, 2 * margin + input.fontSize() * 5 + rowCount(input) * leastRow};
}

/// The part of the room that a norm fills, 0 to 1.
double lengthOf(const StationInput& input, double norm, double longest) {
    const double part = partOf(norm, longest);
    if (part > 0 && input.setting("scale", 0) > 0)
        return std::clamp(1 + std::log10(part) / decades, 0.004, 1.0);
    return part;
}

void drawRow(Drawing& drawing, const BlockGradient& block, const QRectF& row, double words,
             double part) {
    const Node& largest = drawing.input.graph()[block.largest];
    const QString name = titleOf(block.scope);
    const double size = std::min(drawing.fontSize(), row.height() * 0.72);
    const TextMeasure measure = measureWith(drawing.input.font);
    const QColor hue = drawing.theme().hue(hueOf(block.scope.kind()));
    drawing.text({row.left() + words - 8, row.center().y()}, elided(name, words - 8, size, measure),
                 size, drawing.theme().text, Qt::AlignRight);
    const double numbers = size * 6;
    const double room = row.width() - words - numbers;
    const double thick = row.height() * 0.66;
    const QRectF bar(row.left() + words, row.center().y() - thick / 2, room * part, thick);
    drawing.canvas.rectangle(bar, hue, "bar");
    drawing.text({bar.right() + 6, row.center().y()}, numberText(block.norm, 3), size,
                 drawing.theme().mutedText);
    StationPlace place;
    place.step = stepOf(largest);
    const double mean = block.norm / std::sqrt(static_cast<double>(block.count));
    place.tip = tr("%1\nnorm %2 over %3 numbers, %4 each (root mean square)\nClick to go to its "
                   "largest gradient")
                    .arg(name, numberText(block.norm, 5), QString::number(block.count),
                         numberText(mean, 3));
    drawing.place(row, place);
}

void draw(Drawing& drawing) {
    const std::vector<BlockGradient>& all = drawing.input.memory->once(
        QStringLiteral("gradient norms"), [&] { return blockGradients(drawing.input.trace); });
    const std::vector<BlockGradient> blocks = shownOf(drawing.input, all);
    const double line = drawing.fontSize() * 1.6;
    const double width = drawing.input.size.width() - 2 * margin;
    const double total = totalNorm(all);
    drawLine(drawing, {margin, margin + line / 2},
             tr("Norm of the gradient by layer; all together %1").arg(numberText(total, 5)), width,
             drawing.theme().text, 1.15, true);
    drawLine(drawing, {margin, margin + line * 1.6},
             drawing.input.trace.batch > 1
                 ? tr("the sum over the %1 examples of the batch").arg(drawing.input.trace.batch)
                 : tr("from this one example"),
             width, drawing.theme().mutedText);
    if (blocks.empty())
        return;
    double longest = 0;
    for (const BlockGradient& block : blocks)
        if (std::isfinite(block.norm))
            longest = std::max(longest, block.norm);
    longest = drawnAxis(drawing.input, QStringLiteral("norms"), {0, longest}).second;
    const double top = margin + line * 2.6;
    const double rows = static_cast<double>(blocks.size());
    const double row =
        std::clamp((drawing.input.size.height() - top - margin) / rows, leastRow, mostRow);
    const TextMeasure measure = measureWith(drawing.input.font);
    double words = 0;
    for (const BlockGradient& block : blocks)
        words = std::max(words,
                         measure(titleOf(block.scope), std::min(drawing.fontSize(), row * 0.72)));
    words = std::min(words + 12, width * 0.56);
    for (std::size_t i = 0; i < blocks.size(); ++i)
        drawRow(drawing, blocks[i], {margin, top + static_cast<double>(i) * row, width, row}, words,
                lengthOf(drawing.input, blocks[i].norm, longest));
}

Tensor numbers(const StationInput& input) {
    const std::vector<BlockGradient> blocks = shownOf(input, blockGradients(input.trace));
    Tensor norms(Shape{static_cast<Index>(blocks.size())});
    for (std::size_t i = 0; i < blocks.size(); ++i)
        norms[static_cast<Index>(i)] = static_cast<float>(blocks[i].norm);
    return norms;
}

} // namespace

Station gradientNorms() {
    return {.id = "gradient-norms",
            .title = QT_TR_NOOP("By layer"),
            .summary = QT_TR_NOOP("How long the gradient of each layer’s weights is"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .controls = controls,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
