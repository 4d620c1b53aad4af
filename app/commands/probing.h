// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/model_options.h"
#include "core/train/probe.h"
#include "core/train/probe_backend.h"

#include <memory>

namespace gf {

/// The example that a person gave. Without a target an encoder–decoder is given its own greedy
/// answer and an encoder-only model no labels; there is no loss then. Throws UsageError when
/// gradients are asked for without a target, or when a decoder-only model has no text.
ProbeExample exampleOrAnswer(Run& run, const ExampleOptions& options, bool gradients);

/// A model that runs on one example as often as its numbers change. The run must outlive it.
class ExampleProbe {
public:
    /// With `keep` its traces have only the values that it names.
    ExampleProbe(Run& run, const ProbeExample& example, const Probe::ChooseNodes& keep = {});

    /// With the numbers that the run has now, after so many training steps.
    std::shared_ptr<const Trace> run(Index step) { return m_probe.run(step); }

private:
    ProbeBackends m_backends;
    Probe m_probe;
};

/// Runs the model on the example; with `keep` the trace has only the values that it names.
std::shared_ptr<const Trace> probe(Run& run, const ProbeExample& example,
                                   const Probe::ChooseNodes& keep = {});

/// The example that a run's task is shown with; one that is drawn where there is no task, or its
/// data are gone.
ProbeExample usualExample(const RunDescription& run);

} // namespace gf
