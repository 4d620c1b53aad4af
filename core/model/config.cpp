// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config.h"

#include "core/model/fields.h"
#include "core/model/model.h"
#include "core/platform/memory.h"
#include "core/tensor/decimal_text.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace gf {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> architectures{"encoder-decoder", "encoder", "decoder"};
constexpr std::array<std::string_view, 2> families{"transformer", "recurrent"};
constexpr std::array<std::string_view, 3> cells{"gru", "rnn", "lstm"};
constexpr std::array<std::string_view, 6> alignments{"none",     "dot",    "general",
                                                     "location", "concat", "bahdanau"};
constexpr std::array<std::string_view, 2> modelInputs{"tokens", "values"};
constexpr std::array<std::string_view, 4> modelOutputs{"words", "values", "pointer", "states"};
constexpr std::array<std::string_view, 2> norms{"pre", "post"};
constexpr std::array<std::string_view, 3> normKinds{"layer", "rms", "none"};
constexpr std::string_view activations[] = {
#define GF_ACTIVATION(kind, function, name, label, torch) name,
#include "core/graph/op_table.def"
};
constexpr std::array<std::string_view, 3> feedForwards{"plain", "gated", "none"};
constexpr std::array<std::string_view, 4> attentionBiases{"false", "true", "qkv", "output"};
constexpr std::array<std::string_view, 2> residualOrders{"sequential", "parallel"};
constexpr std::array<std::string_view, 3> rotaryScales{"none", "linear", "llama3"};
constexpr std::array<std::string_view, 2> rotaryPairings{"adjacent", "halves"};
constexpr std::array<std::string_view, 3> mixers{"attention", "mean", "convolution"};
constexpr std::array<std::string_view, 7> positionals{"none",   "sinusoidal", "learned", "relative",
                                                      "rotary", "alibi",      "buckets"};
constexpr std::array<std::string_view, 2> sinusoidOrders{"interleaved", "halves"};

constexpr FieldCondition transformer = is("family", "transformer");
constexpr FieldCondition recurrent = is("family", "recurrent");
constexpr FieldCondition feedForward = allOf(transformer, is("ffn", "plain", "gated"));
constexpr FieldCondition norming = allOf(transformer, is("norm_kind", "layer", "rms"));
constexpr FieldCondition selfAttention = is("mixer", "attention");
constexpr FieldCondition ownAttention = allOf(transformer, selfAttention);
constexpr FieldCondition rotary = allOf(is("positional", "rotary"), selfAttention);
/// Cross-attention stays attention, whatever the mixer is.
constexpr FieldCondition anyAttention =
    allOf(transformer, either(selfAttention, is("architecture", "encoder-decoder")));

constexpr FieldCondition twoStacks = allOf(transformer, is("architecture", "encoder-decoder"));
constexpr FieldCondition bucketed = allOf(is("positional", "buckets"), selfAttention);

