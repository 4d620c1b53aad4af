// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/session_state.h"
#include "core/train/time_budget.h"

namespace gf {

/// Whether so many steps came after the last measurement that it is time for another. Which one was
/// the last says what is shown: going back to an earlier step forgets those after it.
bool isMeasurementOld(const Metrics& metrics, Index steps);

/// Measures the run on the validation examples, a slice between two training steps, so that neither
/// training nor the window stops for it. Runs that are compared are measured with their weights of
/// the same step.
class RunValidation {
public:
    explicit RunValidation(SessionState& state) : m_state(state) {}

    /// Another run is there: the first validation is due at once.
    void begin() { m_budget.forget(); }
    /// Where one goes on or is due.
    void advance();

private:
    bool isDue() const;
    void publish(int number, Index step, const Evaluation& result);

    SessionState& m_state;
    TimeBudget m_budget{0.1};
    TimeBudget::Seconds m_cost{0}; ///< so far, of the one that goes on
};

} // namespace gf
