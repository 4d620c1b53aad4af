// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/field.h"
#include "core/tensor/sentence.h"
#include "core/tensor/shape.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

enum class Architecture { EncoderDecoder, Encoder, Decoder };
enum class Family { Transformer, Recurrent };
enum class CellKind { Gru, Rnn };
/// The attention of a recurrent model.
enum class Alignment { None, Dot, General, Location, Concat, Bahdanau };
enum class Input { TokenIds, Values };
enum class Output { Words, Values, Pointer };
enum class Norm { Pre, Post };
enum class Activation { Relu, Gelu };
enum class Mixer { Attention, Mean, Convolution };
enum class Positional { None, Sinusoidal, Learned, Relative, Rotary, Alibi };

/// Everything that fixes a model's parameters and its mathematics. The JSON form has the same names
/// in snake_case ("d_model") and is part of every saved model.
struct ModelConfig {
    Architecture architecture = Architecture::EncoderDecoder;
    Family family = Family::Transformer;
    CellKind cell = CellKind::Gru;            ///< recurrent models only
    Alignment alignment = Alignment::General; ///< recurrent models only
    Input input = Input::TokenIds; ///< what the encoder reads; a decoder alone reads it too
    Output output = Output::Words; ///< what the model says; the decoder reads of the same kind
    Index features = 1;            ///< f: numbers in a row of real-valued input and output
    Index layers = 2;
    Index dModel = 64;              ///< D
    Mixer mixer = Mixer::Attention; ///< what stands where self-attention stands
    Index kernelReach = 2;          ///< C of a convolution: it reads tokens up to this far away
    Index heads = 4;                ///< H; divides D
    Index dFf = 256;                ///< F
    Norm norm = Norm::Pre;
    Activation activation = Activation::Relu;
    Positional positional = Positional::Sinusoidal;
    Index relativeReach = 16; ///< R of relative positions: offsets further away count as R
    double dropout = 0;       ///< on sub-layer outputs, embeddings and attention weights; [0, 1)
    bool attentionBias = false;
    bool scaled = true;         ///< divide scores by √K
    bool embeddingScale = true; ///< multiply embeddings by √D
    bool tieEmbeddings = false; ///< output.weight is the (target) embedding transposed
    Index maxLength = 64;       ///< longest sequence, special tokens included
    Index sourceVocab = 40;     ///< V of the source; an encoder-only model reads this one
    Index targetVocab = 40; ///< V of the target, and the number of labels of an encoder-only model

    Index headWidth() const { return dModel / heads; } ///< K
    bool isRecurrent() const { return family == Family::Recurrent; }
    /// Whether there is attention with heads; cross-attention stays what it is.
    bool hasHeads() const {
        return !isRecurrent() &&
               (mixer == Mixer::Attention || architecture == Architecture::EncoderDecoder);
    }
    /// What the decoder reads (and an encoder alone says) is real numbers.
    bool readsValues() const { return output != Output::Words; }
    bool hasEncoder() const { return architecture != Architecture::Decoder; }
    bool hasDecoder() const { return architecture != Architecture::Encoder; }

    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

using ConfigField = FieldOf<ModelConfig>;

/// The table of all keys in the order in which people expect them.
std::span<const ConfigField> configFields();

/// Choices that go with some choices of other keys only.
struct ChoiceLimit {
    KeyChoices of;
    FieldCondition only;
    std::string_view reason; ///< why not in others, with a gap for the choice; no full stop
};

/// The table of all these.
std::span<const ChoiceLimit> choiceLimits();

/// Why a choice of a key does not go with the rest of a configuration; empty where it does.
Sentence obstacleTo(std::string_view key, std::string_view choice, const ModelConfig& config);

/// Whether a model depends on the key.
bool appliesTo(const ConfigField& field, const ModelConfig& config);

/// What is chosen for a key that is a choice: "gru".
std::string choiceOf(std::string_view key, const ModelConfig& config);

/// A problem with one key: which, and a sentence that says what it was and what would be right.
struct ConfigProblem {
    std::string key;
    Sentence sentence;
};

/// Every problem of a configuration given as JSON: unknown keys, wrong types, impossible values,
/// heads that do not divide d_model, sizes whose product is absurd. Empty when it is fine.
std::vector<ConfigProblem> problemsOf(const nlohmann::json& json);

/// What of a configuration can be read; all else is as it is by default.
ModelConfig readableConfig(const nlohmann::json& json);

/// Reads a configuration; missing keys keep their defaults. Throws Error with the first problem.
ModelConfig configFromJson(const nlohmann::json& json);
nlohmann::json toJson(const ModelConfig& config);

} // namespace gf
