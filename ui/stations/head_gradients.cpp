// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/head_contributions.h"
#include "core/measure/products.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf::head_gradients {

namespace {

constexpr double leastRow = 20;
constexpr double mostRow = 72;

/// The gradients at the end of one attention, output to heads, and what the heads said.
struct Backward {
    NodeId output = noNode;  ///< gradient, [T,D]
    NodeId weight = noNode;  ///< W_O itself
    NodeId concat = noNode;  ///< gradient, [T,H·K]
    NodeId heads = noNode;   ///< values, [H,T,K]
    NodeId reached = noNode; ///< their gradient
};

/// Those that a gradient of concat, output or heads belongs to, where all are there.
std::optional<Backward> backwardOf(const Graph& graph, const Node& node) {
    const bool isStage = node.part == "concat" || node.part == "output" || node.part == "heads";
    if (node.relation != Relation::Gradient || graph[node.of].relation != Relation::Own ||
        !node.scope.isAttention() || !isStage)
        return std::nullopt;
    const auto gradient = [&](const char* part) {
        const NodeId of = graph.find(node.scope, part);
        return of == noNode ? noNode : graph.gradientOf(of);
    };
    Backward backward{gradient("output"), noNode, gradient("concat"),
                      graph.find(node.scope, "heads"), gradient("heads")};
    const NodeId output = graph.find(node.scope, "output");
    if (output == noNode || backward.output == noNode || backward.concat == noNode ||
        backward.heads == noNode || backward.reached == noNode)
        return std::nullopt;
    const Node& linear = graph[computedNode(graph, output)];
    if (linear.op->kind() != OpKind::Linear)
        return std::nullopt;
    backward.weight = linear.inputs[1];
    return backward;
}

bool shows(const Graph& graph, const Node& node) {
    return backwardOf(graph, node).has_value();
}

Index headOf(const StationInput& input, const Backward& nodes) {
    return std::clamp<Index>(input.focus.head, 0, input.graph()[nodes.heads].shape[0] - 1);
}

/// The columns of each head, and a frame around those of the head in focus.
void drawSlices(Drawing& drawing, const HeatmapLayout& layout, Index heads, Index head) {
    const QRectF& cells = layout.cells;
    const double slice = cells.width() / static_cast<double>(heads);
    std::vector<QLineF> lines;
    for (Index h = 1; h < heads; ++h) {
        const double x = cells.left() + static_cast<double>(h) * slice;
        lines.emplace_back(x, cells.top() - 3, x, cells.bottom() + 3);
    }
    drawing.canvas.lines(lines, drawing.theme().text, 1, "slice");
    const QRectF chosen(cells.left() + static_cast<double>(head) * slice, cells.top(), slice,
                        cells.height());
    drawing.canvas.outline(chosen.adjusted(-2, -2, 2, 2), drawing.theme().highlight, 2.5);
}

/// gradient of output × W_Oᵀ = gradient of concat, in which every head finds its own.
Block productOf(const StationInput& input, const Backward& nodes) {
    const Index heads = input.graph()[nodes.heads].shape[0];
    const Index width = input.graph()[nodes.heads].shape[2];
    const Index head = headOf(input, nodes);
    const auto term = [&](HeatmapData data, const QString& title, bool tokens, bool byHead) {
        data.title = title;
        const auto placeOf = [=](Index row, Index at) {
            return StationPlace{.row = tokens ? row : -1,
                                .head = byHead ? static_cast<int>(at / width) : -1};
        };
        // Over a row that is highlighted they stand above its highlight.
        const auto slices = [=](Drawing& drawing, const HeatmapLayout& layout) {
            if (!byHead)
                return;
            drawing.onFocus([=](Drawing& now) { drawSlices(now, layout, heads, head); });
        };
        return Term{data,
                    {.highlighted = tokens ? highlightedRow : nothingHighlighted,
                     .placeOf = placeOf,
                     .over = slices}};
    };
    return equation({term(heatmapOf(input, nodes.output), tr("gradient of output"), true, false),
                     term(transposed(heatmapOf(input, nodes.weight)), tr("W_Oᵀ"), false, true),
                     term(heatmapOf(input, nodes.concat), tr("gradient of concat"), true, true)},
                    {QStringLiteral("×"), QStringLiteral("=")});
}

/// What reaches each head, over all tokens, and what muting it is expected to do.
struct Reach {
    std::vector<double> lengths; ///< of the gradient of each head
    std::vector<double> changes; ///< of the loss, to first order, without the head
    Tensor byToken;              ///< the same for each token, [T,H]
};

Reach reachOf(const StationInput& input, const Backward& nodes) {
    const Tensor& gradient = input.trace.value(nodes.reached);
    const Index heads = gradient.shape()[0];
    const auto one = static_cast<std::size_t>(gradient.count() / heads);
    Reach reach;
    reach.byToken = muteEstimates(input.trace.value(nodes.heads), gradient);
    reach.changes.assign(heads, 0);
    for (std::size_t h = 0; h < static_cast<std::size_t>(heads); ++h)
        reach.lengths.push_back(lengthOf(gradient.values().subspan(h * one, one)));
    for (Index at = 0; at < reach.byToken.count(); ++at)
        reach.changes[at % heads] += static_cast<double>(reach.byToken[at]);
    return reach;
}

const Reach& storedReach(const StationInput& input, const Backward& nodes) {
    return input.memory->once(QStringLiteral("reach %1").arg(nodes.heads),
                              [&] { return reachOf(input, nodes); });
}

/// One line for each head: the length of its gradient as a bar, and the expected change.
Block headsOf(const StationInput& input, const Backward& nodes, const Reach& reach) {
    const double longest =
        drawnAxis(input, QStringLiteral("reach"), {0, largestFinite<double>(reach.lengths)}).second;
    const Index chosen = headOf(input, nodes);
    std::vector<Bar> lines;
    for (std::size_t h = 0; h < reach.lengths.size(); ++h) {
        const QString name = headTitle(static_cast<Index>(h));
        const QString change = changeText(reach.changes[h]);
        StationPlace place;
        place.head = static_cast<int>(h);
        place.tip = tr("%1: a gradient of length %2\nwithout the head the loss changes by about %3")
                        .arg(name, numberText(reach.lengths[h], 5), change);
        lines.push_back({name, partOf(reach.lengths[h], longest), numberText(reach.lengths[h], 3),
                         input.theme.hue(Hue::Attention), place, static_cast<Index>(h) == chosen,
                         change});
    }
    const QString without = tr("without it");
    const double wide = measureWith(input.font)(without, input.fontSize());
    const Block names = row({grows(heading(tr("Length of what reaches each head"))),
                             atLeast({wide, 0}, paragraph(without, input.theme.mutedText))});
    return column({grows(names, 0), bars(lines, leastRow, mostRow)});
}

Block byToken(const StationInput& input, const Backward& nodes, const Reach& reach) {
    HeatmapData data = heatmapOf(reach.byToken, tr("Δ loss without it, by token"));
    data.range = drawnRange(input, nodes.heads, QStringLiteral("estimates"), data.colourRange());
    data.rowTitle = tr("token");
    data.columnTitle = tr("head");
    for (const std::string& token : input.trace.labelsAlong(nodes.output, 0))
        data.rowLabels << tokenText(token);
    const auto highlighted = [head = headOf(input, nodes)](const StationInput& now) {
        return HeatmapHighlight{now.focus.row, head, now.focus.pinned};
    };
    const auto placeOf = [](Index row, Index column) {
        return StationPlace{.row = row, .head = static_cast<int>(column)};
    };
    return matrix(data, {.highlighted = highlighted, .placeOf = placeOf});
}

QString sentenceFor(const StationInput& input, const Backward& nodes, const Reach& reach) {
    const Index head = headOf(input, nodes);
    return tr("Without %1 the loss would change by about %2: what the head says times its "
              "gradient, "
              "which holds for small changes only. Muting it shows what really happens.")
        .arg(headTitle(head), changeText(reach.changes[head]));
}

Block show(const StationInput& input) {
    const Backward nodes = *backwardOf(input.graph(), input.at());
    const Reach& reach = storedReach(input, nodes);
    const Block below = row(
        {grows(headsOf(input, nodes, reach), 0.66), grows(byToken(input, nodes, reach), 0.34, 320)},
        28);
    const Shape& shape = input.at().shape;
    const double heads = mostRow * static_cast<double>(reach.lengths.size());
    return walked(
        shape[-2], shape[-1],
        atLeast({500, 0},
                padded(14, 14,
                       column({productOf(input, nodes), paragraph(sentenceFor(input, nodes, reach)),
                               grows(below, 1, std::max(180.0, heads + 30))}))));
}

/// The expected change of the loss for every token and head, [T,H].
Tensor numbers(const StationInput& input) {
    return reachOf(input, *backwardOf(input.graph(), input.at())).byToken;
}

} // namespace

Station station() {
    return {.id = "head-gradients",
            .title = QT_TR_NOOP("What reaches each head"),
            .summary = QT_TR_NOOP("The gradient on its way back through W_O to the heads, "
                                  "and what the loss would do without each of them"),
            .preferred = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::head_gradients
