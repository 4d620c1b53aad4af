// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/run_model.h"

#include <span>
#include <vector>

namespace gf {

/// A run as training has it, and what can be set meanwhile.
class TrainedRun : public RunModel {
public:
    virtual ~TrainedRun() = default;

    // Training. Only when there is no obstacle. What cannot be set changes nothing.
    StepResult step() { return steps(1).front(); }
    /// As many as Trainer::steps() does.
    std::vector<StepResult> steps(Index most);
    /// Whether a loss is waited for longer than a step takes.
    bool isOnDevice() const { return m_trainer && m_trainer->program().launchCount() > 0; }
    /// Throws Error where the configuration cannot hold it.
    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const OpenBackend& backend);
    /// Back to the last good point, and on by another backend: the one before is gone with all that
    /// was on it.
    void recover(const OpenBackend& backend);
    Trainer& trainer() { return *m_trainer; }
    /// Its metrics stay.
    void restoreLastGood();

    /// Puts the whole run into the state that it had when its numbers were these.
    void restore(std::span<const float> numbers, Index step);
    void restore(SharedWeights numbers, Index step);

protected:
    using RunModel::RunModel;

    /// Holds the model to these. What is thrown changes nothing.
    void hold(Interventions interventions);

private:
    void comeTo(Index step);
    void use(const OpenBackend& backend);
    /// Whatever was compiled by the backend goes before it does.
    virtual void releasePrograms() = 0;
    /// The weights are those of another step.
    virtual void weightsReplaced() = 0;
};

} // namespace gf
