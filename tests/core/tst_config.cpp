// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "tests/core/errors.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace gf::tst_config {

using nlohmann::json;

namespace {

/// The sentence of the problem with `key`, when that is the only one.
std::string onlyProblem(const json& object, const std::string& key) {
    const std::vector<ConfigProblem> problems = problemsOf(object);
    return problems.size() == 1 && problems[0].key == key ? problems[0].sentence.english()
                                                          : std::string();
}

} // namespace

/// Passes when the only problem of a configuration is with `key` and its sentence holds the texts.
#define GF_PROBLEM(object, key, ...)                                                               \
    do {                                                                                           \
        const std::string sentence = onlyProblem(object, key);                                     \
        QVERIFY2(gf::test::says(sentence, __VA_ARGS__), ("the problem: " + sentence).c_str());     \
    } while (false)

class TestConfig : public QObject {
    Q_OBJECT

private slots:
    void documentedExample_isTheDefault() {
        const json example = json::parse(R"(
        {"architecture": "encoder-decoder", "family": "transformer", "input": "tokens", "output": "words",
         "layers": 2, "encoder_layers": 0, "decoder_layers": 0, "encoder_heads": 0, "decoder_heads": 0, "encoder_ff": 0, "decoder_ff": 0,
         "sinusoid_order": "interleaved", "share_embeddings": false, "output_scale": false,
         "d_model": 64, "mixer": "attention", "heads": 4, "kv_heads": 0, "head_width": 0, "value_width": 0, "d_ff": 256, "ffn": "plain", "ffn_bias": true,
         "norm": "pre", "norm_kind": "layer", "norm_epsilon": 1e-5, "norm_gain_offset": 0, "window": 0, "qk_norm": false, "tie_query_key": false, "activation": "relu", "positional": "sinusoidal", "dropout": 0.0,
         "attention_bias": false, "scaled": true, "embedding_scale": true, "embedding_norm": false,
         "output_transform": false, "output_bias": true, "tie_embeddings": false, "exact_ids": false,
         "max_length": 64, "source_vocab": 40, "target_vocab": 40})");
        QVERIFY(problemsOf(example).empty());
        QVERIFY(configFromJson(example) == ModelConfig{});
        QVERIFY(configFromJson(json::object()) == ModelConfig{});
        QVERIFY(toJson(ModelConfig{}) == example);
    }

