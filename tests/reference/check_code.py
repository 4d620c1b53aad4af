#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the listing that the lab "code" writes of a model, and compares what each of its lines computes
with the numbers of that model.

    tests/reference/with_torch.sh tests/reference/check_code.py PATH/TO/glassformer [CASE…]

For every row of cases.py that has a listing: the program's own listing, run here as it stands, on the
weights of the case and its first example; the trace of the same by the command line; each step of the
trace that the listing computes, to 1e-5.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

import torch

import check_cli
import compare
import plain_transformer as plain
import safetensors_io
from cases import all_cases

# What the listing knows nothing of; `lab run code` says so of such a model.
AT_THE_ENDS = ["token_types", "embedding_norm", "position_offset", "output_transform", "pooler"]
OTHER_BLOCKS = ["residual", "window", "qk_norm", "tie_query_key", "norm_gain_offset", "rotary_share", "rope_scaling",
                "sinusoid_order", "buckets", "output_scale", "share_embeddings", "encoder_layers"]


def has_listing(case):
    model = case.model
    return (
        model.get("family", "transformer") == "transformer"
        and plain.mixer(model) == "attention"
        and not any(model.get(key) for key in OTHER_BLOCKS)
        and model.get("input", "tokens") == "tokens"
        and model.get("output", "tokens") == "tokens"
        and not case.hides
        and not any(model.get(key) for key in AT_THE_ENDS)
    )


def program_of(lines):
    """The listing with a note of what each line that computes a step has made."""
    made = []
    for number, line in enumerate(lines):
        made.append(line["text"])
        if line["steps"]:
            name = line["text"].split("=")[0].strip()
            indent = line["text"][: len(line["text"]) - len(line["text"].lstrip())]
            made.append(f"{indent}note({number}, {name})")
    return "\n".join(made)


def run_listing(lines, weights, case, source, target):
    """Step by name -> what the listing makes of it."""
    found = {}
    taken = [0] * len(lines)

    def note(number, value):
        steps = lines[number]["steps"]
        found[steps[taken[number]]] = value
        taken[number] += 1

    names = {"note": note}
    exec(compile(program_of(lines), "listing", "exec"), names)  # the program's own text
    w = {name: torch.tensor(values, dtype=torch.float64) for name, values in weights.items()}
    reads = []
    if plain.has_encoder(case.model):
        reads.append(torch.tensor([source + [plain.EOS]]))
    if plain.has_decoder(case.model):
        reads.append(torch.tensor([[plain.SOS] + target]))
    keeps = [torch.ones(ids.shape) for ids in reads]
    logits = names["model"](w, *(given for pair in zip(reads, keeps) for given in pair))
    label = torch.tensor([target + [plain.EOS]])
    names["loss_of"](logits, label, torch.ones(label.shape))
    for number, line in enumerate(lines):
        if taken[number] != len(line["steps"]):
            raise check_cli.Failure(
                f"line {number + 1} runs {taken[number]} times and stands for {len(line['steps'])} steps"
            )
    return found


def without_batch(value, shape):
    value = value.detach().numpy()
    return value[0] if value.ndim == len(shape) + 1 and value.shape[0] == 1 else value


def check_case(program, case):
    found = check_cli.Comparison()
    source = [] if case.sources is None else check_cli.ids_without_special(case.sources[0][0])
    target = check_cli.ids_without_special(case.labels[0][0])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_cli.write_inputs(case, folder)
        options = ["--config", folder / "model.json", "--init", folder / "init.safetensors"]
        if case.sources is not None:
            options += ["--source-ids", check_cli.joined(source)]
        options += ["--target-ids", check_cli.joined(target)]
        program.run("trace", *options, "--out", folder / "trace.safetensors")
        trace, _ = safetensors_io.load(folder / "trace.safetensors")
        lines = json.loads(program.run("lab", "run", "code", *options, "--json"))["lines"]
        computed = run_listing(lines, case.weights, case, source, target)
        given = [name for name in trace if name in case.weights or name.endswith((".ids", ".keep"))]
        for step in found.present("the listing", [n for n in trace if n not in given], computed):
            found.tensor(step, trace[step], without_batch(computed[step], trace[step].shape))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the glassformer executable")
    parser.add_argument("cases", nargs="*", help="only these cases")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)

    program = check_cli.CommandLine(os.path.abspath(arguments.program))
    chosen = [case for case in all_cases() if not arguments.cases or case.name in arguments.cases]
    cases = [case for case in chosen if has_listing(case)]
    failed = compared = 0
    for case in cases:
        try:
            found = check_case(program, case)
        except check_cli.Failure as failure:
            found = check_cli.Comparison()
            found.lines.append(str(failure))
        compared += found.compared
        failed += bool(found.lines)
        for line in found.lines[:12]:
            print(f"{case.name}: {line}")
    print(f"{len(cases) - failed} of {len(cases)} listings agree, {compared} steps")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
