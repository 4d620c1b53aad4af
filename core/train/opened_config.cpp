// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/model/fields.h"
#include "core/tensor/error.h"
#include "core/train/opened_model.h"
#include "core/train/opened_names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gf {

namespace {

using nlohmann::json;

/// What is longer need not be, with positions that no table holds.
constexpr Index longestSequence = 8192;

/// config.json: a key that is missing or null has the default of the reference.
class Keys {
public:
    explicit Keys(const json& object) : m_object(object) {}

    const json& at(const char* key) const {
        static const json none;
        const auto found = m_object.find(key);
        return found == m_object.end() ? none : *found;
    }
    bool has(const char* key) const { return !at(key).is_null(); }
    bool isNull(const char* key) const { return m_object.contains(key) && at(key).is_null(); }

    Index count(const char* key, std::optional<Index> otherwise = {}) const {
        const json& value = at(key);
        if (value.is_null() && otherwise)
            return *otherwise;
        if (!value.is_number_integer() || value.get<std::int64_t>() < 0 ||
            value.get<std::int64_t>() > 1'000'000'000)
            refuse(key, phrase("a whole number"));
        return value.get<Index>();
    }
    double real(const char* key, double otherwise) const {
        const json& value = at(key);
        if (value.is_null())
            return otherwise;
        if (!value.is_number())
            refuse(key, phrase("a number"));
        return value.get<double>();
    }
    bool flag(const char* key, bool otherwise) const {
        const json& value = at(key);
        if (value.is_null())
            return otherwise;
        if (!value.is_boolean())
            refuse(key, phrase("true or false"));
        return value.get<bool>();
    }
    std::string text(const char* key, const char* otherwise = "") const {
        const json& value = at(key);
        if (value.is_null())
            return otherwise;
        if (!value.is_string())
            refuse(key, phrase("a text"));
        return value.get<std::string>();
    }

    /// Only this, or what comes to the same by not being there.
    void require(const char* key, const json& only) const {
        if (has(key) && at(key) != only)
            throw Error(phrase("%1 is %2; only %3 is read here"), key, shown(at(key)), shown(only));
    }
    /// What is not read here at all.
    void refuseAny(std::initializer_list<const char*> keys) const {
        for (const char* key : keys)
            if (has(key) && at(key) != json(false) && !at(key).empty())
                throw Error(phrase("%1 is %2, which is not read here"), key, shown(at(key)));
    }
    [[noreturn]] void refuse(const char* key, const Sentence& expected) const {
        throw Error(phrase("%1 is %2; %3 is needed"), key, has(key) ? shown(at(key)) : "missing",
                    expected);
    }

private:
    const json& m_object;
};

Activation activationOf(const Keys& keys, const char* key, const char* otherwise) {
    struct Name {
        std::string_view name;
        Activation activation;
    };
    constexpr std::array names{
#define GF_ACTIVATION(kind, function, name, label, torch) Name{name, Activation::kind},
#include "core/graph/op_table.def"
        // what else the reference calls them
        Name{"gelu_new", Activation::GeluTanh},
        Name{"gelu_pytorch_tanh", Activation::GeluTanh},
        Name{"swish", Activation::Silu},
    };
    const std::string name = keys.text(key, otherwise);
    const auto found = std::ranges::find(names, name, &Name::name);
    if (found == names.end())
        throw Error(phrase("%1 is %2, an activation that is not read here"), key, inQuotes(name));
    return found->activation;
}

/// What stands behind the family's name, "ForMaskedLM" of "BertForMaskedLM"; "Model" where the file
/// does not say. Heads of other tasks than words are left out.
std::string headOf(const Keys& keys, std::initializer_list<std::string_view> families) {
    const json& all = keys.at("architectures");
    if (!all.is_array() || all.empty() || !all[0].is_string())
        return "Model";
    const auto whole = all[0].get<std::string>();
    for (const std::string_view family : families)
        if (whole.starts_with(family))
            for (const std::string_view head : {"Model", "For", "LMHeadModel", "DoubleHeadsModel"})
                if (whole.substr(family.size()).starts_with(head))
                    return whole.substr(family.size());
    throw Error(phrase("architectures is %1, which is not read here"), inQuotes(whole));
}

/// Whether it says words.
bool guessesWords(const std::string& head) {
    return head == "ForMaskedLM" || head == "ForPreTraining" || head == "LMHeadModel";
}

ModelConfig decoderConfig() {
    ModelConfig c;
    c.architecture = Architecture::Decoder;
    c.norm = Norm::Pre;
    c.embeddingScale = false;
    c.outputBias = false;
    c.exactIds = true;
    return c;
}

ModelConfig gpt2Config(const Keys& keys) {
    headOf(keys, {"GPT2"});
    keys.require("scale_attn_by_inverse_layer_idx", false);
    keys.require("add_cross_attention", false);
    ModelConfig c = decoderConfig();
    c.layers = keys.count("n_layer", 12);
    c.dModel = keys.count("n_embd", 768);
    c.heads = keys.count("n_head", 12);
    c.dFf = keys.count("n_inner", 4 * c.dModel);
    c.activation = activationOf(keys, "activation_function", "gelu_new");
    c.normEpsilon = keys.real("layer_norm_epsilon", 1e-5);
    c.scaled = keys.flag("scale_attn_weights", true);
    c.attentionBias = AttentionBias::All;
    c.positional = Positional::Learned;
    c.maxLength = keys.count("n_positions", 1024);
    c.tieEmbeddings = keys.flag("tie_word_embeddings", true);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 50257);
    return c;
}

/// θ, in the place where older or newer versions put it; the older one counts. Positions that are
/// scaled are refused.
double rotaryBaseOf(const Keys& keys) {
    const double base = keys.real("rope_theta", 10000);
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const json& parameters = keys.at(key);
        if (parameters.is_null() || parameters.empty())
            continue;
        if (!parameters.is_object())
            keys.refuse(key, phrase("an object"));
        const Keys inner(parameters);
        const std::string older = inner.text("type");
        const std::string kind = inner.text("rope_type", older.c_str());
        const bool saysBaseAlone = parameters.size() == 1 && inner.has("rope_theta");
        if (kind != "default" && !(kind.empty() && saysBaseAlone))
            throw Error(phrase("%1 is %2; rotary positions are read here without scaling, of the "
                               "type %3"),
                        key, shown(parameters), inQuotes("default"));
        inner.require("partial_rotary_factor", 1.0);
        return inner.real("rope_theta", base);
    }
    return base;
}

