// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_control.h"

#include "ui/controls/commands.h"
#include "ui/scene/scene.h"
#include "ui/stations/stations.h"
#include "ui/steps/navigation.h"
#include "ui/window/shown.h"
#include "ui/window/toolbar.h"
#include "ui/window/walk.h"

#include <QAction>

#include <utility>

namespace gf {

ViewControl::ViewControl(Shown& shown, const Commands& commands, ToolBar* toolBar,
                         std::function<bool()> isEnd)
    : Feature(toolBar), m_shown(shown), m_toolBar(toolBar), m_walk(new Walk(this)),
      m_isEnd(std::move(isEnd)) {
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
    Focus focus = m_shown.focus.focus();
    focus.step = step;
    focus.gradients = gradient;
    focus.column = -1;
    focus.pinned = false;
    m_shown.focus.set(focus);
}

void ViewControl::describe(Scene& scene) const {
    scene.focus = m_shown.focus.focus();
}

void ViewControl::showScene(const Scene& scene) {
    m_shown.focus.set(fitted(m_shown.steps, scene.focus));
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

bool ViewControl::moveLayer(int delta) {
    const QString there = m_shown.steps.inOtherLayer(m_shown.focus.focus(), delta);
    if (!there.isEmpty())
        m_shown.focus.setStep(there);
    return true;
}

bool ViewControl::moveHead(int delta) {
    if (const Graph* graph = m_shown.steps.graph())
        m_shown.focus.set(movedHead(*graph, m_shown.focus.focus(), delta));
    return true;
}

bool ViewControl::moveCell(Index rows, Index columns) {
    if (const Graph* graph = m_shown.steps.graph())
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

} // namespace gf
