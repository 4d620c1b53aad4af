// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/looking_back.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"

#include <cmath>

namespace gf {

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
    m_state.news.publish(history.status(), m_state.status());
}

void LookingBack::continueHere() {
    if (const auto step = m_state.open.history.continueHere()) {
        m_state.control.apply(TrainingEvent::NewBranch);
        m_state.comeBack();
        goTo(*step);
    }
}

void LookingBack::returnTo(int branch) {
    m_state.flushLoss(); // into the metrics of the branch that is left
    const Index step = m_state.open.history.returnTo(branch);
    m_state.control.apply(TrainingEvent::OtherBranch);
    goTo(step);
}

void LookingBack::load(const std::string& file, const std::stop_token& stop) {
    OpenRun& open = m_state.open;
    try {
        open.history.load(file, stop);
    } catch (const Error& error) {
        m_state.news.publish(news::Notice{
            Sentence(phrase("The history beside this model was left out: %1"), error.sentence())});
    }
    m_state.news.publish(open.history.status());
}

} // namespace gf
