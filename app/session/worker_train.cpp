// SPDX-License-Identifier: GPL-3.0-or-later
// How the worker trains: steps, the step that is walked through, losses, validation, settings.
#include "app/session/worker.h"

#include "core/tensor/error.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace gf {

namespace {

/// A validation every so many steps, if that is not too dear.
constexpr Index validationSteps = 100;
constexpr double pointsPerSecond = 240; ///< of the loss chart; faster runs send averages

} // namespace

void Worker::train() {
    m_idleReason = IdleReason::None;
    publish(status());
}

void Worker::rest(IdleReason why) {
    m_resumes = false;
    if (!isRunning() && m_idleReason != IdleReason::Past)
        return;
    m_idleReason = why;
    m_dirty = true;
    flushLoss();
}

void Worker::stepOnce() {
    m_idleReason = IdleReason::Person;
    m_dirty = true;
    trainSteps(1);
    flushLoss();
}

/// One step, which can then be remembered; on a card, where a loss has to be waited for, a few.
void Worker::trainOn() {
    const Index rest = m_pauseAfter > 0 ? m_pauseAfter - m_run->stepsDone() : mostNoted;
    trainSteps(m_run->isOnDevice() && !m_comparedRuns ? std::max<Index>(1, rest) : 1);
}

void Worker::trainSteps(Index most) {
    if (m_comparedRuns && m_comparedRuns->haveStopped())
        throw Error(m_comparedRuns->count() > 1
                        ? phrase("Runs B and C stopped, at last at training step %1, and cannot be "
                                 "trained further; end the comparison to train A alone")
                        : phrase("Run B stopped at training step %1 and cannot be trained further; "
                                 "end the comparison to train A alone"),
                    m_comparedRuns->lastDivergence());
    const auto start = Clock::now();
    const std::vector<StepResult> results = m_run->steps(most);
    const bool together =
        !m_comparedRuns || !results.back().finite() || m_comparedRuns->step(results.back().loss);
    const double seconds = TimeBudget::Seconds(Clock::now() - start).count();
    m_unsavedSeconds += seconds;
    for (const StepResult& result : results) {
        m_last = result;
        m_pace.add(seconds / static_cast<double>(results.size()));
        if (!result.finite())
            return diverged();
        addLoss(result.loss);
    }
    if (together) {
        m_time.afterStep(m_last.loss);
    } else {
        m_idleReason = m_comparedRuns->count() > 1 ? IdleReason::ComparedRunsStopped
                                                   : IdleReason::ComparedRunStopped;
        m_idleStep = m_comparedRuns->lastDivergence();
        m_dirty = true;
    }
    if (isRunning() && m_pauseAfter > 0 && m_last.step >= m_pauseAfter) {
        m_pauseAfter = 0;
        post({{}, [this] { rest(IdleReason::StepsDone); }});
        publish(news::Notice{Sentence(
            phrase("%1 training steps are done; train on as long as you like."), m_last.step)});
    }
}

void Worker::diverged() {
    m_idleReason = IdleReason::Diverged;
    m_dirty = true;
    Diverged what;
    what.step = m_last.step;
    what.goodStep = m_run->trainer().lastGoodStep();
    what.node = QStringLiteral("loss");
    try {
        if (const auto where = m_run->trainer().firstNotFinite()) {
            what.step = where->step;
            what.node = QString::fromStdString(where->node);
        }
    } catch (const std::bad_alloc&) {
        // It keeps every value, which may be too much: the way back is offered all the same.
    }
    m_idleStep = what.step;
    publish(what, status());
}

void Worker::goBack() {
    m_run->restoreLastGood();
    m_time.afterGoingBack();
    m_idleReason = IdleReason::WentBack;
    m_dirty = true;
    m_last = {};
    m_last.step = m_run->stepsDone();
}

void Worker::addLoss(double loss) {
    m_lossSum += loss;
    ++m_lossCount;
    // Of runs that are compared every step is kept of all, so that their metrics stay alike.
    if (m_comparedRuns || static_cast<double>(m_lossCount) >= m_pace.perSecond() / pointsPerSecond)
        flushLoss();
}

void Worker::flushLoss() {
    if (m_lossCount == 0)
        return;
    LossPoint point;
    point.step = m_last.step;
    point.training = m_lossSum / static_cast<double>(m_lossCount);
    m_lossSum = 0;
    m_lossCount = 0;
    m_run->metrics().add(Metrics::Loss{point.step, static_cast<float>(*point.training)});
    // Not announced: points travel with the next picture.
    const std::lock_guard lock(m_mutex);
    m_outbox.put(news::Losses{{point}});
}

bool Worker::isValidating() const {
    return m_run->isValidating() || (m_comparedRuns && m_comparedRuns->isValidating());
}

