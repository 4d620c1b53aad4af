// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"

#include <span>

namespace gf {

/// How far a run has come, as its training losses say.
struct Learning {
    enum class State {
        Begun,    ///< nothing to speak of has been learnt yet
        Guessing, ///< a plateau at the loss of a guess that knows nothing
        Stuck,    ///< a plateau well above the loss of a task that is learnt
        Learnt,   ///< the loss was below half of a guess's
    };
    State state = State::Begun;
    Index steps = 0; ///< of a plateau: over how many training steps the loss has not fallen

    bool isPlateau() const { return state == State::Guessing || state == State::Stuck; }
    friend bool operator==(const Learning&, const Learning&) = default;
};

/// The fewest training steps that are called a plateau: tasks that are learnt in the end can take
/// some hundred before the loss begins to fall.
inline constexpr Index shortestPlateau = 400;

/// What the losses of a run say after `steps` training steps; their steps ascend, and those after
/// `steps` do not count.
///
/// A plateau is looked for among the losses of the last n = max(shortestPlateau, steps/4) steps,
/// once the run has done n. With the means a and b of the earlier and the later half of them, and
/// the standard error e of b − a, the loss has not fallen if a − b ≤ max(a/100, 2e). That is a
/// plateau if b ≥ 0.4·guess, for a loss may also rest where it cannot fall further; it is that of a
/// guess if b ≥ 0.97·guess.
/// Otherwise the run has learnt once the mean of 16 losses that follow each other (of all, where
/// there are fewer) was below guess/2: batches are sometimes harder than that later on, and single
/// ones easier before. Without losses, or with a guess that is not above 0, nothing can be said,
/// and that is Begun before the first step and Learnt after it.
Learning learningOf(std::span<const Metrics::Loss> losses, double guess, Index steps);

} // namespace gf
