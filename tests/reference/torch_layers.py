# SPDX-License-Identifier: GPL-3.0-or-later
"""The same models made of PyTorch's own layers, to check the plain implementation against.

The weights are transposed into nn.TransformerEncoder, nn.TransformerDecoder and
nn.MultiheadAttention by functions that can be differentiated, so gradients come back under our names.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.stateless import functional_call

import plain_numbers as numbers
import plain_recurrent
import plain_transformer as plain
import torch_recurrent


def attention_weights(config, parameters, name):
    """Our [in, out] matrices as nn.MultiheadAttention keeps them: q, k, v above one another."""
    width = config["d_model"]
    w = {letter: parameters[f"{name}.w_{letter}"] for letter in "qkvo"}
    zeros = torch.zeros(width, dtype=w["q"].dtype)
    b = {letter: parameters.get(f"{name}.b_{letter}", zeros) for letter in "qkvo"}
    # nn.MultiheadAttention always divides by sqrt(K): without scaling, put the factor into q.
    factor = 1.0 if config["scaled"] else math.sqrt(width // config["heads"])
    return {
        "in_proj_weight": torch.cat([w["q"].t() * factor, w["k"].t(), w["v"].t()]),
        "in_proj_bias": torch.cat([b["q"] * factor, b["k"], b["v"]]),
        "out_proj.weight": w["o"].t(),
        "out_proj.bias": b["o"],
    }


def stack_weights(config, parameters, stack):
    """The weights of a whole encoder or decoder under the names of PyTorch's modules."""
    weights = {}
    parts = plain.sub_layers(config, stack)
    for layer in range(config["layers"]):
        ours, theirs = f"{stack}.{layer}", f"layers.{layer}"
        for number, part in enumerate(parts, start=1):
            weights[f"{theirs}.norm{number}.weight"] = parameters[f"{ours}.norm{number}.gain"]
            weights[f"{theirs}.norm{number}.bias"] = parameters[f"{ours}.norm{number}.bias"]
            if part == "ffn":
                for number in (1, 2):
                    weights[f"{theirs}.linear{number}.weight"] = parameters[f"{ours}.ffn.w_{number}"].t()
                    weights[f"{theirs}.linear{number}.bias"] = parameters[f"{ours}.ffn.b_{number}"]
                continue
            module = "self_attn" if part == "self_attn" else "multihead_attn"
            for key, value in attention_weights(config, parameters, f"{ours}.{part}").items():
                weights[f"{theirs}.{module}.{key}"] = value
    if config["norm"] == "pre":
        weights["norm.weight"] = parameters[f"{stack}.norm.gain"]
        weights["norm.bias"] = parameters[f"{stack}.norm.bias"]
    return weights


def make_stack(config, stack, dtype):
    cross = "cross_attn" in plain.sub_layers(config, stack)
    layer_type = nn.TransformerDecoderLayer if cross else nn.TransformerEncoderLayer
    layer = layer_type(
        config["d_model"],
        config["heads"],
        dim_feedforward=config["d_ff"],
        dropout=0.0,
        activation=getattr(F, config["activation"]),
        batch_first=True,
        norm_first=config["norm"] == "pre",
        dtype=dtype,
    )
    last = nn.LayerNorm(config["d_model"], dtype=dtype) if config["norm"] == "pre" else None
    if cross:
        return nn.TransformerDecoder(layer, config["layers"], norm=last)
    return nn.TransformerEncoder(layer, config["layers"], norm=last, enable_nested_tensor=False)


def rows_by_layers(config, parameters, source, target):
    """The top rows [B, T, D] of a model made of PyTorch's layers."""
    dtype = parameters["output.bias"].dtype

    def embed(side, ids):
        x = F.embedding(ids, parameters[f"{plain.embedding_name(config, side)}.weight"])
        if config["embedding_scale"]:
            x = x * math.sqrt(config["d_model"])
        if config["positional"] == "sinusoidal":
            x = x + plain.sinusoid(ids.shape[1], config["d_model"], dtype)
        if config["positional"] == "learned":
            places = torch.arange(ids.shape[1]).expand_as(ids)
            x = x + F.embedding(places, parameters[f"{plain.position_name(config, side)}.weight"])
        return x

    def run(stack, *arguments, **masks):
        module = make_stack(config, stack, dtype)
        return functional_call(module, stack_weights(config, parameters, stack), arguments, masks)

    if plain.has_encoder(config):
        x = memory = run("encoder", embed("source", source), src_key_padding_mask=source == plain.PAD)
    if plain.has_decoder(config):
        x = embed("target", target)
        future = torch.ones(target.shape[1], target.shape[1]).triu(1).bool()
        if plain.has_encoder(config):
            x = run(
                "decoder",
                x,
                memory,
                tgt_mask=future,
                tgt_key_padding_mask=target == plain.PAD,
                memory_key_padding_mask=source == plain.PAD,
            )
        else:
            x = run("decoder", x, mask=future, src_key_padding_mask=target == plain.PAD)
    return x


