# SPDX-License-Identifier: GPL-3.0-or-later
"""The transformer of Vaswani et al. 2017, written out plainly in PyTorch.

Nothing is fused and nothing is clever: every step that Glassformer shows is one tensor here, under the
same name. B batch, T target or query length, S source or key length, D width, H heads, K = D / H,
F feed-forward width, V vocabulary. Rows are tokens, weights are (in x out).
"""

import math

import torch
import torch.nn.functional as F

import plain_numbers as numbers

PAD, SOS, EOS = 0, 1, 2

MODEL_DEFAULTS = {
    "architecture": "encoder-decoder",
    "layers": 2,
    "d_model": 64,
    "heads": 4,
    "d_ff": 256,
    "norm": "pre",
    "activation": "relu",
    "positional": "sinusoidal",
    "dropout": 0.0,
    "attention_bias": False,
    "scaled": True,
    "embedding_scale": True,
    "tie_embeddings": False,
    "max_length": 64,
    "source_vocab": 40,
    "target_vocab": 40,
}

TRAIN_DEFAULTS = {
    "steps": 10,
    "batch": 2,
    "optimizer": "adam",
    "learning_rate": 1e-3,
    "schedule": "constant",
    "warmup": 4,
    "beta1": 0.9,
    "beta2": 0.999,
    "epsilon": 1e-8,
    "momentum": 0.9,
    "weight_decay": 0.0,
    "clip_norm": 0.0,
    "label_smoothing": 0.0,
    "seed": 1,
}


def has_encoder(config):
    return config["architecture"] != "decoder"


def has_decoder(config):
    return config["architecture"] != "encoder"


def embedding_name(config, side):
    """`source_embedding` or `target_embedding`, or one table for both; with one side only `embedding`."""
    if config.get("share_embeddings"):
        side = "source"
    return f"{side}_embedding" if config["architecture"] == "encoder-decoder" else "embedding"


def embedding_norm_name(config, side):
    return f"{side}.embedding_norm" if len(sides(config)) > 1 else "embedding_norm"


def stack_config(config, stack):
    """The configuration with the layers, heads and feed-forward width that this stack has."""
    own = dict(config)
    if config["architecture"] == "encoder-decoder":
        for key, short in (("layers", "layers"), ("heads", "heads"), ("d_ff", "ff")):
            own[key] = config.get(f"{stack}_{short}", 0) or config[key]
    return own


def position_name(config, side):
    return f"{side}_position" if config["architecture"] == "encoder-decoder" else "position"


def is_rms(config):
    return config.get("norm_kind", "layer") == "rms"


def has_norms(config):
    return config.get("norm_kind", "layer") != "none"


def has_feed_forward(config):
    return config.get("ffn", "plain") != "none"


def is_gated(config):
    return config.get("ffn", "plain") == "gated"


def key_value_heads(config):
    """G: how many heads of keys and values there are."""
    return config.get("kv_heads", 0) or config["heads"]


def head_width(config):
    """K"""
    return config.get("head_width", 0) or config["d_model"] // config["heads"]


def value_width(config):
    """d_v"""
    return config.get("value_width", 0) or head_width(config)


def attention_shapes(config):
    """(in x out) of the four products of attention."""
    width, groups = config["d_model"], key_value_heads(config)
    queries, read = config["heads"] * head_width(config), config["heads"] * value_width(config)
    keys, values = groups * head_width(config), groups * value_width(config)
    return {"q": (width, queries), "k": (width, keys), "v": (width, values), "o": (read, width)}


def has_attention_bias(config, letter):
    kind = config["attention_bias"]
    return kind is True or (kind == "qkv" and letter != "o") or (kind == "output" and letter == "o")


def is_parallel(config):
    """Whether attention and the feed-forward layer read the same row and are added side by side."""
    return config.get("residual") == "parallel"


def window_of(config, layer):
    """How many keys a query of this layer of a decoder sees at most; 0: all before it."""
    windows = [int(window) for window in str(config.get("window", 0)).split(",")]
    return windows[layer % len(windows)]


def mixer(config):
    """What stands where self-attention stands."""
    return config.get("mixer", "attention")


def sub_layers(config, stack):
    """The sub-layers of one block, in order."""
    parts = ["self_attn" if mixer(config) == "attention" else "mixer"]
    if stack == "decoder" and has_encoder(config):
        parts.append("cross_attn")
    return parts + ["ffn"] * has_feed_forward(config)


