// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"
#include "core/train/run.h"

#include <memory>

namespace gf {

/// A trace of an untrained model of this configuration, with gradients.
inline std::shared_ptr<const Trace> traceOf(const ModelConfig& config, const ProbeExample& example,
                                            std::vector<Intervention> changes = {}) {
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    const auto backend = makeBackend("cpu");
    Probe probe(*backend, config, *parameters, example, {}, "small model", std::move(changes));
    return probe.run(3);
}

/// The same small one, whose source has four words and whose target three.
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
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {5, 6, 7, 8};
    example.target =
        config.hasDecoder() ? std::vector<TokenId>{9, 10, 11} : std::vector<TokenId>{5, 6, 7, 8};
    return traceOf(config, example);
}

/// A recurrent model of two layers that read five tokens and write four.
inline std::shared_ptr<const Trace>
recurrentTrace(Alignment attention, Architecture architecture = Architecture::EncoderDecoder,
               CellKind cell = CellKind::Gru, Index padding = 0,
               std::vector<Intervention> changes = {}) {
    ModelConfig config;
    config.family = Family::Recurrent;
    config.architecture = architecture;
    config.attention = attention;
    config.cell = cell;
    config.dModel = 8;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {5, 6, 7, 8};
    example.target = config.hasDecoder() ? Sequence{9, 10, 11} : Sequence{5, 6, 7, 8};
    example.padding = padding;
    return traceOf(config, example, std::move(changes));
}

/// A pointer that chooses among four cities.
inline std::shared_ptr<const Trace> pointerTrace() {
    ModelConfig config;
    config.input = Input::Values;
    config.output = Output::Pointer;
    config.features = 2;
    config.positional = Positional::None;
    config.dModel = 8;
    config.heads = 2;
    config.dFf = 12;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    ProbeExample example;
    example.source = std::vector<float>{0.1F, 0.2F, 0.9F, 0.4F, 0.5F, 0.8F, 0.3F, 0.6F};
    example.target = Sequence{4, 6, 7, 5};
    example.padding = 1;
    return traceOf(config, example);
}

} // namespace gf
