// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

enum class Architecture { EncoderDecoder, Encoder, Decoder };
enum class Norm { Pre, Post };
enum class Activation { Relu, Gelu };
enum class Positional { None, Sinusoidal, Learned };

/// Everything that fixes a model's parameters and its mathematics. The JSON form has the same names
/// in snake_case ("d_model") and is part of every saved model.
struct ModelConfig {
    Architecture architecture = Architecture::EncoderDecoder;
    Index layers = 2;
    Index dModel = 64; ///< D
    Index heads = 4;   ///< H; divides D
    Index dFf = 256;   ///< F
    Norm norm = Norm::Pre;
    Activation activation = Activation::Relu;
    Positional positional = Positional::Sinusoidal;
    double dropout = 0; ///< on sub-layer outputs, embeddings and attention weights; [0, 1)
    bool attentionBias = false;
    bool scaled = true;         ///< divide scores by √K
    bool embeddingScale = true; ///< multiply embeddings by √D
    bool tieEmbeddings = false; ///< output.weight is the (target) embedding transposed
    Index maxLength = 64;       ///< longest sequence, special tokens included
    Index sourceVocab = 40;     ///< V of the source; an encoder-only model reads this one
    Index targetVocab = 40; ///< V of the target, and the number of labels of an encoder-only model

    Index headWidth() const { return dModel / heads; } ///< K
    bool hasEncoder() const { return architecture != Architecture::Decoder; }
    bool hasDecoder() const { return architecture != Architecture::Encoder; }

    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

/// One key of the configuration, for the JSON reader, the New model dialog and the documentation.
struct ConfigField {
    enum class Type { Choice, Integer, Real, Switch };

    std::string_view key;   ///< "d_model"
    std::string_view label; ///< "Model width D"
    Type type;
    std::span<const std::string_view> choices; ///< for Choice
    double minimum = 0;                        ///< for Integer and Real
    double maximum = 0;
    std::string_view help; ///< one sentence
};

/// The table of all keys in the order in which people expect them.
std::span<const ConfigField> configFields();

/// A problem with one key: which, and a sentence that says what it was and what would be right.
struct ConfigProblem {
    std::string key;
    std::string sentence;
};

/// Every problem of a configuration given as JSON: unknown keys, wrong types, impossible values,
/// heads that do not divide d_model, sizes whose product is absurd. Empty when it is fine.
std::vector<ConfigProblem> problemsOf(const nlohmann::json& json);

/// Reads a configuration; missing keys keep their defaults. Throws Error with the first problem.
ModelConfig configFromJson(const nlohmann::json& json);
nlohmann::json toJson(const ModelConfig& config);

/// Number of learned weights of a model, without building it.
Index parameterCount(const ModelConfig& config);

} // namespace gf
