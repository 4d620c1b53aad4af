// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"
#include "core/train/run.h"

#include <memory>
#include <utility>
#include <vector>

namespace gf {

/// The same model, small.
inline ModelConfig smallConfig(ModelConfig config = {}) {
    config.dModel = 16;
    config.heads = 2;
    config.dFf = 24;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    return config;
}

/// A trace of an untrained model of this configuration, with gradients.
inline std::shared_ptr<const Trace> traceOf(const ModelConfig& config, const ProbeExample& example,
                                            std::vector<Intervention> changes = {},
                                            const Vocabularies& words = {}) {
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    const auto backend = makeBackend("cpu");
    Probe probe(*backend, config, *parameters, example, words, "small model", std::move(changes));
    return probe.run(3);
}

/// A trace of a small untrained model like this one, with gradients. A model that reads numbers
/// reads four cities.
inline std::shared_ptr<const Trace> traceOf(ModelConfig config,
                                            const std::optional<TokenExchange>& exchange = {}) {
    config = smallConfig(config);
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {5, 6, 7, 8};
    example.target =
        config.hasDecoder() ? std::vector<TokenId>{9, 10, 11} : std::vector<TokenId>{5, 6, 7, 8};
    Vocabularies words;
    if (config.input == Input::Values) {
        example.source = std::vector<float>{0.1F, 0.1F, 0.9F, 0.9F, 0.9F, 0.1F, 0.1F, 0.9F};
        example.target = {4, 6, 5, 7};
        words.target = std::make_shared<const Vocabulary>(placeWords());
    }
    example.exchange = exchange;
    example.loss = !exchange;
    return traceOf(config, example, {}, words);
}

inline std::shared_ptr<const Trace> traceOf(Architecture architecture, Norm norm = Norm::Pre,
                                            Positional positional = Positional::Sinusoidal,
                                            Mixer mixer = Mixer::Attention) {
    ModelConfig config;
    config.architecture = architecture;
    config.mixer = mixer;
    config.norm = norm;
    config.positional = positional;
    return traceOf(config);
}

/// The families beside the plain transformer, one model of each kind that has drawings of its own.
inline std::vector<std::pair<const char*, ModelConfig>> otherModels() {
    std::vector<std::pair<const char*, ModelConfig>> models;
    const auto add = [&](const char* name, const auto& set) {
        models.emplace_back(name, ModelConfig());
        models.back().second.layers = 1;
        set(models.back().second);
    };
    const auto recurrent = [](CellKind cell, Alignment attention) {
        return [=](ModelConfig& config) {
            config.family = Family::Recurrent;
            config.cell = cell;
            config.alignment = attention;
        };
    };
    const auto positions = [](Positional kind) {
        return [=](ModelConfig& config) { config.positional = kind; };
    };
    add("gru general", recurrent(CellKind::Gru, Alignment::General));
    add("gru location", recurrent(CellKind::Gru, Alignment::Location));
    add("gru concat", recurrent(CellKind::Gru, Alignment::Concat));
    add("rnn bahdanau", recurrent(CellKind::Rnn, Alignment::Bahdanau));
    add("lstm general", recurrent(CellKind::Lstm, Alignment::General));
    add("lstm bahdanau", recurrent(CellKind::Lstm, Alignment::Bahdanau));
    add("attention alone", [](ModelConfig& config) {
        config.ffn = FeedForwardKind::None;
        config.normKind = NormKind::None;
    });
    add("wide values", [](ModelConfig& config) { config.valueWidthGiven = 5; });
    add("tied keys", [](ModelConfig& config) { config.tieQueryKey = true; });
    add("relative", positions(Positional::Relative));
    add("alibi", positions(Positional::Alibi));
    add("rotary", positions(Positional::Rotary));
    add("grouped", [](ModelConfig& config) {
        config.architecture = Architecture::Decoder;
        config.normKind = NormKind::Rms;
        config.activation = Activation::Silu;
        config.ffn = FeedForwardKind::Gated;
        config.ffnBias = false;
        config.kvHeads = 1;
        config.positional = Positional::Rotary;
        config.rotaryPairs = RotaryPairing::Halves;
        config.outputBias = false;
    });
    add("side by side", [](ModelConfig& config) {
        config.architecture = Architecture::Decoder;
        config.residual = ResidualOrder::Parallel;
        config.positional = Positional::Rotary;
        config.rotaryShare = 0.5;
        config.ropeScaling = RotaryScale::Linear;
    });
    add("window and norms of queries", [](ModelConfig& config) {
        config.architecture = Architecture::Decoder;
        config.normKind = NormKind::Rms;
        config.normGainOffset = 1;
        config.qkNorm = true;
        config.windows = {2};
        config.attentionBias = AttentionBias::Output;
    });
    add("buckets and one table", [](ModelConfig& config) {
        config.normKind = NormKind::Rms;
        config.scaled = config.embeddingScale = config.ffnBias = config.outputBias = false;
        config.positional = Positional::Buckets;
        config.sourceVocab = config.targetVocab;
        config.shareEmbeddings = config.tieEmbeddings = config.outputScale = true;
    });
    add("sines first, two stacks", [](ModelConfig& config) {
        config.norm = Norm::Post;
        config.sinusoidOrder = SinusoidOrder::Halves;
        config.embeddingNorm = true;
        config.decoderLayers = 2;
        config.decoderHeads = 2;
        config.encoderFf = 12;
    });
    add("cities", [](ModelConfig& config) {
        config.input = Input::Values;
        config.output = Output::Pointer;
        config.features = 2;
        config.positional = Positional::None;
    });
    return models;
}

/// A recurrent model of two layers that read five tokens and write four.
inline std::shared_ptr<const Trace>
recurrentTrace(Alignment attention, Architecture architecture = Architecture::EncoderDecoder,
               CellKind cell = CellKind::Gru, Index padding = 0,
               std::vector<Intervention> changes = {}) {
    ModelConfig config;
    config.family = Family::Recurrent;
    config.architecture = architecture;
    config.alignment = attention;
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
