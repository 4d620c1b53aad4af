#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the folder of a model of GPT-2's size with random weights, to measure how real sizes open.

    tests/bench/make_gpt2.py FOLDER [--layers 12] [--width 768] [--vocab 50257] [--places 1024] [--dtype F32|F16]

124 million weights unless said otherwise, 498 MB. The tokenizer has as many byte pairs as GPT-2's, but random
ones: what it costs to read it is real, its words are not.
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


def bytes_as_characters():
    """How byte-level tokenizers write each byte (Radford et al. 2019): printable ones as themselves."""
    shown = [*range(ord("!"), ord("~") + 1), *range(ord("\xa1"), ord("\xac") + 1), *range(ord("\xae"), 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return [chr(byte) for byte in shown] + [chr(256 + i) for i in range(len(hidden))]


def tokenizer_of(vocab):
    """A tokenizer.json of so many tokens: bytes, words of one letter, pairs of earlier tokens, and one special token."""
    random = np.random.default_rng(2)
    tokens = bytes_as_characters()
    space = "\u0120"  # as bytes_as_characters() writes it
    merges = [[space, chr(letter)] for letter in range(ord("a"), ord("z") + 1)]
    tokens += [first + letter for first, letter in merges]
    known = set(tokens)
    while len(tokens) < vocab - 1:
        pair = [tokens[i] for i in random.integers(0, len(tokens), 2)]
        if len(pair[0] + pair[1]) <= 16 and pair[0] + pair[1] not in known:
            tokens.append(pair[0] + pair[1])
            known.add(tokens[-1])
            merges.append(pair)
    end = {"id": len(tokens), "content": "<|endoftext|>", "special": True}
    end |= {flag: False for flag in ("single_word", "lstrip", "rstrip", "normalized")}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    ids = {token: i for i, token in enumerate(tokens)} | {end["content"]: end["id"]}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [end], "normalizer": None,
        "pre_tokenizer": level, "post_processor": level, "decoder": level,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                  "ignore_merges": False, "vocab": ids, "merges": merges},
    }


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
        "bos_token_id": options.vocab - 1,
        "eos_token_id": options.vocab - 1,
    }
    (options.folder / "config.json").write_text(json.dumps(config))
    (options.folder / "tokenizer.json").write_text(json.dumps(tokenizer_of(options.vocab)))
    random = np.random.default_rng(1)
    with open(options.folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes.items():
            file.write(draw(random, name, shape).astype(kind).tobytes())


if __name__ == "__main__":
    main()
