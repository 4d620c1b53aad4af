// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/opened_names.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace gf {

namespace {

constexpr bool turned = true;

constexpr TensorSource gpt2[] = {
    {"embedding.weight", "wte.weight"},
    {"position.weight", "wpe.weight"},
    {"decoder.#.norm1.gain", "h.#.ln_1.weight"},
    {"decoder.#.norm1.bias", "h.#.ln_1.bias"},
    {"decoder.#.self_attn.w_q", "h.#.attn.c_attn.weight", false, 0, 3},
    {"decoder.#.self_attn.w_k", "h.#.attn.c_attn.weight", false, 1, 3},
    {"decoder.#.self_attn.w_v", "h.#.attn.c_attn.weight", false, 2, 3},
    {"decoder.#.self_attn.b_q", "h.#.attn.c_attn.bias", false, 0, 3},
    {"decoder.#.self_attn.b_k", "h.#.attn.c_attn.bias", false, 1, 3},
    {"decoder.#.self_attn.b_v", "h.#.attn.c_attn.bias", false, 2, 3},
    {"decoder.#.self_attn.w_o", "h.#.attn.c_proj.weight"},
    {"decoder.#.self_attn.b_o", "h.#.attn.c_proj.bias"},
    {"decoder.#.norm2.gain", "h.#.ln_2.weight"},
    {"decoder.#.norm2.bias", "h.#.ln_2.bias"},
    {"decoder.#.ffn.w_1", "h.#.mlp.c_fc.weight"},
    {"decoder.#.ffn.b_1", "h.#.mlp.c_fc.bias"},
    {"decoder.#.ffn.w_2", "h.#.mlp.c_proj.weight"},
    {"decoder.#.ffn.b_2", "h.#.mlp.c_proj.bias"},
    {"decoder.norm.gain", "ln_f.weight"},
    {"decoder.norm.bias", "ln_f.bias"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr TensorSource llama[] = {
    {"embedding.weight", "embed_tokens.weight"},
    {"decoder.#.norm1.gain", "layers.#.input_layernorm.weight"},
    {"decoder.#.self_attn.w_q", "layers.#.self_attn.q_proj.weight", turned},
    {"decoder.#.self_attn.w_k", "layers.#.self_attn.k_proj.weight", turned},
    {"decoder.#.self_attn.w_v", "layers.#.self_attn.v_proj.weight", turned},
    {"decoder.#.self_attn.w_o", "layers.#.self_attn.o_proj.weight", turned},
    {"decoder.#.self_attn.b_q", "layers.#.self_attn.q_proj.bias"},
    {"decoder.#.self_attn.b_k", "layers.#.self_attn.k_proj.bias"},
    {"decoder.#.self_attn.b_v", "layers.#.self_attn.v_proj.bias"},
    {"decoder.#.self_attn.b_o", "layers.#.self_attn.o_proj.bias"},
    {"decoder.#.self_attn.q_norm.gain", "layers.#.self_attn.q_norm.weight"},
    {"decoder.#.self_attn.k_norm.gain", "layers.#.self_attn.k_norm.weight"},
    {"decoder.#.norm2.gain", "layers.#.post_attention_layernorm.weight"},
    {"decoder.#.ffn.w_gate", "layers.#.mlp.gate_proj.weight", turned},
    {"decoder.#.ffn.w_1", "layers.#.mlp.up_proj.weight", turned},
    {"decoder.#.ffn.w_2", "layers.#.mlp.down_proj.weight", turned},
    {"decoder.norm.gain", "norm.weight"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr bool byHead = true;

constexpr TensorSource gptNeo[] = {
    {"embedding.weight", "wte.weight"},
    {"position.weight", "wpe.weight"},
    {"decoder.#.norm1.gain", "h.#.ln_1.weight"},
    {"decoder.#.norm1.bias", "h.#.ln_1.bias"},
    {"decoder.#.norm2.gain", "h.#.ln_2.weight"},
    {"decoder.#.norm2.bias", "h.#.ln_2.bias"},
    {"decoder.#.self_attn.w_q", "h.#.attn.attention.q_proj.weight", turned},
    {"decoder.#.self_attn.w_k", "h.#.attn.attention.k_proj.weight", turned},
    {"decoder.#.self_attn.w_v", "h.#.attn.attention.v_proj.weight", turned},
    {"decoder.#.self_attn.w_o", "h.#.attn.attention.out_proj.weight", turned},
    {"decoder.#.self_attn.b_o", "h.#.attn.attention.out_proj.bias"},
    {"decoder.#.ffn.w_1", "h.#.mlp.c_fc.weight", turned},
    {"decoder.#.ffn.b_1", "h.#.mlp.c_fc.bias"},
    {"decoder.#.ffn.w_2", "h.#.mlp.c_proj.weight", turned},
    {"decoder.#.ffn.b_2", "h.#.mlp.c_proj.bias"},
    {"decoder.norm.gain", "ln_f.weight"},
    {"decoder.norm.bias", "ln_f.bias"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr TensorSource gptNeoX[] = {
    {"embedding.weight", "embed_in.weight"},
    {"decoder.#.norm1.gain", "layers.#.input_layernorm.weight"},
    {"decoder.#.norm1.bias", "layers.#.input_layernorm.bias"},
    {"decoder.#.norm2.gain", "layers.#.post_attention_layernorm.weight"},
    {"decoder.#.norm2.bias", "layers.#.post_attention_layernorm.bias"},
    {"decoder.#.self_attn.w_q", "layers.#.attention.query_key_value.weight", turned, 0, 3, byHead},
    {"decoder.#.self_attn.b_q", "layers.#.attention.query_key_value.bias", false, 0, 3, byHead},
    {"decoder.#.self_attn.w_k", "layers.#.attention.query_key_value.weight", turned, 1, 3, byHead},
    {"decoder.#.self_attn.b_k", "layers.#.attention.query_key_value.bias", false, 1, 3, byHead},
    {"decoder.#.self_attn.w_v", "layers.#.attention.query_key_value.weight", turned, 2, 3, byHead},
    {"decoder.#.self_attn.b_v", "layers.#.attention.query_key_value.bias", false, 2, 3, byHead},
    {"decoder.#.self_attn.w_o", "layers.#.attention.dense.weight", turned},
    {"decoder.#.self_attn.b_o", "layers.#.attention.dense.bias"},
    {"decoder.#.ffn.w_1", "layers.#.mlp.dense_h_to_4h.weight", turned},
    {"decoder.#.ffn.b_1", "layers.#.mlp.dense_h_to_4h.bias"},
    {"decoder.#.ffn.w_2", "layers.#.mlp.dense_4h_to_h.weight", turned},
    {"decoder.#.ffn.b_2", "layers.#.mlp.dense_4h_to_h.bias"},
    {"decoder.norm.gain", "final_layer_norm.weight"},
    {"decoder.norm.bias", "final_layer_norm.bias"},
    {"output.weight", "embed_out.weight", turned},
};

constexpr TensorSource bert[] = {
    {"embedding.weight", "embeddings.word_embeddings.weight"},
    {"position.weight", "embeddings.position_embeddings.weight"},
    {"token_type.weight", "embeddings.token_type_embeddings.weight"},
    {"embedding_norm.gain", "embeddings.LayerNorm.weight"},
    {"embedding_norm.bias", "embeddings.LayerNorm.bias"},
    {"encoder.#.self_attn.w_q", "encoder.layer.#.attention.self.query.weight", turned},
    {"encoder.#.self_attn.b_q", "encoder.layer.#.attention.self.query.bias"},
    {"encoder.#.self_attn.w_k", "encoder.layer.#.attention.self.key.weight", turned},
    {"encoder.#.self_attn.b_k", "encoder.layer.#.attention.self.key.bias"},
    {"encoder.#.self_attn.w_v", "encoder.layer.#.attention.self.value.weight", turned},
    {"encoder.#.self_attn.b_v", "encoder.layer.#.attention.self.value.bias"},
    {"encoder.#.self_attn.w_o", "encoder.layer.#.attention.output.dense.weight", turned},
    {"encoder.#.self_attn.b_o", "encoder.layer.#.attention.output.dense.bias"},
    {"encoder.#.norm1.gain", "encoder.layer.#.attention.output.LayerNorm.weight"},
    {"encoder.#.norm1.bias", "encoder.layer.#.attention.output.LayerNorm.bias"},
    {"encoder.#.ffn.w_1", "encoder.layer.#.intermediate.dense.weight", turned},
    {"encoder.#.ffn.b_1", "encoder.layer.#.intermediate.dense.bias"},
    {"encoder.#.ffn.w_2", "encoder.layer.#.output.dense.weight", turned},
    {"encoder.#.ffn.b_2", "encoder.layer.#.output.dense.bias"},
    {"encoder.#.norm2.gain", "encoder.layer.#.output.LayerNorm.weight"},
    {"encoder.#.norm2.bias", "encoder.layer.#.output.LayerNorm.bias"},
    {"pooler.weight", "pooler.dense.weight", turned},
    {"pooler.bias", "pooler.dense.bias"},
    {"output.transform.weight", "cls.predictions.transform.dense.weight", turned},
    {"output.transform.bias", "cls.predictions.transform.dense.bias"},
    {"output.transform_norm.gain", "cls.predictions.transform.LayerNorm.weight"},
    {"output.transform_norm.bias", "cls.predictions.transform.LayerNorm.bias"},
    {"output.bias", "cls.predictions.bias"},
};

/// RoBERTa's are those of BERT but for what guesses words.
constexpr TensorSource robertaHead[] = {
    {"output.transform.weight", "lm_head.dense.weight", turned},
    {"output.transform.bias", "lm_head.dense.bias"},
    {"output.transform_norm.gain", "lm_head.layer_norm.weight"},
    {"output.transform_norm.bias", "lm_head.layer_norm.bias"},
    {"output.bias", "lm_head.bias"},
};

constexpr TensorSource distilBert[] = {
    {"embedding.weight", "embeddings.word_embeddings.weight"},
    {"position.weight", "embeddings.position_embeddings.weight"},
    {"embedding_norm.gain", "embeddings.LayerNorm.weight"},
    {"embedding_norm.bias", "embeddings.LayerNorm.bias"},
    {"encoder.#.self_attn.w_q", "transformer.layer.#.attention.q_lin.weight", turned},
    {"encoder.#.self_attn.b_q", "transformer.layer.#.attention.q_lin.bias"},
    {"encoder.#.self_attn.w_k", "transformer.layer.#.attention.k_lin.weight", turned},
    {"encoder.#.self_attn.b_k", "transformer.layer.#.attention.k_lin.bias"},
    {"encoder.#.self_attn.w_v", "transformer.layer.#.attention.v_lin.weight", turned},
    {"encoder.#.self_attn.b_v", "transformer.layer.#.attention.v_lin.bias"},
    {"encoder.#.self_attn.w_o", "transformer.layer.#.attention.out_lin.weight", turned},
    {"encoder.#.self_attn.b_o", "transformer.layer.#.attention.out_lin.bias"},
    {"encoder.#.norm1.gain", "transformer.layer.#.sa_layer_norm.weight"},
    {"encoder.#.norm1.bias", "transformer.layer.#.sa_layer_norm.bias"},
    {"encoder.#.ffn.w_1", "transformer.layer.#.ffn.lin1.weight", turned},
    {"encoder.#.ffn.b_1", "transformer.layer.#.ffn.lin1.bias"},
    {"encoder.#.ffn.w_2", "transformer.layer.#.ffn.lin2.weight", turned},
    {"encoder.#.ffn.b_2", "transformer.layer.#.ffn.lin2.bias"},
    {"encoder.#.norm2.gain", "transformer.layer.#.output_layer_norm.weight"},
    {"encoder.#.norm2.bias", "transformer.layer.#.output_layer_norm.bias"},
    {"output.transform.weight", "vocab_transform.weight", turned},
    {"output.transform.bias", "vocab_transform.bias"},
    {"output.transform_norm.gain", "vocab_layer_norm.weight"},
    {"output.transform_norm.bias", "vocab_layer_norm.bias"},
    {"output.bias", "vocab_projector.bias"},
};

/// Names of one parameter below each other are alternatives: the first that is there counts.
constexpr TensorSource bart[] = {
    {"source_embedding.weight", "shared.weight"},
    {"source_embedding.weight", "encoder.embed_tokens.weight"},
    {"source_embedding.weight", "decoder.embed_tokens.weight"},
    {"target_embedding.weight", "decoder.embed_tokens.weight"},
    {"source_position.weight", "encoder.embed_positions.weight"},
    {"target_position.weight", "decoder.embed_positions.weight"},
    {"source.embedding_norm.gain", "encoder.layernorm_embedding.weight"},
    {"source.embedding_norm.bias", "encoder.layernorm_embedding.bias"},
    {"target.embedding_norm.gain", "decoder.layernorm_embedding.weight"},
    {"target.embedding_norm.bias", "decoder.layernorm_embedding.bias"},
    {"encoder.#.self_attn.w_q", "encoder.layers.#.self_attn.q_proj.weight", turned},
    {"encoder.#.self_attn.b_q", "encoder.layers.#.self_attn.q_proj.bias"},
    {"encoder.#.self_attn.w_k", "encoder.layers.#.self_attn.k_proj.weight", turned},
    {"encoder.#.self_attn.b_k", "encoder.layers.#.self_attn.k_proj.bias"},
    {"encoder.#.self_attn.w_v", "encoder.layers.#.self_attn.v_proj.weight", turned},
    {"encoder.#.self_attn.b_v", "encoder.layers.#.self_attn.v_proj.bias"},
    {"encoder.#.self_attn.w_o", "encoder.layers.#.self_attn.out_proj.weight", turned},
    {"encoder.#.self_attn.b_o", "encoder.layers.#.self_attn.out_proj.bias"},
    {"encoder.#.norm1.gain", "encoder.layers.#.self_attn_layer_norm.weight"},
    {"encoder.#.norm1.bias", "encoder.layers.#.self_attn_layer_norm.bias"},
    {"encoder.#.norm2.gain", "encoder.layers.#.final_layer_norm.weight"},
    {"encoder.#.norm2.bias", "encoder.layers.#.final_layer_norm.bias"},
    {"encoder.#.ffn.w_1", "encoder.layers.#.fc1.weight", turned},
    {"encoder.#.ffn.b_1", "encoder.layers.#.fc1.bias"},
    {"encoder.#.ffn.w_2", "encoder.layers.#.fc2.weight", turned},
    {"encoder.#.ffn.b_2", "encoder.layers.#.fc2.bias"},
    {"decoder.#.self_attn.w_q", "decoder.layers.#.self_attn.q_proj.weight", turned},
    {"decoder.#.self_attn.b_q", "decoder.layers.#.self_attn.q_proj.bias"},
    {"decoder.#.self_attn.w_k", "decoder.layers.#.self_attn.k_proj.weight", turned},
    {"decoder.#.self_attn.b_k", "decoder.layers.#.self_attn.k_proj.bias"},
    {"decoder.#.self_attn.w_v", "decoder.layers.#.self_attn.v_proj.weight", turned},
    {"decoder.#.self_attn.b_v", "decoder.layers.#.self_attn.v_proj.bias"},
    {"decoder.#.self_attn.w_o", "decoder.layers.#.self_attn.out_proj.weight", turned},
    {"decoder.#.self_attn.b_o", "decoder.layers.#.self_attn.out_proj.bias"},
    {"decoder.#.cross_attn.w_q", "decoder.layers.#.encoder_attn.q_proj.weight", turned},
    {"decoder.#.cross_attn.b_q", "decoder.layers.#.encoder_attn.q_proj.bias"},
    {"decoder.#.cross_attn.w_k", "decoder.layers.#.encoder_attn.k_proj.weight", turned},
    {"decoder.#.cross_attn.b_k", "decoder.layers.#.encoder_attn.k_proj.bias"},
    {"decoder.#.cross_attn.w_v", "decoder.layers.#.encoder_attn.v_proj.weight", turned},
    {"decoder.#.cross_attn.b_v", "decoder.layers.#.encoder_attn.v_proj.bias"},
    {"decoder.#.cross_attn.w_o", "decoder.layers.#.encoder_attn.out_proj.weight", turned},
    {"decoder.#.cross_attn.b_o", "decoder.layers.#.encoder_attn.out_proj.bias"},
    {"decoder.#.norm1.gain", "decoder.layers.#.self_attn_layer_norm.weight"},
    {"decoder.#.norm1.bias", "decoder.layers.#.self_attn_layer_norm.bias"},
    {"decoder.#.norm2.gain", "decoder.layers.#.encoder_attn_layer_norm.weight"},
    {"decoder.#.norm2.bias", "decoder.layers.#.encoder_attn_layer_norm.bias"},
    {"decoder.#.norm3.gain", "decoder.layers.#.final_layer_norm.weight"},
    {"decoder.#.norm3.bias", "decoder.layers.#.final_layer_norm.bias"},
    {"decoder.#.ffn.w_1", "decoder.layers.#.fc1.weight", turned},
    {"decoder.#.ffn.b_1", "decoder.layers.#.fc1.bias"},
    {"decoder.#.ffn.w_2", "decoder.layers.#.fc2.weight", turned},
    {"decoder.#.ffn.b_2", "decoder.layers.#.fc2.bias"},
    {"output.weight", "lm_head.weight", turned},
    {"output.bias", "final_logits_bias", false, 0, 1, false, true},
};

constexpr TensorSource t5[] = {
    {"source_embedding.weight", "shared.weight"},
    {"source_embedding.weight", "encoder.embed_tokens.weight"},
    {"source_embedding.weight", "decoder.embed_tokens.weight"},
    {"encoder.#.self_attn.bucket_bias",
     "encoder.block.#.layer.0.SelfAttention.relative_attention_bias.weight", turned},
    {"encoder.#.self_attn.w_q", "encoder.block.#.layer.0.SelfAttention.q.weight", turned},
    {"encoder.#.self_attn.w_k", "encoder.block.#.layer.0.SelfAttention.k.weight", turned},
    {"encoder.#.self_attn.w_v", "encoder.block.#.layer.0.SelfAttention.v.weight", turned},
    {"encoder.#.self_attn.w_o", "encoder.block.#.layer.0.SelfAttention.o.weight", turned},
    {"encoder.#.norm1.gain", "encoder.block.#.layer.0.layer_norm.weight"},
    {"encoder.#.norm2.gain", "encoder.block.#.layer.1.layer_norm.weight"},
    {"encoder.#.ffn.w_1", "encoder.block.#.layer.1.DenseReluDense.wi.weight", turned},
    {"encoder.#.ffn.w_gate", "encoder.block.#.layer.1.DenseReluDense.wi_0.weight", turned},
    {"encoder.#.ffn.w_1", "encoder.block.#.layer.1.DenseReluDense.wi_1.weight", turned},
    {"encoder.#.ffn.w_2", "encoder.block.#.layer.1.DenseReluDense.wo.weight", turned},
    {"encoder.norm.gain", "encoder.final_layer_norm.weight"},
    {"decoder.#.self_attn.bucket_bias",
     "decoder.block.#.layer.0.SelfAttention.relative_attention_bias.weight", turned},
    {"decoder.#.self_attn.w_q", "decoder.block.#.layer.0.SelfAttention.q.weight", turned},
    {"decoder.#.self_attn.w_k", "decoder.block.#.layer.0.SelfAttention.k.weight", turned},
    {"decoder.#.self_attn.w_v", "decoder.block.#.layer.0.SelfAttention.v.weight", turned},
    {"decoder.#.self_attn.w_o", "decoder.block.#.layer.0.SelfAttention.o.weight", turned},
    {"decoder.#.norm1.gain", "decoder.block.#.layer.0.layer_norm.weight"},
    {"decoder.#.cross_attn.w_q", "decoder.block.#.layer.1.EncDecAttention.q.weight", turned},
    {"decoder.#.cross_attn.w_k", "decoder.block.#.layer.1.EncDecAttention.k.weight", turned},
    {"decoder.#.cross_attn.w_v", "decoder.block.#.layer.1.EncDecAttention.v.weight", turned},
    {"decoder.#.cross_attn.w_o", "decoder.block.#.layer.1.EncDecAttention.o.weight", turned},
    {"decoder.#.norm2.gain", "decoder.block.#.layer.1.layer_norm.weight"},
    {"decoder.#.norm3.gain", "decoder.block.#.layer.2.layer_norm.weight"},
    {"decoder.#.ffn.w_1", "decoder.block.#.layer.2.DenseReluDense.wi.weight", turned},
    {"decoder.#.ffn.w_gate", "decoder.block.#.layer.2.DenseReluDense.wi_0.weight", turned},
    {"decoder.#.ffn.w_1", "decoder.block.#.layer.2.DenseReluDense.wi_1.weight", turned},
    {"decoder.#.ffn.w_2", "decoder.block.#.layer.2.DenseReluDense.wo.weight", turned},
    {"decoder.norm.gain", "decoder.final_layer_norm.weight"},
    {"output.weight", "lm_head.weight", turned},
};

constexpr std::string_view gpt2Extra[] = {".attn.bias", "masked_bias", "lm_head.weight"};
constexpr std::string_view llamaExtra[] = {"inv_freq", "masked_bias", "rotary_emb.cos_cached",
                                           "rotary_emb.sin_cached", "lm_head.weight"};
constexpr std::string_view gptNeoExtra[] = {".attn.attention.bias", "masked_bias",
                                            "lm_head.weight"};
constexpr std::string_view gptNeoXExtra[] = {
    "attention.bias",        "masked_bias",           "inv_freq",
    "rotary_emb.cos_cached", "rotary_emb.sin_cached", "embed_out.weight"};
constexpr std::string_view bertExtra[] = {"position_ids",
                                          "token_type_ids",
                                          "cls.predictions.decoder.weight",
                                          "cls.predictions.decoder.bias",
                                          "cls.seq_relationship.weight",
                                          "cls.seq_relationship.bias",
                                          "lm_head.decoder.weight",
                                          "lm_head.decoder.bias",
                                          "vocab_projector.weight",
                                          "pooler.dense.weight",
                                          "pooler.dense.bias"};

constexpr std::string_view translatorExtra[] = {
    "lm_head.weight",
    "embed_tokens.weight",
    "shared.weight",
    "embed_positions.weight",
    "EncDecAttention.relative_attention_bias.weight",
};

/// In the order in which a message names them.
constexpr OpenedFamily families[] = {
    {"gpt2", {gpt2, {}, "transformer.", gpt2Extra}},
    {"bert", {bert, {}, "bert.", bertExtra}},
    {"distilbert", {distilBert, {}, "distilbert.", bertExtra}},
    {"roberta", {bert, robertaHead, "roberta.", bertExtra}},
    {"llama", {llama, {}, "model.", llamaExtra}},
    {"qwen2", {llama, {}, "model.", llamaExtra}},
    {"mistral", {llama, {}, "model.", llamaExtra}},
    {"qwen3", {llama, {}, "model.", llamaExtra}},
    {"gemma", {llama, {}, "model.", llamaExtra}},
    {"gpt_neo", {gptNeo, {}, "transformer.", gptNeoExtra}},
    {"gpt_neox", {gptNeoX, {}, "gpt_neox.", gptNeoXExtra}},
    {"marian", {bart, {}, "model.", translatorExtra}},
    {"bart", {bart, {}, "model.", translatorExtra}},
    {"t5", {t5, {}, "", translatorExtra}},
};

/// Ends of tensors that repeat a parameter.
constexpr std::pair<std::string_view, std::string_view> repeated[] = {
    {"lm_head.weight", "embedding.weight"},
    {"embed_out.weight", "embedding.weight"},
    {"lm_head.decoder.weight", "embedding.weight"},
    {"cls.predictions.decoder.weight", "embedding.weight"},
    {"vocab_projector.weight", "embedding.weight"},
    {"lm_head.weight", "target_embedding.weight"},
    {"lm_head.weight", "source_embedding.weight"},
    {"embed_tokens.weight", "source_embedding.weight"},
    {"shared.weight", "source_embedding.weight"},
    {"lm_head.decoder.bias", "output.bias"},
    {"cls.predictions.decoder.bias", "output.bias"},
};

/// "decoder.#.norm1.gain" and the number of a layer, for "decoder.3.norm1.gain".
std::pair<std::string, std::string> withoutNumber(std::string_view text) {
    std::string pattern(text);
    std::string number;
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos)
        return {pattern, number};
    const std::size_t end = text.find('.', dot + 1);
    if (end == std::string_view::npos)
        return {pattern, number};
    number = text.substr(dot + 1, end - dot - 1);
    if (number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
        return {pattern, {}};
    pattern.replace(dot + 1, number.size(), "#");
    return {pattern, number};
}

/// Theirs, with or without the prefix, and with the older names of gains and biases; empty where it
/// is not there.
std::string nameOf(const TensorSource& source, const std::string& number, const Naming& naming,
                   const Shards& shards) {
    std::string plain = source.theirs;
    if (const std::size_t at = plain.find('#'); at != std::string::npos)
        plain.replace(at, 1, number);
    std::string older = plain;
    if (older.ends_with("LayerNorm.weight"))
        older.replace(older.size() - 6, 6, "gamma");
    else if (older.ends_with("LayerNorm.bias"))
        older.replace(older.size() - 4, 4, "beta");
    for (const std::string& name : {plain, older})
        for (const std::string& whole : {naming.prefix + name, name})
            if (shards.has(whole))
                return whole;
    return {};
}

} // namespace

std::span<const OpenedFamily> openedFamilies() {
    return families;
}

Naming namingOf(std::string_view type, const ModelConfig& model) {
    const auto found = std::ranges::find(families, type, &OpenedFamily::type);
    assert(found != std::end(families) && "openedConfig() refuses others");
    Naming naming = found->naming;
    naming.tied = model.tieEmbeddings;
    naming.headWidth = model.headWidth();
    return naming;
}

Shape TensorSource::shapeFor(const Shape& shape) const {
    if (shape.rank() == 1)
        return isRow ? Shape{1, shape[0]} : Shape{parts * shape[0]};
    if (transposed)
        return Shape{parts * shape[1], shape[0]};
    return parts == 1 ? shape : Shape{shape[0], parts * shape[1]};
}

FoundTensor findTensor(std::string_view ours, const Naming& naming, const Shards& shards) {
    const auto [pattern, number] = withoutNumber(ours);
    FoundTensor found;
    for (const auto& table : {naming.more, naming.sources})
        for (const TensorSource& source : table)
            if (found.name.empty() && pattern == source.ours)
                if (std::string name = nameOf(source, number, naming, shards);
                    !name.empty() || !found.source)
                    found = {&source, std::move(name)};
    if (found.source && found.name.empty() && naming.tied)
        for (const auto& [theirs, of] : repeated)
            for (const std::string& whole :
                 {std::string(theirs), naming.prefix + std::string(theirs)})
                if (of == ours && shards.has(whole))
                    return {found.source, whole};
    return found;
}

std::vector<std::string_view> repeatedBy(std::string_view theirs) {
    std::vector<std::string_view> all;
    for (const auto& [end, ours] : repeated)
        if (theirs.ends_with(end))
            all.push_back(ours);
    return all;
}

} // namespace gf