/// A window that no text can reach hides nothing; another is refused.
void requireNoWindow(const Keys& keys, const std::string& type, const ModelConfig& model) {
    const bool hasWindow = type == "mistral" || keys.flag("use_sliding_window", false);
    const bool isInNoLayer = type == "qwen2" && keys.count("max_window_layers", 28) >= model.layers;
    if (!hasWindow || isInNoLayer || keys.isNull("sliding_window"))
        return;
    if (const Index window = keys.count("sliding_window", 4096); window < model.maxLength)
        throw Error(phrase("sliding_window is %1; the model reads %2 tokens, and windows shorter "
                           "than that are not read here"),
                    window, model.maxLength);
}

ModelConfig llamaConfig(const Keys& keys, const std::string& type) {
    headOf(keys, {"Llama", "Qwen2", "Mistral"});
    keys.require("mlp_bias", false);
    keys.require("pretraining_tp", 1);
    ModelConfig c = decoderConfig();
    c.layers = keys.count("num_hidden_layers", 32);
    c.dModel = keys.count("hidden_size", 4096);
    c.heads = keys.count("num_attention_heads", 32);
    c.kvHeads = keys.count("num_key_value_heads", type == "mistral" ? 8 : c.heads);
    c.headWidthGiven = keys.count("head_dim", 0);
    if (c.heads > 0 && c.headWidthGiven * c.heads == c.dModel)
        c.headWidthGiven = 0;
    if (c.kvHeads == c.heads)
        c.kvHeads = 0;
    c.dFf = keys.count("intermediate_size", 11008);
    c.ffn = FeedForwardKind::Gated;
    c.ffnBias = false;
    c.activation = activationOf(keys, "hidden_act", "silu");
    c.normKind = NormKind::Rms;
    c.normEpsilon = keys.real("rms_norm_eps", 1e-6);
    c.positional = Positional::Rotary;
    c.rotaryBase = rotaryBaseOf(keys);
    c.rotaryPairs = RotaryPairing::Halves;
    const bool biased = keys.flag("attention_bias", false);
    c.attentionBias = type == "qwen2" ? AttentionBias::Qkv
                      : biased        ? AttentionBias::All
                                      : AttentionBias::None;
    c.maxLength = std::min(longestSequence, keys.count("max_position_embeddings", 2048));
    requireNoWindow(keys, type, c);
    c.tieEmbeddings = keys.flag("tie_word_embeddings", false);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 32000);
    return c;
}