    void json_keepsEveryField() {
        const ModelConfig config{.architecture = Architecture::Decoder,
                                 .outputTransform = true,
                                 .outputBias = false,
                                 .layers = 5,
                                 .dModel = 36,
                                 .mixer = Mixer::Attention,
                                 .heads = 3,
                                 .kvHeads = 3,
                                 .headWidthGiven = 8,
                                 .valueWidthGiven = 5,
                                 .dFf = 7,
                                 .ffn = FeedForwardKind::Gated,
                                 .ffnBias = false,
                                 .norm = Norm::Post,
                                 .normKind = NormKind::Rms,
                                 .normEpsilon = 1e-6,
                                 .normGainOffset = 1,
                                 .activation = Activation::Gelu,
                                 .positional = Positional::Relative,
                                 .windows = {3, 0},
                                 .qkNorm = true,
                                 .tieQueryKey = true,
                                 .relativeReach = 3,
                                 .dropout = 0.1,
                                 .attentionBias = AttentionBias::All,
                                 .scaled = false,
                                 .embeddingScale = false,
                                 .embeddingNorm = true,
                                 .tieEmbeddings = true,
                                 .outputScale = true,
                                 .exactIds = true,
                                 .maxLength = 9,
                                 .sourceVocab = 11,
                                 .targetVocab = 13};
        const json text = json::parse(toJson(config).dump());
        QVERIFY(configFromJson(text) == config);
        const json defaults = toJson(ModelConfig{});
        for (const auto& [key, value] : defaults.items())
            // Looked at below, by tst_recurrent and by tst_numbers.
            if (key != "mixer" && key != "family" && key != "input" && key != "output" &&
                !key.starts_with("encoder_") && !key.starts_with("decoder_") &&
                key != "sinusoid_order" && key != "share_embeddings")
                QVERIFY2(text[key] != value, key.c_str()); // the test above looks at every field
        const ModelConfig translator{.encoderLayers = 3,
                                     .decoderLayers = 1,
                                     .encoderHeads = 8,
                                     .decoderHeads = 2,
                                     .encoderFf = 5,
                                     .decoderFf = 6,
                                     .sinusoidOrder = SinusoidOrder::Halves,
                                     .shareEmbeddings = true,
                                     .outputScale = true};
        QVERIFY(configFromJson(json::parse(toJson(translator).dump())) == translator);
        QCOMPARE(decoderOf(translator).layers, Index{1});
        QCOMPARE(encoderOf(translator).heads, Index{8});
        const ModelConfig bucketed{
            .positional = Positional::Buckets, .buckets = 8, .bucketDistance = 20};
        QVERIFY(configFromJson(json::parse(toJson(bucketed).dump())) == bucketed);
        const ModelConfig bert{.architecture = Architecture::Encoder,
                               .output = Output::States,
                               .pooler = true,
                               .positional = Positional::Learned,
                               .attentionBias = AttentionBias::Qkv,
                               .tokenTypes = 2,
                               .positionOffset = 3};
        QVERIFY(configFromJson(json::parse(toJson(bert).dump())) == bert);
        QCOMPARE(toJson(bert).at("attention_bias"), json("qkv"));
        const ModelConfig turned{.positional = Positional::Rotary,
                                 .rotaryBase = 5e5,
                                 .rotaryPairs = RotaryPairing::Halves,
                                 .rotaryShare = 0.5,
                                 .ropeScaling = RotaryScale::Llama3,
                                 .ropeFactor = 4,
                                 .ropeLow = 2,
                                 .ropeHigh = 6,
                                 .ropeLength = 100};
        QVERIFY(configFromJson(json::parse(toJson(turned).dump())) == turned);
        const ModelConfig convolution{
            .architecture = Architecture::Encoder, .mixer = Mixer::Convolution, .kernelReach = 3};
        QVERIFY(configFromJson(toJson(convolution)) == convolution);
        for (const ConfigField& field : configFields())
            QCOMPARE(text.contains(std::string(field.key)), appliesTo(field, config));
        QCOMPARE(configFromJson({{"architecture", "encoder"}}).architecture, Architecture::Encoder);
        QCOMPARE(configFromJson({{"positional", "none"}}).positional, Positional::None);
        QCOMPARE(configFromJson({{"layers", 3.0}}).layers, Index{3});
        QCOMPARE(configFromJson({{"dropout", 0}}).dropout, 0.0);
    }

    void configFields_haveEveryKey() {
        const json defaults = toJson(ModelConfig{});
        std::set<std::string> keys;
        for (const ConfigField& field : configFields()) {
            const std::string key(field.key);
            QVERIFY2(keys.insert(key).second, key.c_str());
            QCOMPARE(defaults.contains(key), appliesTo(field, ModelConfig{}));
            QVERIFY2(!field.label.empty() && field.help.ends_with("."), key.c_str());
            // What the table offers is what the reader takes; a width of 8192 is too much only
            // together.
            json small{{"layers", 1}, {"d_model", 4}, {"heads", 1}, {"d_ff", 4}};
            for (const FieldCondition::Row& row : field.only.rows)
                if (!row[0].key.empty())
                    small[std::string(row[0].key)] = std::string(row[0].choices[0]);
            switch (field.type) {
            case FieldType::Choice:
                for (const std::string_view choice : field.choices)
                    QCOMPARE(problemsOf({{key, std::string(choice)}}).empty(),
                             obstacleTo(key, choice, ModelConfig{}).empty());
                break;
            case FieldType::Integer:
                if (key == "heads" || key == "encoder_heads" || key == "decoder_heads")
                    small["d_model"] = 1024;
                if (key == "buckets")
                    small["bucket_distance"] = 8192;
                if (key == "bucket_distance")
                    small["buckets"] = 4;
                if (key == "kv_heads")
                    small["heads"] = small["d_model"] = 256;
                for (const double value : {field.range.minimum, field.range.maximum}) {
                    small[key] = static_cast<Index>(value);
                    QVERIFY2(problemsOf(small).empty() || key == "d_model", key.c_str());
                }
                for (const double value : {field.range.minimum - 1, field.range.maximum + 1}) {
                    small[key] = static_cast<Index>(value);
                    QVERIFY2(!problemsOf(small).empty(), key.c_str());
                }
                break;
            case FieldType::Real:
                QVERIFY2(problemsOf({{key, field.range.minimum}}).empty(), key.c_str());
                break;
            case FieldType::Seed:
            case FieldType::Text:
                QFAIL("a model's configuration has neither seed nor texts");
                break;
            case FieldType::Numbers:
                for (const double value : {field.range.minimum, field.range.maximum}) {
                    small[key] = json{static_cast<Index>(value), 1};
                    QVERIFY2(problemsOf(small).empty(), key.c_str());
                }
                for (const double value : {field.range.minimum - 1, field.range.maximum + 1}) {
                    small[key] = json{1, static_cast<Index>(value)};
                    QVERIFY2(!problemsOf(small).empty(), key.c_str());
                }
                break;
            case FieldType::Switch:
                QVERIFY2(problemsOf({{key, true}}).empty() && problemsOf({{key, false}}).empty(),
                         key.c_str());
                break;
            }
        }
        QVERIFY(keys.size() > defaults.size());
    }