/// One row for each key; the order is that of the New model dialog.
constexpr std::array fields{
    ConfigField{
        {.key = "architecture",
         .label = phrase("Architecture"),
         .choices = architectures,
         .help = phrase("Which halves of the transformer there are; a decoder alone writes text.")},
        choice<&ModelConfig::architecture>},
    ConfigField{
        {.key = "input",
         .label = phrase("Input"),
         .choices = modelInputs,
         .help = phrase("What the model reads: tokens of a vocabulary, or rows of real "
                        "numbers such as the points of a series. It follows from the task.")},
        choice<&ModelConfig::input>},
    ConfigField{
        {.key = "output",
         .label = phrase("Output"),
         .choices = modelOutputs,
         .help = phrase("What the model says: words of a vocabulary, real numbers, or which "
                        "row of the input comes next. It follows from the task. A model "
                        "with states ends with its last layer.")},
        choice<&ModelConfig::output>},
    ConfigField{{.key = "features",
                 .label = phrase("Numbers in a row f"),
                 .range = {1, 64},
                 .fromTask = true,
                 .help = phrase("How many real numbers each row of the input has; up to 64.")},
                &ModelConfig::features,
                is("input", "values")},
    ConfigField{{.key = "family",
                 .label = phrase("Family"),
                 .choices = families,
                 .help = phrase("Transformer: all tokens at once, layer by layer. Recurrent: token "
                                "after token, with a state that is handed on.")},
                choice<&ModelConfig::family>},
    ConfigField{{.key = "cell",
                 .label = phrase("Cell"),
                 .choices = cells,
                 .help = phrase("Recurrent models only: GRU decides by gates what of its state is "
                                "kept, RNN makes it anew from state and token. LSTM keeps a cell "
                                "beside its state, with a gate for what it forgets.")},
                choice<&ModelConfig::cell>,
                recurrent},
    ConfigField{{.key = "alignment",
                 .label = phrase("Alignment (attention to states)"),
                 .choices = alignments,
                 .help = phrase(
                     "Recurrent models only: how a state is compared with those that it looks "
                     "at; none leaves the decoder the encoder's last states, one for each layer."),
                 .formerly = "attention"},
                choice<&ModelConfig::alignment>,
                recurrent},
    ConfigField{
        {.key = "layers",
         .label = phrase("Layers"),
         .range = {1, 64},
         .help = phrase("How many blocks lie on top of each other in the encoder and in the "
                        "decoder; up to 64.")},
        &ModelConfig::layers},
    ConfigField{{.key = "encoder_layers",
                 .label = phrase("Layers of the encoder"),
                 .range = {0, 64},
                 .help = phrase("Blocks of the encoder, where it has not as many as the decoder; "
                                "0: as the layers say.")},
                &ModelConfig::encoderLayers,
                twoStacks},
    ConfigField{{.key = "decoder_layers",
                 .label = phrase("Layers of the decoder"),
                 .range = {0, 64},
                 .help = phrase("Blocks of the decoder, where it has not as many as the encoder; "
                                "0: as the layers say.")},
                &ModelConfig::decoderLayers,
                twoStacks},
    ConfigField{{.key = "d_model",
                 .label = phrase("Model width D"),
                 .range = {1, 8192},
                 .help = phrase("Numbers for each token in the residual stream; up to 8192.")},
                &ModelConfig::dModel},
    ConfigField{
        {.key = "mixer",
         .label = phrase("Token mixer"),
         .choices = mixers,
         .help = phrase("What gives a token context: attention to what fits it, the mean of "
                        "those it may see, or a convolution over its neighbours.")},
        choice<&ModelConfig::mixer>,
        transformer},
    ConfigField{
        {.key = "kernel_reach",
         .label = phrase("Reach of the convolution C"),
         .range = {0, 64},
         .help = phrase("Convolution only: a token reads this many tokens before it and, in "
                        "an encoder, as many after it; up to 64.")},
        &ModelConfig::kernelReach,
        is("mixer", "convolution")},
    ConfigField{{.key = "heads",
                 .label = phrase("Heads H"),
                 .range = {1, 256},
                 .help = phrase(
                     "Attention heads of a block; the model width must be a multiple. Up to 256.")},
                &ModelConfig::heads,
                anyAttention},
    ConfigField{{.key = "encoder_heads",
                 .label = phrase("Heads of the encoder"),
                 .range = {0, 256},
                 .help = phrase("Attention heads of the encoder, where they are not as many as the "
                                "decoder's; 0: as the heads say.")},
                &ModelConfig::encoderHeads,
                twoStacks},
    ConfigField{{.key = "decoder_heads",
                 .label = phrase("Heads of the decoder"),
                 .range = {0, 256},
                 .help = phrase("Attention heads of the decoder, where they are not as many as the "
                                "encoder's; 0: as the heads say.")},
                &ModelConfig::decoderHeads,
                twoStacks},
    ConfigField{{.key = "kv_heads",
                 .label = phrase("Key–value heads G"),
                 .range = {0, 256},
                 .help = phrase(
                     "Heads of keys and values, each read by as many heads of queries; the heads "
                     "must be a multiple. 0: as many as heads.")},
                &ModelConfig::kvHeads,
                anyAttention},
    ConfigField{
        {.key = "head_width",
         .label = phrase("Width of a head K"),
         .range = {0, 1024},
         .help = phrase("Numbers of a query or key; up to 1024. 0: the model width over the "
                        "heads.")},
        &ModelConfig::headWidthGiven,
        anyAttention},
    ConfigField{{.key = "value_width",
                 .label = phrase("Width of a value d_v"),
                 .range = {0, 1024},
                 .help = phrase("Numbers of a value, and of what a head takes out; up to 1024. 0: "
                                "as many as of a query or key.")},
                &ModelConfig::valueWidthGiven,
                anyAttention},
    ConfigField{{.key = "ffn",
                 .label = phrase("Feed-forward layer"),
                 .choices = feedForwards,
                 .help = phrase("Plain: act(x·W₁)·W₂. Gated: (act(x·W_g) ⊙ (x·W₁))·W₂, where each "
                                "hidden unit is let through by another one. None: a layer is "
                                "attention alone.")},
                choice<&ModelConfig::ffn>,
                transformer},
    ConfigField{{.key = "d_ff",
                 .label = phrase("Feed-forward width F"),
                 .range = {1, 65536},
                 .help = phrase("Hidden units of the feed-forward layer, often 4 times the model "
                                "width; up to 65536.")},
                &ModelConfig::dFf,
                feedForward},
    ConfigField{{.key = "encoder_ff",
                 .label = phrase("Feed-forward width of the encoder"),
                 .range = {0, 65536},
                 .help = phrase("Hidden units of the encoder, where they are not as many as the "
                                "decoder's; 0: as the feed-forward width says.")},
                &ModelConfig::encoderFf,
                allOf(feedForward, is("architecture", "encoder-decoder"))},
    ConfigField{{.key = "decoder_ff",
                 .label = phrase("Feed-forward width of the decoder"),
                 .range = {0, 65536},
                 .help = phrase("Hidden units of the decoder, where they are not as many as the "
                                "encoder's; 0: as the feed-forward width says.")},
                &ModelConfig::decoderFf,
                allOf(feedForward, is("architecture", "encoder-decoder"))},
    ConfigField{
        {.key = "ffn_bias",
         .label = phrase("Feed-forward bias"),
         .help = phrase("Add a learned vector to x·W₁ and to the feed-forward layer's output.")},
        &ModelConfig::ffnBias,
        feedForward},
    ConfigField{{.key = "norm_kind",
                 .label = phrase("Kind of norm"),
                 .choices = normKinds,
                 .help = phrase("Layer: takes the mean of a row off and divides by its deviation. "
                                "RMS: divides by the root of its mean square, no more. None: "
                                "the residual stream passes as it is.")},
                choice<&ModelConfig::normKind>,
                transformer},
    ConfigField{
        {.key = "norm",
         .label = phrase("Layer norm"),
         .choices = norms,
         .help = phrase(
             "Pre: x + f(LN(x)), trains more steadily. Post: LN(x + f(x)), as first published.")},
        choice<&ModelConfig::norm>,
        norming},
    ConfigField{{.key = "norm_epsilon",
                 .label = phrase("Norm ε"),
                 .range = {.minimum = 1e-12, .maximum = 1, .belowMaximum = true},
                 .help = phrase("What a norm adds before it takes the root, so that a row of zeros "
                                "can be divided too.")},
                &ModelConfig::normEpsilon,
                norming},
    ConfigField{{.key = "norm_gain_offset",
                 .label = phrase("Added to a norm's gain"),
                 .range = {0, 1},
                 .help = phrase("With 1 a norm multiplies by 1 + gain, and the gain begins at 0, "
                                "as in Gemma.")},
                &ModelConfig::normGainOffset,
                norming},
    ConfigField{{.key = "residual",
                 .label = phrase("Residual"),
                 .choices = residualOrders,
                 .help = phrase("Sequential: the feed-forward layer reads what attention has "
                                "written. Parallel: both read the same row and write side by side, "
                                "x + attention(x) + ffn(x), as in GPT-NeoX.")},
                choice<&ModelConfig::residual>,
                allOf(feedForward, is("architecture", "encoder", "decoder"))},
    ConfigField{{.key = "output_transform",
                 .label = phrase("Transform before the output"),
                 .help = phrase("A dense layer, the activation and a norm between the last layer "
                                "and the logits, as BERT guesses masked words.")},
                &ModelConfig::outputTransform,
                allOf(transformer, is("output", "words"))},
    ConfigField{
        {.key = "activation",
         .label = phrase("Activation"),
         .choices = activations,
         .help = phrase("The bend in the feed-forward layer, number by number. Its step shows the "
                        "formula.")},
        choice<&ModelConfig::activation>,
        allOf(transformer, either(is("ffn", "plain", "gated"), is("output_transform", "true")))},
    ConfigField{{.key = "positional",
                 .label = phrase("Positions"),
                 .choices = positionals,
                 .help = phrase("How a token learns where it stands: not at all, by fixed waves or "
                                "learned rows at the "
                                "input, or in the scores by how far apart two tokens are.")},
                choice<&ModelConfig::positional>,
                transformer},
    ConfigField{{.key = "sinusoid_order",
                 .label = phrase("Order of sinusoidal positions"),
                 .choices = sinusoidOrders,
                 .help = phrase("Interleaved: sine and cosine of a wave side by side. Halves: all "
                                "sines, then all cosines, as in Marian.")},
                choice<&ModelConfig::sinusoidOrder>,
                allOf(transformer, is("positional", "sinusoidal"))},
    ConfigField{{.key = "relative_reach",
                 .label = phrase("Reach of relative positions R"),
                 .range = {1, 512},
                 .help = phrase("Relative positions only: tokens further apart than this count as "
                                "this far apart; up to 512.")},
                &ModelConfig::relativeReach,
                allOf(is("positional", "relative"), selfAttention)},
    ConfigField{{.key = "buckets",
                 .label = phrase("Buckets of relative positions"),
                 .range = {4, 512},
                 .help = phrase("Groups of offsets, each with a learned number for each head: "
                                "small offsets have their own, large ones share. An encoder has "
                                "half of them for each direction, as in T5.")},
                &ModelConfig::buckets,
                bucketed},
    ConfigField{
        {.key = "bucket_distance",
         .label = phrase("Largest distance of the buckets"),
         .range = {3, 8192},
         .help = phrase("Tokens that are at least so far apart are all in the last bucket.")},
        &ModelConfig::bucketDistance,
        bucketed},
    ConfigField{{.key = "rotary_base",
                 .label = phrase("Rotary base θ"),
                 .range = {1, 1e12},
                 .help = phrase("Rotary positions only: pair m of K/2 turns by θ^(−2m/K) from one "
                                "token to the next, so a larger θ sees further.")},
                &ModelConfig::rotaryBase,
                rotary},
    ConfigField{
        {.key = "rotary_pairs",
         .label = phrase("Rotary pairs"),
         .choices = rotaryPairings,
         .help = phrase("Rotary positions only: features that turn together are neighbours, "
                        "or one of the first and one of the second half of a head.")},
        choice<&ModelConfig::rotaryPairs>,
        rotary},
    ConfigField{{.key = "rotary_share",
                 .label = phrase("Share of a head that turns"),
                 .range = {.minimum = 0, .maximum = 1, .aboveMinimum = true},
                 .help = phrase("Rotary positions only: the first features of a head turn, and the "
                                "rest knows nothing of places; above 0 and at most 1.")},
                &ModelConfig::rotaryShare,
                rotary},
    ConfigField{
        {.key = "rope_scaling",
         .label = phrase("Scaling of rotary positions"),
         .choices = rotaryScales,
         .help = phrase("Linear: all pairs turn less, so that more tokens take one turn. Llama3: "
                        "only pairs that turn slowly do.")},
        choice<&ModelConfig::ropeScaling>,
        rotary},
    ConfigField{{.key = "rope_factor",
                 .label = phrase("Factor of that scaling"),
                 .range = {1, 1e6},
                 .help = phrase("By which pairs turn less; at least 1.")},
                &ModelConfig::ropeFactor,
                allOf(rotary, is("rope_scaling", "linear", "llama3"))},
    ConfigField{{.key = "rope_low",
                 .label = phrase("Low frequency factor"),
                 .range = {.minimum = 0, .maximum = 1e6, .aboveMinimum = true},
                 .help = phrase("A pair that turns less often than this over the length below is "
                                "slowed by the whole factor.")},
                &ModelConfig::ropeLow,
                allOf(rotary, is("rope_scaling", "llama3"))},
    ConfigField{{.key = "rope_high",
                 .label = phrase("High frequency factor"),
                 .range = {.minimum = 0, .maximum = 1e6, .aboveMinimum = true},
                 .help = phrase("A pair that turns more often than this over the length below "
                                "stays as it is.")},
                &ModelConfig::ropeHigh,
                allOf(rotary, is("rope_scaling", "llama3"))},
    ConfigField{{.key = "rope_length",
                 .label = phrase("Length before scaling"),
                 .range = {1, 10'000'000},
                 .help = phrase("Tokens that the model was trained for before it was scaled.")},
                &ModelConfig::ropeLength,
                allOf(rotary, is("rope_scaling", "llama3"))},
    ConfigField{{.key = "window",
                 .label = phrase("Window w"),
                 .range = {0, 8192},
                 .help = phrase("A token of a decoder sees the last w tokens, itself included; 0: "
                                "all before it. Several with commas between them go through the "
                                "layers in turn: 0,8.")},
                &ModelConfig::windows,
                allOf(ownAttention, is("architecture", "decoder", "encoder-decoder"))},
    ConfigField{{.key = "qk_norm",
                 .label = phrase("Norm of queries and keys"),
                 .help = phrase("An RMSNorm over each head's query and key before they are "
                                "compared, so that no score grows by their lengths, as in Qwen3.")},
                &ModelConfig::qkNorm,
                ownAttention},
    ConfigField{{.key = "tie_query_key",
                 .label = phrase("Tie queries and keys"),
                 .help = phrase("Self-attention makes keys by the matrix of its queries, W_K = "
                                "W_Q, so that two tokens score each other alike.")},
                &ModelConfig::tieQueryKey,
                ownAttention},
    ConfigField{
        {.key = "dropout",
         .label = phrase("Dropout"),
         .range = {.minimum = 0, .maximum = 1, .belowMaximum = true},
         .help = phrase(
             "Share of numbers set to zero at random while training; at least 0 and below 1.")},
        &ModelConfig::dropout},
    ConfigField{
        {.key = "attention_bias",
         .label = phrase("Attention bias"),
         .choices = attentionBiases,
         .help = phrase("Add a learned vector to queries, keys, values and the attention's output, "
                        "with qkv to all but the output, or with output to that alone.")},
        choice<&ModelConfig::attentionBias>,
        either(selfAttention, is("architecture", "encoder-decoder"), recurrent)},
    ConfigField{{.key = "scaled",
                 .label = phrase("Scale scores"),
                 .help = phrase("Divide scores by √K, so that their variance does not grow with "
                                "the width of a head.")},
                &ModelConfig::scaled,
                anyAttention},
    ConfigField{{.key = "embedding_scale",
                 .label = phrase("Scale embeddings"),
                 .help = phrase("Multiply embeddings by √D before the positions are added.")},
                &ModelConfig::embeddingScale,
                is("input", "tokens")},
    ConfigField{{.key = "embedding_norm",
                 .label = phrase("Norm of the embeddings"),
                 .help = phrase("A norm over the sum of embeddings and positions, before the first "
                                "layer, as in BERT.")},
                &ModelConfig::embeddingNorm,
                norming},
    ConfigField{{.key = "token_types",
                 .label = phrase("Token types"),
                 .range = {0, 64},
                 .help = phrase("Segments that a token can belong to, each with a learned row that "
                                "is added to the embedding, as in BERT; 0: none.")},
                &ModelConfig::tokenTypes,
                allOf(transformer, is("input", "tokens"), is("architecture", "encoder"))},
    ConfigField{{.key = "position_offset",
                 .label = phrase("First position"),
                 .range = {0, 64},
                 .help = phrase("Rows of the table of learned positions before that of the first "
                                "token. RoBERTa has 2; its padding stands in the second and takes "
                                "no position.")},
                &ModelConfig::positionOffset,
                allOf(transformer, is("positional", "learned"))},
    ConfigField{{.key = "output_bias",
                 .label = phrase("Output bias"),
                 .help = phrase("Add a learned number to the logit of each word.")},
                &ModelConfig::outputBias,
                is("output", "words")},
    ConfigField{
        {.key = "pooler",
         .label = phrase("Pooler"),
         .help = phrase("tanh of a dense layer over the row of the first token, as in BERT: "
                        "one row for the whole text, beside what the model says.")},
        &ModelConfig::pooler,
        allOf(transformer, is("architecture", "encoder"))},
    ConfigField{
        {.key = "share_embeddings",
         .label = phrase("Share embeddings"),
         .help = phrase(
             "Source and target words have one table; both vocabularies must have the same size.")},
        &ModelConfig::shareEmbeddings,
        allOf(twoStacks, is("input", "tokens"), is("output", "words"))},
    ConfigField{
        {.key = "tie_embeddings",
         .label = phrase("Tie embeddings"),
         .help = phrase(
             "Use the (target) embedding, transposed, as the weights of the output layer too.")},
        &ModelConfig::tieEmbeddings,
        allOf(is("input", "tokens"), is("output", "words"))},
    ConfigField{{.key = "output_scale",
                 .label = phrase("Scale the output"),
                 .help = phrase("Multiply the last rows by 1/√D before the logits, as T5 does "
                                "where the output is its embedding.")},
                &ModelConfig::outputScale,
                allOf(transformer, is("output", "words"))},
    ConfigField{{.key = "exact_ids",
                 .label = phrase("Exact token ids"),
                 .fromTask = true,
                 .help = phrase("Token ids are read as they are, with nothing added to them, and a "
                                "mask of its own says which are padding; so in an opened model.")},
                &ModelConfig::exactIds,
                allOf(transformer, is("input", "tokens"))},
    ConfigField{
        {.key = "max_length",
         .label = phrase("Longest sequence"),
         .range = {1, 8192},
         .help = phrase("Tokens of the longest sequence, special ones included; up to 8192.")},
        &ModelConfig::maxLength},
    ConfigField{
        {.key = "source_vocab",
         .label = phrase("Source vocabulary"),
         .range = {4, 1000000},
         .fromTask = true,
         .help = phrase(
             "Number of different source tokens, the 4 special ones included; up to a million.")},
        &ModelConfig::sourceVocab,
        is("input", "tokens")},
    ConfigField{
        {.key = "target_vocab",
         .label = phrase("Target vocabulary"),
         .range = {4, 1000000},
         .fromTask = true,
         .help = phrase(
             "Number of different target tokens, or labels, the 4 special ones included; up to "
             "a million.")},
        &ModelConfig::targetVocab,
        is("output", "words")},
};

