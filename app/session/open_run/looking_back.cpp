// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/looking_back.h"

#include "core/io/atomic_file.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"
#include "ui/figure/film.h"

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

void LookingBack::saveFilm(const intent::SaveFilm& request, const std::stop_token& stop) {
    RunHistory& history = m_state.open.history;
    const std::vector<SharedCheckpoint> moments =
        history.spread(static_cast<std::size_t>(request.moments));
    Film film;
    for (const SharedCheckpoint& each : moments) {
        film.steps.push_back(each->step);
        film.losses.push_back(each->loss);
    }
    Progress progress(m_state.news, phrase("The film is drawn…"));
    std::size_t drawn = 0;
    film.figure = [&](std::size_t moment) {
        throwIfStopped(stop);
        progress.say({phrase("The film is drawn: %1 %"), 50 * drawn++ / moments.size()});
        return request.figure(*history.traceAt(*moments[moment]));
    };
    const QByteArray bytes = film.gif(request.paper);
    const std::string path = request.path.toStdString();
    writeFileAtomically(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
    m_state.news.publish(news::Notice{Sentence(phrase("Saved as %1"), path)});
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
