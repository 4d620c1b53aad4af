// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/agreement.h"
#include "core/train/probe.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gf {

/// One model and one example through two backends.
struct Verification {
    std::string backend;   ///< what is verified
    std::string reference; ///< what it is compared with
    double tolerance = agreementTolerance;
    /// Every value, the gradients included, as programs have them that keep all; in the order of
    /// the graph. What is given (inputs, parameters) stands there too. After them what can be read
    /// of a program that trains: the loss and the gradients of the parameters.
    std::vector<StepAgreement> steps;
    std::shared_ptr<const Trace> expected; ///< the reference's values
    std::shared_ptr<const Trace> found;    ///< the backend's
};

/// Runs the example forward and backward on both. The reference is computed in double precision too
/// by `eigen`, which says how much of a difference is the rounding of float32. Throws Error where
/// the model cannot read the example (Probe).
/// `interventions` are built into the model, as in a Probe.
Verification verify(const Backend& backend, const Backend& reference, const ModelConfig& model,
                    Parameters& parameters, const ProbeExample& example,
                    const Vocabularies& vocabularies = {}, double tolerance = agreementTolerance,
                    const std::vector<Intervention>& interventions = {});

/// An example for a model of which nobody knows the task: short, of ids or numbers that follow from
/// the seed, with a right answer.
ProbeExample drawnExample(const ModelConfig& model, std::uint64_t seed);

} // namespace gf
