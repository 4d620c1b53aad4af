# SPDX-License-Identifier: GPL-3.0-or-later
"""Recurrent models with attention, written out plainly in PyTorch: the cells of Elman 1990, Cho et al.
2014 and Hochreiter & Schmidhuber 1997, the attentions of Luong et al. 2015 and Bahdanau et al. 2015.

As in plain_transformer.py every step that Glassformer shows is one tensor here, under the same name. A
time step is a tensor [B, 1, D]. At padding a state stays as it was.
"""

import math

import torch

import plain_numbers as numbers
import plain_transformer as plain


def is_recurrent(config):
    return config.get("family", "transformer") == "recurrent"


def gates(config):
    return {"rnn": 1, "gru": 3, "lstm": 4}[config["cell"]]


def has_cell(config):
    """Whether what is handed on is a pair, state and cell."""
    return config["cell"] == "lstm"


def parameter_shapes(config):
    """Every parameter's name and shape."""
    width, attention = config["d_model"], config["attention"]
    shapes = {}
    for side in plain.sides(config):
        shapes.update(plain.embedding_shapes(config, side))
    for stack in ["encoder"] * plain.has_encoder(config) + ["decoder"] * plain.has_decoder(config):
        for layer in range(config["layers"]):
            joined = attention == "bahdanau" and stack == "decoder" and layer == 0
            name = f"{stack}.{layer}.{config['cell']}"
            columns = gates(config) * width
            shapes[f"{name}.w_x"] = (2 * width if joined else width, columns)
            shapes[f"{name}.w_h"] = (width, columns)
            shapes[f"{name}.b_x"] = (columns,)
            shapes[f"{name}.b_h"] = (columns,)
    if attention == "general":
        shapes["attention.w_a"] = (width, width)
    if attention == "location":
        shapes["attention.w_a"] = (width, config["max_length"])
    if attention == "concat":
        shapes["attention.w_a"] = (2 * width, width)
        shapes["attention.v"] = (width,)
    if attention == "bahdanau":
        shapes["attention.w_1"] = (width, width)
        shapes["attention.w_2"] = (width, width)
        shapes["attention.v"] = (width,)
    elif attention != "none":
        shapes["attention.w_c"] = (2 * width, width)
        if config["attention_bias"]:
            shapes["attention.b_c"] = (width,)
    shapes.update(plain.output_shapes(config))
    return shapes


