# SPDX-License-Identifier: GPL-3.0-or-later
"""The model variants that are compared with PyTorch, and their numbers to start from.

One row is one case: every option of the configuration and of training is at least once in each
architecture. The two vocabularies, the two lengths and D, F differ on purpose, so that nothing
fits by accident.
"""

import numpy as np
import torch

import plain_numbers as numbers
import plain_recurrent
import plain_transformer as plain

BATCHES = 10

SMALL = {
    "layers": 1,
    "d_model": 6,
    "heads": 2,
    "d_ff": 10,
    "max_length": 8,
    "source_vocab": 11,
    "target_vocab": 9,
}

ADAM = {"optimizer": "adam", "learning_rate": 3e-3}
ADAMW = {"optimizer": "adamw", "learning_rate": 3e-3, "weight_decay": 0.1}
SGD = {"optimizer": "sgd", "learning_rate": 0.05, "momentum": 0.9}
NOAM = {"schedule": "noam", "learning_rate": 0.05, "warmup": 4}
COSINE = {"schedule": "cosine", "warmup": 3}

PRE, POST = {"norm": "pre"}, {"norm": "post"}
RELU, GELU = {"activation": "relu"}, {"activation": "gelu"}
NOWHERE, SINUSOIDAL, LEARNED = ({"positional": p} for p in ("none", "sinusoidal", "learned"))
BIAS = {"attention_bias": True}
UNSCALED = {"scaled": False}
PLAIN_EMBEDDING = {"embedding_scale": False}
TIED = {"tie_embeddings": True}
TIED_ENCODER = {"tie_embeddings": True, "source_vocab": 9}  # one table needs one vocabulary
DEEP = {"layers": 2}

# name, model options, training options
ENCODER_DECODER = [
    ("pre_relu_sinusoidal_deep", [PRE, RELU, SINUSOIDAL, DEEP], [ADAM]),
    ("post_relu_sinusoidal_deep", [POST, RELU, SINUSOIDAL, DEEP], [ADAM]),
    ("pre_gelu_learned_bias", [PRE, GELU, LEARNED, BIAS], [ADAM]),
    ("post_gelu_none_bias", [POST, GELU, NOWHERE, BIAS], [ADAM]),
    ("unscaled", [PRE, RELU, SINUSOIDAL, UNSCALED], [ADAM]),
    ("plain_embedding", [POST, RELU, SINUSOIDAL, PLAIN_EMBEDDING], [ADAM]),
    ("tied", [PRE, GELU, LEARNED, TIED], [ADAM]),
    ("smoothing", [POST, GELU, SINUSOIDAL], [ADAM, {"label_smoothing": 0.1}]),
    ("adamw", [PRE, RELU, LEARNED], [ADAMW]),
    ("adam_decay", [PRE, GELU, NOWHERE], [ADAM, {"weight_decay": 0.1}]),
    ("sgd_clip_bias", [POST, RELU, LEARNED, BIAS], [SGD, {"clip_norm": 0.5}]),
    ("noam", [POST, GELU, SINUSOIDAL], [ADAM, NOAM]),
    ("cosine", [PRE, RELU, SINUSOIDAL], [ADAMW, COSINE]),
    ("odd_width", [PRE, RELU, SINUSOIDAL, {"d_model": 9, "heads": 3}], [ADAM]),
    ("masked_source", [PRE, RELU, SINUSOIDAL, BIAS], [ADAM]),
]
ENCODER = [
    ("pre_relu_sinusoidal_deep", [PRE, RELU, SINUSOIDAL, DEEP], [ADAM, {"batch": 3}]),
    ("post_gelu_learned_bias", [POST, GELU, LEARNED, BIAS], [ADAMW, NOAM]),
    ("unscaled_bias", [PRE, GELU, NOWHERE, UNSCALED, BIAS], [SGD, COSINE, {"clip_norm": 0.5}]),
    ("plain_embedding", [POST, RELU, SINUSOIDAL, PLAIN_EMBEDDING], [ADAM]),
    ("tied", [PRE, GELU, LEARNED, TIED_ENCODER], [ADAM, {"label_smoothing": 0.2}]),
    ("adam_decay_clip", [POST, RELU, NOWHERE], [ADAM, {"weight_decay": 0.1, "clip_norm": 1.0}]),
    ("one_head", [PRE, RELU, SINUSOIDAL, {"heads": 1}], [SGD, {"momentum": 0.0}]),
]
DECODER = [
    ("pre_gelu_learned_deep", [PRE, GELU, LEARNED, DEEP], [ADAM]),
    ("post_relu_sinusoidal_bias", [POST, RELU, SINUSOIDAL, BIAS], [ADAMW, COSINE]),
    ("unscaled_bias", [PRE, RELU, NOWHERE, UNSCALED, BIAS], [SGD, {"weight_decay": 0.1}]),
    ("plain_embedding", [PRE, GELU, SINUSOIDAL, PLAIN_EMBEDDING], [ADAM, NOAM]),
    ("tied", [POST, GELU, LEARNED, TIED], [ADAM, {"label_smoothing": 0.1}]),
    ("adam_decay_clip", [POST, GELU, NOWHERE], [ADAM, {"weight_decay": 0.1, "clip_norm": 1.0}]),
    ("narrow_heads", [PRE, RELU, SINUSOIDAL, {"heads": 6}], [ADAM]),
]

