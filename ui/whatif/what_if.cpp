// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if.h"

#include "core/graph/difference.h"
#include "core/graph/op.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/file_question.h"
#include "ui/language/plain_text.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/whatif/effect.h"
#include "ui/whatif/intervention_words.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/whatif/what_if_strip.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

bool hasChange(const Graph& graph) {
    return std::ranges::any_of(
        graph.nodes(), [](const Node& node) { return node.op->kind() == OpKind::Intervene; });
}

} // namespace

WhatIf::WhatIf(FocusModel* focus, Intents* intents, const QList<QAction*>& actions, QAction* before,
               QAction* difference, QWidget* window)
    : Feature(window), m_focus(focus), m_intents(intents), m_window(window), m_actions(actions),
      m_before(before), m_difference(difference),
      m_strip(new WhatIfStrip(QList<QAction*>{before, difference} + actions, window)),
      m_panel(new WhatIfPanel(actions, window)) {
    // One of the two at most.
    const auto exclude = [this](QAction* one, QAction* other) {
        connect(one, &QAction::toggled, this, [this, other](bool on) {
            if (on)
                other->setChecked(false);
            emit shownChanged();
        });
    };
    exclude(m_before, m_difference);
    exclude(m_difference, m_before);
    connect(m_panel, &WhatIfPanel::chosen, this, &WhatIf::goTo);
    connect(m_panel, &WhatIfPanel::takenBack, m_intents, m_intents->sender<intent::TakeBack>());
    connect(m_panel, &WhatIfPanel::rowChosen, this, [this](Index row) {
        Focus to = atStep(m_focus->focus(), QStringLiteral("probabilities"), false);
        to.row = row;
        m_focus->set(to);
    });
    setState({});
}

void WhatIf::setStage(StageWidget* stage) {
    m_stage = stage;
    connect(stage, &StageWidget::muteWanted, this, &WhatIf::mute);
    stage->offerMuting(true);
}

/// The switches between the runs are heard of where they are turned.
bool WhatIf::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::Change:
        popUp(m_stage->mapToGlobal(m_stage->rect().center()));
        return true;
    case Command::UndoChange:
        m_intents->send(intent::UndoChange{});
        return true;
    case Command::RedoChange:
        m_intents->send(intent::RedoChange{});
        return true;
    case Command::TakeAllBack:
        m_intents->send(intent::TakeAllBack{});
        return true;
    default:
        return false;
    }
}

void WhatIf::showNews(const News& news) {
    if (const auto* traced = news.get<news::Traced>()) {
        setTrace(traced->trace);
        emit shownChanged();
    } else if (const auto* state = news.get<InterventionState>()) {
        setState(*state);
    }
}

void WhatIf::describe(Scene& scene) const {
    using enum Scene::WhatIf::Drawn;
    scene.whatIf.changes = m_state.list;
    scene.whatIf.drawn = m_before->isChecked()       ? Without
                         : m_difference->isChecked() ? Difference
                                                     : With;
}

/// What is to be drawn can be switched once the changes are there.
void WhatIf::showScene(const Scene& scene) {
    if (scene.whatIf.changes != m_state.list) {
        if (!m_state.list.isEmpty())
            m_intents->send(intent::TakeAllBack{});
        if (!scene.whatIf.changes.isEmpty())
            m_intents->send(intent::Intervene{scene.whatIf.changes});
    }
    m_wanted = scene.whatIf;
    drawWanted();
}

void WhatIf::drawWanted() {
    if (!m_wanted || m_wanted->changes != m_state.list)
        return;
    const auto drawn = m_wanted->drawn;
    m_wanted.reset();
    m_before->setChecked(drawn == Scene::WhatIf::Drawn::Without);
    m_difference->setChecked(drawn == Scene::WhatIf::Drawn::Difference);
}

void WhatIf::setTrace(std::shared_ptr<const Trace> trace) {
    m_trace = std::move(trace);
    refresh();
}

void WhatIf::setState(const InterventionState& state) {
    m_state = state;
    const bool any = !state.list.isEmpty();
    m_actions.value(0)->setEnabled(state.canUndo);
    m_actions.value(1)->setEnabled(state.canRedo);
    m_actions.value(2)->setEnabled(any);
    drawWanted();
    refresh();
}