constexpr std::array limits{
    ChoiceLimit{.of = {"output", {"words"}},
                .only =
                    either(is("input", "tokens"), is("architecture", "encoder-decoder", "encoder")),
                .reason = phrase("%2 is \"%1\", but a decoder alone reads what it says, and its "
                                 "input is \"values\"; choose \"values\"")},
    ChoiceLimit{.of = {"output", {"values"}},
                .only = is("input", "values"),
                .reason = phrase("%2 is \"%1\", but the input is \"tokens\"; who says real numbers "
                                 "has to read them")},
    ChoiceLimit{.of = {"output", {"pointer"}},
                .only = allOf(is("input", "values"), is("architecture", "encoder-decoder")),
                .reason = phrase("%2 is \"%1\", which points from a decoder's rows at rows of "
                                 "real numbers in an encoder; choose the input \"values\" and the "
                                 "architecture \"encoder-decoder\"")},
    ChoiceLimit{.of = {"alignment", {"bahdanau"}},
                .only = is("architecture", "encoder-decoder"),
                .reason = phrase("%2 is \"%1\", which a decoder needs for an encoder's "
                                 "states; choose the architecture \"encoder-decoder\" or another "
                                 "alignment")},
    ChoiceLimit{.of = {"output", {"states"}},
                .only = allOf(transformer, is("input", "tokens"), is("architecture", "encoder")),
                .reason = phrase("%2 is \"%1\", the last layer's rows of a transformer that reads "
                                 "tokens; choose the input \"tokens\" and the architecture "
                                 "\"encoder\"")},
    ChoiceLimit{.of = {"attention_bias", {"qkv", "output"}},
                .only = transformer,
                .reason = phrase("%2 is \"%1\", and a recurrent model has no queries, keys and "
                                 "values with biases; choose true or false")},
    ChoiceLimit{.of = {"residual", {"parallel"}},
                .only = either(is("norm", "pre"), is("norm_kind", "none")),
                .reason = phrase("%2 is \"%1\", where each sub-layer has a norm of its own before "
                                 "it; choose the norm \"pre\"")},
    ChoiceLimit{
        .of = {"positional", {"relative", "rotary", "alibi", "buckets"}},
        .only = selfAttention,
        .reason = phrase("%2 is \"%1\", which works in the scores of self-attention, and "
                         "this mixer has none; choose the mixer \"attention\" or other positions")},
};