ModelConfig encoderConfig(bool words) {
    ModelConfig c;
    c.architecture = Architecture::Encoder;
    c.norm = Norm::Post;
    c.normEpsilon = 1e-12;
    c.positional = Positional::Learned;
    c.embeddingScale = false;
    c.embeddingNorm = true;
    c.attentionBias = AttentionBias::All;
    c.exactIds = true;
    c.output = words ? Output::Words : Output::States;
    c.outputTransform = c.tieEmbeddings = words;
    return c;
}

ModelConfig bertConfig(const Keys& keys, const std::string& type) {
    const std::string head = headOf(keys, {"Bert", "Roberta"});
    const bool roberta = type == "roberta";
    keys.require("position_embedding_type", "absolute");
    keys.require("is_decoder", false);
    keys.require("add_cross_attention", false);
    keys.require("tie_word_embeddings", true);
    ModelConfig c = encoderConfig(guessesWords(head));
    c.layers = keys.count("num_hidden_layers", 12);
    c.dModel = keys.count("hidden_size", 768);
    c.heads = keys.count("num_attention_heads", 12);
    c.dFf = keys.count("intermediate_size", 3072);
    c.activation = activationOf(keys, "hidden_act", "gelu");
    c.normEpsilon = keys.real("layer_norm_eps", 1e-12);
    c.tokenTypes = keys.count("type_vocab_size", 2);
    c.positionOffset = roberta ? keys.count("pad_token_id", 1) + 1 : 0;
    c.maxLength = keys.count("max_position_embeddings", 512) - c.positionOffset;
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", roberta ? 50265 : 30522);
    return c;
}

ModelConfig distilBertConfig(const Keys& keys) {
    const std::string head = headOf(keys, {"DistilBert"});
    keys.require("tie_word_embeddings", true);
    ModelConfig c = encoderConfig(guessesWords(head));
    c.layers = keys.count("n_layers", 6);
    c.dModel = keys.count("dim", 768);
    c.heads = keys.count("n_heads", 12);
    c.dFf = keys.count("hidden_dim", 4 * 768);
    c.activation = activationOf(keys, "activation", "gelu");
    c.maxLength = keys.count("max_position_embeddings", 512);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 30522);
    return c;
}

ModelConfig configOfType(const Keys& keys, const std::string& type) {
    if (type == "gpt2")
        return gpt2Config(keys);
    if (type == "llama" || type == "qwen2" || type == "mistral")
        return llamaConfig(keys, type);
    if (type == "bert" || type == "roberta")
        return bertConfig(keys, type);
    if (type == "distilbert")
        return distilBertConfig(keys);
    const auto families = openedFamilies();
    std::string names;
    for (const OpenedFamily& family : families.first(families.size() - 1))
        names.append(names.empty() ? "" : ", ").append(family.type);
    throw Error(phrase("model_type is %1; %2 and %3 are read here"),
                type.empty() ? "missing" : inQuotes(type), names,
                std::string(families.back().type));
}

} // namespace

std::vector<TokenId> endTokens(const json& config, Index words) {
    constexpr const char* key = "eos_token_id";
    if (!config.is_object())
        return {};
    const Keys keys(config);
    const json& given = keys.at(key);
    std::vector<TokenId> ends;
    if (given.is_null())
        return ends;
    for (const json& end : given.is_array() ? given : json::array({given})) {
        if (!end.is_number_integer())
            keys.refuse(key, phrase("the number of a token, or a list of such"));
        if (end >= 0 && end < words)
            ends.push_back(end.get<TokenId>());
    }
    return ends;
}

ModelConfig openedConfig(const json& config) {
    if (!config.is_object())
        throw Error(phrase("an object with the model's configuration is needed"));
    const Keys keys(config);
    keys.refuseAny({"quantization_config", "pruned_heads", "is_encoder_decoder"});
    const ModelConfig model = configOfType(keys, keys.text("model_type"));
    // Its sizes are no more believed than those of a file of ours.
    return configFromJson(toJson(model));
}

} // namespace gf
