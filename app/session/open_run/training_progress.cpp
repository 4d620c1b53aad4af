// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/training_progress.h"

#include "core/measure/health.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double pointsPerSecond = 240; ///< of the metrics; faster runs have averages
/// However fast it is: enough points for the rules of healthOf(), which ask for `fewestLosses` in
/// each half of a plateau.
constexpr Index mostStepsInPoint = health::shortestPlateau / 2 / (health::fewestLosses + 2);

} // namespace

void TrainingProgress::begin(Index step, double loss) {
    *this = {};
    goTo(step, loss);
    m_savedSteps = step;
}

void TrainingProgress::goTo(Index step, double loss) {
    m_last = {};
    m_last.step = step;
    m_last.loss = loss;
    forgetLosses();
}

void TrainingProgress::goToBranch(Index step, double loss) {
    goTo(step, loss);
    m_savedSteps = std::min(m_savedSteps, step);
}

void TrainingProgress::add(const StepResult& result, double seconds) {
    m_last = result;
    m_rate.add(seconds);
    m_unsavedSeconds += seconds;
}

void TrainingProgress::addLoss(double loss) {
    m_lossSum += loss;
    ++m_lossCount;
}

bool TrainingProgress::isPointDue() const {
    return m_lossCount >= mostStepsInPoint ||
           static_cast<double>(m_lossCount) >= m_rate.perSecond() / pointsPerSecond;
}

std::optional<Metrics::Loss> TrainingProgress::takeLoss() {
    if (m_lossCount == 0)
        return std::nullopt;
    const double mean = m_lossSum / static_cast<double>(m_lossCount);
    forgetLosses();
    return Metrics::Loss{m_last.step, static_cast<float>(mean)};
}

void TrainingProgress::forgetLosses() {
    m_lossSum = 0;
    m_lossCount = 0;
}

void TrainingProgress::setSaved(Index steps) {
    m_savedSteps = steps;
    m_unsavedSeconds = 0;
}

void TrainingProgress::describe(TrainingStatus& status, Index step) const {
    status.step = step;
    status.stepsPerSecond = m_rate.perSecond();
    status.loss = m_last.loss;
    status.learningRate = m_last.learningRate;
    status.gradientNorm = m_last.gradientNorm;
    status.unsavedSteps = step - m_savedSteps;
    status.unsavedSeconds = m_unsavedSeconds;
}

} // namespace gf