constexpr auto modelKeys = keysOf(fields);

/// How many weights a model may have. To train one takes about 28 bytes a weight (it, its gradient,
/// Adam's two moments, and copies of some of them); what this machine cannot hold is refused. An
/// opened model is looked at, and whoever opens it asks for memory before any is taken.
Index mostParameters(const ModelConfig& config) {
    constexpr Index always = 250'000'000;
    constexpr Index mostOpened = 100'000'000'000;
    constexpr std::int64_t bytesEach = 28;
    return config.exactIds ? mostOpened : std::max(always, Index(availableMemory() / bytesEach));
}

/// How many learned numbers the parts of a model have.
struct Weights {
    Index blocks = 0;     ///< attention, feed-forward and norms
    Index embeddings = 0; ///< what has a row or a column for each word or place

    Index total() const { return blocks + embeddings; }
};

Weights weightsOf(const ModelConfig& config) {
    Weights weights;
    const ModelGraph model = shortestModel(config);
    for (const Node& node : model.graph->nodes()) {
        if (node.role != Role::Parameter)
            continue;
        const bool embeds = std::ranges::any_of(node.axes, [](Axis axis) {
            return axis == Axis::SourceWord || axis == Axis::TargetWord || axis == Axis::Position;
        });
        (embeds ? weights.embeddings : weights.blocks) += node.shape.count();
    }
    return weights;
}

