// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/head_contributions.h"
#include "core/measure/products.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double signRoom = 26;
constexpr double leastRow = 20;
constexpr double mostRow = 34;

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
void drawProduct(Drawing& drawing, const Backward& nodes, const QRectF& area) {
    const Graph& graph = drawing.input.graph();
    const Index heads = graph[nodes.heads].shape[0];
    const Index width = graph[nodes.heads].shape[2];
    const double side = (area.width() - 2 * signRoom) / 3;
    const auto place = [&](int column, HeatmapData data, const QString& title, bool tokens,
                           bool byHead) {
        data.title = title;
        const QRectF rect(area.left() + column * (side + signRoom), area.top(), side,
                          area.height());
        return placeHeatmap(drawing, data, rect, tokens ? litRow : nothingLit,
                            [=](Index row, Index at) {
                                StationPlace there;
                                there.row = tokens ? row : -1;
                                there.head = byHead ? static_cast<int>(at / width) : -1;
                                return there;
                            });
    };
    const HeatmapLayout output =
        place(0, heatmapOf(drawing.input, nodes.output), tr("gradient of output"), true, false);
    const HeatmapLayout weight =
        place(1, transposed(heatmapOf(drawing.input, nodes.weight)), tr("W_Oᵀ"), false, true);
    const HeatmapLayout concat =
        place(2, heatmapOf(drawing.input, nodes.concat), tr("gradient of concat"), true, true);
    const Index head = headOf(drawing.input, nodes);
    drawSlices(drawing, weight, heads, head);
    // They stand over the light on a row.
    drawing.onFocus([=](Drawing& now) { drawSlices(now, concat, heads, head); });
    const double middle = output.cells.center().y() - 10;
    drawSign(drawing, {area.left() + side, middle, signRoom, 20}, QStringLiteral("×"));
    drawSign(drawing, {area.left() + 2 * side + signRoom, middle, signRoom, 20},
             QStringLiteral("="));
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
    reach.changes.assign(static_cast<std::size_t>(heads), 0);
    for (std::size_t h = 0; h < static_cast<std::size_t>(heads); ++h)
        reach.lengths.push_back(lengthOf(gradient.values().subspan(h * one, one)));
    for (Index at = 0; at < reach.byToken.count(); ++at)
        reach.changes[static_cast<std::size_t>(at % heads)] +=
            static_cast<double>(reach.byToken[at]);
    return reach;
}

const Reach& rememberedReach(const StationInput& input, const Backward& nodes) {
    return input.memory->once(QStringLiteral("reach %1").arg(nodes.heads),
                              [&] { return reachOf(input, nodes); });
}

/// One line for each head: the length of its gradient as a bar, and the expected change.
void drawHeads(Drawing& drawing, const Backward& nodes, const Reach& reach, const QRectF& area) {
    const double size = drawing.fontSize();
    const TextMeasure measure = measureWith(drawing.input.font);
    const QString right = tr("without it");
    double numbers = measure(right, size);
    for (const double change : reach.changes)
        numbers = std::max(numbers, measure(changeText(change), size) * 1.1);
    const double head = size * 2;
    drawLine(drawing, {area.left(), area.top() + head / 2}, tr("Length of what reaches each head"),
             area.width() - numbers - 16, drawing.theme().text, 1, true);
    drawLine(drawing, {area.right(), area.top() + head / 2}, right, drawing.theme().mutedText,
             Qt::AlignRight);
    const auto count = static_cast<double>(reach.lengths.size());
    const double row = std::min((area.height() - head) / count, mostRow);
    const double names = measure(headTitle(9), size) * 1.1 + 8;
    const double lengths = measure(QStringLiteral("0.00000"), size) + 10;
    const double full = area.width() - names - lengths - numbers - 16;
    const double longest =
        drawnAxis(drawing.input, QStringLiteral("reach"), {0, largestFinite<double>(reach.lengths)})
            .second;
    const Index chosen = headOf(drawing.input, nodes);
    for (std::size_t h = 0; h < reach.lengths.size(); ++h) {
        const double top = area.top() + head + static_cast<double>(h) * row;
        const double y = top + row / 2;
        const bool lit = static_cast<Index>(h) == chosen;
        const double part = partOf(reach.lengths[h], longest);
        drawLine(drawing, {area.left() + names - 8, y}, headTitle(static_cast<Index>(h)),
                 lit ? drawing.theme().textHue(Hue::Attention) : drawing.theme().text,
                 Qt::AlignRight, lit);
        drawing.canvas.rectangle({area.left() + names, y - row * 0.3, full * part, row * 0.6},
                                 drawing.theme().hue(Hue::Attention), "length");
        drawLine(drawing, {area.left() + names + full * part + 6, y},
                 numberText(reach.lengths[h], 3), drawing.theme().mutedText);
        drawLine(drawing, {area.right(), y}, changeText(reach.changes[h]), drawing.theme().text,
                 Qt::AlignRight, lit);
        StationPlace place;
        place.head = static_cast<int>(h);
        place.tip = tr("%1: a gradient of length %2\nwithout the head the loss changes by about %3")
                        .arg(headTitle(static_cast<Index>(h)), numberText(reach.lengths[h], 5),
                             changeText(reach.changes[h]));
        drawing.place(QRectF(area.left(), top, area.width(), row), place);
    }
}

