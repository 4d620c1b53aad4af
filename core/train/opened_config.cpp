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

Activation activationNamed(const char* key, const std::string& name) {
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
    const auto found = std::ranges::find(names, name, &Name::name);
    if (found == names.end())
        throw Error(phrase("%1 is %2, an activation that is not read here"), key, inQuotes(name));
    return found->activation;
}

Activation activationOf(const Keys& keys, const char* key, const char* otherwise) {
    return activationNamed(key, keys.text(key, otherwise));
}

/// Gemma's first files say "gelu" in `hidden_act` and mean the one by tanh; where
/// `hidden_activation` is there it counts.
Activation gemmaActivation(const Keys& keys) {
    if (keys.has("hidden_activation"))
        return activationOf(keys, "hidden_activation", "gelu_pytorch_tanh");
    const Activation named = activationOf(keys, "hidden_act", "gelu_pytorch_tanh");
    return named == Activation::Gelu ? Activation::GeluTanh : named;
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
            for (const std::string_view head :
                 {"Model", "For", "LMHeadModel", "DoubleHeadsModel", "MTModel"})
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

/// A number above 0 that a scaling needs.
double scalingOf(const Keys& scaling, const char* key) {
    const double value = scaling.real(key, 0);
    if (!(value > 0))
        scaling.refuse(key, phrase("a number above 0"));
    return value;
}

/// θ, in the place where older or newer versions put it, of which the older one counts; the share
/// of a head that turns; and how positions are scaled.
void readRotary(const Keys& keys, const char* baseKey, ModelConfig& c) {
    c.positional = Positional::Rotary;
    c.rotaryPairs = RotaryPairing::Halves;
    c.rotaryBase = keys.real(baseKey, 10000);
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const json& parameters = keys.at(key);
        if (parameters.is_null() || parameters.empty())
            continue;
        if (!parameters.is_object())
            keys.refuse(key, phrase("an object"));
        const Keys inner(parameters);
        const std::string older = inner.text("type");
        const std::string kind = inner.text("rope_type", older.c_str());
        const bool saysNoKind = kind.empty() && !inner.has("factor");
        if (kind == "linear" || kind == "llama3") {
            c.ropeScaling = kind == "linear" ? RotaryScale::Linear : RotaryScale::Llama3;
            c.ropeFactor = scalingOf(inner, "factor");
        } else if (kind != "default" && !saysNoKind) {
            throw Error(phrase("%1 is %2; rotary positions are read here without scaling, or with "
                               "one of the type %3 or %4"),
                        key, shown(parameters), inQuotes("linear"), inQuotes("llama3"));
        }
        if (kind == "llama3") {
            c.ropeLow = scalingOf(inner, "low_freq_factor");
            c.ropeHigh = scalingOf(inner, "high_freq_factor");
            c.ropeLength = inner.count("original_max_position_embeddings");
        }
        c.rotaryShare = inner.real("partial_rotary_factor", c.rotaryShare);
        c.rotaryBase = inner.real("rope_theta", c.rotaryBase);
        return;
    }
}

/// The windows of its layers; one that no text can reach hides nothing.
void setWindows(std::vector<Index> windows, ModelConfig& c) {
    for (Index& window : windows)
        window = window < c.maxLength ? window : 0;
    if (std::ranges::all_of(windows, [&](Index window) { return window == windows.front(); }))
        windows.resize(windows.empty() || windows.front() == 0 ? 0 : 1);
    c.windows = std::move(windows);
}

/// Which layers have a window: as `layer_types` says, or by the keys of the family.
void readWindows(const Keys& keys, const std::string& type, ModelConfig& c) {
    const bool allowed = type == "mistral" || keys.flag("use_sliding_window", false);
    const bool hasWindow = allowed && !keys.isNull("sliding_window");
    const json& kinds = keys.at("layer_types");
    if (!kinds.is_null() && (!kinds.is_array() || std::ssize(kinds) != c.layers))
        keys.refuse("layer_types", phrase("a list with a kind for each layer"));
    if (!hasWindow && kinds.is_null())
        return;
    const Index window = hasWindow ? keys.count("sliding_window", 4096) : 0;
    const Index first = type == "mistral" ? 0 : keys.count("max_window_layers", 28);
    std::vector<Index> windows;
    for (Index layer = 0; layer < c.layers; ++layer) {
        if (!kinds.is_null() && kinds[layer] != "sliding_attention" &&
            kinds[layer] != "full_attention")
            throw Error(phrase("%1 is %2, which is not read here"), "layer_types",
                        shown(kinds[layer]));
        const bool slides = kinds.is_null() ? layer >= first : kinds[layer] == "sliding_attention";
        windows.push_back(slides ? window : 0);
    }
    setWindows(std::move(windows), c);
}

