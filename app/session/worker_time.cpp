// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with the memory of the run.
#include "app/session/worker.h"

#include "core/data/task.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gf {

namespace {

/// Metrics as the chart has them: in the order of the steps. A task with a measure of its own has
/// no exact matches, and metrics keep nothing else.
std::vector<LossPoint> pointsOf(const Metrics& metrics, const Task* task) {
    const bool matches = !task || task->measure().empty();
    std::vector<LossPoint> losses;
    for (const Metrics::Loss& loss : metrics.losses())
        losses.push_back(
            {.step = loss.step, .training = loss.loss, .validation = {}, .accuracy = {}});
    std::vector<LossPoint> measured;
    for (const Metrics::Measurement& at : metrics.measurements())
        measured.push_back(
            {.step = at.step,
             .training = {},
             .validation = at.loss,
             .accuracy = matches ? std::optional<double>(at.accuracy) : std::nullopt});
    std::vector<LossPoint> all;
    std::ranges::merge(losses, measured, std::back_inserter(all), {}, &LossPoint::step,
                       &LossPoint::step);
    return all;
}

} // namespace

/// A run that cannot be remembered can be trained all the same.
void Worker::beginMemory() {
    guarded({}, [this] {
        m_time.begin(m_run.get(),
                     m_comparedRuns ? m_comparedRuns->runs() : std::vector<LiveRun*>());
    });
}

/// The weights of a past checkpoint are in the model while it is shown: nothing may train them.
void Worker::pauseWhileLookingBack() {
    if (m_idleReason == IdleReason::Tour)
        m_idleReason = IdleReason::Person; // the tour lets go of a run that is looked back at
    if (!isRunning())
        return;
    m_idleReason = IdleReason::Past;
    m_resumes = true;
    flushLoss();
}

void Worker::resumeAfterLookingBack() {
    if (std::exchange(m_resumes, false))
        m_idleReason = IdleReason::None;
    m_dirty = true;
}

/// Of several checkpoints that are wanted only the newest counts.
void Worker::lookAt(Index step, const std::stop_token& stop) {
    throwIfStopped(stop);
    m_time.lookAt(step);
    m_dirty = true;
    if (m_time.isPast())
        pauseWhileLookingBack();
    else if (m_resumes)
        resumeAfterLookingBack();
}

/// The numbers of the run are those of `step` on another branch.
void Worker::beginMetrics(Index step) {
    m_last = {};
    m_last.step = step;
    m_last.loss = std::isfinite(m_time.presentLoss()) ? m_time.presentLoss() : 0;
    m_savedSteps = std::min(m_savedSteps, step);
    m_lossSum = 0;
    m_lossCount = 0;
    m_dirty = true;
    fill([this](Outbox& outbox) {
        outbox.putLossesBeforeTime();
        outbox.put({m_time.status(), m_answers});
        outbox.put({status(), m_answers});
    });
}

void Worker::continueHere() {
    if (const auto step = m_time.continueHere()) {
        beginMetrics(*step);
        resumeAfterLookingBack();
    }
}

void Worker::returnTo(int branch) {
    flushLoss(); // into the metrics of the branch that is left
    const Index step = m_time.returnTo(branch);
    pauseWhileLookingBack();
    m_resumes = false; // it is looked at first
    m_idleReason = IdleReason::OtherBranch;
    beginMetrics(step);
    if (const Metrics unshown = m_time.takeUnshown(); !unshown.empty())
        publish(news::Losses{pointsOf(unshown, m_run->task())});
}

/// What lies beside an opened model. If it cannot be used, the model can all the same.
void Worker::loadHistory() {
    try {
        m_time.load(m_file, m_life.get_token());
    } catch (const Error& error) {
        publish(news::Notice{
            Sentence(phrase("The history beside this model was left out: %1"), error.sentence())});
    }
    fill([this](Outbox& outbox) {
        outbox.put({news::Losses{pointsOf(m_run->metrics(), m_run->task())}, m_answers});
        outbox.putLossesBeforeTime();
        outbox.put({m_time.status(), m_answers});
    });
}

void Worker::withTime(const std::function<void(RunHistory&)>& action) {
    m_dirty = true;
    action(m_time);
    if (m_time.isPast()) {
        leave({.endsWalk = true});
        pauseWhileLookingBack();
    } else if (m_resumes) {
        resumeAfterLookingBack();
    }
}

} // namespace gf