RELATIVE = {"positional": "relative", "relative_reach": 2}  # shorter than the sequences
ROTARY, ALIBI = {"positional": "rotary", "d_model": 8}, {"positional": "alibi"}

# Positions in the scores: architecture, name, model options, training options
IN_THE_SCORES = [
    ("encoder-decoder", "relative_deep", [PRE, GELU, RELATIVE, DEEP, BIAS], [ADAM]),
    ("encoder", "relative", [POST, RELU, RELATIVE], [ADAMW]),
    ("decoder", "relative_unscaled", [PRE, RELU, RELATIVE, UNSCALED], [SGD]),
    ("encoder-decoder", "rotary_deep", [PRE, GELU, ROTARY, DEEP, BIAS], [ADAM]),
    ("encoder", "rotary", [POST, RELU, ROTARY], [ADAM]),
    ("decoder", "rotary", [PRE, RELU, ROTARY], [ADAMW, NOAM]),
    ("encoder-decoder", "alibi_deep", [POST, GELU, ALIBI, DEEP], [ADAM]),
    ("encoder", "alibi", [PRE, RELU, ALIBI, {"heads": 3}], [ADAM]),
    ("decoder", "alibi", [PRE, RELU, ALIBI, TIED], [ADAM]),
]

MEAN = {"mixer": "mean"}
CONVOLUTION, WIDE = {"mixer": "convolution", "kernel_reach": 1}, {"kernel_reach": 4}
ODD_WIDTH = {"d_model": 7}  # no heads have to divide it

# Other mixers than attention: architecture, name, model options, training options
MIXERS = [
    ("encoder-decoder", "mean_deep", [PRE, GELU, SINUSOIDAL, MEAN, DEEP], [ADAM]),
    ("encoder", "mean", [POST, RELU, NOWHERE, MEAN, ODD_WIDTH], [ADAMW]),
    ("decoder", "mean", [PRE, RELU, LEARNED, MEAN, ODD_WIDTH], [SGD]),
    ("encoder-decoder", "convolution_deep", [PRE, GELU, NOWHERE, CONVOLUTION, DEEP], [ADAM]),
    ("encoder", "convolution_wide", [POST, RELU, SINUSOIDAL, CONVOLUTION, WIDE, ODD_WIDTH], [ADAM]),
    ("decoder", "convolution", [PRE, RELU, LEARNED, CONVOLUTION, ODD_WIDTH], [ADAMW, NOAM]),
]
GELU_TANH, SILU = {"activation": "gelu_tanh"}, {"activation": "silu"}
RMS, GATED = {"norm_kind": "rms", "norm_epsilon": 1e-6}, {"ffn": "gated"}
NO_FFN_BIAS, QKV = {"ffn_bias": False}, {"attention_bias": "qkv"}
GROUPED = {"d_model": 8, "heads": 4, "kv_heads": 2}
ONE_GROUP, WIDE_HEADS = {"kv_heads": 1}, {"head_width": 4}
HALVES = {"rotary_pairs": "halves", "rotary_base": 500.0}
NO_OUTPUT_BIAS = {"output_bias": False}
GPT2 = [PRE, GELU_TANH, LEARNED, BIAS, PLAIN_EMBEDDING, TIED, NO_OUTPUT_BIAS]
LLAMA = [PRE, RMS, SILU, GATED, NO_FFN_BIAS, ROTARY, HALVES, GROUPED, PLAIN_EMBEDDING, NO_OUTPUT_BIAS]
BERT = [POST, GELU, LEARNED, BIAS, PLAIN_EMBEDDING, {"norm_epsilon": 1e-12, "embedding_norm": True}]

