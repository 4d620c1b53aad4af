# SPDX-License-Identifier: GPL-3.0-or-later
"""The model that `glassformer bench` trains, in PyTorch, written to be fast rather than to be read.

The same mathematics as tests/reference/plain_transformer.py (bench_check.py compares them): q, k and v
come from one product, attention is `baddbmm` over all heads of the batch with the mask as the matrix
to add, and all parameters lie in one flat tensor that Adam updates in one go. B batch, T tokens,
D width, H heads, K = D / H, F feed-forward width, V vocabulary.
"""

import dataclasses
import math

import torch
import torch.nn.functional as F


@dataclasses.dataclass(frozen=True)
class Size:
    """What app/commands/bench_sizes.cpp calls the same; an encoder-decoder has 2 + 2 layers."""

    layers: int
    width: int
    heads: int
    hidden: int
    words: int
    tokens: int
    batch: int


SIZES = {
    "XS": Size(2, 32, 4, 128, 16, 16, 32),
    "S": Size(2, 64, 4, 256, 64, 32, 32),
    "M": Size(4, 128, 8, 512, 256, 64, 32),
    "L": Size(6, 256, 8, 1024, 1024, 128, 16),
    "XL": Size(8, 512, 8, 2048, 4096, 256, 32),
    "S-long": Size(2, 64, 4, 256, 64, 1024, 4),
    "M-long": Size(4, 256, 8, 1024, 256, 1024, 4),
}


class Parameters:
    """Named views into one flat tensor, with their gradients as views into another."""

    def __init__(self, shapes, generator, device):
        total = sum(math.prod(shape) for shape in shapes.values())
        self.flat = torch.empty(total, device=device)
        self.gradient = torch.zeros(total, device=device)
        self.named = {}
        begin = 0
        for name, shape in shapes.items():
            end = begin + math.prod(shape)
            view = self.flat[begin:end].view(shape)
            if len(shape) == 2:
                bound = math.sqrt(6 / sum(shape))
                view.copy_(torch.empty(shape).uniform_(-bound, bound, generator=generator))
            else:
                view.fill_(1.0 if name.endswith("gain") else 0.0)
            view.requires_grad_()
            view.grad = self.gradient[begin:end].view(shape)
            self.named[name] = view
            begin = end


