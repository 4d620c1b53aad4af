// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"

namespace gf {

/// A model that is looked into several times, each time on the same backend.
struct ProbedModel {
    const Backend& backend;
    const ModelConfig& model;
    Parameters& parameters;
    Vocabularies vocabularies = {};
    std::vector<Intervention> held = {}; ///< changes that it is held to in each run

    /// The run of one example, with these changes too; throws Error as Probe does.
    std::shared_ptr<const Trace> run(const ProbeExample& example,
                                     const std::vector<Intervention>& interventions = {}) const {
        std::vector<Intervention> all = held;
        all.insert(all.end(), interventions.begin(), interventions.end());
        return Probe(backend, model, parameters, example, vocabularies, {}, std::move(all)).run(0);
    }
};

} // namespace gf
