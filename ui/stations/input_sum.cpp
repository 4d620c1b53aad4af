// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>

namespace gf::input_sum {

namespace {

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

/// "feature 7:  0.31 + 0.84 = 1.15"
QString sumInNumbers(const StationInput& input, Index row, Index column) {
    QStringList terms;
    const auto number = [&](NodeId node) {
        return numberText(rowOf(input.trace.value(node), row)[column], 5);
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

/// The row of one operand, or of the sum, with the sign before it.
Block chartOf(const StationInput& input, NodeId node, Index row, const ScaleRange& range) {
    const bool result = node == input.node;
    const std::vector<float> values = copied(rowOf(input.trace.value(node), row));
    const auto columns = static_cast<Index>(values.size());
    const auto tip = [row, values](Index feature) {
        return StationPlace{
            row, feature, -1, QString(),
            tr("feature %1: %2").arg(feature + 1).arg(numberText(values[feature], 6))};
    };
    const auto highlighted = [values](const StationInput& now) {
        return std::vector{barAt(values, now.focus.column, now.theme.highlight)};
    };
    return plot({"rows",
                 {titleOf(input, node, row), result ? tr("feature") : QString()},
                 {0.5, static_cast<double>(columns) + 0.5},
                 range},
                {barsOf(values, input.theme.hue(Hue::Residual)), placesAlong(1, columns, tip)},
                highlighted);
}

/// What the chosen token's feature in focus adds up from.
Block numbersOf(const StationInput& input) {
    const Index column = within(input.focus.column, input.at().shape[1]);
    return column < 0 ? paragraph(tr("Point at a feature to see its sum in numbers."),
                                  input.theme.mutedText)
                      : heading(sumInNumbers(input, chosenRow(input), column));
}

Block show(const StationInput& input) {
    const Index row = chosenRow(input);
    const std::vector<NodeId> nodes = summands(input);
    // One scale for all of them, or the eye could not add.
    std::vector<float> all;
    for (const NodeId node : nodes) {
        const std::span<const float> values = rowOf(input.trace.value(node), row);
        all.insert(all.end(), values.begin(), values.end());
    }
    std::vector<Block> blocks{chooser(tr("Choose a token:"), wordsOf(input), row)};
    for (const NodeId node : nodes) {
        const QString before = node == nodes.front()  ? QString()
                               : node == nodes.back() ? QStringLiteral("=")
                                                      : QStringLiteral("+");
        blocks.push_back(
            grows(gf::row({sign(before), chartOf(input, node, row, rangeAround(all))}, 0), 1, 260));
    }
    blocks.push_back(live(numbersOf));
    return walked(input.at().shape[0], input.at().shape[1],
                  atLeast({400, 0}, padded(16, 16, column(blocks))));
}

} // namespace

Station station() {
    return {.id = "sum",
            .title = QT_TR_NOOP("Sum"),
            .summary = QT_TR_NOOP("One token’s embedding plus its position, feature by feature"),
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::input_sum