const ConfigField& fieldOf(std::string_view key) {
    const auto field = std::ranges::find(fields, key, &ConfigField::key);
    assert(field != fields.end());
    return *field;
}

/// The head counts that divide D, those near the one asked for first, in rising order.
Sentence dividingHeads(Index dModel, Index asked) {
    std::vector<Index> divisors;
    for (Index heads = 1; heads <= std::min<Index>(dModel, 256); ++heads)
        if (dModel % heads == 0)
            divisors.push_back(heads);
    std::stable_sort(divisors.begin(), divisors.end(),
                     [&](Index a, Index b) { return std::abs(a - asked) < std::abs(b - asked); });
    divisors.resize(std::min<std::size_t>(divisors.size(), 8));
    std::sort(divisors.begin(), divisors.end());
    std::vector<std::string> texts;
    for (const Index heads : divisors)
        texts.push_back(std::to_string(heads));
    return alternatives(texts);
}

/// Choices that the choices of other keys rule out.
void checkLimits(const ModelConfig& config, FieldReader& reader) {
    for (const ConfigField& field : fields) {
        if (field.type != FieldType::Choice || !appliesTo(field, config) ||
            reader.hasProblem(field.key))
            continue;
        Sentence obstacle = obstacleTo(field.key, field.chosen(config), config, reader.names());
        if (!obstacle.empty())
            reader.add(field.key, std::move(obstacle));
    }
}

