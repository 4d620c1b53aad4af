// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/shape_picture.h"
#include "core/measure/rollout.h"
#include "core/measure/token_mixing.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/patch_picture.h"
#include "ui/steps/token_reads.h"

#include <algorithm>
#include <memory>

namespace gf::rollout_lab {

namespace {

constexpr double leastPicture = 150; ///< pixels

/// Of the layer in focus; where it mixes no tokens, of the last layer of its stack, or of the first
/// stack. What a layer mixes ends in "output".
NodeId node(const Graph& graph, NodeId focused) {
    const Scope here = focused == noNode ? Scope() : graph[focused].scope;
    const auto nearness = [&](const Scope& scope) {
        if (here.empty() || here.levels.front() != scope.levels.front())
            return 0;
        return here.layer() == scope.layer() ? 2 : 1;
    };
    NodeId best = noNode;
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Forward || node.part != "output" || !mixesTokens(node.scope) ||
            graph.find(node.scope, "output") != node.id)
            continue;
        const bool isFirst = best == noNode;
        const int nearer = isFirst ? 1 : nearness(node.scope) - nearness(graph[best].scope);
        if (nearer > 0 ||
            (nearer == 0 && node.scope.levels.front() == graph[best].scope.levels.front()))
            best = node.id;
    }
    return best;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (node(*trace.graph, noNode) != noNode)
        return {};
    return phrase("This model has no layer that mixes tokens at once.");
}

struct Maps {
    HeatmapData through; ///< all layers down to this one
    HeatmapData alone;   ///< this one
    int layers = 1;
};

Maps mapsOf(const StationInput& input) {
    const Scope& scope = input.at().scope;
    const auto& stacks =
        input.memory->once(QStringLiteral("rollouts"), [&] { return rollouts(input.trace); });
    const auto stack = std::ranges::find(stacks, scope.levels.front().title, &Rollout::stack);
    const auto layer = static_cast<std::size_t>(scope.layer());
    Maps maps{readersOf(input.trace, scope), {}, scope.layer() + 1};
    maps.alone = maps.through;
    const auto fill = [](HeatmapData& data, const Tensor& numbers, const QString& title) {
        data.values = {numbers.values().begin(), numbers.values().end()};
        data.title = title;
        data.outcomes = data.columns;
    };
    fill(maps.through, stack->layers[layer],
         maps.layers == 1 ? tr("through layer 1") : tr("through layers 1 to %1").arg(maps.layers));
    fill(maps.alone, stack->alone[layer], tr("layer %1 alone").arg(maps.layers));
    const ScaleRange one = maps.through.colourRange();
    const ScaleRange other = maps.alone.colourRange();
    const ScaleRange both =
        drawnRange(input, input.node, QStringLiteral("rollout"),
                   {std::min(one.first, other.first), std::max(one.second, other.second)});
    maps.through.range = maps.alone.range = both;
    return maps;
}

QString percent(double share) {
    return tr("%1 %").arg(NumberFormat{0, 1}.text(100 * share));
}

/// The largest of a row, the first of equal ones.
Index largestIn(const HeatmapData& data, Index row) {
    Index best = 0;
    for (Index column = 1; column < data.columns; ++column)
        if (data.at(row, column) > data.at(row, best))
            best = column;
    return best;
}

QString sentenceOf(const StationInput& now, const Maps& maps) {
    const Index row = rowOr(now, maps.through.rows, maps.through.rows - 1);
    const Index from = largestIn(maps.through, row);
    const Index read = largestIn(maps.alone, row);
    return tr("A guess from attention alone: of what reaches “%1”, %2 comes from “%3” (equal "
              "shares: %4). In the map of layer %5 by itself “%6” is the largest, with %7.")
        .arg(rowLabel(maps.through, row), percent(maps.through.at(row, from)),
             columnLabel(maps.through, from),
             percent(1.0 / static_cast<double>(maps.alone.columns)), QString::number(maps.layers),
             columnLabel(maps.alone, read), percent(maps.alone.at(row, read)));
}

/// From which patches a patch of a picture comes, through all layers down to this one.
Block onPicture(const StationInput& now, const Maps& maps, const PatchPicture& picture) {
    const Index row = std::min(rowOr(now, maps.through.rows, 0), picturePatches - 1);
    const auto* const first = &maps.through.values[static_cast<std::size_t>(row) *
                                                   static_cast<std::size_t>(maps.through.columns)];
    return pictureBlock(picture,
                        {.title = maps.through.title,
                         .weights = {first, first + picturePatches},
                         .marked = row,
                         .placeOf = [](Index patch) { return StationPlace{.row = patch}; }},
                        leastPicture);
}

Block show(const StationInput& input) {
    const auto maps = std::make_shared<const Maps>(mapsOf(input));
    const Block through = matrix(maps->through), alone = matrix(maps->alone);
    std::vector<Block> ways{row({through, alone}, 24), column({through, alone}, 16)};
    if (const auto picture = pictureOf(input.trace);
        picture && input.at().axes[0] == Axis::Source && maps->through.columns >= picturePatches) {
        const Block seen = live([maps, picture = *picture](const StationInput& now) {
            return onPicture(now, *maps, picture);
        });
        ways = {row({through, column({seen, alone}, 16)}, 24), row({through, alone, seen}, 24),
                column({through, alone, seen}, 16)};
    }
    return walked(
        maps->through.rows, maps->through.columns,
        atLeast({440, 0}, padded(8, 4,
                                 column({followingSentence([maps](const StationInput& now) {
                                             return sentenceOf(now, *maps);
                                         }),
                                         fit(ways)}))));
}

Tensor numbers(const StationInput& input) {
    const HeatmapData through = mapsOf(input).through;
    return Tensor({through.rows, through.columns}, through.values);
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "rollout", .show = show, .numbers = numbers},
            .node = node,
            .missing = missing};
}

} // namespace gf::rollout_lab
