// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_facts.h"

#include "core/graph/op.h"
#include "core/measure/change.h"
#include "core/measure/health.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"
#include "ui/stations/stations.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

/// Whether a node or anything that it is computed from was changed by a person.
bool hasChangeBefore(const Graph& graph, NodeId id) {
    std::vector<bool> seen(graph.size());
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const Node& node = graph[open.back()];
        open.pop_back();
        if (node.op->kind() == OpKind::Intervene)
            return true;
        for (const NodeId input : node.inputs)
            if (!seen[input]) {
                seen[input] = true;
                open.push_back(input);
            }
    }
    return false;
}

/// Why gradients stand here as matrices although the values have a drawing of their own.
QString valuesOnlyFact(const Trace& trace, const Node& gradient, const Focus& focus,
                       const Station* shown) {
    const Graph& graph = *trace.graph;
    const bool whole = gradient.relation == Relation::Gradient;
    const NodeId value = whole && !shown && !trace.isDifference() ? gradient.of : noNode;
    const Station* station =
        value == noNode ? nullptr : stationFor(graph, graph[value], focus.view, focus.allHeads);
    return station
               ? tr("“%1” draws values: for these switch the gradients off").arg(titleOf(*station))
               : QString();
}

/// While a change holds: whether a step is changed itself, or what follows from a change.
QString changeFact(const Trace& trace, const Node& node, const Theme& theme) {
    if (!trace.without || !hasChangeBefore(*trace.graph, node.id))
        return {};
    return QStringLiteral("<b style=\"color:%1\">%2</b>")
        .arg(theme.textColour(QColor(changedColour)).name(), node.op->kind() == OpKind::Intervene
                                                                 ? tr("changed by you")
                                                                 : tr("follows from your change"));
}

/// Where nothing to speak of has been learnt: how it stands.
QString hardlyLearntWords(const Health& health, Index step) {
    switch (health.state) {
    case Health::State::Begun:
        return step == 0 ? tr("not trained yet") : tr("hardly trained yet");
    case Health::State::Stuck:
        return tr("hardly better than a guess since training step %L1").arg(health.since);
    default:
        return {};
    }
}

QString headOf(const Node& node, const Focus& focus) {
    return focus.allHeads ? tr("all %n heads", nullptr, static_cast<int>(node.shape[0]))
                          : tr("head %1 of %2")
                                .arg(std::min<Index>(focus.head, node.shape[0] - 1) + 1)
                                .arg(node.shape[0]);
}

} // namespace

QStringList stageFacts(const Trace& trace, const Steps& steps, const Node& node, const Focus& focus,
                       const Station* shown, const Theme& theme, const Health& health) {
    QStringList facts;
    for (const QString& fact : {trace.isDifference() ? changeWords(trace, node.id, focus)
                                                     : changeFact(trace, node, theme),
                                valuesOnlyFact(trace, node, focus, shown), shapeInWords(node)})
        if (!fact.isEmpty())
            facts << fact;
    const int index = steps.indexOf(focus);
    if (const QString uniform = uniformWords(trace, node.id, focus); !uniform.isEmpty())
        facts << uniform;
    // In the place of what tool bar and strip say too.
    const QString learnt = hardlyLearntWords(health, trace.step);
    if (!learnt.isEmpty())
        facts << learnt;
    else if (index >= 0)
        facts << (focus.gradients ? tr("backward operation %1 of %2") : tr("operation %1 of %2"))
                     .arg(index + 1)
                     .arg(steps.walk(focus.gradients).size());
    else if (node.role == Role::Parameter)
        facts << tr("learned parameter");
    else if (node.role == Role::Input)
        facts << tr("input");
    if (trace.batch > 1)
        facts << (node.batched ? tr("example %1 of the batch").arg(trace.example + 1)
                               : tr("shared by the %1 examples").arg(trace.batch));
    if (hasHeads(node) && learnt.isEmpty())
        facts << headOf(node, focus);
    return facts;
}

QString changeWords(const Trace& difference, NodeId node, const Focus& focus) {
    const Change::Kind kind = changeOf(difference, node).kind;
    const bool isAll = focus.allHeads || !hasHeads((*difference.graph)[node]);
    if (kind == Change::Kind::Nothing)
        return {}; // which stands in the place of the drawing
    if (!isAll && std::ranges::all_of(shownValues(difference, node, focus), [](float change) {
            return change == 0 || std::isinf(change);
        }))
        return tr("nothing changes in this head");
    return kind == Change::Kind::Linear
               ? tr("Δ: after less before")
               : tr("Δ alone: this operation is not linear in what changed");
}

QStringList labFacts(const Trace& trace, NodeId node, const Focus& focus, const Health& health) {
    const Graph& graph = *trace.graph;
    QStringList facts;
    if (node != noNode) {
        facts << titleOf(graph, graph[node]);
        if (hasHeads(graph[node]))
            facts << headOf(graph[node], focus);
    }
    if (const QString learnt = hardlyLearntWords(health, trace.step); !learnt.isEmpty())
        facts << learnt;
    return facts;
}

} // namespace gf
