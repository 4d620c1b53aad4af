// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/looking_back.h"

#include "core/data/task.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

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

void LookingBack::pauseOrComeBack() {
    if (m_state.open.history.isPast()) {
        if (m_state.control.apply(TrainingEvent::LookBack))
            m_state.flushLoss();
    } else if (m_state.control.resumes()) {
        m_state.comeBack();
    }
}

void LookingBack::lookAt(Index step, const std::stop_token& stop) {
    throwIfStopped(stop);
    m_state.open.history.lookAt(step);
    m_state.isPictureOld = true;
    pauseOrComeBack();
}

void LookingBack::change(const std::function<void(RunHistory&)>& action) {
    m_state.isPictureOld = true;
    action(m_state.open.history);
    if (m_state.open.history.isPast())
        m_state.endWalk();
    pauseOrComeBack();
}

/// The numbers of the run are those of `step` on another branch.
void LookingBack::goTo(Index step) {
    const RunHistory& history = m_state.open.history;
    m_state.progress.goToBranch(step,
                                std::isfinite(history.presentLoss()) ? history.presentLoss() : 0);
    m_state.isPictureOld = true;
    m_state.news.fill([&](Outbox& outbox) {
        outbox.putLossesBeforeTime();
        outbox.put(m_state.news.answer(history.status()));
        outbox.put(m_state.news.answer(m_state.status()));
    });
}

void LookingBack::continueHere() {
    if (const auto step = m_state.open.history.continueHere()) {
        goTo(*step);
        m_state.comeBack();
    }
}

void LookingBack::returnTo(int branch) {
    m_state.flushLoss(); // into the metrics of the branch that is left
    const Index step = m_state.open.history.returnTo(branch);
    m_state.control.apply(TrainingEvent::OtherBranch);
    goTo(step);
    if (const Metrics unshown = m_state.open.history.takeUnshown(); !unshown.empty())
        m_state.news.publish(news::Losses{pointsOf(unshown, m_state.open.run->task())});
}

void LookingBack::publishPast() {
    OpenRun& open = m_state.open;
    m_state.news.fill([&](Outbox& outbox) {
        outbox.put(
            m_state.news.answer(news::Losses{pointsOf(open.run->metrics(), open.run->task())}));
        outbox.putLossesBeforeTime();
        outbox.put(m_state.news.answer(open.history.status()));
    });
}

void LookingBack::load(const std::stop_token& stop) {
    OpenRun& open = m_state.open;
    try {
        open.history.load(open.file, stop);
    } catch (const Error& error) {
        m_state.news.publish(news::Notice{
            Sentence(phrase("The history beside this model was left out: %1"), error.sentence())});
    }
    publishPast();
}

} // namespace gf
