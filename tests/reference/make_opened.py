#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a small random model of each family that is opened, and what the reference computes with it.

Usage: make_opened.py

Needs the Python packages "torch" and "transformers" (made with 2.15.0 and 5.24.0). Writes
tests/reference/opened/FAMILY as `save_pretrained` does, and FAMILY.safetensors beside it: token ids, and
under our names the steps, the loss and the gradients that PyTorch computes in float64 (rounded to float32
once). Weights are drawn with a fixed seed, and none is 0 or 1 so that each of them counts.
tests/reference/tst_opened.cpp compares.
"""

import json
import pathlib
import shutil

import torch
import transformers as hf
from safetensors.torch import load_file, save_file

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "opened"
TOKENIZERS = HERE / "tokenizers"
SEED = 20261125


def transposed(tensor):
    return tensor.t()


def same(tensor):
    return tensor


def part(number, parts):
    return lambda tensor: tensor.chunk(parts, dim=-1)[number]


def gpt2_names(layers):
    yield "embedding.weight", "transformer.wte.weight", same
    yield "position.weight", "transformer.wpe.weight", same
    for i in range(layers):
        ours, theirs = f"decoder.{i}", f"transformer.h.{i}"
        for number, norm in ((1, "ln_1"), (2, "ln_2")):
            yield f"{ours}.norm{number}.gain", f"{theirs}.{norm}.weight", same
            yield f"{ours}.norm{number}.bias", f"{theirs}.{norm}.bias", same
        for number, letter in enumerate("qkv"):
            yield f"{ours}.self_attn.w_{letter}", f"{theirs}.attn.c_attn.weight", part(number, 3)
            yield f"{ours}.self_attn.b_{letter}", f"{theirs}.attn.c_attn.bias", part(number, 3)
        for letter, module in (("self_attn.w_o", "attn.c_proj.weight"), ("self_attn.b_o", "attn.c_proj.bias"),
                               ("ffn.w_1", "mlp.c_fc.weight"), ("ffn.b_1", "mlp.c_fc.bias"),
                               ("ffn.w_2", "mlp.c_proj.weight"), ("ffn.b_2", "mlp.c_proj.bias")):
            yield f"{ours}.{letter}", f"{theirs}.{module}", same
    yield "decoder.norm.gain", "transformer.ln_f.weight", same
    yield "decoder.norm.bias", "transformer.ln_f.bias", same


def llama_names(layers, biased, tied):
    yield "embedding.weight", "model.embed_tokens.weight", same
    for i in range(layers):
        ours, theirs = f"decoder.{i}", f"model.layers.{i}"
        yield f"{ours}.norm1.gain", f"{theirs}.input_layernorm.weight", same
        yield f"{ours}.norm2.gain", f"{theirs}.post_attention_layernorm.weight", same
        for letter in "qkvo":
            yield f"{ours}.self_attn.w_{letter}", f"{theirs}.self_attn.{letter}_proj.weight", transposed
            if biased and letter != "o":
                yield f"{ours}.self_attn.b_{letter}", f"{theirs}.self_attn.{letter}_proj.bias", same
        for name, module in (("w_gate", "gate"), ("w_1", "up"), ("w_2", "down")):
            yield f"{ours}.ffn.{name}", f"{theirs}.mlp.{module}_proj.weight", transposed
    yield "decoder.norm.gain", "model.norm.weight", same
    if not tied:
        yield "output.weight", "lm_head.weight", transposed


def qwen3_names(layers):
    yield from llama_names(layers, False, False)
    for i in range(layers):
        for letter in "qk":
            yield f"decoder.{i}.self_attn.{letter}_norm.gain", f"model.layers.{i}.self_attn.{letter}_norm.weight", same


def gpt_neo_names(layers):
    yield "embedding.weight", "transformer.wte.weight", same
    yield "position.weight", "transformer.wpe.weight", same
    for i in range(layers):
        ours, theirs = f"decoder.{i}", f"transformer.h.{i}"
        yield from norm_names(f"{ours}.norm1", f"{theirs}.ln_1")
        yield from norm_names(f"{ours}.norm2", f"{theirs}.ln_2")
        for letter in "qkv":
            yield f"{ours}.self_attn.w_{letter}", f"{theirs}.attn.attention.{letter}_proj.weight", transposed
        yield from linear_names(f"{ours}.self_attn.w_o", f"{ours}.self_attn.b_o", f"{theirs}.attn.attention.out_proj")
        yield from linear_names(f"{ours}.ffn.w_1", f"{ours}.ffn.b_1", f"{theirs}.mlp.c_fc")
        yield from linear_names(f"{ours}.ffn.w_2", f"{ours}.ffn.b_2", f"{theirs}.mlp.c_proj")
    yield from norm_names("decoder.norm", "transformer.ln_f")


def by_head(number, heads, width):
    """q, k or v of a matrix that has those of each head together."""
    def taken(tensor):
        return tensor.reshape(heads, 3, width, *tensor.shape[1:])[:, number].flatten(0, 1).t()
    return taken


def gpt_neox_names(layers, heads, width):
    yield "embedding.weight", "gpt_neox.embed_in.weight", same
    for i in range(layers):
        ours, theirs = f"decoder.{i}", f"gpt_neox.layers.{i}"
        yield from norm_names(f"{ours}.norm1", f"{theirs}.input_layernorm")
        yield from norm_names(f"{ours}.norm2", f"{theirs}.post_attention_layernorm")
        for number, letter in enumerate("qkv"):
            for ours_kind, kind in (("w", "weight"), ("b", "bias")):
                yield (f"{ours}.self_attn.{ours_kind}_{letter}", f"{theirs}.attention.query_key_value.{kind}",
                       by_head(number, heads, width))
        yield from linear_names(f"{ours}.self_attn.w_o", f"{ours}.self_attn.b_o", f"{theirs}.attention.dense")
        yield from linear_names(f"{ours}.ffn.w_1", f"{ours}.ffn.b_1", f"{theirs}.mlp.dense_h_to_4h")
        yield from linear_names(f"{ours}.ffn.w_2", f"{ours}.ffn.b_2", f"{theirs}.mlp.dense_4h_to_h")
    yield from norm_names("decoder.norm", "gpt_neox.final_layer_norm")
    yield "output.weight", "lm_head.weight", transposed  # "embed_out.weight" in the file


def norm_names(ours, theirs):
    yield f"{ours}.gain", f"{theirs}.weight", same
    yield f"{ours}.bias", f"{theirs}.bias", same


def linear_names(weight, bias, theirs):
    yield weight, f"{theirs}.weight", transposed
    yield bias, f"{theirs}.bias", same


def bert_names(layers, prefix, types):
    embeddings = f"{prefix}embeddings"
    yield "embedding.weight", f"{embeddings}.word_embeddings.weight", same
    yield "position.weight", f"{embeddings}.position_embeddings.weight", same
    if types:
        yield "token_type.weight", f"{embeddings}.token_type_embeddings.weight", same
    yield from norm_names("embedding_norm", f"{embeddings}.LayerNorm")
    for i in range(layers):
        ours, theirs = f"encoder.{i}", f"{prefix}encoder.layer.{i}"
        for letter, module in zip("qkv", ("query", "key", "value")):
            yield from linear_names(f"{ours}.self_attn.w_{letter}", f"{ours}.self_attn.b_{letter}",
                                    f"{theirs}.attention.self.{module}")
        yield from linear_names(f"{ours}.self_attn.w_o", f"{ours}.self_attn.b_o", f"{theirs}.attention.output.dense")
        yield from norm_names(f"{ours}.norm1", f"{theirs}.attention.output.LayerNorm")
        yield from linear_names(f"{ours}.ffn.w_1", f"{ours}.ffn.b_1", f"{theirs}.intermediate.dense")
        yield from linear_names(f"{ours}.ffn.w_2", f"{ours}.ffn.b_2", f"{theirs}.output.dense")
        yield from norm_names(f"{ours}.norm2", f"{theirs}.output.LayerNorm")


def distil_names(layers):
    yield "embedding.weight", "distilbert.embeddings.word_embeddings.weight", same
    yield "position.weight", "distilbert.embeddings.position_embeddings.weight", same
    yield from norm_names("embedding_norm", "distilbert.embeddings.LayerNorm")
    for i in range(layers):
        ours, theirs = f"encoder.{i}", f"distilbert.transformer.layer.{i}"
        for letter, module in zip("qkvo", ("q_lin", "k_lin", "v_lin", "out_lin")):
            yield from linear_names(f"{ours}.self_attn.w_{letter}", f"{ours}.self_attn.b_{letter}",
                                    f"{theirs}.attention.{module}")
        yield from norm_names(f"{ours}.norm1", f"{theirs}.sa_layer_norm")
        yield from linear_names(f"{ours}.ffn.w_1", f"{ours}.ffn.b_1", f"{theirs}.ffn.lin1")
        yield from linear_names(f"{ours}.ffn.w_2", f"{ours}.ffn.b_2", f"{theirs}.ffn.lin2")
        yield from norm_names(f"{ours}.norm2", f"{theirs}.output_layer_norm")
    yield from head_names("vocab_transform", "vocab_layer_norm", "vocab_projector.bias")


def head_names(dense, norm, bias):
    yield from linear_names("output.transform.weight", "output.transform.bias", dense)
    yield from norm_names("output.transform_norm", norm)
    yield "output.bias", bias, same


def bart_names(learned_positions):
    yield "source_embedding.weight", "model.shared.weight", same
    if learned_positions:
        for side, stack in (("source", "encoder"), ("target", "decoder")):
            yield f"{side}_position.weight", f"model.{stack}.embed_positions.weight", same
            yield from norm_names(f"{side}.embedding_norm", f"model.{stack}.layernorm_embedding")
    for stack, layers in (("encoder", 2), ("decoder", 1)):
        for i in range(layers):
            ours, theirs = f"{stack}.{i}", f"model.{stack}.layers.{i}"
            for attention, module in (("self_attn", "self_attn"), ("cross_attn", "encoder_attn")):
                if stack == "decoder" or attention == "self_attn":
                    for letter, product in zip("qkvo", ("q_proj", "k_proj", "v_proj", "out_proj")):
                        yield from linear_names(f"{ours}.{attention}.w_{letter}", f"{ours}.{attention}.b_{letter}",
                                                f"{theirs}.{module}.{product}")
            norms = ["self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm"]
            if stack == "encoder":
                del norms[1]
            for number, norm in enumerate(norms, start=1):
                yield from norm_names(f"{ours}.norm{number}", f"{theirs}.{norm}")
            for number in (1, 2):
                yield from linear_names(f"{ours}.ffn.w_{number}", f"{ours}.ffn.b_{number}", f"{theirs}.fc{number}")


def t5_names(gated):
    yield "source_embedding.weight", "shared.weight", same
    for stack, layers in (("encoder", 2), ("decoder", 1)):
        first = f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
        yield f"{stack}.0.self_attn.bucket_bias", first, transposed
        for i in range(layers):
            ours, theirs = f"{stack}.{i}", f"{stack}.block.{i}.layer"
            attentions = [("self_attn", "SelfAttention"), ("cross_attn", "EncDecAttention")][: 2 if stack == "decoder" else 1]
            for number, (attention, module) in enumerate(attentions):
                for letter in "qkvo":
                    yield f"{ours}.{attention}.w_{letter}", f"{theirs}.{number}.{module}.{letter}.weight", transposed
                yield f"{ours}.norm{number + 1}.gain", f"{theirs}.{number}.layer_norm.weight", same
            last = len(attentions)
            yield f"{ours}.norm{last + 1}.gain", f"{theirs}.{last}.layer_norm.weight", same
            for weight, module in ((("w_gate", "wi_0"), ("w_1", "wi_1"), ("w_2", "wo")) if gated else (("w_1", "wi"), ("w_2", "wo"))):
                yield f"{ours}.ffn.{weight}", f"{theirs}.{last}.DenseReluDense.{module}.weight", transposed
        yield f"{stack}.norm.gain", f"{stack}.final_layer_norm.weight", same


def redraw(model):
    """Weights of the usual size, but no gain is 1 and no bias 0."""
    generator = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            values = torch.randn(parameter.shape, generator=generator)
            if parameter.dim() == 1:
                gain = name.endswith("weight") and "norm" in name.lower() or ".ln_" in name and name.endswith("weight")
                gain = gain and not isinstance(model, hf.GemmaForCausalLM)  # its gains are learned from 1 on
                parameter.copy_((1.0 if gain else 0.0) + 0.2 * values)
            else:
                parameter.copy_(values * (0.5 if "embed" in name or "wte" in name or "wpe" in name
                                          else parameter.shape[-1] ** -0.5))


SMALL = {"num_hidden_layers": 2, "hidden_size": 16, "num_attention_heads": 4, "intermediate_size": 24,
         "max_position_embeddings": 40, "attn_implementation": "eager"}
LLAMA = {**SMALL, "vocab_size": 700, "num_key_value_heads": 2, "rms_norm_eps": 1e-5, "pad_token_id": None,
         "bos_token_id": 1, "eos_token_id": 2}

# name, model, tokenizer (of tests/reference/tokenizers, or None), our names of parameters, prefix of steps
def families():
    gpt2 = hf.GPT2Config(n_layer=2, n_embd=16, n_head=4, n_positions=40, vocab_size=701, attn_implementation="eager",
                         bos_token_id=0, eos_token_id=0, resid_pdrop=0, embd_pdrop=0, attn_pdrop=0)
    yield "gpt2", hf.GPT2LMHeadModel(gpt2), "gpt2", gpt2_names(2), "decoder"
    llama = hf.LlamaConfig(**LLAMA, rope_theta=500.0)
    yield "llama", hf.LlamaForCausalLM(llama), None, llama_names(2, False, False), "decoder"
    wide = hf.LlamaConfig(**{**LLAMA, "num_key_value_heads": 1, "head_dim": 6})
    yield "llama-wide", hf.LlamaForCausalLM(wide), None, llama_names(2, False, False), "decoder"
    qwen = hf.Qwen2Config(**LLAMA, tie_word_embeddings=True, use_sliding_window=False)
    yield "qwen2", hf.Qwen2ForCausalLM(qwen), None, llama_names(2, True, True), "decoder"
    scaled = hf.LlamaConfig(**LLAMA, rope_parameters={"rope_type": "llama3", "rope_theta": 50.0, "factor": 8.0, "low_freq_factor": 1.0,
                                                      "high_freq_factor": 4.0, "original_max_position_embeddings": 20})
    yield "llama3-scaled", hf.LlamaForCausalLM(scaled), None, llama_names(2, False, False), "decoder"
    mistral = hf.MistralConfig(**LLAMA, sliding_window=4)
    yield "mistral-window", hf.MistralForCausalLM(mistral), None, llama_names(2, False, False), "decoder"
    qwen3 = hf.Qwen3Config(**{**LLAMA, "head_dim": 6, "rms_norm_eps": 1e-6}, use_sliding_window=False)
    yield "qwen3", hf.Qwen3ForCausalLM(qwen3), None, qwen3_names(2), "decoder"
    gemma = hf.GemmaConfig(**{**LLAMA, "head_dim": 6, "num_key_value_heads": 1})
    yield "gemma", hf.GemmaForCausalLM(gemma), None, llama_names(2, False, True), "decoder"
    neo = hf.GPTNeoConfig(vocab_size=701, hidden_size=16, num_layers=2, attention_types=[[["global", "local"], 1]], num_heads=4,
                          intermediate_size=24, window_size=4, max_position_embeddings=40, attn_implementation="eager",
                          bos_token_id=0, eos_token_id=0, resid_dropout=0, embed_dropout=0, attention_dropout=0)
    yield "gpt_neo", hf.GPTNeoForCausalLM(neo), "gpt2", gpt_neo_names(2), "decoder"
    neox = {**SMALL, "vocab_size": 700, "hidden_size": 32, "rotary_pct": 0.25, "bos_token_id": 0, "eos_token_id": 0}
    yield "gpt_neox", hf.GPTNeoXForCausalLM(hf.GPTNeoXConfig(**neox)), None, gpt_neox_names(2, 4, 8), "decoder"
    serial = hf.GPTNeoXConfig(**{**neox, "hidden_size": 16, "rotary_pct": 1.0}, use_parallel_residual=False)
    yield "gpt_neox-serial", hf.GPTNeoXForCausalLM(serial), None, gpt_neox_names(2, 4, 4), "decoder"
    bert = {**SMALL, "vocab_size": 900, "hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0}
    yield ("bert", hf.BertForMaskedLM(hf.BertConfig(**bert)), "bert",
           [*bert_names(2, "bert.", True), *head_names("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                                                       "cls.predictions.bias")], "encoder")
    yield "bert-states", hf.BertModel(hf.BertConfig(**bert)), "bert", bert_names(2, "", True), "encoder"
    roberta = hf.RobertaConfig(**{**bert, "vocab_size": 700, "type_vocab_size": 1, "pad_token_id": 1, "max_position_embeddings": 42})
    yield ("roberta", hf.RobertaForMaskedLM(roberta), None,
           [*bert_names(2, "roberta.", True), *head_names("lm_head.dense", "lm_head.layer_norm", "lm_head.bias")], "encoder")
    distil = hf.DistilBertConfig(vocab_size=900, n_layers=2, dim=16, n_heads=4, hidden_dim=24, max_position_embeddings=40,
                                 dropout=0, attention_dropout=0, attn_implementation="eager")
    yield "distilbert", hf.DistilBertForMaskedLM(distil), "bert", distil_names(2), "encoder"


# Two layers in the encoder and one in the decoder; the last id is the pad, with which Marian starts.
BART = {"vocab_size": 61, "d_model": 16, "encoder_layers": 2, "decoder_layers": 1, "encoder_attention_heads": 4,
        "decoder_attention_heads": 2, "encoder_ffn_dim": 24, "decoder_ffn_dim": 20, "max_position_embeddings": 40,
        "dropout": 0, "attn_implementation": "eager"}
T5 = {"vocab_size": 61, "d_model": 16, "d_kv": 6, "d_ff": 24, "num_layers": 2, "num_decoder_layers": 1, "num_heads": 4,
      "relative_attention_num_buckets": 8, "relative_attention_max_distance": 10, "dropout_rate": 0,
      "decoder_start_token_id": 0, "attn_implementation": "eager"}


# name, model, our names of parameters, the id of padding
def translators():
    marian = hf.MarianConfig(**BART, activation_function="swish", scale_embedding=True, pad_token_id=60, decoder_start_token_id=60,
                             eos_token_id=0, forced_eos_token_id=0)
    yield "marian", hf.MarianMTModel(marian), bart_names(False), 60
    bart = hf.BartConfig(**BART, pad_token_id=1, bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2)
    yield "bart", hf.BartForConditionalGeneration(bart), bart_names(True), 1
    yield "t5", hf.T5ForConditionalGeneration(hf.T5Config(**T5)), t5_names(False), 0
    gated = hf.T5Config(**T5, feed_forward_proj="gated-gelu", tie_word_embeddings=False)
    yield "t5-gated", hf.T5ForConditionalGeneration(gated), [*t5_names(True), ("output.weight", "lm_head.weight", transposed)], 0


def own_output(folder):
    """Gives a folder an output that is not its table of words."""
    config = json.loads((folder / "config.json").read_text())
    del config["scale_decoder_outputs"]
    config["tie_word_embeddings"] = False
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    weights = load_file(folder / "model.safetensors")
    generator = torch.Generator().manual_seed(SEED + 2)
    weights["lm_head.weight"] = torch.randn(weights["shared.weight"].shape, generator=generator) * 0.3
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


# Searches of which the test knows the same, in this order.
SEARCHES = [(2, {}), (4, {}), (4, {"length_penalty": 2.0, "early_stopping": True}), (3, {"length_penalty": -0.5}),
            (5, {"length_penalty": 0.5, "early_stopping": "never"}), (3, {"length_penalty": 0.0}),
            (1, {"no_repeat_ngram_size": 2}), (1, {"repetition_penalty": 1.5}), (1, {"min_length": 9}),
            (3, {"no_repeat_ngram_size": 3, "min_length": 6, "repetition_penalty": 1.2}),
            (3, {"no_repeat_ngram_size": 1, "renormalize_logits": True})]


def golden_translation(model, names, padding):
    """The same of an encoder and a decoder: `source`, of which the last two tokens are padding, and `ids`,
    which the decoder reads, its start first; and what is written behind the start, greedily and by beams."""
    model = model.double().eval()
    for module in model.modules():
        if isinstance(module, torch.nn.Embedding):
            module.padding_idx = None  # its row has a gradient as any other: the decoder starts with it
    vocabulary = model.config.vocab_size
    generator = torch.Generator().manual_seed(SEED + 1)
    source = torch.randint(3, vocabulary - 1, (1, 9), generator=generator)
    source[0, -2:] = padding
    ids = torch.randint(3, vocabulary - 1, (1, 7), generator=generator)
    ids[0, 0] = model.config.decoder_start_token_id
    mask = (source != padding).long()
    said = model(input_ids=source, attention_mask=mask, decoder_input_ids=ids, output_hidden_states=True, output_attentions=True,
                 use_cache=False)
    loss = torch.nn.functional.cross_entropy(said.logits[0, :-1], ids[0, 1:])
    loss.backward()
    values = {"source": source[0].int(), "ids": ids[0].int(), "step/logits": said.logits[0], "loss": loss.reshape(1)}
    pre = isinstance(model, hf.T5ForConditionalGeneration)
    for stack, side, states in (("encoder", "source", said.encoder_hidden_states), ("decoder", "target", said.decoder_hidden_states)):
        last = len(states) - 1
        number_of = 2 if stack == "encoder" else 3
        for number, hidden in enumerate(states):
            step = (f"{side}.input" if number == 0 else f"{stack}.norm.output" if pre and number == last
                    else f"{stack}.{number - 1}.residual{number_of}" if pre else f"{stack}.{number - 1}.norm{number_of}.output")
            values[f"step/{step}"] = hidden[0]
    for kind, attentions in (("encoder.{}.self_attn", said.encoder_attentions), ("decoder.{}.self_attn", said.decoder_attentions),
                             ("decoder.{}.cross_attn", said.cross_attentions)):
        for number, weights in enumerate(attentions):
            values[f"step/{kind.format(number)}.weights"] = weights[0]
    theirs = dict(model.named_parameters())
    for ours, name_of_theirs, turn in names:
        values[f"grad/{ours}"] = turn(theirs[name_of_theirs].grad)
    with torch.no_grad():
        written = model.generate(source, attention_mask=mask, max_new_tokens=12, do_sample=False, num_beams=1)
        values["written"] = written[0, 1:].int()
        for number, (width, asked) in enumerate(SEARCHES):
            written = model.generate(source, attention_mask=mask, max_new_tokens=12, do_sample=False, num_beams=width, **asked)
            values[f"written.{number}"] = written[0, 1:].int()
    return {key: (value if value.dtype == torch.int32 else value.detach().float()).contiguous().clone() for key, value in values.items()}


def golden(name, model, names, stack):
    """What is compared, under our names."""
    model = model.double().eval()
    vocabulary = model.config.vocab_size
    generator = torch.Generator().manual_seed(SEED + 1)
    ids = torch.randint(0, vocabulary, (1, 9), generator=generator)
    ids[0, 0] = 0  # a word like any other
    if name == "roberta":
        ids = ids.clamp(min=2)  # its positions skip its own padding
    elif "bert" in name:
        ids = ids.clamp(min=1)  # PyTorch gives the row of padding no gradient
    inputs = {"input_ids": ids}
    types = None
    if name.startswith("bert"):
        types = torch.tensor([[0, 0, 0, 0, 1, 1, 1, 1, 1]])
        inputs["token_type_ids"] = types
    labels = ids if stack == "decoder" else torch.randint(0, vocabulary, (1, 9), generator=generator)
    if name != "bert-states":
        inputs["labels"] = labels
    said = model(**inputs, output_hidden_states=True, output_attentions=True)
    values = {"ids": ids[0].int(), "labels": labels[0].int()}
    if types is not None:
        values["types"] = types[0].int()
    last = len(said.hidden_states) - 1
    for number, hidden in enumerate(said.hidden_states):
        residual = "norm2.output" if stack == "encoder" else "residual2"
        step = (f"{'source' if stack == 'encoder' else 'target'}.input" if number == 0
                else f"{stack}.norm.output" if number == last and stack == "decoder"
                else f"{stack}.{number - 1}.{residual}")
        values[f"step/{step}"] = hidden[0]
    for number, weights in enumerate(said.attentions):
        values[f"step/{stack}.{number}.self_attn.weights"] = weights[0]
    if name == "bert-states":
        values["step/pooled"] = said.pooler_output
    else:
        values["step/logits"] = said.logits[0]
        values["loss"] = said.loss.reshape(1)
        said.loss.backward()
        theirs = dict(model.named_parameters())
        for ours, name_of_theirs, turn in names:
            values[f"grad/{ours}"] = turn(theirs[name_of_theirs].grad)
    return {key: (value if value.dtype == torch.int32 else value.detach().float()).contiguous().clone() for key, value in values.items()}


def main():
    torch.set_num_threads(1)
    for name, model, tokenizer, names, stack in families():
        redraw(model)
        folder = FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        if name == "llama":  # in two shards, half precision
            model = model.to(torch.bfloat16)
            model.save_pretrained(folder, max_shard_size="30KB")
        elif name == "distilbert":
            model = model.to(torch.float16)
            model.save_pretrained(folder)
        else:
            model.save_pretrained(folder)
        (folder / "generation_config.json").unlink(missing_ok=True)
        if tokenizer:
            shutil.copy(TOKENIZERS / f"{tokenizer}.json", folder / "tokenizer.json")
        # As it is read: what was rounded in between (the frequencies of positions) is exact again.
        model = type(model).from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
        save_file(golden(name, model, names, stack), FOLDER / f"{name}.safetensors")
    for name, model, names, padding in translators():
        redraw(model)
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.normal_(0, 0.3, generator=torch.Generator().manual_seed(SEED))
        folder = FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        model.save_pretrained(folder)
        (folder / "generation_config.json").unlink(missing_ok=True)
        if name == "t5-gated":  # as version 1.1 is kept: with an output of its own
            own_output(folder)
        model = type(model).from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
        save_file(golden_translation(model, names, padding), FOLDER / f"{name}.safetensors")


if __name__ == "__main__":
    main()
