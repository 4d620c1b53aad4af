// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/session_state.h"
#include "ui/messages/intents.h"

#include <functional>
#include <stop_token>

namespace gf {

/// What a person does with the memory of the run.
class LookingBack {
public:
    explicit LookingBack(SessionState& state) : m_state(state) {}

    /// Throws Stopped when there is a newer request.
    void lookAt(Index step, const std::stop_token& stop);
    /// Another course of training: a new branch from the checkpoint that is shown, or an older
    /// branch.
    void continueHere();
    void returnTo(int branch);
    /// Anything else that concerns it; what is shown is drawn anew.
    void change(const std::function<void(RunHistory&)>& action);

    /// Draws a figure at moments of the training into a file. Throws Stopped when it is given up.
    void saveFilm(const intent::SaveFilm& film, const std::stop_token& stop);

    /// What lies beside an opened model. If it cannot be used, the model can all the same.
    void load(const std::string& file, const std::stop_token& stop);

private:
    void pauseOrComeBack();
    void goTo(Index step);

    SessionState& m_state;
};

} // namespace gf
