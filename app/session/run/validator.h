// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/run_model.h"
#include "core/train/evaluate.h"

#include <memory>
#include <optional>

namespace gf {

/// Measures a run on the validation examples of its task, slice by slice, with the weights as they
/// were at the start.
class Validator {
public:
    explicit Validator(const RunModel& run) : m_run(run) {}

    /// Of the task's validation examples those that are measured on; 0: it has none.
    Index count() const;
    void start();
    bool isActive() const { return m_active; }
    /// Of the weights that were measured last.
    Index step() const { return m_step; }
    /// One slice; the result after the last one. What fails is not tried again.
    std::optional<Evaluation> advance();
    /// The run is at another step.
    void giveUp();
    /// Another program will measure.
    void forgetPrograms();

private:
    const RunModel& m_run;
    std::unique_ptr<Parameters> m_weights; ///< those that are measured
    std::unique_ptr<Evaluator> m_evaluator;
    bool m_active = false;
    Index m_step = 0;
};

} // namespace gf
