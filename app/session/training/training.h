// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/training/picture_maker.h"

#include <span>

namespace gf {

/// Training steps: of the run and all that is compared with it, and the one that is walked through.
class Training {
public:
    Training(SessionState& state, PictureMaker& picture) : m_state(state), m_picture(picture) {}

    /// For what the person or the tour wants.
    void start(TrainingEvent why);
    /// Likewise, or for the plan of the run.
    void rest(TrainingEvent why);
    void stepOnce();
    /// One step, which can then be remembered; on a card, where a loss has to be waited for, a few.
    void trainOn();
    /// To the last good point.
    void goBack();
    /// Shows this example of the next step, before or after the update.
    void walk(Index example, bool after);
    /// Does that step and shows the next one.
    void takeWalkedStep();

private:
    void steps(Index most);
    void note(std::span<const StepResult> results, double seconds);
    void finish(Index before, bool together);
    void comparedRunsStopped();
    void pauseAtGoal();
    void diverged();

    SessionState& m_state;
    PictureMaker& m_picture;
};

} // namespace gf