/// A slice of a validation between two steps, so that neither training nor the window stops for it.
/// Runs that are compared are measured with their weights of the same step.
void Worker::validateABit() {
    if (!m_run->canValidate())
        return;
    const auto start = Clock::now();
    const std::vector<LiveRun*> runs = allRuns();
    if (!isValidating()) {
        const bool due = !m_validating.wasDone() ||
                         (m_run->stepsDone() >= m_run->validatedStep() + validationSteps &&
                          m_validating.isDue());
        if (!isRunning() || !due)
            return;
        for (LiveRun* run : runs)
            run->startValidation();
        m_validationCost = {};
    }
    const auto next = std::ranges::find_if(runs, &LiveRun::isValidating);
    const auto result = (*next)->advanceValidation();
    m_validationCost += Clock::now() - start;
    if (result)
        validated(static_cast<std::size_t>(next - runs.begin()), (*next)->validatedStep(), *result);
    if (!isValidating())
        m_validating.done(m_validationCost);
}

/// What was found out of a run, of which the window's is the first.
void Worker::validated(std::size_t run, Index step, const Evaluation& result) {
    const std::optional<double> error =
        result.measured ? std::optional(result.measured->error) : std::nullopt;
    if (m_comparedRuns) {
        m_comparedRuns->measuredRight({step, static_cast<int>(run), result.accuracy, error});
        m_dirty = true; // it is told with the next picture
    }
    if (run > 0)
        return;
    LossPoint point;
    point.step = step;
    point.validation = result.loss;
    point.error = error;
    if (!error)
        point.accuracy = result.accuracy;
    m_run->metrics().add(Metrics::Measurement{point.step, static_cast<float>(result.loss),
                                              static_cast<float>(result.accuracy)});
    publish(news::Losses{{point}});
}

void Worker::walkStep(Index example, bool after) {
    m_walking.start(*m_run, example, after);
    if (isRunning() || m_idleReason == IdleReason::Tour)
        m_idleReason = IdleReason::Person; // once the walk is left
    flushLoss();
    look();
}

void Worker::takeWalkedStep() {
    if (!m_walking.active())
        return;
    const Index example = m_walking.example();
    const Index before = m_run->stepsDone();
    m_idleReason = IdleReason::Person;
    try {
        trainSteps(1);
        flushLoss();
        // The walk goes on with the next step; nobody need hear that this one is over.
        if (m_last.finite())
            m_walking.startAnew(*m_run, example, false);
        else
            endWalk();
    } catch (...) {
        if (m_run->stepsDone() != before)
            endWalk(); // of a step that is over
        throw;
    }
    look();
}

/// Whatever changes the run makes the step that was walked another one.
void Worker::endWalk() {
    if (!m_walking.active())
        return;
    m_walking.end();
    m_dirty = true;
    publish(WalkedStep());
}

/// The same place of the walk with the run as it is now.
void Worker::refreshWalk() {
    try {
        m_walking.refresh(*m_run);
    } catch (...) {
        endWalk(); // what is walked through would not be the next step
        throw;
    }
}

/// All runs change or none does. If that cannot be had, one run is better than several that differ
/// in more than they should.
void Worker::changeAll(const std::function<void(LiveRun&)>& change,
                       const std::function<void(LiveRun&)>& undo) {
    const std::vector<LiveRun*> runs = allRuns();
    std::size_t changed = 0;
    try {
        for (; changed < runs.size(); ++changed)
            change(*runs[changed]);
    } catch (...) {
        try {
            while (changed > 0)
                undo(*runs[--changed]);
        } catch (const std::exception&) {
            endComparison();
        }
        throw;
    }
    if (m_comparedRuns)
        m_comparedRuns->measureAnew();
}

/// What is so afterwards is told, whether the change was accepted or not.
void Worker::change(const std::function<void()>& action) {
    try {
        action();
    } catch (...) {
        tellSettings();
        throw;
    }
    tellSettings();
}

/// Not while the next change waits: the fields of the window are ahead then.
void Worker::tellSettings() {
    {
        const std::lock_guard lock(m_mutex);
        if (std::ranges::any_of(m_jobs, [](const Job& job) { return job.rule.tellsSettings; }))
            return;
    }
    publish(m_run->settings());
}

void Worker::setLearningRate(double rate) {
    const double before = m_run->settings().learningRate;
    changeAll([&](LiveRun& run) { run.setLearningRate(rate); },
              [&](LiveRun& run) { run.setLearningRate(before); });
    if (!m_walking.active())
        return;
    refreshWalk();
    look();
}

void Worker::setBatchSize(Index batch) {
    const Index before = m_run->description().train.batch;
    changeAll([&](LiveRun& run) { run.setBatchSize(batch); },
              [&](LiveRun& run) { run.setBatchSize(before); });
    m_pace.restart();
}

void Worker::setBackend(const std::string& name) {
    if (m_comparedRuns)
        throw Error(phrase("The backend cannot be changed while runs are compared; end the "
                           "comparison first"));
    if (!m_backends.isOpen(name)) {
        TrainingStatus preparing = status();
        preparing.idleReason = IdleReason::Preparing;
        publish(preparing);
    }
    m_run->setBackend(m_backends.open(name));
    m_pace.restart();
    m_dirty = true;
}

} // namespace gf
