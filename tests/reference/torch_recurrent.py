# SPDX-License-Identifier: GPL-3.0-or-later
"""The same recurrent models made of PyTorch's own GRU, RNN and LSTM, to check the plain ones against. The
attentions stand here a second time, in other words: scores pair by pair as the papers write them."""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

import plain_numbers as numbers
import plain_transformer as plain


def run_cells(config, parameters, stack, x, start, lengths=None):
    """States [B, T, D] of the top layer and the last state of each layer [L, B, D]. With `lengths` what
    comes after them is not read."""
    width, layers, cell = config["d_model"], config["layers"], config["cell"]
    kind = {"gru": nn.GRU, "rnn": nn.RNN, "lstm": nn.LSTM}[cell]
    module = kind(x.shape[-1], width, layers, batch_first=True, dtype=x.dtype)
    weights = {}
    for layer in range(layers):
        ours = f"{stack}.{layer}.{cell}"
        weights[f"weight_ih_l{layer}"] = parameters[f"{ours}.w_x"].t()
        weights[f"weight_hh_l{layer}"] = parameters[f"{ours}.w_h"].t()
        weights[f"bias_ih_l{layer}"] = parameters[f"{ours}.b_x"]
        weights[f"bias_hh_l{layer}"] = parameters[f"{ours}.b_h"]
    length = x.shape[1]
    if lengths is not None:
        x = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    # What the module computes with; functional_call() would leave it as it was.
    module._flat_weights = [weights[name] for name in module._flat_weights_names]
    states, last = module(x, start)
    if lengths is not None:
        states, _ = pad_packed_sequence(states, batch_first=True, total_length=length)
    return states, last


def pair_score(config, parameters, h, s, j):
    """The score [B] of one state with another one, which is number j of the memory."""
    kind = config["attention"]
    if kind == "dot":
        return (h * s).sum(-1)
    if kind == "bahdanau":
        hidden = torch.tanh(h @ parameters["attention.w_1"] + s @ parameters["attention.w_2"])
        return hidden @ parameters["attention.v"]
    weight = parameters["attention.w_a"]
    if kind == "general":
        return torch.einsum("bi,ij,bj->b", h, weight, s)
    if kind == "location":
        return h @ weight[:, j]
    return torch.tanh(torch.cat([h, s], dim=-1) @ weight) @ parameters["attention.v"]


def context_of(config, parameters, h, memory, seen):
    """The weighted sum [B, D] of those states of the memory that `seen` [B, S] names; zeros where it
    names none."""
    scores = [pair_score(config, parameters, h, memory[:, j], j) for j in range(memory.shape[1])]
    scores = torch.stack(scores, dim=-1).masked_fill(~seen, -math.inf)
    none = ~seen.any(dim=-1, keepdim=True)
    weights = torch.softmax(scores.masked_fill(none, 0.0), dim=-1).masked_fill(none, 0.0)
    return torch.einsum("bs,bsd->bd", weights, memory)


def attend(config, parameters, states, memory, seen_at):
    rows = []
    for t in range(states.shape[1]):
        context = context_of(config, parameters, states[:, t], memory, seen_at(t))
        total = torch.cat([states[:, t], context], dim=-1) @ parameters["attention.w_c"]
        rows.append(torch.tanh(total + parameters.get("attention.b_c", 0.0)))
    return torch.stack(rows, dim=1)


def bahdanau(config, parameters, x, memory, seen, last):
    """Each time step by itself: the context of the state before is a part of the input."""
    rows = []
    for t in range(x.shape[1]):
        state = last[0] if config["cell"] == "lstm" else last  # beside its cell
        context = context_of(config, parameters, state[-1], memory, seen)
        given = torch.cat([x[:, t], context], dim=-1)[:, None]
        states, last = run_cells(config, parameters, "decoder", given, last)
        rows.append(states[:, 0])
    return torch.stack(rows, dim=1)


def states_by_modules(config, parameters, source, target):
    """The top rows [B, T, D] of a model made of PyTorch's recurrent modules, and the encoder's."""

    def embed(side, ids):
        if ids.is_floating_point():
            name = plain.embedding_name(config, side)
            weight, bias = parameters[f"{name}.weight"], parameters[f"{name}.bias"]
            return F.linear(torch.nan_to_num(ids.to(weight.dtype)), weight.t(), bias)
        x = F.embedding(ids, parameters[f"{plain.embedding_name(config, side)}.weight"])
        return x * math.sqrt(config["d_model"]) if config["embedding_scale"] else x

    def real(ids):
        return ~numbers.is_padding(ids)

    kind = config["attention"]
    last, memory = None, None
    if plain.has_encoder(config):
        lengths = real(source).sum(dim=1)
        memory, last = run_cells(config, parameters, "encoder", embed("source", source), None, lengths)
        own, states = source, memory
    if plain.has_decoder(config):
        own = target
        if kind == "bahdanau":
            states = bahdanau(config, parameters, embed("target", target), memory, real(source), last)
        else:
            states, _ = run_cells(config, parameters, "decoder", embed("target", target), last)
    if kind not in ("none", "bahdanau"):
        if plain.has_encoder(config) and plain.has_decoder(config):
            states = attend(config, parameters, states, memory, lambda t: real(source))
        else:
            places = torch.arange(own.shape[1])
            states = attend(config, parameters, states, states, lambda t: real(own) & (places < t))
    return states, memory
