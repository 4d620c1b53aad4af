#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes what `lab run projection`, `fourier` and `unit` find anew, with NumPy, from traces and weights.

    tests/reference/check_rows.py PATH/TO/glassformer

Components against numpy.linalg.svd up to their signs, frequencies against numpy.fft, hidden units against those of traces, and the
words of a unit against its row of W_2 through the last norm.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import safetensors_io


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def lab(program, name, *arguments):
    return json.loads(run(program, "lab", "run", name, *arguments, "--json"))


def traced(program, folder, model, example):
    out = folder / "trace.safetensors"
    run(program, "trace", "--model", model, *example, "--out", out)
    return safetensors_io.load(out)[0]


def check_projection(program, model, example, steps):
    worst = 0.0
    for step, head in (("decoder.1.residual3", None), ("decoder.0.cross_attn.q", 1), ("encoder.0.ffn.hidden", None)):
        rows = steps[step].astype(np.float64)
        rows = rows if head is None else rows[head]
        found = lab(program, "projection", "--model", model, *example, "--step", step,
                    *(() if head is None else ("--head", head + 1)))
        u, s, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
        for i in range(2):
            points = np.array(found["points"])[:, i]
            wanted = u[:, i] * s[i]
            worst = max(worst, min(np.abs(points - wanted).max(), np.abs(points + wanted).max()),
                        abs(found["explained"][i] - s[i] ** 2 / (s ** 2).sum()))
    assert worst < 1e-4, worst
    print(f"projection: largest difference {worst:.1e}")


def check_unit(program, model, example, steps):
    found = lab(program, "unit", "--model", model, *example, "--layer", "decoder.1.ffn", "--unit", 3, "--position", 2,
                "--examples", 0)
    wanted = steps["decoder.1.ffn.hidden"][:, 2]
    worst = np.abs(np.array(found["examples"][0]["values"]) - wanted).max()
    weights = safetensors_io.load(model)[0]
    x = steps["decoder.1.residual3"][1].astype(np.float64)
    line = weights["decoder.1.ffn.w_2"][2].astype(np.float64)
    gain = weights["decoder.norm.gain"].astype(np.float64)
    through = gain * (line - line.mean()) / np.sqrt(x.var() + 1e-5)
    logits = through @ weights["output.weight"].astype(np.float64)
    words = {word["token"]: word["value"] for word in found["promotes"] + found["suppresses"]}
    top = np.sort(np.abs(logits))[::-1]
    worst = max(worst, abs(max(abs(value) for value in words.values()) - top[0]))
    assert worst < 1e-4, worst
    print(f"unit: largest difference {worst:.1e}")


def check_fourier(program, folder):
    model = folder / "modular.safetensors"
    run(program, "train", "--task", "modular", "--steps", 40, "--seed", 3, "--save", model)
    found = lab(program, "fourier", "--model", model)
    table = safetensors_io.load(model)[0]["embedding.weight"].astype(np.float64)
    modulus = found["modulus"]
    # Specials come first in a vocabulary, then the tokens in their order.
    numbers = [row for row in range(len(table) - modulus + 1)]
    power = [None] * len(numbers)
    for first in numbers:
        spectrum = np.abs(np.fft.rfft(table[first:first + modulus], axis=0)[1:]) ** 2
        power[first] = spectrum.sum(axis=1) / spectrum.sum()
    shares = np.array([one["embedding"] for one in found["frequencies"]])
    worst = min(np.abs(shares - one).max() for one in power)
    assert worst < 1e-6, worst
    print(f"fourier: largest difference {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    program = parser.parse_args().program
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        model = folder / "date.safetensors"
        run(program, "train", "--task", "date", "--steps", 60, "--seed", 3, "--save", model)
        example = ("--source", "3 march 1997", "--target", "1997-03-03")
        steps = traced(program, folder, model, example)
        check_projection(program, model, example, steps)
        check_unit(program, model, example, steps)
        check_fourier(program, folder)


if __name__ == "__main__":
    sys.exit(main())
