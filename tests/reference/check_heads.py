#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the scores of `glassformer lab run heads` anew, with NumPy, from the weights of a trace.

    tests/reference/check_heads.py PATH/TO/glassformer

A model of `repeat` and one of `date` are trained for some steps. Their scores on an example must be those of the weights
that `trace` writes; what is left of a head's scores with a path into it cut must be what NumPy makes of the trace's
steps and the run's weights.
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


def left_without(steps, weights, head, lost, operand):
    """Scores of a head of layer 1 where `lost` [T,D] is added to the stream before it reads its queries, or its keys."""
    width = steps["decoder.1.self_attn.q"].shape[-1]
    columns = slice(head * width, (head + 1) * width)
    x = steps["decoder.0.residual2"].astype(np.float64) + lost
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    read = x * weights["decoder.1.norm1.gain"] + weights["decoder.1.norm1.bias"]
    sides = {side: steps[f"decoder.1.self_attn.{side}"][head].astype(np.float64) for side in "qk"}
    sides[operand[0]] = read @ weights[f"decoder.1.self_attn.w_{operand[0]}"][:, columns]
    scores = sides["q"] @ sides["k"].T / np.sqrt(width)
    scores[np.triu_indices(len(scores), 1)] = -np.inf
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def check_paths(program, folder):
    """Path patching into a head of the second layer, of a model with learned positions, so that no query is turned."""
    config = folder / "config.json"
    config.write_text(json.dumps({"architecture": "decoder", "positional": "learned", "d_model": 32, "d_ff": 64}))
    model, trace = folder / "paths.safetensors", folder / "trace.safetensors"
    run(program, "train", "--task", "repeat", "--config", config, "--steps", 60, "--seed", 3, "--save", model)
    text, head = "kqzfakb|kqzfakb", 1
    run(program, "trace", "--model", model, "--target", text, "--out", trace)
    steps, weights = safetensors_io.load(trace)[0], safetensors_io.load(model)[0]
    found = json.loads(run(program, "lab", "run", "heads", "--model", model, "--target", text, "--into",
                           f"decoder.1.self_attn.head.{head}", "--json"))
    assert found["into"]["head"] == head and len(found["paths"]) == 12, found["into"]
    said = steps["decoder.0.self_attn.concat"].astype(np.float64)
    hidden = steps["decoder.0.ffn.output"].astype(np.float64)
    w_o = weights["decoder.0.self_attn.w_o"].astype(np.float64)
    worst = 0.0
    for path in found["paths"]:
        part = path["from"].rpartition(".head.")
        columns = slice(8 * int(part[2]), 8 * int(part[2]) + 8) if part[0] else slice(None)
        lost = (hidden.mean(0) - hidden if path["from"] == "decoder.0.ffn"
                else (said.mean(0) - said)[:, columns] @ w_o[columns])
        cut = left_without(steps, weights, head, lost, path["operand"])
        for name, value in scores_of(cut, ["<sos>", *text]).items():
            worst = max(worst, abs(value - path[name]))
    assert worst < 1e-5, worst
    moved = max(abs(path["previous"] - found["into"]["previous"]) for path in found["paths"])
    assert moved > 1e-4, moved
    print(f"paths: {len(found['paths'])}, largest difference {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    program = parser.parse_args().program
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = "kqzfakb|kqzfakb"
        check(program, folder, "repeat", ("--target", text), lambda _: ["<sos>", *text])
        check_paths(program, folder)
        source, target = "3 march 1997", "1997-03-03"
        sides = {"encoder.0.self_attn": [*source, "<eos>"], "decoder.0.self_attn": ["<sos>", *target]}
        check(program, folder, "date", ("--source", source, "--target", target),
              lambda attention: sides.get(attention.replace(".1.", ".0.")))


if __name__ == "__main__":
    sys.exit(main())
