#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the `glassformer` command line as its users do and compares all it writes with PyTorch.

    tests/reference/with_torch.sh tests/reference/check_cli.py PATH/TO/glassformer [CASE…]

For every row of cases.py, all of it through files and options:
    train --batches --init --config --log --save   losses, learning rates, gradient norms and the
                                                   parameters after ten steps, with one and two threads
    trace --config --init --source-ids --target-ids --gradients   every step and every gradient
    trace --model                                  the same of the run that was saved

Where GLASSFORMER_TEST_ALL is not set and no case is named, every second row.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import torch

import compare
import plain_numbers as numbers
import plain_transformer as plain
import safetensors_io
from cases import BATCHES, all_cases

LOG_COLUMNS = "step,loss,learning_rate,gradient_norm,validation_loss,validation_accuracy"

# Options of training beyond optimizer, learning rate and schedule -> how they may be called.
MORE_OPTIONS = {
    "warmup": ["--warmup"],
    "beta1": ["--beta1"],
    "beta2": ["--beta2"],
    "epsilon": ["--epsilon"],
    "momentum": ["--momentum"],
    "weight_decay": ["--weight-decay", "--decay"],
    "clip_norm": ["--clip-norm", "--clip"],
    "label_smoothing": ["--label-smoothing", "--smoothing"],
}
# What holds where the command line has no such option (TrainConfig's defaults).
WITHOUT_OPTION = {
    "warmup": 400,
    "beta1": 0.9,
    "beta2": 0.999,
    "epsilon": 1e-8,
    "momentum": 0.9,
    "weight_decay": 0.0,
    "clip_norm": 0.0,
    "label_smoothing": 0.0,
}


class Failure(Exception):
    """One thing that is not as it should be."""


