// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config.h"

#include "core/model/fields.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {
namespace {

using nlohmann::json;

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> architectures{"encoder-decoder", "encoder", "decoder"};
constexpr std::array<std::string_view, 2> norms{"pre", "post"};
constexpr std::array<std::string_view, 2> activations{"relu", "gelu"};
constexpr std::array<std::string_view, 3> positionals{"none", "sinusoidal", "learned"};

using Type = ConfigField::Type;

constexpr std::array fields{
    ConfigField{"architecture", phrase("Architecture"), Type::Choice, architectures, 0, 0,
                phrase("Which halves of the transformer there are; a decoder alone writes text.")},
    ConfigField{"layers",
                phrase("Layers"),
                Type::Integer,
                {},
                1,
                64,
                phrase("How many blocks lie on top of each other in the encoder and in the "
                       "decoder; up to 64.")},
    ConfigField{"d_model",
                phrase("Model width D"),
                Type::Integer,
                {},
                1,
                8192,
                phrase("Numbers for each token in the residual stream; up to 8192.")},
    ConfigField{
        "heads",
        phrase("Heads H"),
        Type::Integer,
        {},
        1,
        256,
        phrase("Attention heads of a block; the model width must be a multiple. Up to 256.")},
    ConfigField{
        "d_ff",
        phrase("Feed-forward width F"),
        Type::Integer,
        {},
        1,
        65536,
        phrase(
            "Hidden units of the feed-forward layer, often 4 times the model width; up to 65536.")},
    ConfigField{
        "norm", phrase("Layer norm"), Type::Choice, norms, 0, 0,
        phrase("Pre: x + f(LN(x)), trains more steadily. Post: LN(x + f(x)), as first published.")},
    ConfigField{"activation", phrase("Activation"), Type::Choice, activations, 0, 0,
                phrase("The bend in the feed-forward layer: max(0, x), or x times the normal "
                       "distribution Φ(x).")},
    ConfigField{
        "positional", phrase("Positions"), Type::Choice, positionals, 0, 0,
        phrase(
            "How a token learns where it stands: not at all, by fixed waves, or by learned rows.")},
    ConfigField{
        "dropout",
        phrase("Dropout"),
        Type::Real,
        {},
        0,
        1,
        phrase("Share of numbers set to zero at random while training; at least 0 and below 1.")},
    ConfigField{
        "attention_bias",
        phrase("Attention bias"),
        Type::Switch,
        {},
        0,
        0,
        phrase("Add a learned vector to queries, keys, values and the attention's output.")},
    ConfigField{
        "scaled",
        phrase("Scale scores"),
        Type::Switch,
        {},
        0,
        0,
        phrase(
            "Divide scores by √K, so that their variance does not grow with the width of a head.")},
    ConfigField{"embedding_scale",
                phrase("Scale embeddings"),
                Type::Switch,
                {},
                0,
                0,
                phrase("Multiply embeddings by √D before the positions are added.")},
    ConfigField{
        "tie_embeddings",
        phrase("Tie embeddings"),
        Type::Switch,
        {},
        0,
        0,
        phrase("Use the (target) embedding, transposed, as the weights of the output layer too.")},
    ConfigField{"max_length",
                phrase("Longest sequence"),
                Type::Integer,
                {},
                1,
                8192,
                phrase("Tokens of the longest sequence, special ones included; up to 8192.")},
    ConfigField{
        "source_vocab",
        phrase("Source vocabulary"),
        Type::Integer,
        {},
        4,
        1000000,
        phrase("Number of different source tokens, the 4 special ones included; up to a million.")},
    ConfigField{
        "target_vocab",
        phrase("Target vocabulary"),
        Type::Integer,
        {},
        4,
        1000000,
        phrase("Number of different target tokens, or labels, the 4 special ones included; up to "
               "a million.")},
};

constexpr auto keys = [] {
    std::array<std::string_view, fields.size()> result{};
    std::transform(fields.begin(), fields.end(), result.begin(),
                   [](const ConfigField& field) { return field.key; });
    return result;
}();

/// Weights, gradients and Adam's two moments are 16 bytes a weight: 4 GB.
constexpr double mostParameters = 250e6;

Range rangeOf(std::string_view key) {
    const auto& field = *std::find_if(fields.begin(), fields.end(),
                                      [&](const ConfigField& each) { return each.key == key; });
    return {field.minimum, field.maximum};
}

/// How many learned numbers a part of the model has. In double, which does not overflow and is
/// exact for all that is allowed.
struct Count {
    double blocks = 0;     ///< attention, feed-forward and norms
    double embeddings = 0; ///< tables of tokens and positions, and the output layer