def logits_of(config, parameters, x):
    """The output layer over the top rows of a model."""
    if config["tie_embeddings"]:
        side = "target" if plain.has_decoder(config) else "source"
        weight = parameters[f"{plain.embedding_name(config, side)}.weight"]
    else:
        weight = parameters["output.weight"].t()
    return F.linear(x, weight, parameters["output.bias"])


def check_case(case):
    """Asserts that logits, loss and all parameters' gradients of the first batch agree. PyTorch's
    layers have no positions in the scores, no other mixers and none of the newer blocks; those are written from their papers.
    Its recurrent layers don't read padding, so that their logits are compared at real tokens."""
    recurrent = plain_recurrent.is_recurrent(case.model)
    if not recurrent:
        if case.model["positional"] in ("relative", "rotary", "alibi"):
            return
        if plain.mixer(case.model) != "attention":
            return
        if set(case.model) - set(plain.MODEL_DEFAULTS):  # blocks that PyTorch has no layers of
            return
        if numbers.reads_numbers(case.model):  # what differs is at the two ends, and not in the layers
            return
    source, labels = case.batch(0)
    if case.source_masked:  # PyTorch gives NaN where everything is masked; the other example counts
        source, labels = source[:1], labels[:1]
    has_decoder = plain.has_decoder(case.model)
    target = plain.decoder_reads(case.model, source, labels) if has_decoder else None

    ours = case.parameters(torch.float64)
    forward = plain.forward_of(case.model, ours)
    loss = forward(source, target, labels, case.train["label_smoothing"])
    loss.backward()

    theirs = case.parameters(torch.float64)
    if recurrent:
        states, memory = torch_recurrent.states_by_modules(case.model, theirs, source, target)
    else:
        states = rows_by_layers(case.model, theirs, source, target)
    if numbers.reads_numbers(case.model):  # what stands between the two ends is PyTorch's
        ends = plain.Forward(case.model, theirs)
        their_loss = ends.loss_of(states, memory, source, labels, 0.0)
        name = "prediction" if numbers.says_numbers(case.model) else "logits"
        said = ends.steps[name]
    else:
        name, said = "logits", logits_of(case.model, theirs, states)
        their_loss = F.cross_entropy(
            said.flatten(0, 1),
            labels.flatten(),
            ignore_index=plain.PAD,
            label_smoothing=case.train["label_smoothing"],
        )
    their_loss.backward()

    compared = ~numbers.is_padding(labels)
    if not recurrent:
        compared = torch.ones_like(compared)
    torch.testing.assert_close(
        forward.steps[name][compared], said[compared], rtol=1e-11, atol=1e-12
    )
    torch.testing.assert_close(loss, their_loss, rtol=1e-11, atol=0)
    for name, parameter in ours.items():
        torch.testing.assert_close(
            parameter.grad, theirs[name].grad, rtol=1e-9, atol=1e-12, msg=f"{case.name}: {name}"
        )


def check_convolution():
    """Asserts that our convolution is nn.functional.conv1d's, with and without later tokens."""
    generator = torch.Generator().manual_seed(11)
    x = torch.randn(2, 7, 4, dtype=torch.float64, generator=generator)
    padding = torch.tensor([[False] * 7, [False] * 5 + [True] * 2])
    there = x.masked_fill(padding[:, :, None], 0.0).transpose(1, 2)
    for offsets, before, after in ((range(-2, 3), 2, 2), (range(-3, 1), 3, 0)):
        kernel = torch.randn(len(offsets), 4, 4, dtype=torch.float64, generator=generator)
        forward = plain.Forward(plain.MODEL_DEFAULTS, {"x.kernel": kernel})
        output = forward.convolution("x", x, padding, offsets)
        theirs = F.conv1d(F.pad(there, (before, after)), kernel.permute(2, 1, 0))
        torch.testing.assert_close(output, theirs.transpose(1, 2), rtol=1e-11, atol=1e-12)


def check_attention():
    """Asserts that our attention gives nn.MultiheadAttention's output and its weights of each head."""
    generator = torch.Generator().manual_seed(7)
    config = dict(plain.MODEL_DEFAULTS, d_model=12, heads=3, attention_bias=True)
    names = [f"x.w_{letter}" for letter in "qkvo"] + [f"x.b_{letter}" for letter in "qkvo"]

    def draw(*shape):
        return torch.randn(*shape, dtype=torch.float64, generator=generator)

    parameters = {name: draw(12, 12) if ".w_" in name else draw(12) for name in names}
    queries, keys = draw(2, 5, 12), draw(2, 7, 12)
    padding = torch.tensor([[False] * 7, [False] * 4 + [True] * 3])

    forward = plain.Forward(config, parameters)
    output = forward.attention("x", queries, keys, padding[:, None, :])
    module = nn.MultiheadAttention(12, 3, batch_first=True, dtype=torch.float64)
    theirs, weights = functional_call(
        module,
        attention_weights(config, parameters, "x"),
        (queries, keys, keys),
        {"key_padding_mask": padding, "average_attn_weights": False},
    )
    torch.testing.assert_close(output, theirs, rtol=1e-11, atol=1e-12)
    torch.testing.assert_close(forward.steps["x.weights"], weights, rtol=1e-11, atol=1e-12)