def window_offsets(config, stack):
    """Which neighbours a convolution reads, from the one furthest before on."""
    reach = config["kernel_reach"]
    return range(-reach, 1 if stack == "decoder" else reach + 1)


def sides(config):
    return ["source"] * has_encoder(config) + ["target"] * has_decoder(config)


def embedding_shapes(config, side):
    """What turns the words of a side, or its rows of numbers, into vectors."""
    name, width = embedding_name(config, side), config["d_model"]
    if numbers.side_is_numbers(config, side):
        return {f"{name}.weight": (config["features"], width), f"{name}.bias": (width,)}
    return {f"{name}.weight": (config[f"{side}_vocab"], width)}


def output_shapes(config):
    """What turns the top rows into what the model says."""
    width = config["d_model"]
    if numbers.points(config):
        return {"output.weight": (width, width)}
    said = config["features"] if numbers.says_numbers(config) else config["target_vocab"]
    shapes = {} if config["tie_embeddings"] else {"output.weight": (width, said)}
    if config.get("output_bias", True):
        shapes["output.bias"] = (said,)
    if config.get("output_transform"):
        shapes["output.transform.weight"] = (width, width)
        shapes["output.transform.bias"] = (width,)
        shapes.update(norm_shapes(config, "output.transform_norm"))
    return shapes


def norm_shapes(config, name):
    if not has_norms(config):
        return {}
    bias = {} if is_rms(config) else {f"{name}.bias": (config["d_model"],)}
    return {f"{name}.gain": (config["d_model"],), **bias}


def parameter_shapes(config):
    """Every parameter's name and shape."""
    width, hidden = config["d_model"], config["d_ff"]
    shapes = {}

    def norm(name):
        shapes.update(norm_shapes(config, name))

    for side in sides(config):
        shapes.update(embedding_shapes(config, side))
        if config["positional"] == "learned":
            rows = config.get("position_offset", 0) + config["max_length"]
            shapes[f"{position_name(config, side)}.weight"] = (rows, width)
        if config.get("token_types"):
            shapes["token_type.weight"] = (config["token_types"], width)
        if config.get("embedding_norm"):
            norm(embedding_norm_name(config, side))
    whole = config
    for stack in ["encoder"] * has_encoder(whole) + ["decoder"] * has_decoder(whole):
        config = stack_config(whole, stack)
        hidden = config["d_ff"]
        for layer in range(config["layers"]):
            block = f"{stack}.{layer}"
            for number, part in enumerate(sub_layers(config, stack), start=1):
                norm(f"{block}.norm{number}")
                if part == "ffn":
                    if is_gated(config):
                        shapes[f"{block}.ffn.w_gate"] = (width, hidden)
                    shapes[f"{block}.ffn.w_1"] = (width, hidden)
                    if config.get("ffn_bias", True):
                        shapes[f"{block}.ffn.b_1"] = (hidden,)
                    shapes[f"{block}.ffn.w_2"] = (hidden, width)
                    if config.get("ffn_bias", True):
                        shapes[f"{block}.ffn.b_2"] = (width,)
                    continue
                if part == "mixer" and mixer(config) == "mean":
                    shapes[f"{block}.mixer.w_1"] = (width, width)
                    shapes[f"{block}.mixer.w_2"] = (width, width)
                    continue
                if part == "mixer":
                    length = len(window_offsets(config, stack))
                    shapes[f"{block}.mixer.kernel"] = (length, width, width)
                    continue
                if part == "self_attn" and config.get("qk_norm"):
                    for letter in "qk":
                        shapes[f"{block}.{part}.{letter}_norm.gain"] = (head_width(config),)
                if part == "self_attn" and config["positional"] == "buckets" and layer == 0:
                    shapes[f"{block}.{part}.bucket_bias"] = (config["heads"], config["buckets"])
                if part == "self_attn" and config["positional"] == "relative":
                    columns = 2 * config["relative_reach"] + 1
                    shapes[f"{block}.{part}.relative_bias"] = (config["heads"], columns)
                for letter, shape in attention_shapes(config).items():
                    if letter == "k" and part == "self_attn" and config.get("tie_query_key"):
                        continue
                    shapes[f"{block}.{part}.w_{letter}"] = shape
                    if has_attention_bias(config, letter):
                        shapes[f"{block}.{part}.b_{letter}"] = shape[1:]
        if config["norm"] == "pre":
            norm(f"{stack}.norm")
    shapes.update(output_shapes(whole))
    return shapes