/// What families as Llama have where their files say nothing.
struct LlamaDefaults {
    std::string_view type;
    Index layers = 32, width = 4096, heads = 32, dFf = 11008, words = 32000;
    Index kvHeads = 0;   ///< 0: as many as heads
    Index headWidth = 0; ///< 0: D/H
    Index length = 2048;
    bool tied = false;
};
constexpr LlamaDefaults llamaDefaults[] = {
    {.type = "llama"},
    {.type = "mistral", .kvHeads = 8, .length = 4096 * 32},
    {.type = "qwen2", .length = 32768},
    {.type = "qwen3", .headWidth = 128, .length = 32768},
    {.type = "gemma",
     .layers = 28,
     .width = 3072,
     .heads = 16,
     .dFf = 24576,
     .words = 256000,
     .kvHeads = 16,
     .headWidth = 256,
     .length = 8192,
     .tied = true},
};

ModelConfig llamaConfig(const Keys& keys, const LlamaDefaults& family) {
    const std::string type(family.type);
    const bool gemma = type == "gemma";
    headOf(keys, {"Llama", "Qwen2", "Mistral", "Qwen3", "Gemma"});
    keys.require("mlp_bias", false);
    keys.require("pretraining_tp", 1);
    keys.require("use_bidirectional_attention", false);
    ModelConfig c = decoderConfig();
    c.layers = keys.count("num_hidden_layers", family.layers);
    c.dModel = keys.count("hidden_size", family.width);
    c.heads = keys.count("num_attention_heads", family.heads);
    c.kvHeads = keys.count("num_key_value_heads", family.kvHeads > 0 ? family.kvHeads : c.heads);
    c.headWidthGiven = keys.count("head_dim", family.headWidth);
    if (c.heads > 0 && c.headWidthGiven * c.heads == c.dModel)
        c.headWidthGiven = 0;
    if (c.kvHeads == c.heads)
        c.kvHeads = 0;
    c.dFf = keys.count("intermediate_size", family.dFf);
    c.ffn = FeedForwardKind::Gated;
    c.ffnBias = false;
    c.activation = gemma ? gemmaActivation(keys) : activationOf(keys, "hidden_act", "silu");
    c.normKind = NormKind::Rms;
    c.normEpsilon = keys.real("rms_norm_eps", 1e-6);
    c.normGainOffset = gemma ? 1 : 0;
    c.embeddingScale = gemma;
    c.qkNorm = type == "qwen3";
    readRotary(keys, "rope_theta", c);
    const bool biased = keys.flag("attention_bias", false);
    c.attentionBias = type == "qwen2" ? AttentionBias::Qkv
                      : biased        ? AttentionBias::All
                                      : AttentionBias::None;
    c.maxLength = std::min(longestSequence, keys.count("max_position_embeddings", family.length));
    readWindows(keys, type, c);
    c.tieEmbeddings = keys.flag("tie_word_embeddings", family.tied);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", family.words);
    return c;
}

/// A kind of attention for each layer: "attention_types": [[["global", "local"], 12]].
std::vector<Index> neoWindows(const Keys& keys, Index layers) {
    const Index window = keys.count("window_size", 256);
    const json& types = keys.at("attention_types");
    std::vector<Index> windows;
    const auto refuse = [&] {
        keys.refuse("attention_types",
                    phrase("a list of kinds (global, local) and how often they come, one kind for "
                           "each layer"));
    };
    if (types.is_null())
        for (Index layer = 0; layer < layers; ++layer)
            windows.push_back(layer % 2 == 0 ? 0 : window);
    else if (!types.is_array())
        refuse();
    for (const json& each : types) {
        if (!each.is_array() || each.size() != 2 || !each[0].is_array() ||
            !each[1].is_number_unsigned() || each[1] > 1000)
            refuse();
        for (Index time = 0; time < each[1].get<Index>(); ++time)
            for (const json& kind : each[0]) {
                if ((kind != "global" && kind != "local") || std::ssize(windows) >= layers)
                    refuse();
                windows.push_back(kind == "local" ? window : 0);
            }
    }
    if (std::ssize(windows) != layers)
        refuse();
    return windows;
}