class Model:
    """A Pre-LN transformer with GELU and learned positions: decoder-only or encoder-decoder."""

    def __init__(self, size, encoder_decoder=False, seed=1, device="cpu", fused=False):
        self.size = size
        self.fused = fused  # attention is F.scaled_dot_product_attention, which keeps no matrix
        self.stacks = {"encoder": 2, "decoder": 2} if encoder_decoder else {"decoder": size.layers}
        self.sides = {"encoder": "source_", "decoder": "target_" if encoder_decoder else ""}
        generator = torch.Generator().manual_seed(seed)
        self.parameters = Parameters(dict(self._shapes()), generator, device)
        future = None if fused else torch.ones(size.tokens, size.tokens, device=device).triu(1).bool()
        self.causal = None if fused else \
            torch.zeros_like(future, dtype=torch.float).masked_fill(future, -math.inf)
        self.open = torch.zeros(1, 1, 1, device=device)

    def _shapes(self):
        size = self.size
        d, f = size.width, size.hidden

        def norm(name):
            yield name + ".gain", (d,)
            yield name + ".bias", (d,)

        for stack, layers in self.stacks.items():
            side = self.sides[stack]
            yield side + "embedding.weight", (size.words, d)
            yield side + "position.weight", (size.tokens, d)
            for i in range(layers):
                block = f"{stack}.{i}"
                yield block + ".self_attn.w_qkv", (d, 3 * d)
                yield block + ".self_attn.w_o", (d, d)
                yield from norm(block + ".norm1")
                if self._crosses(stack):
                    yield block + ".cross_attn.w_q", (d, d)
                    yield block + ".cross_attn.w_kv", (d, 2 * d)
                    yield block + ".cross_attn.w_o", (d, d)
                    yield from norm(block + ".norm2")
                yield block + ".ffn.w_1", (d, f)
                yield block + ".ffn.b_1", (f,)
                yield block + ".ffn.w_2", (f, d)
                yield block + ".ffn.b_2", (d,)
                yield from norm(block + ".norm3")
            yield from norm(stack + ".norm")
        yield "output.weight", (d, size.words)
        yield "output.bias", (size.words,)

    def _crosses(self, stack):
        return stack == "decoder" and "encoder" in self.stacks

    def _norm(self, name, x):
        p = self.parameters.named
        return F.layer_norm(x, x.shape[-1:], p[name + ".gain"], p[name + ".bias"], 1e-5)

    def _heads(self, x, parts):
        """[B*T, parts*D] as `parts` matrices [B*H, T, K]."""
        size = self.size
        width = size.width // size.heads
        x = x.view(-1, size.tokens, parts, size.heads, width).permute(2, 0, 3, 1, 4)
        return x.reshape(parts, -1, size.tokens, width).unbind(0)

    def _attention(self, q, k, v, mask, weight, seen):
        """softmax(q.k^T / sqrt(K) + mask).v, heads joined, times W_O: [B*T, D]."""
        size = self.size
        if self.fused:
            q, k, v = (x.view(-1, size.heads, size.tokens, x.shape[-1]) for x in (q, k, v))
            heads = F.scaled_dot_product_attention(q, k, v, is_causal=mask is self.causal)
            return heads.transpose(1, 2).reshape(-1, size.width) @ weight
        scores = torch.baddbmm(mask, q, k.transpose(1, 2), alpha=1 / math.sqrt(q.shape[-1]))
        weights = torch.softmax(scores, -1)
        if seen is not None:
            seen.append(weights)
        heads = torch.bmm(weights, v).view(-1, size.heads, size.tokens, q.shape[-1])
        return heads.transpose(1, 2).reshape(-1, size.width) @ weight

    def _block(self, stack, i, x, memory, seen):
        p = self.parameters.named
        name = f"{stack}.{i}"
        y = self._norm(name + ".norm1", x)
        q, k, v = self._heads(y @ p[name + ".self_attn.w_qkv"], 3)
        mask = self.causal if stack == "decoder" else self.open
        x = x + self._attention(q, k, v, mask, p[name + ".self_attn.w_o"], seen)
        if memory is not None:
            y = self._norm(name + ".norm2", x)
            (q,) = self._heads(y @ p[name + ".cross_attn.w_q"], 1)
            k, v = self._heads(memory @ p[name + ".cross_attn.w_kv"], 2)
            x = x + self._attention(q, k, v, self.open, p[name + ".cross_attn.w_o"], seen)
        y = self._norm(name + ".norm3", x)
        y = F.gelu(torch.addmm(p[name + ".ffn.b_1"], y, p[name + ".ffn.w_1"]))
        return x + torch.addmm(p[name + ".ffn.b_2"], y, p[name + ".ffn.w_2"])

    def logits(self, ids, seen=None):
        """Of `ids` by stack, each [B, T]: [B*T, V]. `seen` collects the attention weights."""
        p = self.parameters.named
        memory = None
        for stack, layers in self.stacks.items():
            side = self.sides[stack]
            x = F.embedding(ids[stack], p[side + "embedding.weight"]) * math.sqrt(self.size.width)
            x = (x + p[side + "position.weight"]).view(-1, self.size.width)
            for i in range(layers):
                x = self._block(stack, i, x, memory, seen)
            memory = x = self._norm(stack + ".norm", x)
        return torch.addmm(p["output.bias"], x, p["output.weight"])

    def loss(self, ids, labels):
        """Mean cross-entropy; `labels` [B*T] has no padding."""
        return F.cross_entropy(self.logits(ids), labels)


class Adam:
    """Kingma & Ba 2015 on one flat tensor; with PyTorch's fused kernel where it has one.

    `recorded` says that its steps are to be part of a CUDA graph.
    """

    def __init__(self, parameters, rate=1e-3, recorded=False):
        self.parameters = parameters
        self.rate = rate
        self.step_count = 0
        self.m = torch.zeros_like(parameters.flat)
        self.v = torch.zeros_like(parameters.flat)
        self.fused = None
        try:
            whole = parameters.flat.detach().requires_grad_()
            whole.grad = parameters.gradient
            self.fused = torch.optim.Adam([whole], lr=rate, fused=True, capturable=recorded)
        except (RuntimeError, TypeError):
            pass  # PyTorch before 2.4 fuses on GPUs only

    @torch.no_grad()
    def step(self):
        if self.fused:
            self.fused.step()
            return
        self.step_count += 1
        gradient = self.parameters.gradient
        self.m.mul_(0.9).add_(gradient, alpha=0.1)
        self.v.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
        first = 1 - 0.9**self.step_count
        second = 1 - 0.999**self.step_count
        deviation = self.v.sqrt().div_(math.sqrt(second)).add_(1e-8)
        self.parameters.flat.addcdiv_(self.m, deviation, value=-self.rate / first)