def sinusoid(length, width, dtype, order="interleaved"):
    """PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos(the same angle); or all sines before
    all cosines. [length, D]"""
    table = torch.zeros(length, width, dtype=torch.float64)
    for position in range(length):
        for column in range(width):
            pair = column - column % 2
            angle = position / 10000.0 ** (pair / width)
            table[position, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    if order == "halves":
        table = torch.cat([table[:, 0::2], table[:, 1::2]], dim=-1)
    return table.to(dtype)


def rotary_frequency(config, m, turned):
    """By which angle pair m of `turned` features turns from one position to the next, slowed down as
    the configuration says (linear: Chen et al. 2023; llama3: the Llama 3.1 models, 2024)."""
    frequency = config.get("rotary_base", 10000.0) ** (-2.0 * m / turned)
    kind, factor = config.get("rope_scaling", "none"), config.get("rope_factor", 8.0)
    if kind == "none":
        return frequency
    if kind == "linear":
        return frequency / factor
    low, high = config.get("rope_low", 1.0), config.get("rope_high", 4.0)
    length = config.get("rope_length", 8192)
    wave = 2 * math.pi / frequency
    if wave < length / high:
        return frequency
    if wave > length / low:
        return frequency / factor
    smooth = (length / wave - low) / (high - low)
    return (1 - smooth) * frequency / factor + smooth * frequency


def rotation(config, length, width, dtype):
    """The matrix R_p [length, K, K] by which rotary positions multiply a column vector of K features:
    blocks [[cos a, -sin a], [sin a, cos a]] with a = p * 10000^(-2m/K) along the diagonal (Su et al.
    2021, eq. 15). By halves pair m is the features m and m + K/2, as in Llama. With a share below 1
    only the first features turn, as if they were all."""
    pairs = config.get("rotary_pairs", "adjacent")
    turned = int(config.get("rotary_share", 1.0) * width)
    blocks = torch.eye(width, dtype=torch.float64).repeat(length, 1, 1)
    for position in range(length):
        for m in range(turned // 2):
            angle = position * rotary_frequency(config, m, turned)
            places = (2 * m, 2 * m + 1) if pairs == "adjacent" else (m, m + turned // 2)
            turn = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
            for row in range(2):
                for column in range(2):
                    blocks[position, places[row], places[column]] = turn[row][column]
    return blocks.to(dtype)


def offsets(length):
    """j - i for query i and key j. [length, length]"""
    places = torch.arange(length)
    return places[None, :] - places[:, None]


def bucket_of(offset, buckets, distance, past):
    """Which bucket an offset j - i is in (Raffel et al. 2020, section 2.1): half of those of a direction
    have one offset each, the others are as wide as they are far away."""
    first = 0
    if past:
        offset = min(offset, 0)
    else:
        buckets //= 2
        first = buckets if offset > 0 else 0
    apart, own = abs(offset), buckets // 2
    if apart < own:
        return first + apart
    shared = torch.log(torch.tensor(float(apart)) / own) / math.log(distance / own) * (buckets - own)
    return first + min(own + int(shared), buckets - 1)


def bucket_columns(config, past):
    """The bucket of each offset from -R to R."""
    reach = config["bucket_distance"]
    return [bucket_of(offset, config["buckets"], reach, past) for offset in range(-reach, reach + 1)]


def alibi(length, heads, dtype):
    """-m_h * |i - j| with m_h = 2^(-8h/H), h counted from 1 (Press et al. 2022, section 3). [H, T, T]"""
    slopes = torch.tensor([2.0 ** (-8.0 * h / heads) for h in range(1, heads + 1)], dtype=torch.float64)
    return (-slopes[:, None, None] * offsets(length).abs()).to(dtype)


def decoder_input(labels):
    """`y <eos>` and padding -> `<sos> y` and padding. [B, T]"""
    shifted = torch.cat([torch.full_like(labels[:, :1], SOS), labels[:, :-1]], dim=1)
    return shifted.masked_fill(shifted == EOS, PAD)


def decoder_reads(config, source, labels):
    if numbers.side_is_numbers(config, "target"):
        return numbers.decoder_rows(config, source, labels)
    return decoder_input(labels)


class Forward:
    """One forward pass: call it, then read `steps` (name -> tensor with the batch first)."""

    def __init__(self, config, parameters):
        self.config = config
        self.parameters = parameters
        self.steps = {}

    def keep(self, name, value):
        assert name not in self.steps, name
        if value.requires_grad:
            value.retain_grad()
        self.steps[name] = value
        return value

    def __call__(self, source_ids, target_ids, labels, label_smoothing=0.0):
        """Token ids [B, S] and [B, T] as the model sees them; labels of the output's rows."""
        config = self.config
        if has_encoder(config):
            x = self.embed("source", source_ids)
            hidden = numbers.is_padding(source_ids)[:, None, :]  # [B, 1, S]: no query sees a padded key
            x = memory = self.stack("encoder", x, hidden, numbers.is_padding(source_ids))
            memory_hidden = hidden
        if has_decoder(config):
            x = self.embed("target", target_ids)
            length = target_ids.shape[1]
            future = torch.ones(length, length).triu(1).bool()  # key j > query i
            hidden = numbers.is_padding(target_ids)[:, None, :] | future
            if has_encoder(config):
                x = self.stack("decoder", x, hidden, numbers.is_padding(target_ids), memory, memory_hidden)
            else:
                x = self.stack("decoder", x, hidden, numbers.is_padding(target_ids))
        memory = memory if has_encoder(config) else None
        return self.loss_of(x, memory, source_ids, labels, label_smoothing)

    def loss_of(self, x, memory, source_ids, labels, label_smoothing):
        """What is said of the top rows [B, T, D], and how wrong that is."""
        config = self.config
        if numbers.points(config):
            closed = numbers.closed_rows(source_ids, labels)
            weight = self.parameters["output.weight"]
            logits = numbers.pointer_logits(self.keep, x, memory, weight, closed)
            self.keep("probabilities", masked_softmax(logits))
            return self.keep("loss", numbers.pointer_loss(logits, labels))
        if numbers.says_numbers(config):
            y = x @ self.parameters["output.weight"] + self.parameters["output.bias"]
            return self.keep("loss", numbers.squared_error(self.keep("prediction", y), labels))
        if config["tie_embeddings"]:
            side = "target" if has_decoder(config) else "source"
            weight = self.parameters[f"{embedding_name(config, side)}.weight"].transpose(0, 1)
        else:
            weight = self.parameters["output.weight"]
        if config.get("output_transform"):
            x = self.transform(x)
        if config.get("output_scale"):
            x = self.keep("output.scaled", x * config["d_model"] ** -0.5)
        logits = x @ weight
        if config.get("output_bias", True):
            logits = logits + self.parameters["output.bias"]
        logits = self.keep("logits", logits)
        self.keep("probabilities", torch.softmax(logits, dim=-1))
        loss = F.cross_entropy(
            logits.flatten(0, 1),
            labels.flatten(),
            ignore_index=PAD,
            label_smoothing=label_smoothing,
        )
        return self.keep("loss", loss)

    def transform(self, x):
        """A dense layer, the activation and a norm (Devlin et al. 2019, for masked words)."""
        p = self.parameters
        dense = self.keep("output.transform", x @ p["output.transform.weight"] + p["output.transform.bias"])
        return self.norm("output.transform_norm", self.keep("output.transform_active", self.bend(dense)))

    def embedded(self, side, ids):
        """Token ids [B, L], or rows of numbers [B, L, f], as vectors."""
        config = self.config
        name = embedding_name(config, side)
        table = self.parameters[f"{name}.weight"]
        factor = math.sqrt(config["d_model"]) if config["embedding_scale"] else 1.0
        if ids.is_floating_point():
            rows = numbers.embedded(ids.to(table.dtype), table, self.parameters[f"{name}.bias"])
        else:
            rows = table[ids] * factor
        return self.keep(f"{side}.embedded", rows)

    def embed(self, side, ids):
        config = self.config
        embedded = self.embedded(side, ids)
        batch, length = ids.shape[:2]
        if config.get("token_types"):  # one text: every token is of the first segment
            rows = self.parameters["token_type.weight"][torch.zeros_like(ids)]
            embedded = embedded + self.keep(f"{side}.token_type", rows)
            if config["positional"] in ("learned", "sinusoidal"):
                embedded = self.keep(f"{side}.typed", embedded)
        if config["positional"] not in ("learned", "sinusoidal"):
            return self.input(side, embedded * 1.0)
        if config["positional"] == "learned":
            first = config.get("position_offset", 0)
            rows = self.parameters[f"{position_name(config, side)}.weight"][first : first + length]
        else:
            rows = sinusoid(length, config["d_model"], embedded.dtype, config.get("sinusoid_order"))
        position = self.keep(f"{side}.position", rows.repeat(batch, 1, 1))
        return self.input(side, embedded + position)

    def input(self, side, x):
        """What the first layer reads, normalised in some models."""
        if not self.config.get("embedding_norm"):
            return self.keep(f"{side}.input", x)
        name = embedding_norm_name(self.config, side)
        return self.keep(f"{side}.input", self.normed(name, self.keep(f"{side}.summed", x)))

    def stack(self, name, x, hidden, padding, memory=None, memory_hidden=None):
        """`hidden` [B, T or 1, T] is what must not be seen, `padding` [B, T] the tokens that are none."""
        whole, self.config = self.config, stack_config(self.config, name)
        for layer in range(self.config["layers"]):
            block = f"{name}.{layer}"
            seen = hidden
            if name == "decoder" and window_of(self.config, layer):
                seen = hidden | (offsets(x.shape[1]) <= -window_of(self.config, layer))
            read = x
            for number, part in enumerate(sub_layers(self.config, name), start=1):

                def function(y):
                    if part == "ffn":
                        return self.feed_forward(f"{block}.ffn", y)
                    if part == "cross_attn":
                        return self.attention(f"{block}.cross_attn", y, memory, memory_hidden)
                    if part == "mixer" and mixer(self.config) == "mean":
                        return self.mean_layer(f"{block}.mixer", y, hidden)
                    if part == "mixer":
                        offsets = window_offsets(self.config, name)
                        return self.convolution(f"{block}.mixer", y, padding, offsets)
                    return self.attention(f"{block}.self_attn", y, y, seen)

                if self.config["norm"] == "pre":  # x + f(LN(x)); side by side all read what the first has read
                    source = read if is_parallel(self.config) else x
                    change = function(self.norm(f"{block}.norm{number}", source))
                    x = self.keep(f"{block}.residual{number}", x + change)
                else:  # LN(x + f(x))
                    residual = self.keep(f"{block}.residual{number}", x + function(x))
                    x = self.norm(f"{block}.norm{number}", residual)
        if self.config["norm"] == "pre":
            x = self.norm(f"{name}.norm", x)
        self.config = whole
        return x

    def norm(self, name, x):
        if not has_norms(self.config):
            return x
        return self.keep(f"{name}.output", self.normed(name, x))

    def normed(self, name, x):
        epsilon = self.config.get("norm_epsilon", 1e-5)
        gain = self.gain(name, x)
        if is_rms(self.config):  # Zhang & Sennrich 2019, eq. 4
            return x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + epsilon) * gain
        mean = x.mean(dim=-1, keepdim=True)
        variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
        normal = (x - mean) / torch.sqrt(variance + epsilon)
        return normal * gain + self.parameters[f"{name}.bias"]

    def head_norm(self, name, x):
        """RMSNorm of each head's row (Henry et al. 2020; with a gain as in Qwen3)."""
        epsilon = self.config.get("norm_epsilon", 1e-5)
        return self.keep(f"{name}.output", x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + epsilon) * self.gain(name, x))

    def gain(self, name, x):
        gain = self.parameters[f"{name}.gain"]
        if not self.config.get("norm_gain_offset"):
            return gain
        shared = self.keep(f"{name}.gain_plus_one", (1.0 + gain).repeat(x.shape[0], 1))
        return shared.reshape(x.shape[0], *[1] * (x.dim() - 2), x.shape[-1])

    def attention(self, name, queries_from, keys_from, hidden):
        heads, width = self.config["heads"], head_width(self.config)

        tied = self.config.get("tie_query_key") and queries_from is keys_from

        def project(letter, x):  # [B, T, D] -> [B, T, H*K]
            letter = "q" if tied and letter == "k" else letter
            y = x @ self.parameters[f"{name}.w_{letter}"]
            biased = has_attention_bias(self.config, letter)
            return y + self.parameters[f"{name}.b_{letter}"] if biased else y

        def split(x, width):  # [B, T, H*width] -> [B, H, T, width]
            return x.reshape(x.shape[0], x.shape[1], -1, width).transpose(1, 2)

        q = self.keep(f"{name}.q", split(project("q", queries_from), width))
        k = self.keep(f"{name}.k", split(project("k", keys_from), width))
        v = self.keep(f"{name}.v", split(project("v", keys_from), value_width(self.config)))
        positional = self.config["positional"] if queries_from is keys_from else "none"
        if self.config.get("qk_norm") and queries_from is keys_from:
            q, k = self.head_norm(f"{name}.q_norm", q), self.head_norm(f"{name}.k_norm", k)
        if positional == "rotary":
            turn = rotation(self.config, q.shape[2], q.shape[3], q.dtype)
            q = self.keep(f"{name}.q_rotated", torch.einsum("pij,bhpj->bhpi", turn, q))
            k = self.keep(f"{name}.k_rotated", torch.einsum("pij,bhpj->bhpi", turn, k))
        if k.shape[1] < heads:  # head h reads floor(h * G / H) (Ainslie et al. 2023)
            read = [h * k.shape[1] // heads for h in range(heads)]
            k = self.keep(f"{name}.k_repeated", k[:, read])
            v = self.keep(f"{name}.v_repeated", v[:, read])
        scores = self.keep(f"{name}.scores", q @ k.transpose(-1, -2))
        divisor = math.sqrt(width) if self.config["scaled"] else 1.0
        scaled = self.keep(f"{name}.scaled", scores / divisor)
        bias = None
        if positional == "relative":
            reach = self.config["relative_reach"]
            columns = offsets(q.shape[2]).clamp(-reach, reach) + reach
            bias = self.parameters[f"{name}.relative_bias"][:, columns]
        if positional == "buckets":
            reach = self.config["bucket_distance"]
            table = self.offset_bias(name, q.shape[0])
            bias = table[:, :, offsets(q.shape[2]).clamp(-reach, reach) + reach]
        if positional == "alibi":
            bias = alibi(q.shape[2], heads, q.dtype)
        if bias is not None:
            if bias.dim() == 3:
                bias = bias.repeat(q.shape[0], 1, 1, 1)
            bias = self.keep(f"{name}.position_bias", bias)
            scaled = self.keep(f"{name}.biased", scaled + bias)
        masked = self.keep(f"{name}.masked", scaled.masked_fill(hidden[:, None], -math.inf))
        weights = self.keep(f"{name}.weights", masked_softmax(masked))
        mixed = self.keep(f"{name}.heads", weights @ v)
        joined = mixed.transpose(1, 2).flatten(2)
        concat = self.keep(f"{name}.concat", joined)
        return self.keep(f"{name}.output", project("o", concat))

    def offset_bias(self, name, batch):
        """A number for each head and offset [B, H, 2R+1], the same for all layers of a stack."""
        first = f"{name.split('.')[0]}.0.self_attn"
        if f"{first}.offset_bias" in self.steps:
            return self.steps[f"{first}.offset_bias"]
        table = self.parameters[f"{first}.bucket_bias"]
        columns = torch.tensor(bucket_columns(self.config, past=first.startswith("decoder")))
        members = F.one_hot(columns, self.config["buckets"]).t().to(table.dtype)
        self.keep(f"{first}.buckets", members.repeat(batch, 1, 1))
        return self.keep(f"{first}.offset_bias", (table @ members).repeat(batch, 1, 1))

    def mean_layer(self, name, x, hidden):
        """x W_1 + mean(x) W_2, the mean over what may be seen (Zaheer et al. 2017, eq. 4)."""
        length = x.shape[1]
        local = self.keep(f"{name}.local", x @ self.parameters[f"{name}.w_1"])
        seen = (~hidden).expand(x.shape[0], length, length)
        masked = torch.zeros(seen.shape, dtype=x.dtype).masked_fill(~seen, -math.inf)
        self.keep(f"{name}.masked", masked)
        count = seen.sum(dim=-1, keepdim=True).clamp(min=1)
        weights = self.keep(f"{name}.weights", seen.to(x.dtype) / count)
        mean = self.keep(f"{name}.mean", weights @ x)
        whole = self.keep(f"{name}.global", mean @ self.parameters[f"{name}.w_2"])
        return self.keep(f"{name}.output", local + whole)

    def convolution(self, name, x, padding, offsets):
        """Each token's row is the sum of its neighbours' rows, times the matrix of their offset."""
        kernel = self.parameters[f"{name}.kernel"]
        there = x.masked_fill(padding[:, :, None], 0.0)
        length = x.shape[1]
        shifted = []
        for offset in offsets:
            rows = [
                there[:, i + offset] if 0 <= i + offset < length else torch.zeros_like(there[:, 0])
                for i in range(length)
            ]
            shifted.append(torch.stack(rows, dim=1))
        self.keep(f"{name}.windows", torch.cat(shifted, dim=-1))
        output = sum(rows @ kernel[r] for r, rows in enumerate(shifted))
        return self.keep(f"{name}.output", output)

    def bend(self, x):
        kind = self.config["activation"]
        if kind == "relu":
            return torch.clamp(x, min=0.0)
        if kind == "silu":
            return x / (1.0 + torch.exp(-x))
        if kind == "gelu_tanh":
            return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))
        return x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))  # x * Phi(x), exact

    def feed_forward(self, name, x):
        p = self.parameters
        biased = self.config.get("ffn_bias", True)

        def product(y, number):
            y = y @ p[f"{name}.w_{number}"]
            return y + p[f"{name}.b_{number}"] if biased else y

        if is_gated(self.config):  # Shazeer 2020, eq. 6
            gate = self.keep(f"{name}.gate", x @ p[f"{name}.w_gate"])
            active = self.keep(f"{name}.gate_active", self.bend(gate))
            hidden = active * self.keep(f"{name}.up", product(x, 1))
        else:
            hidden = self.bend(self.keep(f"{name}.pre_activation", product(x, 1)))
        return self.keep(f"{name}.output", product(self.keep(f"{name}.hidden", hidden), 2))