void drawByToken(Drawing& drawing, const Backward& nodes, const Reach& reach, const QRectF& area) {
    HeatmapData data = heatmapOf(reach.byToken, tr("loss without it, by token"));
    data.range =
        drawnRange(drawing.input, nodes.heads, QStringLiteral("estimates"), data.colourRange());
    data.rowTitle = tr("token");
    data.columnTitle = tr("head");
    for (const std::string& token : drawing.input.trace.labelsAlong(nodes.output, 0))
        data.rowLabels << tokenText(token);
    const auto lit = [head = headOf(drawing.input, nodes)](const StationInput& now) {
        return HeatmapHighlight{now.focus.row, head, now.focus.pinned};
    };
    placeHeatmap(drawing, data, area, lit, [](Index row, Index column) {
        StationPlace place;
        place.row = row;
        place.head = static_cast<int>(column);
        return place;
    });
}

QString sentenceFor(const StationInput& input, const Backward& nodes, const Reach& reach) {
    const Index head = headOf(input, nodes);
    return tr("Without %1 the loss would change by about %2: what the head says times its "
              "gradient, "
              "which holds for small changes only. Muting it shows what really happens.")
        .arg(headTitle(head), changeText(reach.changes[static_cast<std::size_t>(head)]));
}

QSizeF minimumSize(const StationInput& input) {
    const auto nodes = backwardOf(input.graph(), input.at());
    const auto heads = static_cast<double>(input.graph()[nodes->heads].shape[0]);
    return {500, 3 * margin + 160 + std::max(150.0, heads * leastRow + 2 * input.fontSize()) +
                     4.5 * input.fontSize()};
}

void draw(Drawing& drawing) {
    const Backward nodes = *backwardOf(drawing.input.graph(), drawing.input.at());
    const Reach& reach = rememberedReach(drawing.input, nodes);
    const double width = drawing.input.size.width() - 2 * margin;
    const QString sentence = sentenceFor(drawing.input, nodes, reach);
    const double words = paragraphHeight(drawing.input, width, sentence) + 8;
    const double rows = static_cast<double>(reach.lengths.size());
    const double room = drawing.input.size.height() - 3 * margin - words;
    const double below = std::clamp(rows * mostRow + 2 * drawing.fontSize(), 150.0, room * 0.5);
    drawProduct(drawing, nodes, {margin, margin, width, room - below});
    const double top = 2 * margin + room - below;
    drawParagraph(drawing, {margin, top}, width, sentence, drawing.theme().text);
    const QRectF bottom(margin, top + words, width, below);
    const double table = std::clamp(width * 0.34, 150.0, 320.0);
    drawHeads(drawing, nodes, reach, bottom.adjusted(0, 0, -table - 2 * margin, 0));
    drawByToken(drawing, nodes, reach, bottom.adjusted(width - table, 0, 0, 0));
    const Shape& shape = drawing.input.at().shape;
    drawing.picture.rows = shape[-2];
    drawing.picture.columns = shape[-1];
}

/// The expected change of the loss for every token and head, [T,H].
Tensor numbers(const StationInput& input) {
    return reachOf(input, *backwardOf(input.graph(), input.at())).byToken;
}

} // namespace

Station gradientsOfHeads() {
    return {.id = "head-gradients",
            .title = QT_TR_NOOP("What reaches each head"),
            .summary = QT_TR_NOOP("The gradient on its way back through W_O to the heads, "
                                  "and what the loss would do without each of them"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