# The blocks of today's models: architecture, name, model options, training options
MODERN = [
    ("decoder", "gpt2_deep", [*GPT2, DEEP], [ADAM]),
    ("decoder", "llama_deep", [*LLAMA, DEEP], [ADAM]),
    ("decoder", "qwen2", [*LLAMA, QKV, TIED], [ADAMW]),
    ("decoder", "rms_post", [POST, RMS, SILU, SINUSOIDAL], [SGD]),
    ("decoder", "gated_relu", [PRE, RELU, GATED, SINUSOIDAL], [ADAM]),
    ("decoder", "one_group_alibi", [PRE, GELU, ALIBI, ONE_GROUP, BIAS], [ADAMW, NOAM]),
    ("decoder", "wide_heads", [PRE, RELU, LEARNED, WIDE_HEADS, QKV], [ADAM]),
    ("decoder", "rotary_theta", [PRE, RELU, ROTARY, {"rotary_base": 50.0}], [ADAM]),
    ("encoder", "bert_deep", [*BERT, DEEP, {"token_types": 2, "output_transform": True}], [ADAM]),
    ("encoder", "roberta", [*BERT, {"position_offset": 2, "output_transform": True, **TIED_ENCODER}], [ADAMW]),
    ("encoder", "gelu_tanh_rms", [POST, RMS, GELU_TANH, NOWHERE, {"embedding_norm": True}], [SGD]),
    ("encoder-decoder", "modern_deep", [PRE, RMS, SILU, GATED, SINUSOIDAL, GROUPED, DEEP], [ADAM]),
    ("encoder-decoder", "modern_post", [POST, GELU_TANH, LEARNED, GROUPED, {"embedding_norm": True}], [ADAMW]),
]
PARALLEL, OUTPUT_BIAS = {"residual": "parallel"}, {"attention_bias": "output"}
PARTIAL, QK_NORM, OFFSET = {"rotary_share": 0.5}, {"qk_norm": True}, {"norm_gain_offset": 1}
LINEAR = {"rope_scaling": "linear", "rope_factor": 4.0}
# Of the pairs of four features, one keeps its turns and one is slowed between the two ends.
LLAMA3 = {"rope_scaling": "llama3", "rope_factor": 8.0, "rope_low": 1.0, "rope_high": 4.0, "rope_length": 20, "rotary_base": 50.0}
WIDE_ROTARY = {"positional": "rotary", "d_model": 16, "heads": 2}

