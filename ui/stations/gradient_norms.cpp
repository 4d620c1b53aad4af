// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/gradient_norms.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/station_blocks.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace gf::gradient_norms {

namespace {

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

/// The part of the room that a norm fills, 0 to 1.
double lengthOf(const StationInput& input, double norm, double longest) {
    const double part = partOf(norm, longest);
    if (part > 0 && input.setting("scale", 0) > 0)
        return std::clamp(1 + std::log10(part) / decades, 0.004, 1.0);
    return part;
}

Bar barOf(const StationInput& input, const BlockGradient& block, double longest) {
    const QString name = titleOf(block.scope);
    const double mean = block.norm / std::sqrt(static_cast<double>(block.count));
    StationPlace place;
    place.step = stepOf(input.graph()[block.largest]);
    place.tip = tr("%1\nnorm %2 over %3 numbers, %4 each (root mean square)\nClick to go to its "
                   "largest gradient")
                    .arg(name, numberText(block.norm, 5), QString::number(block.count),
                         numberText(mean, 3));
    return {name, lengthOf(input, block.norm, longest), numberText(block.norm, 3),
            input.theme.hue(hueOf(block.scope.kind())), place};
}

Block show(const StationInput& input) {
    const std::vector<BlockGradient>& all = input.memory->once(
        QStringLiteral("gradient norms"), [&] { return blockGradients(input.trace); });
    const std::vector<BlockGradient> blocks = shownOf(input, all);
    double longest = 0;
    for (const BlockGradient& block : blocks)
        if (std::isfinite(block.norm))
            longest = std::max(longest, block.norm);
    longest = drawnAxis(input, QStringLiteral("norms"), {0, longest}).second;
    std::vector<Bar> lines;
    for (const BlockGradient& block : blocks)
        lines.push_back(barOf(input, block, longest));
    return atLeast({460, 0},
                   padded(16, 16,
                          column({heading(tr("Norm of the gradient by layer; all together %1")
                                              .arg(numberText(totalNorm(all), 5))),
                                  paragraph(input.trace.batch > 1
                                                ? tr("the sum over the %1 examples of the batch")
                                                      .arg(input.trace.batch)
                                                : tr("from this one example"),
                                            input.theme.mutedText),
                                  bars(lines, 17, 160)})));
}

Tensor numbers(const StationInput& input) {
    const std::vector<BlockGradient> blocks = shownOf(input, blockGradients(input.trace));
    Tensor norms(Shape{static_cast<Index>(blocks.size())});
    for (std::size_t i = 0; i < blocks.size(); ++i)
        norms[static_cast<Index>(i)] = static_cast<float>(blocks[i].norm);
    return norms;
}

} // namespace

Station station() {
    return {.id = "gradient-norms",
            .title = QT_TR_NOOP("By layer"),
            .summary = QT_TR_NOOP("How long the gradient of each layer’s weights is"),
            .preferred = true,
            .shows = shows,
            .controls = controls,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::gradient_norms