ModelConfig gptNeoConfig(const Keys& keys) {
    headOf(keys, {"GPTNeo"});
    ModelConfig c = decoderConfig();
    c.layers = keys.count("num_layers", 24);
    c.dModel = keys.count("hidden_size", 2048);
    c.heads = keys.count("num_heads", 16);
    c.dFf = keys.count("intermediate_size", 4 * c.dModel);
    c.activation = activationOf(keys, "activation_function", "gelu_new");
    c.normEpsilon = keys.real("layer_norm_epsilon", 1e-5);
    c.scaled = false;
    c.attentionBias = AttentionBias::Output;
    c.positional = Positional::Learned;
    c.maxLength = keys.count("max_position_embeddings", 2048);
    setWindows(neoWindows(keys, c.layers), c);
    c.tieEmbeddings = keys.flag("tie_word_embeddings", true);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 50257);
    return c;
}

ModelConfig gptNeoXConfig(const Keys& keys) {
    headOf(keys, {"GPTNeoX"});
    ModelConfig c = decoderConfig();
    c.layers = keys.count("num_hidden_layers", 44);
    c.dModel = keys.count("hidden_size", 6144);
    c.heads = keys.count("num_attention_heads", 64);
    c.dFf = keys.count("intermediate_size", 24576);
    c.activation = activationOf(keys, "hidden_act", "gelu");
    c.normEpsilon = keys.real("layer_norm_eps", 1e-5);
    c.residual = keys.flag("use_parallel_residual", true) ? ResidualOrder::Parallel
                                                          : ResidualOrder::Sequential;
    c.attentionBias = keys.flag("attention_bias", true) ? AttentionBias::All : AttentionBias::None;
    c.rotaryShare = keys.real("rotary_pct", 0.25);
    readRotary(keys, "rotary_emb_base", c);
    c.maxLength = std::min(longestSequence, keys.count("max_position_embeddings", 2048));
    c.tieEmbeddings = keys.flag("tie_word_embeddings", false);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 50432);
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

/// What models that translate have in common: exact ids on both sides, and one table for source,
/// target and output.
ModelConfig translatorConfig(const Keys& keys) {
    keys.require("is_encoder_decoder", true);
    ModelConfig c;
    c.architecture = Architecture::EncoderDecoder;
    c.exactIds = true;
    c.embeddingScale = false;
    c.shareEmbeddings = true;
    return c;
}

/// A number of the decoder, where it is not that of the encoder.
Index otherThan(Index encoder, Index decoder) {
    return decoder == encoder ? 0 : decoder;
}

ModelConfig bartConfig(const Keys& keys, bool marian) {
    headOf(keys, {"Bart", "Marian"});
    ModelConfig c = translatorConfig(keys);
    c.norm = Norm::Post;
    c.dModel = keys.count("d_model", 1024);
    c.layers = keys.count("encoder_layers", 12);
    c.decoderLayers = otherThan(c.layers, keys.count("decoder_layers", 12));
    c.heads = keys.count("encoder_attention_heads", 16);
    c.decoderHeads = otherThan(c.heads, keys.count("decoder_attention_heads", 16));
    c.dFf = keys.count("encoder_ffn_dim", 4096);
    c.decoderFf = otherThan(c.dFf, keys.count("decoder_ffn_dim", 4096));
    c.activation = activationOf(keys, "activation_function", "gelu");
    c.attentionBias = AttentionBias::All;
    c.embeddingScale = keys.flag("scale_embedding", false);
    c.embeddingNorm = !marian;
    c.maxLength = keys.count("max_position_embeddings", 1024);
    c.positional = marian ? Positional::Sinusoidal : Positional::Learned;
    c.sinusoidOrder = marian ? SinusoidOrder::Halves : SinusoidOrder::Interleaved;
    c.positionOffset = marian ? 0 : 2;
    if (marian)
        c.maxLength = std::min(longestSequence, c.maxLength);
    c.sourceVocab = keys.count("vocab_size", marian ? 58101 : 50265);
    c.targetVocab = marian ? keys.count("decoder_vocab_size", c.sourceVocab) : c.sourceVocab;
    c.shareEmbeddings = !marian || keys.flag("share_encoder_decoder_embeddings", true);
    c.tieEmbeddings = keys.flag("tie_word_embeddings", true);
    return c;
}