# What the second list of real models has: architecture, name, model options, training options
SECOND = [
    ("decoder", "gpt_neo", [PRE, GELU_TANH, LEARNED, OUTPUT_BIAS, UNSCALED, PLAIN_EMBEDDING, {"window": 2}], [ADAM]),
    ("decoder", "window_deep", [PRE, GELU_TANH, LEARNED, OUTPUT_BIAS, DEEP, PLAIN_EMBEDDING, {"window": "0,2"}], [ADAM]),
    ("decoder", "gpt_neox_deep", [PRE, GELU, WIDE_ROTARY, HALVES, PARTIAL, BIAS, PARALLEL, DEEP, PLAIN_EMBEDDING], [ADAM]),
    ("decoder", "partial_adjacent", [PRE, RELU, WIDE_ROTARY, PARTIAL, {"window": 3}], [SGD]),
    ("decoder", "gemma", [PRE, RMS, GELU_TANH, GATED, NO_FFN_BIAS, ROTARY, HALVES, GROUPED, OFFSET, TIED, NO_OUTPUT_BIAS], [ADAMW]),
    ("decoder", "qwen3_deep", [*LLAMA, QK_NORM, DEEP, {"d_model": 16}], [ADAM]),
    ("decoder", "llama3_scaling", [PRE, RMS, SILU, GATED, WIDE_ROTARY, LLAMA3], [ADAM]),
    ("decoder", "linear_scaling", [PRE, RELU, ROTARY, LINEAR], [ADAM]),
    ("encoder", "parallel", [PRE, RELU, SINUSOIDAL, PARALLEL], [ADAMW]),
    ("encoder", "offset_post", [POST, RELU, LEARNED, OFFSET, QK_NORM], [ADAM]),
    ("encoder-decoder", "window_and_norms", [PRE, GELU, SINUSOIDAL, QK_NORM, OFFSET, {"d_model": 12, "heads": 2, "window": 2}], [ADAM]),
    ("encoder-decoder", "llama3_partial", [PRE, RELU, {"positional": "rotary", "d_model": 16, "heads": 1}, PARTIAL, LLAMA3, HALVES], [ADAM]),
]
HALF_SINES, SHARED = {"sinusoid_order": "halves"}, {"share_embeddings": True, "source_vocab": 9}
BUCKETS = {"positional": "buckets", "buckets": 8, "bucket_distance": 6}  # shorter than the sequences
T5 = [PRE, RMS, BUCKETS, UNSCALED, PLAIN_EMBEDDING, NO_FFN_BIAS, NO_OUTPUT_BIAS, WIDE_HEADS]
OWN_STACKS = {"encoder_layers": 1, "decoder_layers": 2, "encoder_heads": 2, "decoder_heads": 3, "encoder_ff": 8, "decoder_ff": 12}

# What models that translate have: architecture, name, model options, training options
TRANSLATORS = [
    ("encoder-decoder", "marian_deep", [POST, SILU, SINUSOIDAL, HALF_SINES, BIAS, TIED, SHARED, DEEP, {"d_model": 16}], [ADAM]),
    ("encoder-decoder", "bart", [POST, GELU, LEARNED, BIAS, PLAIN_EMBEDDING, TIED, SHARED, {"embedding_norm": True, "position_offset": 2}], [ADAMW]),
    ("encoder-decoder", "t5", [*T5, RELU, TIED, SHARED, {"output_scale": True, "d_model": 12}], [ADAM]),
    ("encoder-decoder", "t5_gated", [*T5, GATED, GELU_TANH, SHARED, OWN_STACKS], [ADAM]),
    ("encoder", "buckets_post", [POST, RELU, BUCKETS], [ADAMW]),
    ("decoder", "buckets_deep", [PRE, GELU, BUCKETS, DEEP, {"output_scale": True}], [SGD]),
    ("decoder", "odd_halves", [PRE, RELU, SINUSOIDAL, HALF_SINES, {"d_model": 9, "heads": 3}], [ADAM]),
]
NO_NORMS, NO_FFN = {"norm_kind": "none"}, {"ffn": "none"}
TIED_KEYS = {"tie_query_key": True}
WIDE_VALUES, NARROW_VALUES = {"value_width": 5}, {"value_width": 1}

# What a model can do without, and values of a width of their own: architecture, name, model options, training options
SWITCHES = [
    ("encoder-decoder", "no_norms_deep", [PRE, GELU, LEARNED, DEEP, NO_NORMS, PLAIN_EMBEDDING], [ADAM]),
    ("encoder", "no_norms", [POST, RELU, LEARNED, BIAS, NO_NORMS, {"output_transform": True}], [ADAMW]),
    ("decoder", "no_norms_mean", [PRE, RELU, SINUSOIDAL, MEAN, NO_NORMS], [SGD]),
    ("encoder-decoder", "attention_alone_deep", [PRE, RELU, SINUSOIDAL, DEEP, NO_FFN], [ADAM]),
    ("encoder", "attention_alone_post", [POST, RELU, LEARNED, BIAS, NO_FFN], [ADAM]),
    ("decoder", "attention_alone_bare", [PRE, RELU, LEARNED, DEEP, NO_FFN, NO_NORMS], [ADAM]),
    ("encoder-decoder", "wide_values_deep", [PRE, RELU, LEARNED, BIAS, DEEP, WIDE_VALUES], [ADAM]),
    ("encoder", "narrow_values", [POST, RELU, RELATIVE, NARROW_VALUES], [ADAMW]),
    ("decoder", "grouped_wide_values", [PRE, RELU, ROTARY, GROUPED, QKV, WIDE_VALUES], [ADAM]),
    ("encoder-decoder", "tied_keys_deep", [PRE, RELU, SINUSOIDAL, BIAS, DEEP, TIED_KEYS], [ADAM]),
    ("encoder", "tied_keys", [POST, RELU, LEARNED, TIED_KEYS], [ADAMW]),
    ("decoder", "tied_keys", [PRE, RELU, ROTARY, QKV, TIED_KEYS], [ADAM]),
]
GRU, RNN, LSTM = ({"family": "recurrent", "cell": c, "attention": "none"} for c in ("gru", "rnn", "lstm"))
ATTENTIONS = ("none", "dot", "general", "location", "concat", "bahdanau")


