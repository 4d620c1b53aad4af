// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/training/run_changes.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <QScopeGuard>

#include <exception>
#include <vector>

namespace gf {

/// If the way back fails too, one run is better than several that differ in more than they should.
void RunChanges::changeAll(const std::function<void(LiveRun&)>& change,
                           const std::function<void(LiveRun&)>& undo) {
    const std::vector<LiveRun*> runs = m_state.open.all();
    std::size_t changed = 0;
    try {
        for (; changed < runs.size(); ++changed)
            change(*runs[changed]);
    } catch (...) {
        try {
            while (changed > 0)
                undo(*runs[--changed]);
        } catch (const std::exception&) {
            m_state.endComparison();
        }
        throw;
    }
    if (m_state.open.compared)
        m_state.open.compared->measureAnew();
}

void RunChanges::publishingSettings(const std::function<void()>& action) {
    try {
        action();
    } catch (...) {
        publishSettings();
        throw;
    }
    publishSettings();
}

/// Not while the next change waits: the fields of the window are ahead then.
void RunChanges::publishSettings() {
    if (!m_state.loop.hasJobs([](const JobRule& rule) { return rule.tellsSettings; }))
        m_state.news.publish(m_state.open.run->settings());
}

void RunChanges::setLearningRate(double rate) {
    const double before = m_state.open.run->settings().learningRate;
    changeAll([&](LiveRun& run) { run.setLearningRate(rate); },
              [&](LiveRun& run) { run.setLearningRate(before); });
    if (!m_state.walking.active())
        return;
    m_state.refreshWalk();
    m_picture.look();
}

void RunChanges::setBatchSize(Index batch) {
    const Index before = m_state.open.run->description().train.batch;
    changeAll([&](LiveRun& run) { run.setBatchSize(batch); },
              [&](LiveRun& run) { run.setBatchSize(before); });
    m_state.progress.restartRate();
}

void RunChanges::setBackend(const std::string& name) {
    if (m_state.open.compared)
        throw Error(phrase("The backend cannot be changed while runs are compared; end the "
                           "comparison first"));
    if (!m_devices.isOpen(name)) {
        TrainingStatus preparing = m_state.status();
        preparing.idleReason = IdleReason::Preparing;
        m_state.news.publish(preparing);
    }
    m_state.open.run->setBackend(m_devices.open(name));
    m_state.progress.restartRate();
    m_state.isPictureOld = true;
}

void RunChanges::intervene(const std::function<void(Interventions&)>& change) {
    const Interventions before = m_state.open.run->interventions();
    changeAll([&](LiveRun& run) { run.intervene(change); },
              [&](LiveRun& run) { run.intervene([&](Interventions& held) { held = before; }); });
    m_state.isPictureOld = true;
    // With the picture and not before it: the map would have marks that nobody speaks of.
    const auto tell = qScopeGuard([this] { m_state.news.publish(m_state.open.interventions()); });
    m_state.refreshWalk(); // the step that will be taken has the changes built in
    m_picture.look();
}

} // namespace gf