/// A stack, and the key that says how many heads it has.
struct HeadCount {
    ModelConfig stack;
    std::string_view key;
};

/// Those of a model; one that both of its stacks share stands there once.
std::vector<HeadCount> headCountsOf(const ModelConfig& config) {
    std::vector<HeadCount> counts;
    const bool two = appliesTo(fieldOf("encoder_heads"), config);
    if (!two || config.encoderHeads == 0 || config.decoderHeads == 0)
        counts.push_back({config, "heads"});
    if (two && config.encoderHeads > 0)
        counts.push_back({encoderOf(config), "encoder_heads"});
    if (two && config.decoderHeads > 0)
        counts.push_back({decoderOf(config), "decoder_heads"});
    return counts;
}

/// What no single key shows: keys that do not go together.
void checkTogether(const ModelConfig& config, FieldReader& reader) {
    checkLimits(config, reader);
    const auto name = [&](std::string_view key) { return nameOf(fieldOf(key), reader.names()); };
    const bool headsAreKnown =
        config.hasHeads() && !reader.hasProblem("heads") && !reader.hasProblem("d_model");
    const auto checkHeads = [&](const ModelConfig& stack, std::string_view key) {
        constexpr Phrase undivided =
            phrase("%1 is %2, which does not divide %3 %4; it could be %5");
        if (stack.headWidthGiven == 0 && stack.dModel % stack.heads != 0)
            reader.add(key, {undivided, name(key), stack.heads, name("d_model"), stack.dModel,
                             dividingHeads(stack.dModel, stack.heads)});
        if (stack.heads % stack.keyValueHeads() != 0 && !reader.hasProblem("kv_heads"))
            reader.add("kv_heads", {undivided, name("kv_heads"), stack.kvHeads, name(key),
                                    stack.heads, dividingHeads(stack.heads, stack.kvHeads)});
    };
    if (headsAreKnown && config.tieQueryKey && !reader.hasProblem("kv_heads") &&
        config.keyValueHeads() != config.heads)
        reader.add("tie_query_key", {phrase("%1 is true, but %2 is %3 and %4 is %5; one matrix "
                                            "for both needs as many heads of keys as of queries"),
                                     name("tie_query_key"), name("heads"), config.heads,
                                     name("kv_heads"), config.kvHeads});
    const bool turns = headsAreKnown && config.positional == Positional::Rotary &&
                       appliesTo(fieldOf("rotary_pairs"), config);
    const auto checkTurns = [&](const ModelConfig& stack, std::string_view key) {
        const bool turnsOddWidth = stack.rotaryShare == 1 && stack.headWidth() % 2 != 0;
        if (stack.rotaryShare < 1 && (stack.turnedWidth() < 2 || stack.turnedWidth() % 2 != 0))
            reader.add("rotary_share",
                       {phrase("%1 is %2, so that %3 of the %4 features of a head turn, but they "
                               "turn in pairs; choose a share that leaves an even number of them"),
                        name("rotary_share"), shortestDecimal(stack.rotaryShare),
                        stack.turnedWidth(), stack.headWidth()});
        else if (turnsOddWidth && stack.headWidthGiven > 0)
            reader.add("head_width",
                       {phrase("%1 is %2, but rotary positions turn pairs of features; choose an "
                               "even width or other positions"),
                        name("head_width"), stack.headWidthGiven});
        else if (turnsOddWidth)
            reader.add("positional",
                       {phrase("%1 is \"rotary\", which turns pairs of features, but %2 %3 over %4 "
                               "%5 leaves each head an odd width of %6; choose an even one or "
                               "other positions"),
                        name("positional"), name("d_model"), stack.dModel, name(key), stack.heads,
                        stack.headWidth()});
    };
    const std::vector<HeadCount> counts =
        headsAreKnown ? headCountsOf(config) : std::vector<HeadCount>();
    for (const auto& [stack, key] : counts)
        checkHeads(stack, key);
    for (const auto& [stack, key] : counts)
        if (turns && !reader.hasProblem("rotary_share") && !reader.hasProblem("head_width") &&
            !reader.hasProblem("positional"))
            checkTurns(stack, key);
    if (appliesTo(fieldOf("buckets"), config) && !reader.hasProblem("buckets") &&
        !reader.hasProblem("bucket_distance") && config.bucketDistance <= config.buckets / 2)
        reader.add("bucket_distance",
                   {phrase("%1 is %2, but offsets up to half of %3 %4 have buckets of their "
                           "own; it must be more than that"),
                    name("bucket_distance"), config.bucketDistance, name("buckets"),
                    config.buckets});
    if (appliesTo(fieldOf("share_embeddings"), config) && config.shareEmbeddings &&
        config.sourceVocab != config.targetVocab)
        reader.add("share_embeddings",
                   {phrase("%1 is true, but %2 is %3 and %4 is %5; one table for both needs as "
                           "many words in both"),
                    name("share_embeddings"), name("source_vocab"), config.sourceVocab,
                    name("target_vocab"), config.targetVocab});
    if (turns && config.ropeScaling == RotaryScale::Llama3 && config.ropeHigh <= config.ropeLow)
        reader.add("rope_high", {phrase("%1 is %2, but it must be more than %3, which is %4"),
                                 name("rope_high"), shortestDecimal(config.ropeHigh),
                                 name("rope_low"), shortestDecimal(config.ropeLow)});
    if (config.tieEmbeddings && config.architecture == Architecture::Encoder &&
        config.sourceVocab != config.targetVocab)
        reader.add("tie_embeddings",
                   {phrase("%1 is true, but %2 is %3 and %4 is %5; an encoder-only model can tie "
                           "them only when both are the same"),
                    name("tie_embeddings"), name("source_vocab"), config.sourceVocab,
                    name("target_vocab"), config.targetVocab});
    if (!reader.problems().empty())
        return; // it may not be possible to build it
    const Weights weights = weightsOf(config);
    if (const Index most = mostParameters(config); weights.total() > most) {
        const bool wide = weights.blocks >= weights.embeddings;
        const double millions = std::round(static_cast<double>(weights.total()) / 1e6);
        reader.add(wide                  ? "d_model"
                   : config.hasDecoder() ? "target_vocab"
                                         : "source_vocab",
                   {wide ? phrase("the model would have %1 million weights; at most %2 million are "
                                  "possible, so %3, %4 or %5 must be smaller")
                         : phrase("the model would have %1 million weights; at most %2 million are "
                                  "possible, so a vocabulary, %6 or %3 must be smaller"),
                    static_cast<Index>(millions), most / 1'000'000, name("d_model"), name("d_ff"),
                    name("layers"), name("max_length")});
    }
}

