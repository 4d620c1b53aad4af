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

/// A moment of a training, and what is found there.
struct Moment {
    SharedCheckpoint checkpoint;
    Finding finding;
};

/// What `measure` finds in the runs of the examples at all moments that the model remembers of its
/// training, or where they are more than a picture has time for while it trains, at the first and
/// the last and between them at multiples of a power of two, which a later picture asks for again.
/// What is known is not measured.
std::vector<Moment> momentsOf(const LabQuestion& asked, const std::vector<ProbeExample>& examples,
                              const std::function<Finding(const Traces& traces)>& measure,
                              KnownMoments* known = nullptr);

} // namespace gf
