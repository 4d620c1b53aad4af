// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab_runs/each_lab.h"
#include "core/train/history.h"
#include "core/train/probe_backend.h"

#include <functional>
#include <memory>
#include <vector>

namespace gf {

// For labs that run a model on several examples, and at the moments of its training.

using Traces = std::vector<std::shared_ptr<const Trace>>;

/// What is measured on: the example, or so many of those that the task keeps from training, from a
/// place on that the seed gives.
std::vector<ProbeExample> examplesFor(const LabQuestion& asked, Index wanted);

/// Programs of some examples, which see what the parameters are when they run.
class ExampleRuns {
public:
    /// What is given outlives it.
    ExampleRuns(const LabModel& model, Parameters& parameters,
                const std::vector<ProbeExample>& examples);

    Traces traces();
    double flops() const; ///< of the matrix products of all of them

private:
    ProbeBackends m_backends;
    std::vector<Probe> m_probes;
};

/// Calls `use` with moments of what the model remembers of its training, evenly, the first and the
/// last with them, and the runs of the examples then: few enough for a picture while it trains.
void eachMoment(const LabModel& model, const std::vector<ProbeExample>& examples,
                const std::function<void(const Checkpoint& moment, const Traces& traces)>& use);

} // namespace gf
