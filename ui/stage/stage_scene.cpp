// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_scene.h"

#include "core/graph/op.h"
#include "core/measure/change.h"
#include "core/ops/slice.h"
#include "ui/controls/shortcuts.h"
#include "ui/language/tr.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"

#include <algorithm>

namespace gf {

namespace {

void addHeads(StageScene& scene, const Node& node, const Focus& focus) {
    if (node.shape[0] < 2 && !focus.allHeads)
        return;
    auto& heads = focus.allHeads ? scene.grid : scene.strip;
    for (int head = 0; head < node.shape[0]; ++head) {
        StageItem item;
        item.matrix.node = node.id;
        item.matrix.head = head;
        item.rows = Tie::Row;
        item.columns = Tie::Column;
        heads.push_back(item);
    }
    scene.stripTitle = tr("All heads");
}

/// How an operation comes from what changed: the operands that did not stand there as they are, and
/// where the change is no function of theirs it stands alone.
void showChange(Composition& composition, const Node& node, const Change& change) {
    if (change.kind == Change::Kind::Other) {
        std::erase_if(composition, [](const StageItem& item) { return !item.result; });
        return;
    }
    const auto termOf = [&](const StageItem& item) {
        const auto operand = std::ranges::find(node.inputs, item.matrix.node);
        return item.kind == StageItem::Kind::Sign || item.result || operand == node.inputs.end()
                   ? Change::Term::Change
                   : change.terms[static_cast<std::size_t>(operand - node.inputs.begin())];
    };
    for (StageItem& item : composition)
        item.stays = termOf(item) == Change::Term::Value;
    std::erase_if(composition,
                  [&](const StageItem& item) { return termOf(item) == Change::Term::Nothing; });
}

/// The sign before a stage says what was done to the one before: of changes only what can be done
/// to changes.
void showChanges(Composition& panels, const Trace& trace) {
    for (std::size_t i = 1; i < panels.size(); ++i)
        if (StageItem& stage = panels[i];
            stage.kind == StageItem::Kind::Matrix &&
            changeOf(trace, stage.matrix.node).kind == Change::Kind::Other)
            panels[i - 1].sign = stage.lead = QStringLiteral("→");
}

/// A stage of attention that is a product as well stands there once, and says what it is made of.
void joinProduct(StageScene& scene, const Graph& graph, bool changes) {
    QString lead;
    for (StageItem& item : scene.composition)
        if (item.result)
            item.lead = lead.trimmed();
        else if (item.kind == StageItem::Kind::Sign)
            lead = (item.sign == QLatin1String(",") ? lead.trimmed() : lead) + item.sign + ' ';
        else
            lead += (changes && !item.stays ? QStringLiteral("Δ ") : QString()) +
                    shortTitleOf(graph, graph[item.matrix.node]) +
                    (item.matrix.transposed ? QStringLiteral("ᵀ ") : QStringLiteral(" "));
    // All rows of a recurrent model's alignment, of which two are shown.
    for (StageItem& item : scene.composition)
        if (item.result && ops::joinsRows(graph, graph[item.matrix.node]))
            item.lead = tr("a row from each time step →");
    auto& panels = scene.panels;
    const auto own = std::ranges::find_if(panels, &StageItem::result);
    if (own == panels.end())
        return;
    // So does an operand that is a stage itself.
    std::erase_if(scene.composition, [&](const StageItem& item) {
        return !item.result && std::ranges::any_of(panels, [&](const StageItem& stage) {
            return stage.kind == StageItem::Kind::Matrix && item.kind == StageItem::Kind::Matrix &&
                   stage.matrix == item.matrix;
        });
    });
    // Its sign goes with it: the one that leads on where it is the first, else the one before.
    const auto first = own == panels.begin() ? own : own - 1;
    panels.erase(first, panels.end() - first < 2 ? panels.end() : first + 2);
}

/// What the gradient of a step turns into: the gradients of what the step was made of.
void addOperandGradients(StageScene& scene, const Trace& trace, const Focus& focus) {
    const Graph& graph = *trace.graph;
    const NodeId forward = graph.find(focus.step.toStdString());
    if (forward == noNode)
        return;
    for (const NodeId operand : graph[forward].inputs) {
        const NodeId gradient = graph.gradientOf(operand);
        if (gradient == noNode || trace.value(gradient).empty())
            continue;
        StageItem item;
        item.matrix.node = gradient;
        item.matrix.head = focus.head;
        item.matrix.transposed = isTokenVector(graph[gradient]);
        scene.related.push_back(item);
    }
    scene.relatedTitle = tr("It flows on to");
}

/// Why there is nothing to draw.
QString messageFor(const Trace* trace, const Steps& steps, const Focus& focus) {
    if (!trace)
        return tr("There is no model yet. As soon as one has run, its matrices stand here.");
    if (focus.step.isEmpty())
        return withCommands(
            tr("Choose an operation on the map; {next-step} goes to the first one."));
    const Graph& graph = *trace->graph;
    const NodeId value = graph.find(focus.step.toStdString());
    if (value == noNode && !steps.at(focus))
        return tr("This model has no operation called “%1”.").arg(focus.step);
    if (!focus.gradients)
        return tr("“%1” was not computed in this run.").arg(focus.step);
    if (nodeOf(graph, focus) != noNode)
        return tr("The gradient of “%1” was not computed in this run.").arg(focus.step);
    const bool any = !steps.walk(true).empty();
    return any ? tr("No gradient flows into this operation: nothing that learns lies before it "
                    "(frozen layers do not), or the loss does not depend on it.")
               : tr("There are no gradients in this run: without a target there is no loss to "
                    "differentiate.");
}

bool sameForm(const std::vector<StageItem>& a, const std::vector<StageItem>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const StageItem& x, const StageItem& y) {
                          return x.kind == y.kind && x.sign == y.sign && x.beneath == y.beneath &&
                                 x.stays == y.stays && x.result == y.result && x.matrix == y.matrix;
                      });
}

} // namespace

