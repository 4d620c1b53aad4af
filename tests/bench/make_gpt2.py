#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the folder of a model of GPT-2's size with random weights, to measure how real sizes open.

    tests/bench/make_gpt2.py FOLDER [--layers 12] [--width 768] [--vocab 50257] [--places 1024] [--dtype F32|F16]

124 million weights unless said otherwise, 498 MB; no tokenizer, so ids are given:
    /usr/bin/time -v glassformer trace --model FOLDER --target-ids 1,2,3 --out trace.safetensors
"""

import argparse
import json
import pathlib
import struct

import numpy as np


def shapes_of(layers, width, vocab, places):
    """Name -> shape, as GPT-2's files have them; its matrices are (in x out)."""
    shapes = {"wte.weight": (vocab, width), "wpe.weight": (places, width)}
    for i in range(layers):
        for norm in ("ln_1", "ln_2"):
            shapes[f"h.{i}.{norm}.weight"] = shapes[f"h.{i}.{norm}.bias"] = (width,)
        for name, read, written in (
            ("attn.c_attn", width, 3 * width),
            ("attn.c_proj", width, width),
            ("mlp.c_fc", width, 4 * width),
            ("mlp.c_proj", 4 * width, width),
        ):
            shapes[f"h.{i}.{name}.weight"] = (read, written)
            shapes[f"h.{i}.{name}.bias"] = (written,)
    shapes["ln_f.weight"] = shapes["ln_f.bias"] = (width,)
    return shapes


def draw(random, name, shape):
    """As GPT-2 begins: deviation 0.02, gains 1, biases 0."""
    if len(shape) == 1:
        return np.full(shape, 1.0 if name.endswith(".weight") else 0.0, np.float32)
    return 0.02 * random.standard_normal(shape, dtype=np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--vocab", type=int, default=50257)
    parser.add_argument("--places", type=int, default=1024)
    parser.add_argument("--dtype", choices=["F32", "F16"], default="F32")
    options = parser.parse_args()

    kind = np.dtype("<f4" if options.dtype == "F32" else "<f2")
    shapes = shapes_of(options.layers, options.width, options.vocab, options.places)
    header, offset = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape)) * kind.itemsize
        header[name] = {"dtype": options.dtype, "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)

    options.folder.mkdir(parents=True)
    config = {
        "model_type": "gpt2",
        "architectures": ["GPT2LMHeadModel"],
        "n_layer": options.layers,
        "n_embd": options.width,
        "n_head": options.width // 64,
        "n_positions": options.places,
        "vocab_size": options.vocab,
    }
    (options.folder / "config.json").write_text(json.dumps(config))
    random = np.random.default_rng(1)
    with open(options.folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes.items():
            file.write(draw(random, name, shape).astype(kind).tobytes())


if __name__ == "__main__":
    main()