def masked_softmax(masked):
    """Softmax over the last axis in which a row of nothing but -inf becomes zeros, not NaN."""
    largest = masked.detach().amax(dim=-1, keepdim=True)
    largest = torch.where(torch.isinf(largest), torch.zeros_like(largest), largest)
    exponentials = torch.exp(masked - largest)
    total = exponentials.sum(dim=-1, keepdim=True)
    return exponentials / torch.where(total == 0, torch.ones_like(total), total)


def learning_rate(train, width, step):
    """The learning rate of step `step`; the first is 1."""
    rate, warmup = train["learning_rate"], train["warmup"]
    if train["schedule"] == "noam":  # Vaswani et al. 2017, eq. 3, with a factor in front
        return rate * width**-0.5 * min(step**-0.5, step * warmup**-1.5)
    if train["schedule"] == "cosine":
        if step <= warmup:
            return rate * step / warmup
        done = (step - warmup) / (train["steps"] - warmup)
        return rate * 0.5 * (1.0 + math.cos(math.pi * done))
    return rate


def make_optimizer(train, parameters):
    """PyTorch's own optimizer; its weight decay is L2 except in AdamW, where it is decoupled."""
    decay = train["weight_decay"]
    if train["optimizer"] == "sgd":
        return torch.optim.SGD(parameters, lr=1.0, momentum=train["momentum"], weight_decay=decay)
    kind = torch.optim.AdamW if train["optimizer"] == "adamw" else torch.optim.Adam
    betas = (train["beta1"], train["beta2"])
    return kind(parameters, lr=1.0, betas=betas, eps=train["epsilon"], weight_decay=decay)


