// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/graph/node.h"
#include "core/model/config_field.h"
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
enum class CellKind { Gru, Rnn, Lstm };
/// The attention of a recurrent model.
enum class Alignment { None, Dot, General, Location, Concat, Bahdanau };
enum class Input { TokenIds, Values };
enum class Output { Words, Values, Pointer, States };
enum class Norm { Pre, Post };
/// What a norm does to a row; None: there are no norms.
enum class NormKind { Layer, Rms, None };
/// The activations of core/graph/op_table.def.
enum class Activation {
#define GF_ACTIVATION(kind, function, name, label, torch) kind,
#include "core/graph/op_table.def"
};
/// None: a layer is attention alone.
enum class FeedForwardKind { Plain, Gated, None };
/// Which of attention's products have a learned vector added: none, all, all but the output, or the
/// output alone.
enum class AttentionBias { None, All, Qkv, Output };
/// Where the feed-forward layer reads: behind attention, or beside it.
enum class ResidualOrder { Sequential, Parallel };
/// Which features of a head rotary positions turn together: (2m, 2m + 1) or (m, m + R/2), of R that
/// turn.
enum class RotaryPairing { Adjacent, Halves };
using RotaryScale = RotaryScaling::Kind;
enum class Mixer { Attention, Mean, Convolution };
enum class Positional { None, Sinusoidal, Learned, Relative, Rotary, Alibi, Buckets };
/// How the columns of sinusoidal positions are ordered: sine and cosine of one wave side by side,
/// or all sines before all cosines.
enum class SinusoidOrder { Interleaved, Halves };

/// Everything that fixes a model's parameters and its mathematics. The JSON form has the same names
/// in snake_case ("d_model") and is part of every saved model.
struct ModelConfig {
    Architecture architecture = Architecture::EncoderDecoder;
    Family family = Family::Transformer;
    CellKind cell = CellKind::Gru;            ///< recurrent models only
    Alignment alignment = Alignment::General; ///< recurrent models only
    Input input = Input::TokenIds; ///< what the encoder reads; a decoder alone reads it too
    Output output = Output::Words; ///< what the model says; the decoder reads of the same kind
    bool outputTransform = false;  ///< a dense layer, the bend and a norm before the logits
    bool outputBias = true;        ///< of the logits
    bool pooler = false;           ///< tanh of a dense layer over the first row, beside the output
    Index features = 1;            ///< f: numbers in a row of real-valued input and output
    Index layers = 2;
    Index encoderLayers = 0; ///< encoder–decoders only; 0: layers; likewise below
    Index decoderLayers = 0;
    Index dModel = 64;              ///< D
    Mixer mixer = Mixer::Attention; ///< what stands where self-attention stands
    Index kernelReach = 2;          ///< C of a convolution: it reads tokens up to this far away
    Index heads = 4;                ///< H; divides D where head_width is 0
    Index encoderHeads = 0;         ///< 0: heads
    Index decoderHeads = 0;
    Index kvHeads = 0;         ///< G: heads of keys and values; divides H; 0: H
    Index headWidthGiven = 0;  ///< K; 0: D/H
    Index valueWidthGiven = 0; ///< d_v: numbers of a value; 0: K
    Index dFf = 256;           ///< F
    Index encoderFf = 0;       ///< 0: dFf
    Index decoderFf = 0;
    FeedForwardKind ffn = FeedForwardKind::Plain;
    bool ffnBias = true;
    Norm norm = Norm::Pre;
    NormKind normKind = NormKind::Layer;
    double normEpsilon = 1e-5; ///< added to the variance, or to the mean square
    Index normGainOffset = 0;  ///< 1: a norm multiplies by 1 + gain, and its gain begins at 0
    ResidualOrder residual = ResidualOrder::Sequential; ///< models with one stack, Pre-LN only
    Activation activation = Activation::Relu;
    Positional positional = Positional::Sinusoidal;
    SinusoidOrder sinusoidOrder = SinusoidOrder::Interleaved;
    Index buckets = 32;         ///< of relative positions, for both directions together
    Index bucketDistance = 128; ///< R: offsets from here on are in the last bucket
    double rotaryBase = 10000;  ///< θ
    RotaryPairing rotaryPairs = RotaryPairing::Adjacent;
    double rotaryShare = 1; ///< R/K: the share of a head's features that turn
    RotaryScale ropeScaling = RotaryScale::None;
    double ropeFactor = 8;   ///< by which the slowest pairs turn less
    double ropeLow = 1;      ///< waves longer than rope_length/rope_low are slowed by all of it
    double ropeHigh = 4;     ///< and those shorter than rope_length/rope_high stay as they are
    Index ropeLength = 8192; ///< tokens that the model was trained for before
    /// A query of a decoder sees so many keys, itself included; 0: all before it. One number for
    /// each layer, in turn where there are fewer of them than layers; none: 0.
    std::vector<Index> windows = {};
    bool qkNorm = false;      ///< RMSNorm of each head's queries and keys, before they turn
    bool tieQueryKey = false; ///< self-attention makes queries and keys by one matrix
    Index relativeReach = 16; ///< R of relative positions: offsets further away count as R
    double dropout = 0;       ///< on sub-layer outputs, embeddings and attention weights; [0, 1)
    AttentionBias attentionBias = AttentionBias::None;
    bool scaled = true;           ///< divide scores by √K
    bool embeddingScale = true;   ///< multiply embeddings by √D
    bool embeddingNorm = false;   ///< a norm over the sum that the first layer reads
    Index tokenTypes = 0;         ///< segments that a token can belong to, each with a learned row
    Index positionOffset = 0;     ///< rows of the learned positions before that of the first token
    bool shareEmbeddings = false; ///< source and target have one table, source_embedding.weight
    bool tieEmbeddings = false;   ///< output.weight is the (target) embedding transposed
    bool outputScale = false;     ///< multiply the last rows by D^−½ before the logits
    /// Token ids are read as they are given, with nothing added, and which of them are padding says
    /// a keep-mask of its own: so it is with the vocabularies of others, where id 0 is a word.
    bool exactIds = false;
    Index maxLength = 64;   ///< longest sequence, special tokens included
    Index sourceVocab = 40; ///< V of the source; an encoder-only model reads this one
    Index targetVocab = 40; ///< V of the target, and the number of labels of an encoder-only model

