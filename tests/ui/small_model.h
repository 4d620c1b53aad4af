// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"
#include "core/train/run.h"

#include <memory>

namespace gf {

/// A trace of a small untrained model, with gradients.
inline std::shared_ptr<const Trace> traceOf(Architecture architecture, Norm norm = Norm::Pre,
                                            Positional positional = Positional::Sinusoidal,
                                            Mixer mixer = Mixer::Attention) {
    ModelConfig config;
    config.architecture = architecture;
    config.mixer = mixer;
    config.norm = norm;
    config.positional = positional;
    config.dModel = 16;
    config.heads = 2;
    config.dFf = 24;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    const auto backend = makeBackend("cpu");
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {5, 6, 7, 8};
    example.target =
        config.hasDecoder() ? std::vector<TokenId>{9, 10, 11} : std::vector<TokenId>{5, 6, 7, 8};
    Probe probe(*backend, config, *parameters, example, {}, "small model");
    return probe.run(3);
}

} // namespace gf