    void unknownKey_suggestsTheClosest() {
        GF_PROBLEM((json{{"dmodel", 64}}), "dmodel", "unknown key \"dmodel\"", "mean \"d_model\"?");
        GF_PROBLEM((json{{"Heads", 4}}), "Heads", "mean \"heads\"?");
        GF_PROBLEM((json{{"n_layers", 4}}), "n_layers", "mean \"layers\"?");
        GF_PROBLEM((json{{"source_vocabulary", 4}}), "source_vocabulary", "mean \"source_vocab\"?");
        const std::string far = onlyProblem({{"colour", "red"}}, "colour");
        QVERIFY2(test::says(far, "unknown key \"colour\"") && !test::says(far, "mean"),
                 far.c_str());
        QVERIFY2(test::says(far, "known keys are") && test::says(far, "d_model"), far.c_str());
        QVERIFY(!onlyProblem({{std::string(100'000, 'x'), 1}}, std::string(100'000, 'x')).empty());
    }

    void wrongType_isNamed() {
        for (const json& value :
             {json(nullptr), json("2"), json(true), json::array({2}), json::object()})
            GF_PROBLEM((json{{"layers", value}}), "layers", "layers is " + value.dump(),
                       "a whole number, between 1 and 64");
        GF_PROBLEM((json{{"layers", 2.5}}), "layers", "layers is 2.5", "whole number");
        GF_PROBLEM((json{{"dropout", "0.1"}}), "dropout", "dropout is \"0.1\"", "must be a number");
        GF_PROBLEM((json{{"scaled", 1}}), "scaled", "scaled is 1", "true or false");
        GF_PROBLEM((json{{"norm", "Pre"}}), "norm", "norm is \"Pre\"", "\"pre\" or \"post\"");
        GF_PROBLEM((json{{"norm", 3}}), "norm", "norm is 3", "\"pre\" or \"post\"");
        GF_PROBLEM((json{{"positional", "turned"}}), "positional", "\"alibi\" or \"buckets\"");
        GF_PROBLEM((json{{"positional", "rotary"}, {"d_model", 12}, {"heads", 4}}), "positional",
                   "positional is \"rotary\"", "odd width of 3");
        GF_PROBLEM((json{{"architecture", "gpt"}}), "architecture", "\"encoder-decoder\"");
        for (const json& object : {json::array(), json(3), json("x"), json(nullptr)})
            GF_PROBLEM(object, "", "the model configuration is " + object.dump(), "object");
    }

    void valueOutOfRange_isNamed() {
        GF_PROBLEM((json{{"layers", 0}}), "layers", "layers is 0", "between 1 and 64");
        GF_PROBLEM((json{{"layers", -1}}), "layers", "layers is -1");
        GF_PROBLEM((json{{"layers", 65}}), "layers", "layers is 65");
        GF_PROBLEM((json{{"d_model", 1e300}}), "d_model", "between 1 and 8192");
        GF_PROBLEM((json{{"d_ff", 18446744073709551615ULL}}), "d_ff",
                   "d_ff is 18446744073709551615");
        GF_PROBLEM((json{{"target_vocab", 3}}), "target_vocab", "between 4 and 1000000");
        GF_PROBLEM((json{{"dropout", 1}}), "dropout", "at least 0 and below 1");
        GF_PROBLEM((json{{"dropout", -0.1}}), "dropout", "dropout is -0.1");
        QVERIFY(problemsOf({{"dropout", 0.999}}).empty());
    }

    void formerKeys_areReadForEver() {
        const json former{{"family", "recurrent"}, {"attention", "concat"}};
        const ModelConfig config = configFromJson(former);
        QCOMPARE(config.alignment, Alignment::Concat);
        QVERIFY(configFromJson({{"family", "recurrent"}, {"alignment", "concat"}}) == config);
        const json written = toJson(config);
        QCOMPARE(written.at("alignment"), json("concat"));
        QVERIFY(!written.contains("attention"));
        GF_PROBLEM((json{{"family", "recurrent"}, {"attention", "hard"}}), "alignment",
                   "alignment is \"hard\"");
    }

    void formerAndPresentKey_areAnErrorThatNamesBoth() {
        for (const char* family : {"recurrent", "transformer"})
            GF_PROBLEM((json{{"family", family}, {"attention", "dot"}, {"alignment", "dot"}}),
                       "alignment", "alignment was called attention before", "leave attention out");
    }

    void heads_areSuggestedWhereTheyDoNotDivide() {
        GF_PROBLEM((json{{"heads", 5}}), "heads", "heads is 5", "d_model 64",
                   "it could be 1, 2, 4, 8, 16, 32 or 64");
        GF_PROBLEM((json{{"heads", 8}, {"d_model", 4}}), "heads", "it could be 1, 2 or 4");
        // Only the nearest of very many.
        GF_PROBLEM((json{{"heads", 31}, {"d_model", 5040}}), "heads",
                   "20, 21, 24, 28, 30, 35, 36 or 40");
        // No second complaint where one of the two is wrong by itself.
        GF_PROBLEM((json{{"heads", 5}, {"d_model", 0}}), "d_model", "d_model is 0");
    }

    void keyValueHeads_divideTheHeads() {
        QVERIFY(problemsOf({{"heads", 4}, {"kv_heads", 2}}).empty());
        QVERIFY(problemsOf({{"heads", 4}, {"kv_heads", 1}}).empty());
        GF_PROBLEM((json{{"heads", 4}, {"kv_heads", 3}}), "kv_heads", "kv_heads is 3", "heads 4",
                   "1, 2 or 4");
        GF_PROBLEM((json{{"heads", 4}, {"kv_heads", 8}}), "kv_heads", "kv_heads is 8");
        // A width of its own need not be that of the model.
        QVERIFY(problemsOf({{"d_model", 10}, {"heads", 4}, {"head_width", 6}}).empty());
        GF_PROBLEM((json{{"head_width", 7}, {"positional", "rotary"}}), "head_width",
                   "head_width is 7", "even");
    }

    void whatDoesNotGoTogether_ofTwoStacks_isNamed() {
        GF_PROBLEM((json{{"encoder_heads", 3}}), "encoder_heads", "encoder_heads is 3",
                   "does not divide d_model 64");
        GF_PROBLEM(
            (json{{"decoder_heads", 8}, {"kv_heads", 4}, {"heads", 6}, {"encoder_heads", 2}}),
            "kv_heads", "encoder_heads 2");
        GF_PROBLEM((json{{"share_embeddings", true}, {"target_vocab", 50}}), "share_embeddings",
                   "source_vocab is 40", "target_vocab is 50");
        GF_PROBLEM((json{{"positional", "buckets"}, {"bucket_distance", 16}}), "bucket_distance",
                   "bucket_distance is 16", "half of buckets 32");
        QVERIFY(problemsOf({{"architecture", "decoder"}, {"encoder_layers", 3}}).empty());
        QVERIFY(!toJson(configFromJson({{"architecture", "decoder"}, {"encoder_layers", 3}}))
                     .contains("encoder_layers"));
    }

    void rotaryPositions_needAnEvenWidthInEachStack() {
        const json odd{
            {"positional", "rotary"}, {"d_model", 12}, {"heads", 2}, {"decoder_heads", 4}};
        GF_PROBLEM(odd, "positional", "d_model 12 over decoder_heads 4", "odd width of 3");
        const json even{
            {"positional", "rotary"}, {"d_model", 16}, {"heads", 2}, {"decoder_heads", 4}};
        QVERIFY(problemsOf(even).empty());
    }

    void windows_areOneNumberOrOneForEachLayer() {
        using Windows = std::vector<Index>;
        const auto read = [](const json& window) {
            return configFromJson({{"window", window}}).windows;
        };
        QCOMPARE(read(0), Windows());
        QCOMPARE(read(4), Windows{4});
        QCOMPARE(read("0,8"), (Windows{0, 8}));
        QCOMPARE(read({0, 8}), (Windows{0, 8}));
        QCOMPARE(read({0, 0}), Windows());
        QCOMPARE(toJson(configFromJson({{"window", {0, 8}}})).at("window"), json("0,8"));
        QCOMPARE(toJson(ModelConfig{}).at("window"), json(0));
        const ModelConfig turns = configFromJson({{"layers", 3}, {"window", {0, 8}}});
        QCOMPARE(turns.windowOf(0), Index{0});
        QCOMPARE(turns.windowOf(1), Index{8});
        QCOMPARE(turns.windowOf(2), Index{0});
        GF_PROBLEM((json{{"window", "0;8"}}), "window", "\"0;8\"", "commas");
        GF_PROBLEM((json{{"window", {1.5}}}), "window", "1.5");
        GF_PROBLEM((json{{"window", 9000}}), "window", "8192");
        QVERIFY(!toJson(configFromJson({{"architecture", "encoder"}})).contains("window"));
    }

    void shareThatTurns_leavesAnEvenNumberOfFeatures() {
        const json rotary{{"positional", "rotary"}, {"d_model", 32}, {"heads", 4}};
        const auto with = [&](const json& more) {
            json all = rotary;
            all.update(more);
            return all;
        };
        QCOMPARE(configFromJson(with({{"rotary_share", 0.25}})).turnedWidth(), Index{2});
        GF_PROBLEM(with({{"rotary_share", 0.4}}), "rotary_share", "3 of the 8", "even number");
        GF_PROBLEM(with({{"rotary_share", 0.1}}), "rotary_share", "0 of the 8");
        GF_PROBLEM(with({{"rope_scaling", "llama3"}, {"rope_high", 1}}), "rope_high", "rope_low");
    }

    void residual_isParallelWithNormsBeforeOrNone() {
        QVERIFY(problemsOf({{"architecture", "decoder"}, {"residual", "parallel"}}).empty());
        GF_PROBLEM((json{{"architecture", "decoder"}, {"residual", "parallel"}, {"norm", "post"}}),
                   "residual", "parallel", "pre");
        QVERIFY(!configFromJson({{"architecture", "decoder"}, {"residual", "sequential"}})
                     .isParallel());
        QVERIFY(!toJson(ModelConfig{}).contains("residual")); // it is an encoder–decoder
    }

    void switchedOff_leavesItsKeysOut() {
        const ModelConfig bare = configFromJson({{"norm_kind", "none"},
                                                 {"norm", "post"},
                                                 {"norm_epsilon", 0.1},
                                                 {"embedding_norm", true}});
        QVERIFY(bare == (ModelConfig{.normKind = NormKind::None}));
        QVERIFY(!bare.hasNorms());
        for (const char* key : {"norm", "norm_epsilon", "embedding_norm"})
            QVERIFY2(!toJson(bare).contains(key), key);
        const ModelConfig attention = configFromJson(
            {{"ffn", "none"}, {"d_ff", 7}, {"ffn_bias", false}, {"activation", "gelu"}});
        QVERIFY(attention == (ModelConfig{.ffn = FeedForwardKind::None}));
        QVERIFY(!attention.hasFeedForward());
        // The transform before the output bends too.
        QCOMPARE(
            configFromJson({{"ffn", "none"}, {"output_transform", true}, {"activation", "gelu"}})
                .activation,
            Activation::Gelu);
        QCOMPARE(configFromJson({{"head_width", 6}}).valueWidth(), Index{6});
        QCOMPARE(configFromJson({{"value_width", 5}}).valueWidth(), Index{5});
    }

    void biasesOfAttention_areTrueFalseOrQkv() {
        QCOMPARE(configFromJson({{"attention_bias", true}}).attentionBias, AttentionBias::All);
        QCOMPARE(configFromJson({{"attention_bias", "true"}}).attentionBias, AttentionBias::All);
        QCOMPARE(configFromJson({{"attention_bias", "qkv"}}).attentionBias, AttentionBias::Qkv);
        GF_PROBLEM((json{{"attention_bias", "some"}}), "attention_bias",
                   "false, true, \"qkv\" or \"output\"");
        GF_PROBLEM((json{{"attention_bias", "qkv"}, {"family", "recurrent"}}), "attention_bias",
                   "recurrent");
    }

    void tiedKeys_needAsManyHeads() {
        GF_PROBLEM((json{{"tie_query_key", true}, {"kv_heads", 2}}), "tie_query_key", "heads is 4",
                   "kv_heads is 2");
        QVERIFY(problemsOf({{"tie_query_key", true}, {"kv_heads", 4}}).empty());
    }

    void oddWidth_isAllowed() {
        QVERIFY(problemsOf({{"d_model", 15}, {"heads", 3}, {"positional", "sinusoidal"}}).empty());
    }

    void tiedEncoder_needsOneVocabulary() {
        json config{{"architecture", "encoder"}, {"tie_embeddings", true}, {"target_vocab", 8}};
        GF_PROBLEM(config, "tie_embeddings", "source_vocab is 40", "target_vocab is 8");
        config["source_vocab"] = 8;
        QVERIFY(problemsOf(config).empty());
        QVERIFY(problemsOf({{"tie_embeddings", true}, {"target_vocab", 8}}).empty());
    }

    void absurdModel_isRefused() {
        GF_PROBLEM((json{{"layers", 64}, {"d_model", 8192}, {"d_ff", 65536}}), "d_model",
                   "million weights", "layers");
        GF_PROBLEM((json{{"d_model", 1024}, {"target_vocab", 1000000}}), "target_vocab",
                   "vocabulary");
        // GPT-2 small is possible.
        QVERIFY(problemsOf({{"architecture", "decoder"},
                            {"layers", 12},
                            {"d_model", 768},
                            {"heads", 12},
                            {"d_ff", 3072},
                            {"target_vocab", 50257},
                            {"max_length", 1024},
                            {"positional", "learned"},
                            {"tie_embeddings", true}})
                    .empty());
    }

    /// What the tables of conditions name is there.
    void conditions_nameExistingKeysAndChoices() {
        const auto choicesOf = [](std::string_view key) {
            static constexpr std::array<std::string_view, 2> onOff{"true", "false"};
            const auto found = std::ranges::find(configFields(), key, &ConfigField::key);
            if (found != configFields().end() && found->type == FieldType::Switch)
                return std::span<const std::string_view>(onOff);
            return found == configFields().end() ? std::span<const std::string_view>()
                                                 : found->choices;
        };
        const auto exists = [&](const KeyChoices& row) {
            return std::ranges::all_of(row.choices, [&](std::string_view choice) {
                const auto choices = choicesOf(row.key);
                return choice.empty() || std::ranges::find(choices, choice) != choices.end();
            });
        };
        const auto allExist = [&](const FieldCondition& condition) {
            return std::ranges::all_of(condition.rows, [&](const FieldCondition::Row& row) {
                return std::ranges::all_of(row, exists);
            });
        };
        for (const ConfigField& field : configFields())
            QVERIFY2(allExist(field.only), std::string(field.key).c_str());
        for (const ChoiceLimit& limit : choiceLimits())
            QVERIFY2(exists(limit.of) && allExist(limit.only), std::string(limit.of.key).c_str());
    }

    void conditions_mayAskForSeveralKeysAndChoices() {
        const FieldCondition none;
        const FieldCondition both = allOf(is("norm", "post"), is("activation", "gelu"));
        const FieldCondition one = either(is("norm", "post"), is("positional", "none", "learned"));
        ModelConfig config;
        QVERIFY(holds(none, config));
        QVERIFY(!holds(both, config));
        QVERIFY(!holds(one, config));
        config.norm = Norm::Post;
        QVERIFY(!holds(both, config));
        QVERIFY(holds(one, config));
        config.activation = Activation::Gelu;
        QVERIFY(holds(both, config));
        config.norm = Norm::Pre;
        config.positional = Positional::Learned;
        QVERIFY(!holds(both, config));
        QVERIFY(holds(one, config));
        QCOMPARE(described(both).english(), std::string("Layer norm: post, and Activation: gelu"));
        QCOMPARE(described(one).english(),
                 std::string("Layer norm: post or Positions: none or learned"));
    }

    void heads_belongToModelsWithAttention() {
        const auto has = [](const json& object, const char* key) {
            return toJson(configFromJson(object)).contains(key);
        };
        for (const char* key : {"heads", "scaled", "attention_bias"}) {
            QVERIFY(has({{"architecture", "encoder"}}, key));
            QVERIFY(!has({{"architecture", "encoder"}, {"mixer", "mean"}}, key));
            QVERIFY(has({{"mixer", "mean"}}, key)); // in cross-attention
        }
        QVERIFY(has({{"mixer", "convolution"}}, "kernel_reach"));
        QVERIFY(!has({{"mixer", "mean"}}, "kernel_reach"));
        // Heads that do not divide the width do not matter where there are none.
        QVERIFY(
            problemsOf({{"architecture", "decoder"}, {"mixer", "mean"}, {"d_model", 9}}).empty());
        QVERIFY(!problemsOf({{"mixer", "mean"}, {"d_model", 9}}).empty());
    }

    void positional_isAProblemWhereTheMixerForbidsIt() {
        for (const char* positional : {"relative", "rotary", "alibi"}) {
            const json object{{"mixer", "mean"}, {"positional", positional}};
            GF_PROBLEM(object, "positional", "positional is \"" + std::string(positional),
                       "self-attention", "choose the mixer \"attention\"");
            const ModelConfig read =
                readableConfig({{"mixer", "mean"}, {"positional", positional}});
            QVERIFY(!obstacleTo("positional", positional, read).empty());
            QVERIFY(obstacleTo("positional", positional, ModelConfig{}).empty());
        }
        for (const char* positional : {"none", "sinusoidal", "learned"})
            QVERIFY(problemsOf({{"mixer", "convolution"}, {"positional", positional}}).empty());
    }

    void inapplicableKey_isNotReadOrWritten() {
        const json sinusoidal{{"positional", "sinusoidal"}, {"relative_reach", 5}};
        QVERIFY(configFromJson(sinusoidal) == ModelConfig{});
        QVERIFY(!toJson(configFromJson(sinusoidal)).contains("relative_reach"));
        const ModelConfig relative =
            configFromJson({{"positional", "relative"}, {"relative_reach", 5}});
        QCOMPARE(relative.relativeReach, Index{5});
        QCOMPARE(toJson(relative).at("relative_reach"), json(5));
    }

    void problemsOf_findsAllProblemsAtOnce() {
        const auto problems =
            problemsOf({{"layers", 0}, {"heads", 5}, {"dropout", 2}, {"nrom", "pre"}});
        std::set<std::string> keys;
        for (const ConfigProblem& problem : problems)
            keys.insert(problem.key);
        QVERIFY(keys == (std::set<std::string>{"layers", "heads", "dropout", "nrom"}));
    }

    void configFromJson_throwsTheFirstProblem() {
        GF_FAILS(configFromJson({{"heads", 5}}), "heads is 5", "d_model 64");
        GF_FAILS(configFromJson(json::array()), "object");
    }

    void parameterCount_countsEveryWeight_data() {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<int>("count");
        // D 4, F 6, layers 2, source vocabulary 10, target vocabulary 11, longest sequence 7:
        // attention 64, feed-forward 24 + 6 + 24 + 4 = 58, norm 8, output 44 + 11.
        QTest::newRow("encoder-decoder")
            << "{}" << 2 * (64 + 58 + 16) + 8 + 2 * (128 + 58 + 24) + 8 + 40 + 44 + 55;
        QTest::newRow("post") << R"({"norm":"post"})"
                              << 2 * (64 + 58 + 16) + 2 * (128 + 58 + 24) + 40 + 44 + 55;
        QTest::newRow("attention bias")
            << R"({"attention_bias":true})"
            << 2 * (80 + 58 + 16) + 8 + 2 * (160 + 58 + 24) + 8 + 40 + 44 + 55;
        QTest::newRow("learned positions")
            << R"({"positional":"learned"})"
            << 2 * (64 + 58 + 16) + 8 + 2 * (128 + 58 + 24) + 8 + 40 + 44 + 55 + 2 * 28;
        QTest::newRow("tied") << R"({"tie_embeddings":true})"
                              << 2 * (64 + 58 + 16) + 8 + 2 * (128 + 58 + 24) + 8 + 40 + 44 + 11;
        QTest::newRow("encoder") << R"({"architecture":"encoder"})"
                                 << 2 * (64 + 58 + 16) + 8 + 40 + 55;
        QTest::newRow("decoder") << R"({"architecture":"decoder"})"
                                 << 2 * (64 + 58 + 16) + 8 + 44 + 55;
        // Two heads of width 2 that share one of keys and values: 16 + 8 + 8 + 16 for attention; no
        // biases in the feed-forward layer, whose gate has 24 more; gains alone in the norms.
        QTest::newRow("decoder, grouped, gated, rms, without biases")
            << R"({"architecture":"decoder","kv_heads":1,"ffn":"gated","ffn_bias":false,)"
               R"("norm_kind":"rms","output_bias":false})"
            << 2 * (48 + 72 + 8) + 4 + 44 + 44;
        QTest::newRow("decoder, wide heads, biases of q, k, v")
            << R"({"architecture":"decoder","head_width":5,"attention_bias":"qkv"})"
            << 2 * (160 + 30 + 58 + 16) + 8 + 44 + 55;
        QTest::newRow("decoder, no norms")
            << R"({"architecture":"decoder","norm_kind":"none"})" << 2 * (64 + 58) + 44 + 55;
        QTest::newRow("decoder, attention alone")
            << R"({"architecture":"decoder","ffn":"none"})" << 2 * (64 + 8) + 8 + 44 + 55;
        QTest::newRow("decoder, wide values")
            << R"({"architecture":"decoder","value_width":5,"attention_bias":true})"
            << 2 * (32 + 80 + 8 + 10 + 4 + 58 + 16) + 8 + 44 + 55;
        QTest::newRow("one matrix of queries and keys in self-attention")
            << R"({"tie_query_key":true})"
            << 2 * (48 + 58 + 16) + 8 + 2 * (112 + 58 + 24) + 8 + 40 + 44 + 55;
        QTest::newRow("encoder, LSTM")
            << R"({"architecture":"encoder","family":"recurrent","cell":"lstm","alignment":"none"})"
            << 2 * (128 + 32) + 40 + 55;
        QTest::newRow("encoder as BERT")
            << R"({"architecture":"encoder","token_types":2,"embedding_norm":true,"pooler":true,)"
               R"("positional":"learned","position_offset":2,"output_transform":true})"
            << 2 * (64 + 58 + 16) + 8 + 40 + 36 + 8 + 8 + 20 + 28 + 55;
        QTest::newRow("encoder, states")
            << R"({"architecture":"encoder","output":"states"})" << 2 * (64 + 58 + 16) + 8 + 40;
        QTest::newRow("decoder, learned, tied, post, bias")
            << R"({"architecture":"decoder","positional":"learned","tie_embeddings":true,"norm":"post",)"
               R"("attention_bias":true})"
            << 2 * (80 + 58 + 16) + 44 + 28 + 11;
    }

    void parameterCount_countsEveryWeight() {
        QFETCH(QString, changes);
        QFETCH(int, count);
        json object{{"d_model", 4},       {"heads", 2},         {"d_ff", 6},
                    {"source_vocab", 10}, {"target_vocab", 11}, {"max_length", 7}};
        object.update(json::parse(changes.toStdString()));
        QCOMPARE(parameterCount(configFromJson(object)), Index{count});
    }
};

} // namespace gf::tst_config

#include "tests/entry.h"
GF_GUILESS_TEST(tst_config, TestConfig)
#include "tst_config.moc"