    double total() const { return blocks + embeddings; }
};

Count countParameters(const ModelConfig& config) {
    const auto layers = static_cast<double>(config.layers);
    const auto d = static_cast<double>(config.dModel);
    const auto f = static_cast<double>(config.dFf);
    const auto source = static_cast<double>(config.sourceVocab);
    const auto target = static_cast<double>(config.targetVocab);

    const double attention = 4 * d * d + (config.attentionBias ? 4 * d : 0);
    const double feedForward = d * f + f + f * d + d;
    const double norm = 2 * d;
    const double finalNorm = config.norm == Norm::Pre ? norm : 0;
    const double positions =
        config.positional == Positional::Learned ? static_cast<double>(config.maxLength) * d : 0;
    Count count;
    if (config.hasEncoder()) {
        count.blocks += layers * (attention + feedForward + 2 * norm) + finalNorm;
        count.embeddings += source * d + positions;
    }
    if (config.hasDecoder()) {
        // Without an encoder there is nothing to cross to, and one norm less.
        const double cross = config.hasEncoder() ? attention + norm : 0;
        count.blocks += layers * (attention + cross + feedForward + 2 * norm) + finalNorm;
        count.embeddings += target * d + positions;
    }
    count.embeddings += (config.tieEmbeddings ? 0 : d * target) + target;
    return count;
}

/// The head counts that divide D, those near the one asked for first, in rising order.
std::string dividingHeads(Index dModel, Index asked) {
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

/// What no single key shows: keys that do not go together.
void checkTogether(const ModelConfig& config, FieldReader& reader) {
    if (!reader.hasProblem("heads") && !reader.hasProblem("d_model") &&
        config.dModel % config.heads != 0)
        reader.add("heads", "heads is " + std::to_string(config.heads) +
                                ", which does not divide d_model " + std::to_string(config.dModel) +
                                "; it could be " + dividingHeads(config.dModel, config.heads));
    if (config.tieEmbeddings && config.architecture == Architecture::Encoder &&
        config.sourceVocab != config.targetVocab)
        reader.add("tie_embeddings",
                   "tie_embeddings is true, but source_vocab is " +
                       std::to_string(config.sourceVocab) + " and target_vocab is " +
                       std::to_string(config.targetVocab) +
                       "; an encoder-only model can tie them only when both are the same");
    const Count count = countParameters(config);
    if (reader.problems().empty() && count.total() > mostParameters) {
        const bool wide = count.blocks >= count.embeddings;
        const double millions = std::round(count.total() / 1e6);
        reader.add(wide                  ? "d_model"
                   : config.hasDecoder() ? "target_vocab"
                                         : "source_vocab",
                   "the model would have " + std::to_string(static_cast<Index>(millions)) +
                       " million weights; at most " +
                       std::to_string(static_cast<Index>(mostParameters / 1e6)) +
                       " million are possible, so " +
                       (wide ? "d_model, d_ff or layers" : "a vocabulary, max_length or d_model") +
                       " must be smaller");
    }
}

ModelConfig readConfig(const json& object, std::vector<ConfigProblem>& problems) {
    ModelConfig config;
    FieldReader reader(object, "the model configuration", keys);
    const auto integer = [&](std::string_view key, Index& value) {
        reader.integer(key, value, rangeOf(key));
    };
    reader.choice("architecture", config.architecture, architectures);
    integer("layers", config.layers);
    integer("d_model", config.dModel);
    integer("heads", config.heads);
    integer("d_ff", config.dFf);
    reader.choice("norm", config.norm, norms);
    reader.choice("activation", config.activation, activations);
    reader.choice("positional", config.positional, positionals);
    reader.real("dropout", config.dropout, {.minimum = 0, .maximum = 1, .belowMaximum = true});
    reader.flag("attention_bias", config.attentionBias);
    reader.flag("scaled", config.scaled);
    reader.flag("embedding_scale", config.embeddingScale);
    reader.flag("tie_embeddings", config.tieEmbeddings);
    integer("max_length", config.maxLength);
    integer("source_vocab", config.sourceVocab);
    integer("target_vocab", config.targetVocab);
    checkTogether(config, reader);
    problems = reader.problems();
    return config;
}

template <class Enum, std::size_t n>
std::string nameOf(Enum value, const std::array<std::string_view, n>& names) {
    return std::string(names[static_cast<std::size_t>(value)]);
}

} // namespace

std::span<const ConfigField> configFields() {
    return fields;
}

std::vector<ConfigProblem> problemsOf(const nlohmann::json& json) {
    std::vector<ConfigProblem> problems;
    readConfig(json, problems);
    return problems;
}

ModelConfig configFromJson(const nlohmann::json& json) {
    std::vector<ConfigProblem> problems;
    const ModelConfig config = readConfig(json, problems);
    if (!problems.empty())
        throw Error(problems.front().sentence);
    return config;
}

json toJson(const ModelConfig& config) {
    return {{"architecture", nameOf(config.architecture, architectures)},
            {"layers", config.layers},
            {"d_model", config.dModel},
            {"heads", config.heads},
            {"d_ff", config.dFf},
            {"norm", nameOf(config.norm, norms)},
            {"activation", nameOf(config.activation, activations)},
            {"positional", nameOf(config.positional, positionals)},
            {"dropout", config.dropout},
            {"attention_bias", config.attentionBias},
            {"scaled", config.scaled},
            {"embedding_scale", config.embeddingScale},
            {"tie_embeddings", config.tieEmbeddings},
            {"max_length", config.maxLength},
            {"source_vocab", config.sourceVocab},
            {"target_vocab", config.targetVocab}};
}

Index parameterCount(const ModelConfig& config) {
    return static_cast<Index>(countParameters(config).total());
}

} // namespace gf
