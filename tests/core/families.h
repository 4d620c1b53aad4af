// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"
#include "core/train/run.h"
#include "tests/core/engine.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The table of all kinds of models, for what has to be so of each of them.
namespace gf::test {

struct FamilyModel {
    std::string name; ///< "transformer, encoder-decoder, words, attention, rotary"
    ModelConfig config;
};

namespace families {

using Change = std::pair<std::string, void (*)(ModelConfig&)>;

inline const std::vector<Change> architectures{
    {"encoder-decoder", [](ModelConfig& c) { c.architecture = Architecture::EncoderDecoder; }},
    {"encoder", [](ModelConfig& c) { c.architecture = Architecture::Encoder; }},
    {"decoder", [](ModelConfig& c) { c.architecture = Architecture::Decoder; }},
};

inline const std::vector<Change> numbers{
    {"numbers",
     [](ModelConfig& c) {
         c.input = Input::Values;
         c.output = Output::Values;
     }},
    {"numbers to words", [](ModelConfig& c) { c.input = Input::Values; }},
    {"pointer",
     [](ModelConfig& c) {
         c.input = Input::Values;
         c.output = Output::Pointer;
     }},
};

inline const std::vector<Change> mixers{
    {"attention", [](ModelConfig& c) { c.mixer = Mixer::Attention; }},
    {"mean", [](ModelConfig& c) { c.mixer = Mixer::Mean; }},
    {"convolution", [](ModelConfig& c) { c.mixer = Mixer::Convolution; }},
};

inline const std::vector<Change> positions{
    {"no positions", [](ModelConfig& c) { c.positional = Positional::None; }},
    {"sinusoidal", [](ModelConfig& c) { c.positional = Positional::Sinusoidal; }},
    {"learned", [](ModelConfig& c) { c.positional = Positional::Learned; }},
    {"relative", [](ModelConfig& c) { c.positional = Positional::Relative; }},
    {"rotary", [](ModelConfig& c) { c.positional = Positional::Rotary; }},
    {"alibi", [](ModelConfig& c) { c.positional = Positional::Alibi; }},
    {"buckets", [](ModelConfig& c) { c.positional = Positional::Buckets; }},
};

inline const std::vector<Change> cells{
    {"gru", [](ModelConfig& c) { c.cell = CellKind::Gru; }},
    {"rnn", [](ModelConfig& c) { c.cell = CellKind::Rnn; }},
};

inline const std::vector<Change> lstm{{"lstm", [](ModelConfig& c) { c.cell = CellKind::Lstm; }}};

/// Random weights make numbers large where no norm holds them, the more so the wider they are.
inline void takeNorms(ModelConfig& c) {
    c.normKind = NormKind::None;
    c.embeddingScale = false;
    c.dModel = 4;
    c.dFf = 4;
}

/// What a model can do without, and values of a width of their own.
inline const std::vector<Change> switches{
    {"no norms", takeNorms},
    {"attention alone", [](ModelConfig& c) { c.ffn = FeedForwardKind::None; }},
    {"attention alone, no norms",
     [](ModelConfig& c) {
         c.ffn = FeedForwardKind::None;
         takeNorms(c);
     }},
    {"wide values", [](ModelConfig& c) { c.valueWidthGiven = 7; }},
    {"tied keys", [](ModelConfig& c) { c.tieQueryKey = true; }},
};

inline const std::vector<Change> alignments{
    {"none", [](ModelConfig& c) { c.alignment = Alignment::None; }},
    {"dot", [](ModelConfig& c) { c.alignment = Alignment::Dot; }},
    {"general", [](ModelConfig& c) { c.alignment = Alignment::General; }},
    {"location", [](ModelConfig& c) { c.alignment = Alignment::Location; }},
    {"concat", [](ModelConfig& c) { c.alignment = Alignment::Concat; }},
    {"bahdanau", [](ModelConfig& c) { c.alignment = Alignment::Bahdanau; }},
};

/// Today's blocks, together as models of others have them.
inline const std::vector<Change> today{
    {"as GPT-2",
     [](ModelConfig& c) {
         c.architecture = Architecture::Decoder;
         c.activation = Activation::GeluTanh;
         c.positional = Positional::Learned;
         c.attentionBias = AttentionBias::All;
         c.outputBias = false;
         c.tieEmbeddings = true;
         c.embeddingScale = false;
     }},
    {"as Llama",
     [](ModelConfig& c) {
         c.architecture = Architecture::Decoder;
         c.normKind = NormKind::Rms;
         c.activation = Activation::Silu;
         c.ffn = FeedForwardKind::Gated;
         c.ffnBias = false;
         c.kvHeads = 1;
         c.positional = Positional::Rotary;
         c.rotaryPairs = RotaryPairing::Halves;
         c.outputBias = false;
         c.embeddingScale = false;
     }},
    {"as GPT-Neo",
     [](ModelConfig& c) {
         c.architecture = Architecture::Decoder;
         c.activation = Activation::GeluTanh;
         c.positional = Positional::Learned;
         c.attentionBias = AttentionBias::Output;
         c.scaled = false;
         c.windows = {0, 2};
         c.embeddingScale = false;
     }},
    {"as GPT-NeoX",
     [](ModelConfig& c) {
         c.architecture = Architecture::Decoder;
         c.activation = Activation::Gelu;
         c.attentionBias = AttentionBias::All;
         c.residual = ResidualOrder::Parallel;
         c.positional = Positional::Rotary;
         c.rotaryPairs = RotaryPairing::Halves;
         c.rotaryShare = 0.5;
         c.headWidthGiven = 4;
         c.outputBias = false;
         c.embeddingScale = false;
     }},
    {"as Qwen3, with gains from 1 on",
     [](ModelConfig& c) {
         c.architecture = Architecture::Decoder;
         c.normKind = NormKind::Rms;
         c.normGainOffset = 1;
         c.activation = Activation::Silu;
         c.ffn = FeedForwardKind::Gated;
         c.ffnBias = false;
         c.kvHeads = 1;
         c.qkNorm = true;
         c.positional = Positional::Rotary;
         c.rotaryPairs = RotaryPairing::Halves;
         c.ropeScaling = RotaryScale::Llama3;
         c.ropeLength = 20;
         c.windows = {3};
         c.outputBias = false;
     }},
    {"as Marian",
     [](ModelConfig& c) {
         c.norm = Norm::Post;
         c.activation = Activation::Silu;
         c.attentionBias = AttentionBias::All;
         c.sinusoidOrder = SinusoidOrder::Halves;
         c.decoderLayers = 1;
         c.encoderHeads = 4;
         c.decoderFf = 6;
         c.sourceVocab = c.targetVocab;
         c.shareEmbeddings = c.tieEmbeddings = true;
     }},
    {"as BART",
     [](ModelConfig& c) {
         c.norm = Norm::Post;
         c.activation = Activation::Gelu;
         c.attentionBias = AttentionBias::All;
         c.positional = Positional::Learned;
         c.positionOffset = 2;
         c.embeddingNorm = true;
         c.embeddingScale = false;
         c.sourceVocab = c.targetVocab;
         c.shareEmbeddings = c.tieEmbeddings = true;
     }},
    {"as T5",
     [](ModelConfig& c) {
         c.normKind = NormKind::Rms;
         c.ffnBias = c.outputBias = c.scaled = c.embeddingScale = false;
         c.activation = Activation::GeluTanh; // without kinks integrals of gradients converge
         c.headWidthGiven = 3;
         c.positional = Positional::Buckets;
         c.sourceVocab = c.targetVocab;
         c.shareEmbeddings = c.tieEmbeddings = c.outputScale = true;
     }},
    {"as BERT",
     [](ModelConfig& c) {
         c.architecture = Architecture::Encoder;
         c.norm = Norm::Post;
         c.activation = Activation::Gelu;
         c.positional = Positional::Learned;
         c.attentionBias = AttentionBias::All;
         c.tokenTypes = 2;
         c.embeddingNorm = true;
         c.outputTransform = true;
         c.tieEmbeddings = true;
         c.targetVocab = c.sourceVocab;
         c.embeddingScale = false;
     }},
};

inline const std::vector<Change> words{{"words", [](ModelConfig&) {}}};
inline const std::vector<Change> onePosition{positions[1]};
inline const std::vector<Change> transformer{{"transformer", [](ModelConfig&) {}}};
inline const std::vector<Change> recurrent{
    {"recurrent", [](ModelConfig& c) { c.family = Family::Recurrent; }}};

inline ModelConfig tiny() {
    ModelConfig c;
    c.layers = 2;
    c.dModel = 8;
    c.heads = 2;
    c.dFf = 12;
    c.features = 2;
    c.kernelReach = 1;
    c.relativeReach = 3;
    c.buckets = 4;
    c.bucketDistance = 5;
    c.maxLength = 12;
    c.sourceVocab = 11;
    c.targetVocab = 10;
    return c;
}

/// Adds what comes of every choice of one change out of each list, as far as it can be a model.
inline void add(std::vector<FamilyModel>& all,
                const std::vector<const std::vector<Change>*>& lists) {
    std::vector<FamilyModel> found{{"", tiny()}};
    for (const auto* list : lists) {
        std::vector<FamilyModel> longer;
        for (const FamilyModel& model : found)
            for (const auto& [name, change] : *list) {
                longer.push_back(
                    {model.name + (model.name.empty() ? "" : ", ") + name, model.config});
                change(longer.back().config);
            }
        found = std::move(longer);
    }
    for (FamilyModel& model : found)
        if (problemsIn(valuesOf(model.config)).empty())
            all.push_back(std::move(model));
}

/// The keys of which every choice is in the table, whoever adds one.
inline constexpr std::array everyChoiceOf{"activation", "norm", "norm_kind", "positional",
                                          "mixer",      "ffn",  "cell"};

/// Whether some model that depends on a key has a choice of it.
inline bool have(const std::vector<FamilyModel>& models, std::string_view key,
                 std::string_view choice) {
    return std::ranges::any_of(models, [&](const FamilyModel& model) {
        return choiceIn(valuesOf(model.config), key) == choice;
    });
}

/// Adds a model for each choice that none has yet.
inline void addMissingChoices(std::vector<FamilyModel>& all) {
    for (const std::string_view key : everyChoiceOf)
        for (const ConfigField& field : configFields())
            for (const std::string_view choice : field.choices)
                if (field.key == key && !have(all, key, choice)) {
                    FieldValues values = valuesOf(tiny());
                    values[std::string(key)] = std::string(choice);
                    all.push_back({"transformer, " + std::string(choice), configOf(values)});
                }
}

} // namespace families

/// Every kind of model once, small enough for thousands of numbers to be compared in no time.
inline const std::vector<FamilyModel>& everyModel() {
    static const std::vector<FamilyModel> all = [] {
        using namespace families;
        std::vector<FamilyModel> models;
        add(models, {&transformer, &architectures, &words, &mixers, &positions});
        add(models, {&transformer, &architectures, &numbers, &mixers, &onePosition});
        add(models, {&transformer, &words, &today});
        add(models, {&transformer, &architectures, &words, &switches});
        add(models, {&recurrent, &architectures, &words, &cells, &alignments});
        add(models, {&recurrent, &architectures, &numbers, &cells, &alignments});
        add(models, {&recurrent, &architectures, &words, &lstm, &alignments});
        addMissingChoices(models);
        return models;
    }();
    return all;
}

/// A model's parameters, none of which is 0.
inline std::unique_ptr<Parameters> randomParameters(const ModelConfig& config) {
    auto parameters = makeParameters(config);
    std::uint64_t stream = 1;
    for (const auto& entry : parameters->entries()) {
        const std::vector<double> random = randomValues(entry.shape.count(), stream++);
        const auto values = parameters->writable(entry);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(random[i]);
    }
    return parameters;
}

} // namespace gf::test