    /// K
    Index headWidth() const { return headWidthGiven > 0 ? headWidthGiven : dModel / heads; }
    /// d_v
    Index valueWidth() const { return valueWidthGiven > 0 ? valueWidthGiven : headWidth(); }
    /// G
    Index keyValueHeads() const { return kvHeads > 0 ? kvHeads : heads; }
    /// Whether the product of attention of this letter ("q") has a bias.
    bool hasAttentionBias(char letter) const {
        return attentionBias == AttentionBias::All ||
               (attentionBias == AttentionBias::Qkv && letter != 'o') ||
               (attentionBias == AttentionBias::Output && letter == 'o');
    }
    /// R: the features of a head that rotary positions turn.
    Index turnedWidth() const {
        return static_cast<Index>(rotaryShare * static_cast<double>(headWidth()));
    }
    /// Whether the feed-forward layer stands beside attention.
    bool isParallel() const {
        return residual == ResidualOrder::Parallel && hasFeedForward() &&
               architecture != Architecture::EncoderDecoder;
    }
    /// w of a layer of the decoder; 0: none.
    Index windowOf(Index layer) const {
        return windows.empty() ? 0 : windows[layer % static_cast<Index>(windows.size())];
    }
    bool isRecurrent() const { return family == Family::Recurrent; }
    bool hasNorms() const { return !isRecurrent() && normKind != NormKind::None; }
    bool hasFeedForward() const { return !isRecurrent() && ffn != FeedForwardKind::None; }
    /// Whether there is attention with heads; cross-attention stays what it is.
    bool hasHeads() const {
        return !isRecurrent() &&
               (mixer == Mixer::Attention || architecture == Architecture::EncoderDecoder);
    }
    /// What the decoder reads (and an encoder alone says) is real numbers.
    bool readsValues() const { return output == Output::Values || output == Output::Pointer; }
    /// Whether there is something to be right or wrong about.
    bool hasLoss() const { return output != Output::States; }
    bool hasEncoder() const { return architecture != Architecture::Decoder; }
    bool hasDecoder() const { return architecture != Architecture::Encoder; }

    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

/// What the encoder of a model is built by: its own layers, heads and F in the place of what both
/// stacks have.
ModelConfig encoderOf(ModelConfig config);
/// Likewise of the decoder.
ModelConfig decoderOf(ModelConfig config);
/// The layers of the deepest stack.
Index deepestLayers(const ModelConfig& config);

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
Sentence obstacleTo(std::string_view key, std::string_view choice, const ModelConfig& config,
                    FieldNames names = FieldNames::Keys);

/// Whether a model depends on the key.
bool appliesTo(const ConfigField& field, const ModelConfig& config);

/// What is chosen for a key that is a choice: "gru".
std::string choiceOf(std::string_view key, const ModelConfig& config);

/// Every problem of a configuration: unknown keys, wrong types, impossible values, heads that do
/// not divide d_model, sizes whose product is absurd. Empty when it is fine.
std::vector<ConfigProblem> problemsIn(const FieldValues& values,
                                      FieldNames names = FieldNames::Keys);
std::vector<ConfigProblem> problemsOf(const nlohmann::json& json);

/// What of a configuration can be read; all else is as it is by default.
ModelConfig readableConfig(const FieldValues& values);

/// Reads a configuration; missing keys keep their defaults. Throws Error with the first problem.
ModelConfig configOf(const FieldValues& values);
/// The values of the keys that a model depends on.
FieldValues valuesOf(const ModelConfig& config);

// The same of files.
ModelConfig configFromJson(const nlohmann::json& json);
nlohmann::json toJson(const ModelConfig& config);

} // namespace gf