def forward_of(config, parameters):
    if config.get("family") == "recurrent":
        import plain_recurrent  # which is made of this module

        return plain_recurrent.Forward(config, parameters)
    return Forward(config, parameters)


def run_batch(config, train, parameters, source, labels):
    """Forward and backward of one batch; gradients are in the tensors' .grad. Returns the steps."""
    forward = forward_of(config, parameters)
    target = decoder_reads(config, source, labels) if has_decoder(config) else None
    forward(source, target, labels, train["label_smoothing"]).backward()
    return forward.steps


def train_steps(config, train, parameters, sources, labels):
    """Trains on one batch after another. Returns losses, gradient norms and learning rates."""
    optimizer = make_optimizer(train, list(parameters.values()))
    losses, norms, rates = [], [], []
    for index in range(labels.shape[0]):
        rate = learning_rate(train, config["d_model"], index + 1)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad(set_to_none=True)
        source = sources[index] if sources is not None else None
        steps = run_batch(config, train, parameters, source, labels[index])
        limit = train["clip_norm"] if train["clip_norm"] > 0 else math.inf
        norm = torch.nn.utils.clip_grad_norm_(list(parameters.values()), limit)
        optimizer.step()
        losses.append(steps["loss"].item())
        norms.append(norm.item())
        rates.append(rate)
    return losses, norms, rates