StageScene sceneFor(const Trace* trace, const Steps& steps, NodeId id, const Focus& focus) {
    StageScene scene;
    if (id == noNode) {
        scene.message = messageFor(trace, steps, focus);
        return scene;
    }
    const Graph& graph = *trace->graph;
    const Node& node = graph[id];
    const bool changes = trace->isDifference();
    const Change change = changes ? changeOf(*trace, id) : Change();
    if (changes && change.kind == Change::Kind::Nothing) {
        scene.message =
            tr("Nothing changes here: the numbers of this operation stay what they were.");
        return scene;
    }
    if (hasHeads(node) && focus.allHeads) {
        addHeads(scene, node, focus);
        return scene;
    }
    scene.panels = attentionPanels(graph, id, focus.head);
    // Scaled, masked and weights have their operand among the panels; scores come from q and k.
    const OpKind kind = node.op->kind();
    const bool fromPanels = kind == OpKind::Scale || kind == OpKind::Mask ||
                            kind == OpKind::Softmax || kind == OpKind::SoftmaxGradient ||
                            kind == OpKind::Intervene;
    if (scene.panels.empty() || !fromPanels)
        scene.composition = compose(graph, id, focus.head);
    if (changes) {
        showChange(scene.composition, node, change);
        showChanges(scene.panels, *trace);
    }
    if (!scene.panels.empty() && !scene.composition.empty())
        joinProduct(scene, graph, changes);
    if (hasHeads(node))
        addHeads(scene, node, focus);
    else if (focus.gradients)
        addOperandGradients(scene, *trace, focus);
    return scene;
}

StageScene readersScene(NodeId node) {
    StageItem item;
    item.matrix.node = node;
    item.matrix.heads = Matrix::Heads::Readers;
    item.rows = Tie::Row;
    item.columns = Tie::Column;
    item.result = true;
    StageScene scene;
    scene.composition.push_back(item);
    return scene;
}

bool sameForm(const StageScene& a, const StageScene& b) {
    return a.message == b.message && sameForm(a.composition, b.composition) &&
           sameForm(a.panels, b.panels) && sameForm(a.strip, b.strip) && sameForm(a.grid, b.grid) &&
           sameForm(a.related, b.related);
}

} // namespace gf
