// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/training/run_validation.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

/// A validation every so many steps, if that is not too dear.
constexpr Index validationSteps = 100;

} // namespace

bool RunValidation::isDue() const {
    const LiveRun& run = *m_state.open.run;
    return m_state.control.isTraining() &&
           (!m_budget.wasDone() ||
            (isMeasurementOld(run.metrics(), run.stepsDone()) && m_budget.isDue()));
}

bool isMeasurementOld(const Metrics& metrics, Index steps) {
    const auto& known = metrics.measurements();
    return steps >= (known.empty() ? 0 : known.back().step) + validationSteps;
}

void RunValidation::advance() {
    OpenRun& open = m_state.open;
    if (open.run->validator().count() == 0 || (!open.isValidating() && !isDue()))
        return;
    const auto start = TimeBudget::Clock::now();
    const std::vector<LiveRun*> runs = open.all();
    if (!open.isValidating()) {
        for (LiveRun* run : runs)
            run->validator().start();
        m_cost = {};
    }
    const auto next =
        std::ranges::find_if(runs, [](LiveRun* run) { return run->validator().isActive(); });
    const auto result = (*next)->validator().advance();
    m_cost += TimeBudget::Clock::now() - start;
    if (result)
        publish(static_cast<int>(next - runs.begin()), (*next)->validator().step(), *result);
    if (!open.isValidating())
        m_budget.done(m_cost);
}

/// What was found out of a run, of which the window's is the first.
void RunValidation::publish(int number, Index step, const Evaluation& result) {
    Metrics::Measurement measured{step, static_cast<float>(result.loss),
                                  static_cast<float>(result.accuracy)};
    if (result.measured)
        measured.error = static_cast<float>(result.measured->error);
    if (result.trained)
        measured.trained = static_cast<float>(result.trained->accuracy);
    m_state.open.all()[static_cast<std::size_t>(number)]->metrics().add(measured);
    m_state.news.publish();
}

} // namespace gf
