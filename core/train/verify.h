// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/agreement.h"
#include "core/tensor/stopped.h"
#include "core/train/probe.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace gf {

/// What was compared, and the values. The steps are every value, the gradients included, as
/// programs have them that keep all; in the order of the graph. What is given (inputs, parameters)
/// stands there too. After them what can be read of a program that joins steps as one that trains
/// does: the loss and the gradients of the parameters. Dropout is off in both.
struct Verification : Agreement {
    std::shared_ptr<const Trace> expected; ///< the reference's values
    std::shared_ptr<const Trace> found;    ///< the backend's
};

/// Runs the example forward and backward on the backend and on the reference, `eigen`. The
/// reference is computed in double precision too, which says how much of a difference is the
/// rounding of float32.
///
/// The slope of a ReLU jumps at 0: where its input is 0 but for rounding, two right backends may
/// have it on different sides, and all gradients below differ. So the reference, in both
/// precisions, goes back through the side on which the backend is, wherever that input agrees with
/// its own; the gradients are then compared like all other steps, without any more slack.
///
/// Throws Error where the model cannot read the example (Probe), and Stopped when `stop` is
/// requested. `interventions` are built into the model, as in a Probe.
Verification verify(const Backend& backend, const ModelConfig& model, Parameters& parameters,
                    const ProbeExample& example, const Vocabularies& vocabularies = {},
                    double tolerance = agreementTolerance,
                    const std::vector<Intervention>& interventions = {},
                    const std::stop_token& stop = {});

/// An example for a model of which nobody knows the task: short, of ids or numbers that follow from
/// the seed, with a right answer.
ProbeExample drawnExample(const ModelConfig& model, std::uint64_t seed);

} // namespace gf