/// "relu", or of gated layers "gated-gelu", by which T5 means the one by tanh.
void readFeedForward(const Keys& keys, ModelConfig& c) {
    constexpr const char* key = "feed_forward_proj";
    constexpr std::string_view gated = "gated-";
    std::string kind = keys.text(key, "relu");
    const bool isGated = kind.starts_with(gated);
    if (kind == "gated-gelu")
        kind = "gated-gelu_new";
    c.ffn = isGated ? FeedForwardKind::Gated : FeedForwardKind::Plain;
    c.activation = activationNamed(key, isGated ? kind.substr(gated.size()) : kind);
    c.ffnBias = false;
}

ModelConfig t5Config(const Keys& keys) {
    headOf(keys, {"T5"});
    ModelConfig c = translatorConfig(keys);
    c.norm = Norm::Pre;
    c.normKind = NormKind::Rms;
    c.normEpsilon = keys.real("layer_norm_epsilon", 1e-6);
    c.dModel = keys.count("d_model", 512);
    c.layers = keys.count("num_layers", 6);
    c.decoderLayers = otherThan(c.layers, keys.count("num_decoder_layers", c.layers));
    c.heads = keys.count("num_heads", 8);
    c.headWidthGiven = keys.count("d_kv", 64);
    if (c.headWidthGiven * c.heads == c.dModel)
        c.headWidthGiven = 0;
    c.dFf = keys.count("d_ff", 2048);
    readFeedForward(keys, c);
    c.scaled = false;
    c.positional = Positional::Buckets;
    c.buckets = keys.count("relative_attention_num_buckets", 32);
    c.bucketDistance = keys.count("relative_attention_max_distance", 128);
    c.maxLength = longestSequence;
    c.outputBias = false;
    c.tieEmbeddings = keys.flag("tie_word_embeddings", true);
    c.outputScale = keys.flag("scale_decoder_outputs", c.tieEmbeddings);
    c.sourceVocab = c.targetVocab = keys.count("vocab_size", 32128);
    return c;
}

ModelConfig configOfType(const Keys& keys, const std::string& type) {
    if (type == "gpt2")
        return gpt2Config(keys);
    if (type == "gpt_neo")
        return gptNeoConfig(keys);
    if (type == "gpt_neox")
        return gptNeoXConfig(keys);
    if (const auto* const family = std::ranges::find(llamaDefaults, type, &LlamaDefaults::type);
        family != std::end(llamaDefaults))
        return llamaConfig(keys, *family);
    if (type == "bert" || type == "roberta")
        return bertConfig(keys, type);
    if (type == "distilbert")
        return distilBertConfig(keys);
    if (type == "marian" || type == "bart")
        return bartConfig(keys, type == "marian");
    if (type == "t5")
        return t5Config(keys);
    const auto families = openedFamilies();
    std::string names;
    for (const OpenedFamily& family : families.first(families.size() - 1))
        names.append(names.empty() ? "" : ", ").append(family.type);
    throw Error(phrase("model_type is %1; %2 and %3 are read here"),
                type.empty() ? "missing" : inQuotes(type), names,
                std::string(families.back().type));
}

} // namespace

namespace {

/// The numbers of tokens of a key, one or a list; those beyond `words` are left out.
std::vector<TokenId> tokensOf(const json& config, const char* key, Index words) {
    std::vector<TokenId> tokens;
    if (!config.is_object())
        return tokens;
    const Keys keys(config);
    const json& given = keys.at(key);
    if (given.is_null())
        return tokens;
    for (const json& token : given.is_array() ? given : json::array({given})) {
        if (!token.is_number_integer())
            keys.refuse(key, phrase("the number of a token, or a list of such"));
        if (token >= 0 && token < words)
            tokens.push_back(token.get<TokenId>());
    }
    return tokens;
}

/// What families mean that leave these out.
struct AnswerDefaults {
    std::string_view type;
    TokenId start, padding, end;
    std::optional<TokenId> forcedLast;
};
constexpr AnswerDefaults answerDefaults[] = {
    {"marian", 58100, 58100, 0, 0}, {"bart", 2, 1, 2, 2}, {"t5", 0, 0, 1, {}}};

/// Sequences that are never written: only the start token alone is understood.
bool bansStart(const json& generation, const json& config, const std::optional<TokenId>& start) {
    constexpr const char* key = "bad_words_ids";
    for (const json* const from : {&generation, &config}) {
        if (!from->is_object() || Keys(*from).at(key).is_null() || Keys(*from).at(key).empty())
            continue;
        if (!start || Keys(*from).at(key) != json::array({json::array({*start})}))
            throw Error(phrase("%1 is %2, which is not read here but for the start token alone"),
                        key, shown(Keys(*from).at(key)));
        return true;
    }
    return false;
}

} // namespace

