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

    /// The run of one example; throws Error as Probe does.
    std::shared_ptr<const Trace> run(const ProbeExample& example,
                                     std::vector<Intervention> interventions = {}) const {
        return Probe(backend, model, parameters, example, vocabularies, {},
                     std::move(interventions))
            .run(0);
    }
};

} // namespace gf