class CommandLine:
    """The program under test."""

    def __init__(self, path):
        self.path = path
        text = self.run("train", "--help")
        self.flags = {
            key: next((flag for flag in flags if re.search(rf"(^|[\s,]){flag}\b", text)), None)
            for key, flags in MORE_OPTIONS.items()
        }

    def run(self, *arguments):
        arguments = [str(argument) for argument in arguments]
        done = subprocess.run(
            [self.path, *arguments], capture_output=True, text=True, timeout=60, check=False
        )
        if done.returncode != 0:
            raise Failure(f"`{' '.join(arguments)}` ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def train_options(self, train):
        """(the options for a training configuration, the configuration that they say)."""
        said = dict(train)
        options = ["--optimizer", train["optimizer"], "--lr", train["learning_rate"]]
        options += ["--schedule", train["schedule"]]
        for key, flag in self.flags.items():
            if not flag:
                said[key] = WITHOUT_OPTION[key]
            elif train[key] != WITHOUT_OPTION[key]:
                options += [flag, train[key]]
        return options, said


class Comparison:
    """Collects what differs in one case."""

    def __init__(self):
        self.lines = []
        self.compared = 0

    def tensor(self, name, actual, expected, scale_of=None):
        self.compared += 1
        off = compare.difference(actual, expected, scale_of)
        if off > compare.TOLERANCE:
            self.lines.append(f"{name} differs by {off:.2e}")

    def present(self, what, expected, there):
        for name in expected:
            if name not in there:
                self.lines.append(f"{what} has no {name}")
        return [name for name in expected if name in there]


def ids_without_special(row):
    """`x <eos>` and padding -> x, as --source-ids and --target-ids take it."""
    return [int(token) for token in row if token not in (plain.PAD, plain.EOS)]


def kind(array):
    return "values" if array.dtype.kind == "f" else "ids"


def rows_of_numbers(rows):
    """Rows without padding as --source and --target take them: "0.1,0.2 0.3,0.4"."""
    kept = [row for row in rows if not any(value != value for value in row)]
    return " ".join(",".join(repr(float(value)) for value in row) for row in kept)


def without_padding(rows):
    """The rows of numbers, or the ids of a pointer, as a batch of one."""
    rows = torch.tensor(rows)
    return rows[~numbers.is_padding(rows)][None]


def joined(ids):
    return ",".join(str(token) for token in ids)


def write_inputs(case, folder):
    """The files that a user would bring."""
    (folder / "model.json").write_text(json.dumps(case.model))
    safetensors_io.save(folder / "init.safetensors", case.weights)
    batches = {f"target_{kind(case.labels)}": case.labels}
    if case.sources is not None:
        batches[f"source_{kind(case.sources)}"] = case.sources
    safetensors_io.save(folder / "batches.safetensors", batches)


def read_log(path):
    lines = path.read_text().splitlines()
    if lines[0] != LOG_COLUMNS:
        raise Failure(f"the log's header is {lines[0]!r}")
    rows = list(csv.DictReader(lines))
    if [row["step"] for row in rows] != [str(step + 1) for step in range(BATCHES)]:
        raise Failure(f"the log has the steps {[row['step'] for row in rows]}")
    digits = [len(re.sub(r"e.*|\D", "", row["loss"]).lstrip("0")) for row in rows]
    if max(digits) != 9:
        raise Failure(f"the log's losses have {max(digits)} significant digits, not nine")
    return rows


def run_training(program, case, options, folder, threads):
    save, log = folder / f"run{threads}.safetensors", folder / f"log{threads}.csv"
    program.run(
        "train",
        *("--batches", folder / "batches.safetensors"),
        *("--init", folder / "init.safetensors"),
        *("--config", folder / "model.json"),
        *("--threads", threads, "--log", log, "--save", save),
        *options,
    )
    tensors, metadata = safetensors_io.load(save)
    return tensors, metadata, read_log(log)


def check_training(program, case, folder, found):
    """Ten steps from the files. Returns the parameters of the saved run."""
    options, train = program.train_options(case.train)
    tensors, metadata, rows = run_training(program, case, options, folder, 1)
    options += ["--steps", BATCHES]  # as many as the file has, which is also what it is without
    again, _, _ = run_training(program, case, options, folder, 2)
    for name, values in tensors.items():
        if values.tobytes() != again[name].tobytes():
            found.lines.append(f"{name} has other bits with two threads")

    parameters = case.parameters(torch.float64)
    sources = None if case.sources is None else torch.tensor(case.sources)
    losses, norms, rates = plain.train_steps(
        case.model, train, parameters, sources, torch.tensor(case.labels)
    )
    expected = {"loss": losses, "gradient_norm": norms, "learning_rate": rates}
    for column, values in expected.items():
        for row, value in zip(rows, values):
            found.tensor(f"{column} of step {row['step']}", float(row[column]), value)
    for name in found.present("the saved run", parameters, tensors):
        if not (compare.is_key_bias(name) and compare.steps_along_rounding(train)):
            found.tensor(f"{name} after training", tensors[name], parameters[name].detach().numpy())
    if not any("d_model" in value for value in metadata.values()):
        found.lines.append("the saved run's metadata has no model configuration")
    return {name: tensors[name] for name in case.weights if name in tensors}


def expected_trace(case, weights, source, target):
    """Steps and gradients of one example, without the batch dimension."""
    parameters = {
        name: torch.tensor(values, dtype=torch.float64, requires_grad=True)
        for name, values in weights.items()
    }
    if numbers.reads_numbers(case.model):
        source_ids = None if case.sources is None else without_padding(case.sources[0][0])
        labels = without_padding(case.labels[0][0])
        target_ids = plain.decoder_reads(case.model, source_ids, labels)
    else:
        source_ids = torch.tensor([source + [plain.EOS]])
        labels = torch.tensor([target + [plain.EOS]])
        target_ids = torch.tensor([[plain.SOS] + target])
    forward = plain.forward_of(case.model, parameters)
    forward(source_ids, target_ids, labels).backward()
    values = {}
    gradients = {}
    for name, step in forward.steps.items():
        batched = name != "loss" and step.shape[0] == 1  # a part of a weight is alike for all examples
        value = step.detach().numpy()
        values[name] = value[0] if batched else value
        if step.grad is not None and name != "loss":
            gradients[f"grad/{name}"] = step.grad.numpy()[0] if batched else step.grad.numpy()
    for name, parameter in parameters.items():
        gradients[f"grad/{name}"] = parameter.grad.numpy()
    return values, gradients


def check_trace(program, case, model_options, weights, folder, found, with_gradients=True):
    out = folder / "trace.safetensors"
    options = [*model_options, "--out", out]
    source, target = [], []
    if case.sources is not None and kind(case.sources) == "values":
        options.append(f"--source={rows_of_numbers(case.sources[0][0])}")
    elif case.sources is not None:
        source = ids_without_special(case.sources[0][0])
        options += ["--source-ids", joined(source)]
    if kind(case.labels) == "values":
        options.append(f"--target={rows_of_numbers(case.labels[0][0])}")
    else:
        row = case.labels[0][0]
        # With hidden tokens the others have padding for a label.
        target = list(map(int, row[: len(source)])) if case.hides else ids_without_special(row)
        options += ["--target-ids", joined(target)]
    if with_gradients:
        options += ["--gradients"]
    program.run("trace", *options)

    trace, _ = safetensors_io.load(out)
    values, gradients = expected_trace(case, weights, source, target)
    for name in found.present("the trace", values, trace):
        found.tensor(f"trace of {name}", trace[name], values[name])
    if not with_gradients:
        found.lines += [f"the trace has {name} unasked" for name in trace if name.startswith("grad/")]
        return
    for name in found.present("the trace", gradients, trace):
        scale = gradients[compare.key_gradient(name)] if compare.is_key_bias(name) else None
        found.tensor(f"trace of {name}", trace[name], gradients[name], scale)


def check_case(program, case):
    """Returns what differs and how many tensors were compared."""
    found = Comparison()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_inputs(case, folder)
        fresh = ["--config", folder / "model.json", "--init", folder / "init.safetensors"]
        saved = ["--model", folder / "run1.safetensors"]
        checks = [
            lambda: check_trace(program, case, fresh, case.weights, folder, found),
            lambda: check_trace(program, case, fresh, case.weights, folder, found, False),
            lambda: check_trace(
                program, case, saved, check_training(program, case, folder, found), folder, found
            ),
        ]
        for check in checks:
            try:
                check()
            except Failure as failure:
                found.lines.append(str(failure))
    return found


def wants_whole_lists():
    """Whether all is tried where a part is usual, as tests/core/whole_lists.h asks."""
    return "GLASSFORMER_TEST_ALL" in os.environ


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the glassformer executable")
    parser.add_argument("cases", nargs="*", help="only these cases")
    arguments = parser.parse_args()
    torch.set_num_threads(1)

    program = CommandLine(os.path.abspath(arguments.program))
    missing = [key for key, flag in program.flags.items() if flag is None]
    if missing:
        print(f"train has no option for {', '.join(missing)}: compared with their defaults")
    cases = [case for case in all_cases() if not arguments.cases or case.name in arguments.cases]
    if not arguments.cases and not wants_whole_lists():
        cases = cases[::2]
    failed = compared = 0
    for case in cases:
        found = check_case(program, case)
        compared += found.compared
        failed += bool(found.lines)
        for line in found.lines[:12]:
            print(f"{case.name}: {line}")
        if len(found.lines) > 12:
            print(f"{case.name}: … and {len(found.lines) - 12} more")
    print(f"{len(cases) - failed} of {len(cases)} cases agree, {compared} comparisons")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
