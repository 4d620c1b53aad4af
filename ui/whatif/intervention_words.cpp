// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/intervention_words.h"

#include "core/ops/windows.h"
#include "ui/figure/number_format.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"
#include "ui/steps/steps.h"

#include <QStringList>

#include <cmath>

namespace gf {

namespace {

bool isOne(const Places& places) {
    return places.count == 1;
}

QString number(double value) {
    return std::isinf(value) ? numberText(value) : withMinus(QString::number(value, 'g', 4));
}

/// "head 2, row 3, column 5"; only what is meant of a larger whole.
QString placeOf(const Node* node, const Edit& edit) {
    QStringList parts;
    const int rank = node ? node->shape.rank() : 0;
    for (int i = 0; i < rank; ++i) {
        const Places& places = edit.cells[i];
        if (places.first == 0 && places.count == 0)
            continue;
        const Index first = firstNumber(*node, i);
        const QString which = isOne(places) ? QString::number(places.first + first)
                                            : tr("%1 to %2")
                                                  .arg(places.first + first)
                                                  .arg(places.endIn(node->shape[i]) - 1 + first);
        const bool heads = rank == 3 && i == 0 && node->axes[0] == Axis::Head;
        parts << (heads           ? tr("head %1").arg(which)
                  : i == rank - 1 ? tr("column %1").arg(which)
                                  : tr("row %1").arg(which));
    }
    return parts.join(QStringLiteral(", "));
}

/// The sentence for what is done to a step, where that has a name of its own.
QString namedChange(const Node& node, const Edit& edit) {
    const Places& head = edit.cells[0];
    const QString headNumber = QString::number(head.first + 1);
    const bool hasHeads = node.axes[0] == Axis::Head;
    const Places& queries = edit.cells[hasHeads ? 1 : 0];
    const Places& keys = edit.cells[hasHeads ? 2 : 1];
    const QString query = QString::number(queries.first + 1);
    const QString key = QString::number(keys.first + 1);
    const bool zero = edit.kind != Edit::Kind::Reveal && edit.value == 0;
    if (node.part == "heads" && zero && isOne(head) && edit.cells[1].count == 0 &&
        edit.cells[2].count == 0)
        return tr("Head %1 muted").arg(headNumber);
    if (node.scope.kind() == ScopeKind::Position && node.part.empty() && zero &&
        edit.cells == Edit{}.cells)
        return tr("Positions off");
    if ((node.part == "scaled" || node.part == "biased") && edit.kind == Edit::Kind::Multiply &&
        edit.value > 0 && edit.cells[1].count == 0 && edit.cells[2].count == 0)
        return isOne(head) ? tr("Temperature %1 in head %2").arg(number(1 / edit.value), headNumber)
                           : tr("Temperature %1").arg(number(1 / edit.value));
    if (node.scope.kind() == ScopeKind::Output && node.part.empty() &&
        edit.kind == Edit::Kind::Multiply && edit.value > 0 && edit.cells == Edit{}.cells)
        return tr("Temperature %1").arg(number(1 / edit.value));
    if (node.scope.kind() == ScopeKind::Mixer && zero && edit.cells == Edit{}.cells)
        return tr("Muted");
    if (node.part == "kernel" && zero && isOne(head) && edit.cells[1].count == 0 &&
        edit.cells[2].count == 0)
        return tr("Neighbour at offset %1 muted")
            .arg(withMinus(QString::number(
                ops::windowOffset(head.first, node.shape[0], node.axes[0] == Axis::PastOffset))));
    const bool hides = edit.kind == Edit::Kind::Set && std::isinf(edit.value) && edit.value < 0;
    if (node.part == "masked" && !hasHeads && edit.kind == Edit::Kind::Set && edit.value == 0 &&
        isOne(keys) && isOne(queries))
        return tr("Key %1 shown to query %2").arg(key, query);
    if (node.part == "masked" && !hasHeads && hides && isOne(keys))
        return isOne(queries) ? tr("Key %1 hidden from query %2").arg(key, query)
                              : tr("Key %1 hidden from all queries").arg(key);
    if (node.part == "masked" && edit.kind == Edit::Kind::Reveal)
        return tr("Key %1 shown to query %2 in head %3").arg(key, query, headNumber);
    if (node.part == "masked" && hides && isOne(keys))
        return isOne(queries)
                   ? tr("Key %1 hidden from query %2 in head %3").arg(key, query, headNumber)
                   : tr("Key %1 hidden from all queries in head %2").arg(key, headNumber);
    return {};
}

} // namespace

QString sentenceOf(const Graph& graph, const Intervention& change) {
    const NodeId id = graph.find(change.node);
    const Node* node = id == noNode ? nullptr : &graph[id];
    const QString where = node ? titleOf(graph, *node) : QString::fromStdString(change.node);
    if (const QString named = node ? namedChange(*node, change.edit) : QString(); !named.isEmpty())
        return tr("%1 · %2").arg(named, where);
    const QString place = placeOf(node, change.edit);
    const QString value = number(change.edit.value);
    if (change.edit.kind == Edit::Kind::Multiply)
        return place.isEmpty() ? tr("Multiplied by %1 · %2").arg(value, where)
                               : tr("Multiplied by %1: %2 · %3").arg(value, place, where);
    return place.isEmpty() ? tr("Set to %1 · %2").arg(value, where)
                           : tr("Set to %1: %2 · %3").arg(value, place, where);
}

} // namespace gf
