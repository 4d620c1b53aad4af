#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tokens a second of a GPT-2 folder in PyTorch with kept keys and values, and of Glassformer, in turn.

    tests/bench/torch_generation.py FOLDER BENCH_GENERATION [--prompt 20] [--tokens 60] [--times 3] [--threads 1 2]

FOLDER as tests/bench/make_gpt2.py makes it; BENCH_GENERATION is the program of that name.
"""

import argparse
import json
import pathlib
import struct
import subprocess
import time

import numpy as np
import torch
from torch.nn import functional


def weights_of(folder):
    with open(folder / "model.safetensors", "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        numbers = file.read()
    header.pop("__metadata__", None)
    found = {}
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        kind = {"F32": "<f4", "F16": "<f2"}[tensor["dtype"]]
        array = np.frombuffer(numbers[begin:end], kind).astype(np.float32).reshape(tensor["shape"])
        found[name.removeprefix("transformer.")] = torch.from_numpy(array)
    return found


class Gpt2:
    def __init__(self, folder):
        config = json.loads((folder / "config.json").read_text())
        self.layers, self.width, self.heads = config["n_layer"], config["n_embd"], config["n_head"]
        self.epsilon = config.get("layer_norm_epsilon", 1e-5)
        self.weights = weights_of(folder)

    def norm(self, name, x):
        w = self.weights
        return functional.layer_norm(x, (self.width,), w[name + ".weight"], w[name + ".bias"], self.epsilon)

    def product(self, name, x):
        return torch.addmm(self.weights[name + ".bias"], x, self.weights[name + ".weight"])

    def logits(self, ids, cache):
        """Of the last of these tokens; `cache` has a pair of keys and values for each layer before them."""
        w = self.weights
        past = cache[0][0].shape[1] if cache else 0
        rows = len(ids)
        x = w["wte.weight"][ids] + w["wpe.weight"][past : past + rows]
        for i in range(self.layers):
            here = f"h.{i}."
            mixed = self.product(here + "attn.c_attn", self.norm(here + "ln_1", x))
            q, k, v = (part.view(rows, self.heads, -1).transpose(0, 1) for part in mixed.split(self.width, 1))
            if past:
                k, v = torch.cat([cache[i][0], k], 1), torch.cat([cache[i][1], v], 1)
                cache[i] = (k, v)
            else:
                cache.append((k, v))
            scores = q @ k.transpose(1, 2) / (self.width // self.heads) ** 0.5
            if rows > 1:
                hidden = torch.ones(rows, rows, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(hidden, float("-inf"))
            heads = (scores.softmax(-1) @ v).transpose(0, 1).reshape(rows, -1)
            x = x + self.product(here + "attn.c_proj", heads)
            hidden = functional.gelu(self.product(here + "mlp.c_fc", self.norm(here + "ln_2", x)), approximate="tanh")
            x = x + self.product(here + "mlp.c_proj", hidden)
        return w["wte.weight"] @ self.norm("ln_f", x)[-1]


def tokens_per_second(model, prompt, tokens):
    start = time.perf_counter()
    ids, cache = prompt, []
    for _ in range(tokens):
        ids = [int(model.logits(torch.tensor(ids), cache).argmax())]
    return tokens / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--prompt", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=60)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    model = Gpt2(options.folder)
    vocabulary = model.weights["wte.weight"].shape[0]
    prompt = [4 + i % (vocabulary - 4) for i in range(options.prompt)]
    print("PyTorch", torch.__version__)
    with torch.inference_mode():
        for _ in range(options.times):
            for threads in options.threads:
                torch.set_num_threads(threads)
                tokens_per_second(model, prompt, 2)
                print(f"PyTorch {tokens_per_second(model, prompt, options.tokens):.2f} tokens/s, {threads} threads", flush=True)
            subprocess.run([options.program, options.folder, str(options.prompt), str(options.tokens), "1"], check=True)


if __name__ == "__main__":
    main()