constexpr Phrase modelConfiguration = phrase("the model configuration");

/// The keys as they are called now; what is wrong with those that are there under both names are
/// `problems`.
FieldValues withPresentKeys(FieldValues values, std::vector<ConfigProblem>& problems) {
    for (const ConfigField& field : fields) {
        auto former = field.formerly.empty() ? FieldValues::node_type()
                                             : values.extract(std::string(field.formerly));
        if (former.empty())
            continue;
        former.key() = field.key;
        if (!values.insert(std::move(former)).inserted)
            problems.push_back(
                {std::string(field.key),
                 {phrase("%1 was called %2 before, and both are given; leave %2 out"), field.key,
                  field.formerly}});
    }
    return values;
}

ModelConfig readConfig(const FieldValues& values, std::vector<ConfigProblem>& problems,
                       FieldNames names = FieldNames::Keys) {
    ModelConfig config;
    const FieldValues present = withPresentKeys(values, problems);
    FieldReader reader(present, modelConfiguration, modelKeys, names);
    for (const ConfigProblem& problem : problems)
        reader.add(problem.key, problem.sentence);
    for (const ConfigField& field : fields)
        if (appliesTo(field, config))
            reader.read(field, config);
    checkTogether(config, reader);
    problems = reader.problems();
    return config;
}

} // namespace

