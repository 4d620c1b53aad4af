// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/model_options.h"
#include "core/graph/trace.h"

#include <memory>

namespace gf {

/// The trace of an example, and whether its target is the model's own greedy answer because none
/// was given.
struct ProbedExample {
    std::shared_ptr<const Trace> trace;
    bool predictedTarget = false;
};

/// Runs the model on the example. Without a target an encoder–decoder is given its own greedy
/// answer and an encoder-only model no labels; there is no loss then. Throws UsageError when
/// gradients are asked for without a target, or when a decoder-only model has no text.
ProbedExample probe(Run& run, const ExampleOptions& options, bool gradients);

} // namespace gf
