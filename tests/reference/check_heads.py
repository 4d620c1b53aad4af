#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the scores of `glassformer lab run heads` anew, with NumPy, from the weights of a trace.

    tests/reference/check_heads.py PATH/TO/glassformer

A model of `repeat` and one of `date` are trained for some steps. Their scores on an example must be those of the weights
that `trace` writes.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import safetensors_io

SCORES = ("previous", "same", "induction", "first", "self", "entropy")


def scores_of(weights, tokens):
    """weights [T,S]; tokens: those of both sides, or None where queries and keys are two sequences."""
    found = {name: [] for name in SCORES}
    for i, row in enumerate(weights.astype(np.float64)):
        found["first"].append(row[0])
        positive = row[row > 0]
        found["entropy"].append(-(positive * np.log(positive)).sum())
        if tokens is None:
            continue
        found["self"].append(row[i])
        if i > 0:
            found["previous"].append(row[i - 1])
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            found["same"].append(row[earlier].sum())
            found["induction"].append(row[earlier[-1] + 1])
    return {name: np.mean(values) if values else None for name, values in found.items()}


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def check(program, folder, task, example, tokens_of):
    model = folder / f"{task}.safetensors"
    run(program, "train", "--task", task, "--steps", 60, "--seed", 3, "--save", model)
    trace = folder / "trace.safetensors"
    run(program, "trace", "--model", model, *example, "--out", trace)
    steps, _ = safetensors_io.load(trace)
    heads = json.loads(run(program, "lab", "run", "heads", "--model", model, *example, "--json"))["heads"]
    assert heads, "no heads"
    worst = 0.0
    for head in heads:
        weights = steps[head["attention"] + ".weights"][head["head"]]
        assert head["attention"].split(".")[:2] == [head["stack"], str(head["layer"])], head
        tokens = tokens_of(head["attention"])
        for name, value in scores_of(weights, tokens).items():
            if value is None or head[name] is None:
                assert value is None and head[name] is None, (task, head, name, value)
            else:
                worst = max(worst, abs(value - head[name]))
    assert worst < 1e-5, (task, worst)
    print(f"{task}: {len(heads)} heads, largest difference {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    program = parser.parse_args().program
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = "kqzfakb|kqzfakb"
        check(program, folder, "repeat", ("--target", text), lambda _: ["<sos>", *text])
        source, target = "3 march 1997", "1997-03-03"
        sides = {"encoder.0.self_attn": [*source, "<eos>"], "decoder.0.self_attn": ["<sos>", *target]}
        check(program, folder, "date", ("--source", source, "--target", target),
              lambda attention: sides.get(attention.replace(".1.", ".0.")))


if __name__ == "__main__":
    sys.exit(main())
