// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_control.h"

#include "ui/batch/batch_bar.h"
#include "ui/controls/commands.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

#include <QAction>

namespace gf {

BatchControl::BatchControl(const Commands& commands, FocusModel* focus, Intents* intents,
                           QObject* parent)
    : Feature(parent), m_commands(commands), m_intents(intents), m_bar(new BatchBar(focus)) {
    connect(m_bar, &BatchBar::walkWanted, intents, intents->sender<intent::WalkStep>());
    connect(m_bar, &BatchBar::takeWanted, intents, intents->sender<intent::TakeWalkedStep>());
    connect(m_bar, &BatchBar::runOnWanted, intents, intents->sender<intent::Train>());
    connect(m_bar, &BatchBar::leaveWanted, intents, intents->sender<intent::LeaveWalk>());
}

bool BatchControl::perform(Command command, bool /*checked*/) {
    if (command != Command::WalkStep)
        return false;
    m_bar->toggle();
    return true;
}

void BatchControl::describe(Scene& scene) const {
    if (const WalkedStep& step = m_bar->step(); step.active)
        scene.walk = {step.chosen, step.after};
}

void BatchControl::showScene(const Scene& scene) {
    Scene now;
    describe(now);
    if (now.walk == scene.walk)
        return;
    if (scene.walk)
        m_intents->send(intent::WalkStep{scene.walk->example, scene.walk->after});
    else
        m_intents->send(intent::LeaveWalk{});
}

void BatchControl::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>()) {
        m_bar->setTask(run->learns);
    } else if (const auto* step = news.get<WalkedStep>()) {
        m_bar->show(*step);
        m_commands[Command::WalkStep]->setChecked(step->active);
    }
}

} // namespace gf