ModelConfig encoderOf(ModelConfig config) {
    if (config.hasEncoder() && config.hasDecoder() && !config.isRecurrent()) {
        config.layers = config.encoderLayers > 0 ? config.encoderLayers : config.layers;
        config.heads = config.encoderHeads > 0 ? config.encoderHeads : config.heads;
        config.dFf = config.encoderFf > 0 ? config.encoderFf : config.dFf;
    }
    return config;
}

ModelConfig decoderOf(ModelConfig config) {
    config.encoderLayers = config.decoderLayers;
    config.encoderHeads = config.decoderHeads;
    config.encoderFf = config.decoderFf;
    return encoderOf(std::move(config));
}

Index deepestLayers(const ModelConfig& config) {
    return std::max(encoderOf(config).layers, decoderOf(config).layers);
}

std::span<const ConfigField> configFields() {
    return fields;
}

std::span<const ChoiceLimit> choiceLimits() {
    return limits;
}

Sentence obstacleTo(std::string_view key, std::string_view choice, const ModelConfig& config,
                    FieldNames names) {
    for (const ChoiceLimit& limit : limits)
        if (limit.of.key == key && limit.of.has(choice) && !holds(limit.only, config))
            return {Phrase(limit.reason), choice, nameOf(fieldOf(key), names)};
    return {};
}

bool appliesTo(const ConfigField& field, const ModelConfig& config) {
    return holds(field.only, config);
}

std::string choiceOf(std::string_view key, const ModelConfig& config) {
    return std::string(fieldOf(key).chosen(config));
}

std::vector<ConfigProblem> problemsIn(const FieldValues& values, FieldNames names) {
    std::vector<ConfigProblem> problems;
    readConfig(values, problems, names);
    return problems;
}

std::vector<ConfigProblem> problemsOf(const nlohmann::json& json) {
    try {
        return problemsIn(valuesOf(json, modelConfiguration));
    } catch (const Error& error) {
        return {{"", error.sentence()}};
    }
}

ModelConfig readableConfig(const FieldValues& values) {
    std::vector<ConfigProblem> problems;
    return readConfig(values, problems);
}

ModelConfig configOf(const FieldValues& values) {
    std::vector<ConfigProblem> problems;
    const ModelConfig config = readConfig(values, problems);
    if (!problems.empty())
        throw Error(problems.front().sentence);
    return config;
}

ModelConfig configFromJson(const nlohmann::json& json) {
    return configOf(valuesOf(json, modelConfiguration));
}

FieldValues valuesOf(const ModelConfig& config) {
    FieldValues values;
    for (const ConfigField& field : fields)
        if (appliesTo(field, config))
            values.emplace(field.key, valueOf(field, config));
    return values;
}

nlohmann::json toJson(const ModelConfig& config) {
    return jsonOf(valuesOf(config));
}

} // namespace gf