GenerationRules generationRules(const json& generation) {
    using EarlyStopping = GenerationRules::EarlyStopping;
    const Keys keys(generation);
    GenerationRules rules;
    rules.repetitionPenalty = keys.real("repetition_penalty", 1);
    if (!(rules.repetitionPenalty > 0))
        keys.refuse("repetition_penalty", phrase("a number above 0"));
    rules.noRepeatNgramSize = keys.count("no_repeat_ngram_size", 0);
    rules.minLength = keys.count("min_length", 0);
    rules.lengthPenalty = keys.real("length_penalty", 1);
    rules.renormalizeLogits = keys.flag("renormalize_logits", false);
    if (keys.at("early_stopping") == json("never"))
        rules.earlyStopping = EarlyStopping::Never;
    else if (keys.flag("early_stopping", false))
        rules.earlyStopping = EarlyStopping::Yes;
    return rules;
}

json toJson(const GenerationRules& rules) {
    using EarlyStopping = GenerationRules::EarlyStopping;
    return {{"repetition_penalty", rules.repetitionPenalty},
            {"no_repeat_ngram_size", rules.noRepeatNgramSize},
            {"min_length", rules.minLength},
            {"length_penalty", rules.lengthPenalty},
            {"early_stopping", rules.earlyStopping == EarlyStopping::Never
                                   ? json("never")
                                   : json(rules.earlyStopping == EarlyStopping::Yes)},
            {"renormalize_logits", rules.renormalizeLogits}};
}

AnswerRules answerRules(const json& generation, const json& config, const ModelConfig& model) {
    const auto tokens = [&](const char* key, Index words) {
        std::vector<TokenId> found = tokensOf(generation, key, words);
        return found.empty() ? tokensOf(config, key, words) : found;
    };
    const auto one = [&](const char* key, Index words, std::optional<TokenId> otherwise) {
        const std::vector<TokenId> found = tokens(key, words);
        if (!found.empty())
            return std::optional(found.front());
        return otherwise && *otherwise < words ? otherwise : std::nullopt;
    };
    // What stands in a file of its own replaces what the configuration says.
    const json& own = generation.is_object() ? generation : config;
    AnswerRules rules;
    rules.generation = generationRules(own);
    rules.ends = tokens("eos_token_id", model.targetVocab);
    const auto family =
        std::ranges::find(answerDefaults, Keys(config).text("model_type"), &AnswerDefaults::type);
    if (family == std::end(answerDefaults))
        return rules;
    if (rules.ends.empty() && !Keys(config).isNull("eos_token_id") &&
        family->end < model.targetVocab)
        rules.ends.push_back(family->end);
    rules.padding = one("pad_token_id", model.sourceVocab, family->padding);
    rules.start = one("decoder_start_token_id", model.targetVocab, {});
    if (!rules.start)
        rules.start = family->type == "bart" ? one("bos_token_id", model.targetVocab, family->start)
                                             : rules.padding;
    if (!rules.start || *rules.start >= model.targetVocab)
        throw Error(phrase("%1 is missing, with which its answers begin"),
                    "decoder_start_token_id");
    const auto last = tokensOf(own, "forced_eos_token_id", model.targetVocab);
    const auto first = tokensOf(own, "forced_bos_token_id", model.targetVocab);
    if (!last.empty())
        rules.forcedLast = last.front();
    else if (!generation.is_object() && !Keys(config).isNull("forced_eos_token_id") &&
             family->forcedLast && *family->forcedLast < model.targetVocab)
        rules.forcedLast = family->forcedLast;
    if (!first.empty())
        rules.forcedFirst = first.front();
    rules.bansStart = bansStart(generation, config, rules.start);
    return rules;
}

ModelConfig openedConfig(const json& config) {
    if (!config.is_object())
        throw Error(phrase("an object with the model's configuration is needed"));
    const Keys keys(config);
    keys.refuseAny({"quantization_config", "pruned_heads"});
    const ModelConfig model = configOfType(keys, keys.text("model_type"));
    if (!model.hasEncoder() || !model.hasDecoder())
        keys.refuseAny({"is_encoder_decoder"});
    // Its sizes are no more believed than those of a file of ours.
    return configFromJson(toJson(model));
}

} // namespace gf
