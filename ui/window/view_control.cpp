// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_control.h"

#include "ui/controls/commands.h"
#include "ui/labs/labs.h"
#include "ui/scene/scene.h"
#include "ui/stations/stations.h"
#include "ui/steps/navigation.h"
#include "ui/window/shown.h"
#include "ui/window/toolbar.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace gf {

ViewControl::ViewControl(Shown& shown, const Commands& commands, ToolBar* toolBar,
                         std::function<bool()> isEnd, std::function<bool()> isAwaited)
    : Feature(toolBar), m_shown(shown), m_commands(commands),
      m_history(&shown.focus,
                [&shown](const Focus& focus) { return shown.steps.at(focus) != nullptr; }),
      m_toolBar(toolBar), m_walk(new Walk(this)), m_isEnd(std::move(isEnd)),
      m_isAwaited(std::move(isAwaited)) {
    commands[Command::Back]->setIconText(QStringLiteral("←"));
    commands[Command::Forward]->setIconText(QStringLiteral("→"));
    connect(&shown.focus, &FocusModel::changed, this, &ViewControl::showHistory);
    showHistory();
    connect(toolBar, &ToolBar::gradientsChosen, &shown.focus, &FocusModel::setGradients);
    connect(toolBar, &ToolBar::walkSpeedChosen, m_walk, &Walk::setSpeed);
    connect(m_walk, &Walk::advance, this, [this] { moveStep(1); });
    connect(m_walk, &Walk::runningChanged, commands[Command::Walk], &QAction::setChecked);
}

bool ViewControl::stopWalk() {
    if (!m_walk->isRunning())
        return false;
    m_walk->setRunning(false);
    return true;
}

void ViewControl::goTo(const QString& step, bool gradient) {
    m_shown.focus.set(atStep(m_shown.focus.focus(), step, gradient));
}

void ViewControl::openLab(const QString& name) {
    const LabPage* page = findLabPage(name);
    if (!page)
        return;
    m_walk->setRunning(false);
    const Focus there = onLab(*page, m_shown.steps.graph(), m_shown.focus.focus());
    m_shown.focus.set(fitted(m_shown.steps, there));
}

void ViewControl::describe(Scene& scene) const {
    scene.focus = wantedFocus();
}

/// A cell belongs to its sentence: of another one, which may still be shown, it would be lost.
void ViewControl::showScene(const Scene& scene) {
    m_wanted = m_isAwaited() ? std::optional(scene.focus) : std::nullopt;
    Focus there = m_wanted ? withoutCell(scene.focus) : scene.focus;
    if (!findLabPage(there.lab))
        there.lab.clear(); // it has no page yet
    m_shown.focus.set(fitted(m_shown.steps, there));
}

void ViewControl::showNews(const News& news) {
    if (news.get<RunInfo>())
        m_wanted.reset();
    else if (news.get<news::Traced>() && m_wanted && !m_isAwaited()) {
        m_shown.focus.set(fitted(m_shown.steps, wantedFocus()));
        m_wanted.reset();
    }
}

/// The scene's focus while it waits, unless the person has gone elsewhere meanwhile.
Focus ViewControl::wantedFocus() const {
    const Focus& now = m_shown.focus.focus();
    const bool isThere = m_wanted && !now.pinned && withoutCell(now) == withoutCell(*m_wanted);
    return isThere ? *m_wanted : now;
}

bool ViewControl::perform(Command command, bool checked) {
    switch (command) {
    case Command::NextStep:
        return moveStep(1);
    case Command::PreviousStep:
        return moveStep(-1);
    case Command::Walk:
        m_walk->setRunning(checked);
        return true;
    case Command::Back:
        return moveInHistory(-1);
    case Command::Forward:
        return moveInHistory(1);
    case Command::NextLayer:
        return moveLayer(1);
    case Command::PreviousLayer:
        return moveLayer(-1);
    case Command::NextHead:
        return moveHead(1);
    case Command::PreviousHead:
        return moveHead(-1);
    case Command::AllHeads:
        m_shown.focus.setAllHeads(checked);
        return true;
    case Command::Gradients:
        m_shown.focus.setGradients(checked);
        return true;
    case Command::NextView:
        return moveView();
    case Command::RowUp:
        return moveCell(-1, 0);
    case Command::RowDown:
        return moveCell(1, 0);
    case Command::ColumnLeft:
        return moveCell(0, -1);
    case Command::ColumnRight:
        return moveCell(0, 1);
    case Command::Search:
        m_toolBar->beginSearch();
        return true;
    default:
        return false;
    }
}

bool ViewControl::moveStep(int delta) {
    // Beyond the loss of an updated step nothing was computed.
    if (const auto moved = movedStep(m_shown.steps, m_shown.focus.focus(), delta);
        moved && !(m_isEnd() && moved->gradients))
        m_shown.focus.set(*moved);
    else
        m_walk->setRunning(false);
    return true;
}

bool ViewControl::moveInHistory(int by) {
    if (const auto there = m_history.go(by))
        m_shown.focus.set(fitted(m_shown.steps, *there));
    return true;
}

/// The buttons say where they lead.
void ViewControl::showHistory() {
    const auto offer = [this](Command command, int by) {
        const auto there = m_history.at(by);
        m_commands[command]->setEnabled(there.has_value());
        const LabPage* lab = there ? findLabPage(there->lab) : nullptr;
        m_commands.showTip(command, lab     ? tr("To %1").arg(titleOf(*lab))
                                    : there ? tr("To %1").arg(m_shown.steps.at(*there)->title)
                                            : QString());
    };
    offer(Command::Back, -1);
    offer(Command::Forward, 1);
}

void ViewControl::takeOver(const ViewControl& other) {
    m_history.takeOver(other.m_history);
    m_shown.focus.takeOver(other.m_shown.focus);
    showHistory();
}

bool ViewControl::moveLayer(int delta) {
    const Focus& focus = m_shown.focus.focus();
    const QString step = m_shown.steps.inOtherLayer(focus, delta);
    if (step.isEmpty())
        return true;
    Focus there = atStep(focus, step, focus.gradients);
    if (const LabPage* lab = findLabPage(focus.lab))
        there = onLab(*lab, m_shown.steps.graph(), there);
    m_shown.focus.set(there);
    return true;
}

bool ViewControl::moveHead(int delta) {
    if (const Graph* graph = m_shown.steps.graph())
        m_shown.focus.set(movedHead(*graph, m_shown.focus.focus(), delta));
    return true;
}

bool ViewControl::moveCell(Index rows, Index columns) {
    if (findLabPage(m_shown.focus.focus().lab))
        emit cellMoved(rows, columns);
    else if (const Graph* graph = m_shown.steps.graph())
        m_shown.focus.set(movedCell(*graph, m_shown.focus.focus(), rows, columns));
    return true;
}

bool ViewControl::moveView() {
    const Focus& focus = m_shown.focus.focus();
    const Graph* graph = m_shown.steps.graph();
    if (const NodeId node = graph ? nodeOf(*graph, focus) : noNode; node != noNode)
        m_shown.focus.setView(nextView(*graph, (*graph)[node], focus.view));
    return true;
}

Walk::Walk(QObject* parent) : QObject(parent) {
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &Walk::advance);
}

void Walk::setSpeed(double stepsPerSecond) {
    m_timer.setInterval(std::clamp(static_cast<int>(1000 / stepsPerSecond), 50, 60000));
}

void Walk::setRunning(bool running) {
    if (running == m_timer.isActive())
        return;
    if (running)
        m_timer.start();
    else
        m_timer.stop();
    emit runningChanged(running);
}

} // namespace gf