def recurrent_cases():
    """Every cell with every attention in every architecture that can have it, and some of two layers."""
    rows = []
    for architecture in ("encoder-decoder", "encoder", "decoder"):
        for cell in (GRU, RNN):
            for attention in ATTENTIONS:
                if attention == "bahdanau" and architecture != "encoder-decoder":
                    continue
                name = f"{cell['cell']}_{attention}"
                rows.append((architecture, name, [cell, {"attention": attention}], [ADAM]))
            deep = {"attention": "bahdanau" if architecture == "encoder-decoder" else "concat"}
            rows.append((architecture, f"{cell['cell']}_deep", [cell, deep, DEEP], [ADAM]))
    general = {"attention": "general"}
    rows += [
        ("encoder-decoder", "gru_general_deep", [GRU, general, DEEP, BIAS, TIED], [ADAMW, COSINE]),
        ("encoder-decoder", "gru_none_deep", [GRU, DEEP, PLAIN_EMBEDDING], [SGD, {"clip_norm": 0.5}]),
        ("decoder", "gru_general_tied", [GRU, general, TIED, BIAS], [ADAM, {"label_smoothing": 0.1}]),
    ]
    return rows


FORECAST = {"input": "values", "output": "values", "features": 1}
TWO_COLUMNS = {"features": 2}
POINTER = {"input": "values", "output": "pointer", "features": 2}
LABELLED_NUMBERS = {"input": "values", "output": "words", "features": 3}

# Rows of real numbers: architecture, name, model options, training options
NUMBERS = [
    ("encoder-decoder", "forecast_deep", [PRE, GELU, SINUSOIDAL, DEEP, FORECAST], [ADAM]),
    ("encoder-decoder", "forecast_columns", [POST, RELU, LEARNED, FORECAST, TWO_COLUMNS], [ADAMW]),
    ("decoder", "forecast", [PRE, RELU, SINUSOIDAL, FORECAST], [SGD]),
    ("encoder", "forecast", [PRE, RELU, SINUSOIDAL, FORECAST, TWO_COLUMNS], [ADAM]),
    ("encoder-decoder", "pointer_deep", [POST, RELU, NOWHERE, DEEP, POINTER, {"d_model": 8}], [ADAM]),
    ("encoder-decoder", "pointer_post", [POST, RELU, SINUSOIDAL, BIAS, POINTER], [SGD]),
    ("encoder-decoder", "numbers_to_words", [PRE, RELU, SINUSOIDAL, LABELLED_NUMBERS], [ADAM]),
    ("encoder", "numbers_to_labels", [POST, GELU, LEARNED, LABELLED_NUMBERS], [ADAM]),
]

GENERAL, DOT, CONCAT, BAHDANAU = ({"attention": a} for a in ("general", "dot", "concat", "bahdanau"))

