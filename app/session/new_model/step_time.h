// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/new_model/model_form.h"
#include "app/session/run/backend_pool.h"
#include "core/tensor/stopped.h"

#include <string>

namespace gf {

/// How long a training step of a model takes.
struct StepTime {
    double seconds = 0;
    bool atLeast = false; ///< it takes longer: too long to be tried out
};

/// Builds a model and runs a few training steps of it, for about a second at most where the model
/// can be tried at all. What is too slow for that is timed with smaller batches and carried on to
/// the whole one as a straight line; if even these are too slow, what is known is a lower bound.
/// Throws Stopped when `stop` is requested, between all that cannot be interrupted.
StepTime timeStep(const OpenBackend& backend, const ModelPlan& plan, int threads,
                  const std::stop_token& stop);

} // namespace gf