class Forward(plain.Forward):
    """One forward pass: call it, then read `steps`."""

    def __call__(self, source_ids, target_ids, labels, label_smoothing=0.0):
        config = self.config
        attention = config["attention"]
        memory, last, no_source, no_target = None, None, None, None  # [B, L]: what is padding
        if plain.has_encoder(config):
            no_source = numbers.is_padding(source_ids)
            memory, last = self.stack("encoder", self.embed("source", source_ids), no_source, None)
            top, padding = memory, no_source
        if plain.has_decoder(config):
            x = self.embed("target", target_ids)
            padding = no_target = numbers.is_padding(target_ids)
            if attention == "bahdanau":
                top = self.bahdanau(x, no_target, memory, no_source, last)
            else:
                top, _ = self.stack("decoder", x, no_target, last)
        if attention not in ("none", "bahdanau"):
            if plain.has_encoder(config) and plain.has_decoder(config):
                top = self.attend(top, memory, no_source[:, None, :])
            else:
                length = padding.shape[1]
                not_before = torch.ones(length, length).triu(0).bool()  # key j >= query i
                top = self.attend(top, top, padding[:, None, :] | not_before)
        return self.loss_of(top, memory, source_ids, labels, label_smoothing)

    def embed(self, side, ids):
        return self.keep(f"{side}.input", self.embedded(side, ids) * 1.0)

    def product(self, name, kind, cell, x):
        """x·W + b of a cell."""
        p = self.parameters
        return self.keep(name, x @ p[f"{cell}.w_{kind}"] + p[f"{cell}.b_{kind}"])

    def time_step(self, name, cell, given, before, padding):
        """The next state [B, 1, D] from x·W_x + b_x of the step and the state before; of an LSTM both
        are pairs of state and cell."""
        if has_cell(self.config):
            return self.lstm_step(name, cell, given, before, padding)
        hidden = self.product(f"{name}.hidden", "h", cell, before)
        if self.config["cell"] == "rnn":
            total = self.keep(f"{name}.candidate_sum", given + hidden)
            state = self.keep(f"{name}.candidate", torch.tanh(total))
        else:
            given_r, given_z, given_n = given.chunk(3, dim=-1)
            hidden_r, hidden_z, hidden_n = hidden.chunk(3, dim=-1)
            reset_sum = self.keep(f"{name}.reset_sum", given_r + hidden_r)
            reset = self.keep(f"{name}.reset", torch.sigmoid(reset_sum))
            update_sum = self.keep(f"{name}.update_sum", given_z + hidden_z)
            update = self.keep(f"{name}.update", torch.sigmoid(update_sum))
            recalled = self.keep(f"{name}.recalled", hidden_n * 1.0)
            remembered = self.keep(f"{name}.remembered", reset * recalled)
            candidate_sum = self.keep(f"{name}.candidate_sum", given_n + remembered)
            candidate = self.keep(f"{name}.candidate", torch.tanh(candidate_sum))
            rest = self.keep(f"{name}.rest", 1 - update)
            added = self.keep(f"{name}.added", rest * candidate)
            kept = self.keep(f"{name}.kept", update * before)
            state = self.keep(f"{name}.mixed", added + kept)
        return self.keep(f"{name}.state", torch.where(padding[:, None, None], before, state))

    def lstm_step(self, name, weights, given, before, padding):
        """Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000."""
        state, cell = before
        hidden = self.product(f"{name}.hidden", "h", weights, state)
        sums = [x + y for x, y in zip(given.chunk(4, dim=-1), hidden.chunk(4, dim=-1))]

        def gate(part, total):
            return self.keep(f"{name}.{part}", torch.sigmoid(self.keep(f"{name}.{part}_sum", total)))

        write = gate("input_gate", sums[0])
        forget = gate("forget_gate", sums[1])
        candidate = self.keep(f"{name}.cell_candidate", torch.tanh(self.keep(f"{name}.cell_candidate_sum", sums[2])))
        kept = self.keep(f"{name}.cell_kept", forget * cell)
        added = self.keep(f"{name}.cell_added", write * candidate)
        mixed = self.keep(f"{name}.cell_mixed", kept + added)
        nothing = padding[:, None, None]
        cell = self.keep(f"{name}.cell", torch.where(nothing, cell, mixed))
        active = self.keep(f"{name}.cell_active", torch.tanh(cell))
        released = self.keep(f"{name}.released", gate("output_gate", sums[3]) * active)
        return self.keep(f"{name}.state", torch.where(nothing, state, released)), cell

    def zeros(self, name, x):
        """What a layer begins with."""
        state = self.keep(f"{name}.initial", torch.zeros_like(x[:, :1]).detach())
        if not has_cell(self.config):
            return state
        return state, self.keep(f"{name}.initial_cell", torch.zeros_like(x[:, :1]).detach())

    def said(self, state):
        """What others read of a state."""
        return state[0] if has_cell(self.config) else state

    def stack(self, stack, x, padding, start):
        """The top layer's states [B, T, D] and each layer's last one."""
        last = []
        for layer in range(self.config["layers"]):
            name = f"{stack}.{layer}"
            cell = f"{name}.{self.config['cell']}"
            given = self.product(f"{cell}.input", "x", cell, x)
            state = self.zeros(name, x) if start is None else start[layer]
            states = []
            for t in range(x.shape[1]):
                rows = given[:, t : t + 1]
                state = self.time_step(f"{name}.t{t}", cell, rows, state, padding[:, t])
                states.append(self.said(state))
            last.append(state)
            x = self.keep(f"{name}.states", torch.cat(states, dim=1))
        return x, last

    def scores(self, states, memory):
        kind = self.config["attention"]
        width = self.config["d_model"]
        if kind == "dot":
            return states @ memory.transpose(1, 2)
        weight = self.parameters["attention.w_a"]
        if kind == "general":
            return self.keep("attention.queries", states @ weight) @ memory.transpose(1, 2)
        if kind == "location":
            return self.keep("attention.locations", states @ weight)[:, :, : memory.shape[1]]
        upper = self.keep("attention.query_weights", weight[:width] * 1.0)
        lower = self.keep("attention.key_weights", weight[width:] * 1.0)
        queries = self.keep("attention.queries", states @ upper)
        keys = self.keep("attention.keys", memory @ lower)
        hidden = torch.tanh(queries[:, :, None, :] + keys[:, None, :, :])
        return hidden @ self.parameters["attention.v"]

    def attend(self, states, memory, hidden):
        """h~ of every state (Luong et al. 2015, eq. 5)."""
        p = self.parameters
        scores = self.keep("attention.scores", self.scores(states, memory) * 1.0)
        masked = self.keep("attention.masked", scores.masked_fill(hidden, -math.inf))
        weights = self.keep("attention.weights", plain.masked_softmax(masked))
        context = self.keep("attention.context", weights @ memory)
        joined = self.keep("attention.joined", torch.cat([states, context], dim=-1))
        total = joined @ p["attention.w_c"]
        if self.config["attention_bias"]:
            total = total + p["attention.b_c"]
        return self.keep("attention.output", torch.tanh(self.keep("attention.pre_activation", total)))

    def bahdanau(self, x, padding, memory, memory_padding, start):
        """The decoder's states, whose cell reads the context of the state before."""
        p = self.parameters
        keys = self.keep("attention.keys", memory @ p["attention.w_2"])
        hidden = memory_padding[:, None, :]
        states = list(start)
        tops, alignment = [[] for _ in states], {"scores": [], "masked": [], "weights": [], "context": []}
        for t in range(x.shape[1]):
            name = f"decoder.0.t{t}"

            def show(part, value):
                alignment[part].append(self.keep(f"{name}.{part}", value))
                return value

            query = self.keep(f"{name}.query", self.said(states[-1]) @ p["attention.w_1"])
            scores = show("scores", torch.tanh(query[:, :, None, :] + keys[:, None]) @ p["attention.v"])
            weights = show("weights", plain.masked_softmax(show("masked", scores.masked_fill(hidden, -math.inf))))
            context = show("context", weights @ memory)
            token = self.keep(f"{name}.token", x[:, t : t + 1] * 1.0)
            below = self.keep(f"{name}.joined", torch.cat([token, context], dim=-1))
            for layer in range(len(states)):
                step, cell = f"decoder.{layer}.t{t}", f"decoder.{layer}.{self.config['cell']}"
                given = self.product(f"{step}.input", "x", cell, below)
                states[layer] = self.time_step(step, cell, given, states[layer], padding[:, t])
                below = self.said(states[layer])
                tops[layer].append(below)
        for layer, steps in enumerate(tops):
            top = self.keep(f"decoder.{layer}.states", torch.cat(steps, dim=1))
        for part, rows in alignment.items():
            self.keep(f"attention.{part}", torch.cat(rows, dim=1))
        return top
