// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/input_sum.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double margin = 16;
constexpr double signWidth = 30;
constexpr double leastChart = 120;

/// What adds, also where a person changed the sum afterwards.
const Node& sumNode(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)];
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && sumNode(graph, node).op->kind() == OpKind::Add &&
           isInput(node);
}

QStringList wordsOf(const StationInput& input) {
    QStringList words;
    for (const std::string& token : input.trace.labelsAlong(input.node, 0))
        words << tokenText(token);
    for (Index i = words.size(); i < input.at().shape[0]; ++i)
        words << QString::number(i + 1);
    return words;
}

Index chosenRow(const StationInput& input) {
    const Index row = within(input.focus.row, input.at().shape[0]);
    return std::max<Index>(0, row);
}

/// Embedding, position and sum: the operands and the result, in this order.
std::vector<NodeId> summands(const StationInput& input) {
    std::vector<NodeId> nodes = sumNode(input.graph(), input.at()).inputs;
    nodes.push_back(input.node);
    return nodes;
}

QString titleOf(const StationInput& input, NodeId id, Index row) {
    const Node& node = input.graph()[id];
    const QString length = numberText(lengthOf(rowOf(input.trace.value(id), row)), 3);
    if (id == input.node && node.op->kind() == OpKind::Intervene)
        return tr("input: the sum, changed by you · length %1").arg(length);
    if (id == input.node)
        return tr("input: the sum · length %1").arg(length);
    return input.graph()[computedNode(input.graph(), id)].op->kind() == OpKind::Embedding
               ? tr("token · length %1").arg(length)
               : tr("position · length %1").arg(length);
}

QSizeF minimumSize(const StationInput& input) {
    const double charts = leastChart * static_cast<double>(summands(input).size());
    // About how many lines of words there are; a longer text scrolls no further.
    const double lines = std::min(6.0, 1 + static_cast<double>(input.at().shape[0]) / 16);
    return {400, charts + (lines + 3) * input.fontSize() * 1.7};
}

/// "feature 7:  0.31 + 0.84 = 1.15"
QString sumInNumbers(const StationInput& input, Index row, Index column) {
    QStringList terms;
    const auto number = [&](NodeId node) {
        return numberText(rowOf(input.trace.value(node), row)[static_cast<std::size_t>(column)], 5);
    };
    const Node& sum = sumNode(input.graph(), input.at());
    for (const NodeId operand : sum.inputs)
        terms << number(operand);
    const QString text = tr("feature %1:  %2 = %3")
                             .arg(column + 1)
                             .arg(terms.join(QStringLiteral(" + ")), number(sum.id));
    return heatmapOf(input, input.node).changedAt(row, column)
               ? tr("%1, changed by you to %2").arg(text, number(input.node))
               : text;
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const Index row = chosenRow(input);
    const Index columns = input.at().shape[1];
    picture.rows = input.at().shape[0];
    picture.columns = columns;
    const double width = input.size.width() - 2 * margin;
    const double line = input.fontSize() * 1.7;
    drawLine(input, canvas, {margin, margin + line * 0.4}, tr("Choose a token:"),
             input.theme.mutedText);
    const double top =
        margin + line +
        drawSentence(input, canvas, picture, {margin, margin + line}, width, wordsOf(input), row) +
        8;

    const std::vector<NodeId> nodes = summands(input);
    // One scale for all of them, or the eye could not add.
    std::vector<float> all;
    for (const NodeId node : nodes) {
        const std::span<const float> values = rowOf(input.trace.value(node), row);
        all.insert(all.end(), values.begin(), values.end());
    }
    const auto range = rangeAround(all);
    const double height = std::min(260.0, (input.size.height() - margin - line - top) /
                                              static_cast<double>(nodes.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool result = i + 1 == nodes.size();
        const QRectF area(margin + signWidth, top + static_cast<double>(i) * height,
                          width - signWidth, height);
        if (i > 0)
            drawSign(input, canvas, {margin, area.top(), signWidth, area.height()},
                     result ? QStringLiteral("=") : QStringLiteral("+"));
        const Plot plot =
            placePlot(input, canvas, area, "rows",
                      {titleOf(input, nodes[i], row), result ? tr("feature") : QString()},
                      {0.5, static_cast<double>(columns) + 0.5}, range);
        const std::span<const float> values = rowOf(input.trace.value(nodes[i]), row);
        drawBars(input, canvas, plot, values, input.theme.hue(Hue::Residual));
        picture.highlights.push_back([=](const StationInput& now, Canvas& over, StationPicture&) {
            drawBar(over, plot, values, now.focus.column, now.theme.highlight);
        });
        picture.grids.push_back(
            {cellsIn(plot.area, 1, columns), [row, values](Index, Index feature) {
                 return StationPlace{
                     row, feature, -1, QString(),
                     tr("feature %1: %2")
                         .arg(feature + 1)
                         .arg(numberText(values[static_cast<std::size_t>(feature)], 6))};
             }});
    }
    const double below = top + height * static_cast<double>(nodes.size()) + line * 0.6;
    picture.highlights.push_back([=](const StationInput& now, Canvas& over, StationPicture&) {
        const Index column = within(now.focus.column, columns);
        drawLine(now, over, {margin + signWidth, below},
                 column >= 0 ? sumInNumbers(now, row, column)
                             : tr("Point at a feature to see its sum in numbers."),
                 column >= 0 ? now.theme.text : now.theme.mutedText, Qt::AlignLeft, column >= 0);
    });
}

} // namespace

Station inputSum() {
    return {.id = "sum",
            .title = QT_TR_NOOP("Sum"),
            .summary = QT_TR_NOOP("One token’s embedding plus its position, feature by feature"),
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
