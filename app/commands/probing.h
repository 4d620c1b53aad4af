// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/model_options.h"
#include "core/train/probe.h"

#include <memory>

namespace gf {

/// The example that a person gave. Without a target an encoder–decoder is given its own greedy
/// answer and an encoder-only model no labels; there is no loss then. Throws UsageError when
/// gradients are asked for without a target, or when a decoder-only model has no text.
ProbeExample exampleOrAnswer(Run& run, const ExampleOptions& options, bool gradients);

/// Runs the model on the example; with `keep` the trace has only the values that it names.
std::shared_ptr<const Trace> probe(Run& run, const ProbeExample& example,
                                   const Probe::ChooseNodes& keep = {});

/// The example that a run's task is shown with; one that is drawn where there is no task, or its
/// data are gone.
ProbeExample usualExample(const RunDescription& run);

} // namespace gf
