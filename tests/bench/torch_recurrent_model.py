# SPDX-License-Identifier: GPL-3.0-or-later
"""The recurrent model that `glassformer bench --recurrent` trains, in PyTorch, written to be fast.

The same mathematics as tests/reference/plain_recurrent.py (check_bench.py compares them), made of
PyTorch's own GRU: a whole stack is one call of nn.GRU. Only the decoder of Bahdanau et al. 2015 reads a
context in each time step and goes step by step, with nn.GRUCell. Sequences have no padding here, and
nothing is masked. All parameters lie in one flat tensor, as in torch_model.py.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

ATTENTIONS = ("none", "dot", "general", "concat", "bahdanau")
LAYERS = 2  # of each stack, as the program's encoder-decoder has


class Flat:
    """All parameters of a module as views into one tensor, their gradients into another."""

    def __init__(self, module, generator, device):
        self.named = dict(module.named_parameters())
        total = sum(p.numel() for p in self.named.values())
        self.flat = torch.empty(total, device=device)
        self.gradient = torch.zeros(total, device=device)
        begin = 0
        for parameter in self.named.values():
            end = begin + parameter.numel()
            view = self.flat[begin:end].view(parameter.shape)
            if parameter.dim() == 2:
                bound = math.sqrt(6 / sum(parameter.shape))
                view.copy_(torch.empty(view.shape).uniform_(-bound, bound, generator=generator))
            else:
                view.zero_()
            parameter.data = view
            parameter.grad = self.gradient[begin:end].view(parameter.shape)
            begin = end


class Modules(nn.Module):
    """What has parameters."""

    def __init__(self, size, attention):
        super().__init__()
        d = size.width
        self.source = nn.Embedding(size.words, d)
        self.target = nn.Embedding(size.words, d)
        self.encoder = nn.GRU(d, d, LAYERS, batch_first=True)
        if attention == "bahdanau":
            self.decoder = nn.ModuleList([nn.GRUCell(2 * d, d)] +
                                         [nn.GRUCell(d, d) for _ in range(LAYERS - 1)])
            self.w_1 = nn.Linear(d, d, bias=False)
            self.w_2 = nn.Linear(d, d, bias=False)
        else:
            self.decoder = nn.GRU(d, d, LAYERS, batch_first=True)
        if attention == "general":
            self.w_a = nn.Linear(d, d, bias=False)
        if attention == "concat":
            self.w_q = nn.Linear(d, d, bias=False)
            self.w_k = nn.Linear(d, d, bias=False)
        if attention in ("concat", "bahdanau"):
            self.v = nn.Parameter(torch.zeros(d, 1))
        if attention not in ("none", "bahdanau"):
            self.w_c = nn.Linear(2 * d, d, bias=False)
        self.output = nn.Linear(d, size.words)


class Model:
    """An encoder-decoder of GRU cells with one of ATTENTIONS."""

    stacks = ("encoder", "decoder")

    def __init__(self, size, attention, seed=1, device="cpu"):
        self.size = size
        self.attention = attention
        self.modules = Modules(size, attention)
        self.parameters = Flat(self.modules, torch.Generator().manual_seed(seed), device)

    def _scores(self, states, memory):
        m = self.modules
        if self.attention == "concat":
            hidden = torch.tanh(m.w_q(states)[:, :, None] + m.w_k(memory)[:, None])
            return (hidden @ m.v).squeeze(-1)
        queries = m.w_a(states) if self.attention == "general" else states
        return torch.bmm(queries, memory.transpose(1, 2))

    def _attend(self, states, memory):
        weights = torch.softmax(self._scores(states, memory), -1)
        context = torch.bmm(weights, memory)
        return torch.tanh(self.modules.w_c(torch.cat([states, context], -1)))

    def _bahdanau(self, x, memory, last):
        m = self.modules
        keys = m.w_2(memory)
        states = list(last.unbind(0))
        tops = []
        for token in x.unbind(1):
            hidden = torch.tanh(m.w_1(states[-1])[:, None] + keys)
            weights = torch.softmax((hidden @ m.v).transpose(1, 2), -1)
            below = torch.cat([token, torch.bmm(weights, memory).squeeze(1)], -1)
            for layer, cell in enumerate(m.decoder):
                below = states[layer] = cell(below, states[layer])
            tops.append(below)
        return torch.stack(tops, 1)

    def logits(self, ids):
        """Of `ids` by stack, each [B, T]: [B*T, V]."""
        m = self.modules
        scale = math.sqrt(self.size.width)
        memory, last = m.encoder(m.source(ids["encoder"]) * scale)
        x = m.target(ids["decoder"]) * scale
        if self.attention == "bahdanau":
            top = self._bahdanau(x, memory, last)
        else:
            top, _ = m.decoder(x, last)
            if self.attention != "none":
                top = self._attend(top, memory)
        return m.output(top).flatten(0, 1)

    def loss(self, ids, labels):
        """Mean cross-entropy; `labels` [B*T] has no padding."""
        return F.cross_entropy(self.logits(ids), labels)

    def named(self, values):
        """`values`, one for each parameter by PyTorch's name, under the project's names and shapes."""
        result = {}
        for name, value in values.items():
            parts = name.split(".")
            if parts[0] in ("source", "target"):
                result[f"{parts[0]}_embedding.weight"] = value
            elif parts[0] == "output":
                result[name] = value.t() if value.dim() == 2 else value
            elif parts[0] in ("encoder", "decoder"):
                cell = parts[0] == "decoder" and self.attention == "bahdanau"
                layer = parts[1] if cell else parts[1].rpartition("_l")[2]
                last = parts[-1]
                kind = ("w" if last.startswith("weight") else "b") + \
                    ("_x" if "_ih" in last else "_h")
                result[f"{parts[0]}.{layer}.gru.{kind}"] = value.t() if value.dim() == 2 else value
            elif name == "v":
                result["attention.v"] = value.flatten()
            else:
                result[f"attention.{parts[0]}"] = value.t()
        if self.attention == "concat":
            upper, lower = result.pop("attention.w_q"), result.pop("attention.w_k")
            result["attention.w_a"] = torch.cat([upper, lower])
        return result