# Recurrent models that read and say rows of real numbers
RECURRENT_NUMBERS = [
    ("encoder-decoder", "gru_general_forecast", [GRU, GENERAL, FORECAST], [ADAM]),
    ("encoder-decoder", "gru_none_forecast", [GRU, DEEP, FORECAST, TWO_COLUMNS], [ADAMW]),
    ("decoder", "gru_dot_forecast", [GRU, DOT, FORECAST, TWO_COLUMNS], [ADAM]),
    ("encoder", "rnn_concat_forecast", [RNN, CONCAT, FORECAST], [SGD]),
    ("encoder-decoder", "rnn_bahdanau_forecast", [RNN, BAHDANAU, DEEP, FORECAST], [ADAM]),
    ("encoder-decoder", "gru_general_pointer", [GRU, GENERAL, DEEP, POINTER], [ADAM]),
    ("encoder-decoder", "rnn_bahdanau_pointer", [RNN, BAHDANAU, POINTER], [ADAMW]),
    ("encoder-decoder", "gru_concat_numbers_to_words", [GRU, CONCAT, LABELLED_NUMBERS], [ADAM]),
    ("encoder", "gru_dot_numbers_to_labels", [GRU, DOT, LABELLED_NUMBERS], [ADAM]),
]

# Hidden characters: labels for some tokens alone, and for `<eos>` none
HIDDEN = [
    ("encoder", "hidden_tokens", [PRE, GELU, SINUSOIDAL, BIAS, TIED_ENCODER], [ADAM]),
    ("encoder", "hidden_tokens_smoothed", [POST, RELU, LEARNED], [ADAMW, {"label_smoothing": 0.1}]),
]


# Cells that keep more than their state
LONG_SHORT = [
    *(
        (architecture, f"lstm_{attention}", [LSTM, {"attention": attention}], [ADAM])
        for architecture in ("encoder-decoder", "encoder", "decoder")
        for attention in ("none", "general", "concat")
    ),
    ("encoder-decoder", "lstm_bahdanau_deep", [LSTM, BAHDANAU, DEEP], [ADAM]),
    ("encoder-decoder", "lstm_none_deep", [LSTM, DEEP, PLAIN_EMBEDDING], [SGD, {"clip_norm": 0.5}]),
    ("decoder", "lstm_deep", [LSTM, DOT, DEEP, TIED], [ADAMW]),
    ("encoder-decoder", "lstm_general_forecast", [LSTM, GENERAL, FORECAST], [ADAM]),
]


