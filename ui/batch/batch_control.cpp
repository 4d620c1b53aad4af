// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_control.h"

#include "ui/batch/batch_bar.h"
#include "ui/batch/own_batch_window.h"
#include "ui/controls/commands.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

#include <QAction>

#include <utility>

namespace gf {

namespace {

/// The example that a run begins with, as a line of a batch.
QString exampleLine(const RunInfo& run) {
    return run.hasSource ? run.exampleSource + '\t' + run.exampleTarget : run.exampleTarget;
}

} // namespace

BatchControl::BatchControl(const Commands& commands, FocusModel* focus, Intents* intents,
                           QWidget* window)
    : Feature(window), m_commands(commands), m_intents(intents), m_window(window),
      m_bar(new BatchBar(focus)) {
    connect(m_bar, &BatchBar::walkWanted, intents, intents->sender<intent::WalkStep>());
    connect(m_bar, &BatchBar::takeWanted, intents, intents->sender<intent::TakeWalkedStep>());
    connect(m_bar, &BatchBar::runOnWanted, intents, intents->sender<intent::Train>());
    connect(m_bar, &BatchBar::leaveWanted, intents, intents->sender<intent::LeaveWalk>());
}

bool BatchControl::perform(Command command, bool /*checked*/) {
    if (command == Command::WalkStep)
        m_bar->toggle();
    else if (command == Command::OwnBatch)
        openOwn();
    else
        return false;
    return true;
}

void BatchControl::openOwn() {
    if (!m_own) {
        m_own = new OwnBatchWindow(m_window);
        m_own->setLines(m_shown);
        connect(m_own, &OwnBatchWindow::edited, this,
                [this](const QString& lines) { m_intents->send(intent::MeasureBatch{lines}); });
        connect(m_own, &QDialog::finished, this,
                [this] { m_intents->send(intent::MeasureBatch{}); });
    }
    bringForward(m_own);
    m_intents->send(intent::MeasureBatch{m_own->lines()});
}

void BatchControl::describe(Scene& scene) const {
    if (const WalkedStep& step = m_bar->step(); step.active)
        scene.walk = {step.chosen, step.after};
    if (m_own && m_own->isVisible())
        scene.ownBatch = m_own->lines();
}

void BatchControl::showScene(const Scene& scene) {
    Scene now;
    describe(now);
    if (now.ownBatch != scene.ownBatch) {
        if (!scene.ownBatch)
            m_own->close();
        else if (openOwn(); m_own->lines() != *scene.ownBatch) {
            m_own->setLines(*scene.ownBatch);
            m_intents->send(intent::MeasureBatch{*scene.ownBatch});
        }
    }
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
        const QString before = std::exchange(m_shown, exampleLine(*run));
        // Sentences of another task say nothing to this one.
        if (m_own && m_own->lines() == before && before != m_shown) {
            m_own->setLines(m_shown);
            if (m_own->isVisible())
                m_intents->send(intent::MeasureBatch{m_shown});
        }
    } else if (const auto* batch = news.get<news::OwnBatch>()) {
        if (m_own)
            m_own->show(*batch);
    } else if (const auto* step = news.get<WalkedStep>()) {
        m_bar->show(*step);
        m_commands[Command::WalkStep]->setChecked(step->active);
    }
}

} // namespace gf