/// The run without the changes is there to be shown beside a picture of the person's example, not
/// in a walk or in a difference of two moments.
void WhatIf::offerViews() {
    const bool any = !m_state.list.isEmpty();
    const bool comparable = m_trace && m_trace->without;
    const bool isChanged = m_trace && hasChange(*m_trace->graph);
    for (QAction* view : {m_before, m_difference}) {
        view->setEnabled(any && comparable);
        if (!any || (isChanged && !comparable))
            view->setChecked(false);
    }
}

std::shared_ptr<const Trace> WhatIf::shown() const {
    if (!m_trace || !m_trace->without)
        return m_trace;
    if (m_difference->isChecked())
        return differenceOf(alignedWithout(*m_trace), m_trace);
    return m_before->isChecked() ? m_trace->without : m_trace;
}

bool WhatIf::showsBefore() const {
    return m_trace && m_trace->without && m_before->isChecked() && !m_difference->isChecked();
}

/// Changes and effect may arrive apart; the effect counts once both are of the same model.
void WhatIf::refresh() {
    offerViews();
    QStringList changes;
    if (m_trace)
        for (const Intervention& change : std::as_const(m_state.list))
            changes << sentenceOf(*m_trace->graph, change);
    const auto effect =
        m_trace && !changes.isEmpty() ? effectOf(*m_trace) : std::optional<Effect>();
    m_strip->show(changes, effect);
    m_panel->setChanges(changes);
    m_panel->setEffect(effect);
}

bool WhatIf::addOffers(QMenu* menu) {
    if (!m_trace)
        return false;
    const std::vector<Offer> offers = offersFor(*m_trace, m_focus->focus());
    for (const Offer& offer : offers)
        connect(menu->addAction(oneLine(offer.text, 200)), &QAction::triggered, this,
                [this, offer] { choose(offer); });
    return !offers.empty();
}

void WhatIf::mute(const QString& step, int head, bool muted) {
    const NodeId at = m_trace ? m_trace->graph->find(step.toStdString()) : noNode;
    if (at == noNode || !(*m_trace->graph)[at].scope.isAttention())
        return;
    const Intervention change{(*m_trace->graph)[at].scope.nameOf("heads"),
                              {Edit::Kind::Set, 0, {only(head)}}};
    const qsizetype held = m_state.list.indexOf(change);
    if (muted && held < 0)
        m_intents->send(intent::Intervene{{change}});
    else if (!muted && held >= 0)
        m_intents->send(intent::TakeBack{static_cast<int>(held)});
}

void WhatIf::popUp(const QPoint& globalPosition) {
    auto* menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!addOffers(menu))
        menu->addAction(tr("Nothing can be changed here"))->setEnabled(false);
    menu->addSeparator();
    menu->addActions(m_actions);
    menu->popup(globalPosition);
}

void WhatIf::choose(const Offer& offer) {
    if (offer.asks == Offer::Asks::Nothing) {
        m_intents->send(intent::Intervene{offer.changes});
        return;
    }
    const bool temperature = offer.asks == Offer::Asks::Temperature;
    auto* question = new QInputDialog(m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(tr("What if"));
    question->setInputMode(QInputDialog::DoubleInput);
    question->setLabelText(temperature
                               ? tr("Temperature: 1 is as it was, less sharpens, more flattens")
                               : tr("Set this number to"));
    question->setDoubleDecimals(temperature ? 2 : 4);
    question->setDoubleRange(temperature ? 0.01 : -1e6, temperature ? 100 : 1e6);
    question->setDoubleStep(temperature ? 0.25 : 0.1);
    question->setDoubleValue(offer.start);
    connect(question, &QInputDialog::doubleValueSelected, this, [this, offer](double value) {
        m_intents->send(intent::Intervene{answered(offer, value)});
    });
    askAboutRun(question);
}

void WhatIf::goTo(int change) {
    if (change < 0 || change >= m_state.list.size())
        return;
    const Intervention& what = m_state.list[change];
    const auto& cells = what.edit.cells;
    const NodeId id = m_trace ? m_trace->graph->find(what.node) : noNode;
    const int rank = id == noNode ? 0 : (*m_trace->graph)[id].shape.rank();
    Focus to = atStep(m_focus->focus(), QString::fromStdString(what.node), false);
    if (rank == 3 && cells[0].count == 1) {
        to.head = static_cast<int>(cells[0].first);
        to.allHeads = false;
    }
    const auto place = [&](int dimension) -> Index {
        return dimension >= 0 && cells[dimension].count == 1 ? cells[dimension].first : -1;
    };
    to.row = place(rank - 2);
    to.column = place(rank - 1);
    to.pinned = to.row >= 0 && to.column >= 0;
    m_focus->set(to);
}

} // namespace gf
