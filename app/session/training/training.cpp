// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/training/training.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <chrono>
#include <new>
#include <vector>

namespace gf {

void Training::start(TrainingEvent why) {
    m_state.control.apply(why);
    m_state.news.publish(m_state.status());
}

void Training::rest(TrainingEvent why) {
    const IdleReason before = m_state.control.reason();
    m_state.control.apply(why);
    if (m_state.control.reason() == before)
        return;
    m_state.isPictureOld = true;
    m_state.flushLoss();
    m_state.news.publish(m_state.status()); // the picture may take long
}

void Training::stepOnce() {
    m_state.control.apply(TrainingEvent::OneStep);
    m_state.isPictureOld = true;
    steps(1);
    m_state.flushLoss();
}

void Training::trainOn() {
    const LiveRun& run = *m_state.open.run;
    const bool severalAtOnce = run.isOnDevice() && !m_state.open.compared;
    steps(severalAtOnce ? m_state.control.stepsAtOnce(run.stepsDone(), mostNoted) : 1);
}

void Training::steps(Index most) {
    using Clock = std::chrono::steady_clock;
    ComparedRuns* const compared = m_state.open.compared.get();
    if (compared && compared->haveStopped())
        throw Error(compared->count() > 1
                        ? phrase("Runs B and C stopped, at last at training step %1, and cannot be "
                                 "trained further; end the comparison to train A alone")
                        : phrase("Run B stopped at training step %1 and cannot be trained further; "
                                 "end the comparison to train A alone"),
                    compared->lastDivergence());
    const Index before = m_state.open.run->stepsDone();
    const auto start = Clock::now();
    const std::vector<StepResult> results = m_state.open.run->steps(most);
    const bool together = !compared || !results.back().finite() || compared->step();
    note(results, TimeBudget::Seconds(Clock::now() - start).count());
    if (m_state.progress.last().finite())
        finish(before, together);
    else
        diverged();
}

/// What the steps say, which took so long.
void Training::note(std::span<const StepResult> results, double seconds) {
    for (const StepResult& result : results) {
        m_state.progress.add(result, seconds / static_cast<double>(results.size()));
        if (!result.finite())
            return;
        m_state.progress.addLoss(result.loss);
        // Of runs that are compared every step is kept of all, so that their metrics stay alike.
        if (m_state.open.compared || m_state.progress.isPointDue())
            m_state.flushLoss();
    }
}

/// The steps after `before` are done, of all runs where they did them together.
void Training::finish(Index before, bool together) {
    if (together)
        m_state.open.history.afterStep(m_state.progress.last().loss);
    else
        comparedRunsStopped();
    if (m_state.control.reachesGoal(before, m_state.progress.last().step))
        pauseAtGoal();
}

void Training::comparedRunsStopped() {
    const ComparedRuns& compared = *m_state.open.compared;
    m_state.control.apply(compared.count() > 1 ? TrainingEvent::ComparedRunsStop
                                               : TrainingEvent::ComparedRunStops,
                          compared.lastDivergence());
    m_state.isPictureOld = true;
}

/// What is asked for by now is done first, and may take the run back.
void Training::pauseAtGoal() {
    const auto pause = [this] {
        if (m_state.control.hasDone(m_state.open.history.presentStep()))
            rest(TrainingEvent::StepsDone);
    };
    m_state.flushLoss(); // the last steps count for what is said of all
    m_state.news.publish(news::Notice{Sentence(phrase("%1 training steps are done. %2"),
                                               m_state.progress.last().step,
                                               sentenceOf(m_state.open.run->health()))});
    m_state.loop.post({{}, pause, 0, m_state.open.number});
}

void Training::diverged() {
    Trainer& trainer = m_state.open.run->trainer();
    m_state.isPictureOld = true;
    Diverged what;
    what.step = m_state.progress.last().step;
    what.goodStep = trainer.lastGoodStep();
    what.node = QStringLiteral("loss");
    m_state.control.apply(TrainingEvent::Diverged, what.step);
    try {
        if (const auto where = trainer.firstNotFinite()) {
            what.step = where->step;
            what.node = QString::fromStdString(where->node);
        }
    } catch (const std::bad_alloc&) {
        // It keeps every value, which may be too much: the way back is offered all the same.
    }
    m_state.control.apply(TrainingEvent::Diverged, what.step);
    m_state.news.publish(what, m_state.status());
}

void Training::goBack() {
    LiveRun& run = *m_state.open.run;
    run.restoreLastGood();
    run.metrics().dropAfter(run.stepsDone());
    m_state.open.history.afterGoingBack();
    m_state.control.apply(TrainingEvent::WentBack);
    m_state.isPictureOld = true;
    m_state.progress.goTo(run.stepsDone());
}

void Training::walk(Index example, bool after) {
    m_state.walking.start(*m_state.open.run, example, after);
    m_state.control.apply(TrainingEvent::Walk);
    m_state.flushLoss();
    m_picture.look();
}

void Training::takeWalkedStep() {
    Walking& walking = m_state.walking;
    LiveRun& run = *m_state.open.run;
    if (!walking.active())
        return;
    const Index example = walking.example();
    const Index before = run.stepsDone();
    m_state.control.apply(TrainingEvent::OneStep);
    try {
        steps(1);
        m_state.flushLoss();
        // The walk goes on with the next step; nobody need hear that this one is over.
        if (m_state.progress.last().finite())
            walking.startAnew(run, example, false);
        else
            m_state.endWalk();
    } catch (...) {
        if (run.stepsDone() != before)
            m_state.endWalk(); // of a step that is over
        throw;
    }
    m_picture.look();
}

} // namespace gf