class Case:
    """A configuration, initial weights and batches; the same on every machine."""

    def __init__(self, architecture, name, model_options, train_options, seed):
        self.name = f"{architecture}.{name}"
        self.model = dict(plain.MODEL_DEFAULTS, **SMALL, architecture=architecture)
        for option in model_options:
            self.model.update(option)
        self.train = dict(plain.TRAIN_DEFAULTS, steps=BATCHES)
        for option in train_options:
            self.train.update(option)
        self.source_masked = name == "masked_source"
        self.hides = name.startswith("hidden_tokens")
        random = np.random.RandomState(seed)
        self.weights = {
            key: self.draw(random, key, shape)
            for key, shape in parameter_shapes(self.model).items()
        }
        draw = self.draw_numbers if numbers.reads_numbers(self.model) else self.draw_batches
        self.sources, self.labels = draw(random)

    @staticmethod
    def draw(random, name, shape):
        """Weights of the usual size, but no gain is 1 and no bias 0, so that each of them counts."""
        values = random.standard_normal(shape)
        kind = name.rsplit(".", 1)[-1]
        if kind == "gain":
            values = 1.0 + 0.2 * values
        elif len(shape) == 1:
            values = 0.2 * values
        else:
            rows = shape[1] if "embedding" in name or "position" in name else np.prod(shape[:-1])
            values = values / np.sqrt(rows)
        if name in ("attention.w_a", "attention.w_1", "attention.w_2"):
            # A query's gradient is a sum over its keys that cancels where tanh is nearly a line.
            values = 3.0 * values
        return values.astype(np.float32)

    def draw_batches(self, random):
        """source_ids [N,B,S] and target_ids [N,B,T]: rows of different lengths, `<eos>`, padding."""
        encoder_only = self.model["architecture"] == "encoder"
        batch = self.train["batch"]
        length_s, length_t = 5, 5 if encoder_only else 4
        sources = np.full((BATCHES, batch, length_s), plain.PAD, np.int64)
        labels = np.full((BATCHES, batch, length_t), plain.PAD, np.int64)
        for n in range(BATCHES):
            for b in range(batch):
                full = (n + b) % batch == 0  # one row of each batch has no padding
                used_s = length_s if full else random.randint(2, length_s)
                used_t = length_t if full else random.randint(2, length_t)
                used_t = used_s if encoder_only else used_t
                sources[n, b, : used_s - 1] = random.randint(3, self.model["source_vocab"], used_s - 1)
                sources[n, b, used_s - 1] = plain.EOS
                labels[n, b, : used_t - 1] = random.randint(3, self.model["target_vocab"], used_t - 1)
                labels[n, b, used_t - 1] = plain.EOS
        if self.source_masked:
            sources[:, 1] = plain.PAD  # nothing to see: every row of its attention is fully masked
        if self.hides:
            labels[(random.uniform(size=labels.shape) < 0.5) | (labels == plain.EOS)] = plain.PAD
        return (sources if plain.has_encoder(self.model) else None), labels

    def draw_numbers(self, random):
        """source_values [N,B,S,f] and target_values [N,B,T,f] or target_ids [N,B,T]: rows of different
        lengths and padding."""
        model, batch = self.model, self.train["batch"]
        encoder_only = model["architecture"] == "encoder"
        length_s, length_t = 5, 5 if encoder_only else 4
        features = model["features"]
        sources = random.standard_normal((BATCHES, batch, length_s, features)).astype(np.float32)
        values = random.standard_normal((BATCHES, batch, length_t, features)).astype(np.float32)
        ids = np.full((BATCHES, batch, length_t), plain.PAD, np.int64)
        for n in range(BATCHES):
            for b in range(batch):
                full = (n + b) % batch == 0  # one row of each batch has no padding
                used_s = length_s if full else random.randint(2, length_s)
                used_t = length_t if full else random.randint(2, length_t)
                used_t = used_s if encoder_only else min(used_t, used_s)
                sources[n, b, used_s:] = np.nan
                values[n, b, used_t:] = np.nan
                if numbers.points(model):
                    ids[n, b, :used_t] = numbers.FIRST + random.permutation(used_s)[:used_t]
                else:
                    ended = 0 if encoder_only else 1
                    words = random.randint(3, model["target_vocab"], used_t - ended)
                    ids[n, b, : used_t - ended] = words
                    ids[n, b, used_t - ended : used_t] = plain.EOS
        labels = values if numbers.says_numbers(model) else ids
        return (sources if plain.has_encoder(model) else None), labels

    def parameters(self, dtype):
        """Fresh leaves that gradients collect in."""
        return {
            name: torch.tensor(values, dtype=dtype, requires_grad=True)
            for name, values in self.weights.items()
        }

    def batch(self, index):
        """(source ids or None, labels) of one batch as tensors."""
        source = None if self.sources is None else torch.tensor(self.sources[index])
        return source, torch.tensor(self.labels[index])


def parameter_shapes(model):
    recurrent = plain_recurrent.is_recurrent(model)
    return (plain_recurrent if recurrent else plain).parameter_shapes(model)


def all_cases():
    tables = {"encoder-decoder": ENCODER_DECODER, "encoder": ENCODER, "decoder": DECODER}
    rows = [(architecture, *row) for architecture, table in tables.items() for row in table]
    rows += IN_THE_SCORES
    rows += MIXERS
    cases = [Case(*row, seed=1000 + number) for number, row in enumerate(rows)]
    cases += [Case(*row, seed=9600 + number) for number, row in enumerate(recurrent_cases())]
    cases += [Case(*row, seed=4000 + number) for number, row in enumerate(NUMBERS)]
    cases += [Case(*row, seed=4500 + number) for number, row in enumerate(RECURRENT_NUMBERS)]
    cases += [Case(*row, seed=5000 + number) for number, row in enumerate(HIDDEN)]
    cases += [Case(*row, seed=5500 + number) for number, row in enumerate(MODERN)]
    cases += [Case(*row, seed=6100 + number) for number, row in enumerate(SWITCHES)]
    cases += [Case(*row, seed=6200 + number) for number, row in enumerate(SECOND)]
    cases += [Case(*row, seed=6300 + number) for number, row in enumerate(TRANSLATORS)]
    cases += [Case(*row, seed=6500 + number) for number, row in enumerate(LONG_SHORT)]
    return cases
