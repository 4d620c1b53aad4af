#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/reference/golden/*.safetensors, one file for each row of cases.py.

    /usr/bin/python3 tests/reference/make_golden.py            writes those that differ
    /usr/bin/python3 tests/reference/make_golden.py --check    compares them with what is committed

Needs PyTorch and NumPy (Debian: python3-torch). All is computed in float64 and rounded to float32 once,
so that a difference is the program's and not the reference's. Before anything is written, these
things are asserted: our attention is nn.MultiheadAttention's, our convolution conv1d's; each case's logits and gradients are those of
a model made of PyTorch's own encoder and decoder layers (but for positions in the scores and other mixers); and PyTorch's float32 keeps
to the tolerance that is asked of the program.

A file holds
    metadata   case, model (the model configuration), train (the training configuration), both JSON
    init/*     the parameters before the first step
    source_ids [N,B,S], target_ids [N,B,T]   as `--batches` takes them, N steps; of numbers
    source_values [N,B,S,f], target_values [N,B,T,f]
    input/target_ids [B,T]   what the decoder sees in the first batch
    forward/*  the steps of the first batch, the examples first ([B,H,T,K], ...); forward/loss is one number
    grad/*     gradients of that batch's mean loss: of each example's steps [B, ...] and of the parameters
    loss, gradient_norm (before clipping), learning_rate   [N]
    final/*    the parameters after N steps
"""

import argparse
import json
import pathlib
import sys
import tempfile

import numpy as np
import torch

import compare
import plain_numbers as numbers
import plain_transformer as plain
import safetensors_io
import torch_layers
from cases import all_cases

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"


def results(case, dtype):
    """Everything that is compared: name -> array in `dtype`."""
    values = {}
    parameters = case.parameters(dtype)
    source, labels = case.batch(0)
    steps = plain.run_batch(case.model, case.train, parameters, source, labels)
    for name, step in steps.items():
        values[f"forward/{name}"] = step.detach().numpy()
    for name, step in steps.items():
        if step.grad is not None and name != "loss":
            values[f"grad/{name}"] = step.grad.numpy()
    for name, parameter in parameters.items():
        values[f"grad/{name}"] = parameter.grad.numpy()

    parameters = case.parameters(dtype)
    sources = None if case.sources is None else torch.tensor(case.sources)
    losses, norms, rates = plain.train_steps(
        case.model, case.train, parameters, sources, torch.tensor(case.labels)
    )
    values["loss"] = np.array(losses)
    values["gradient_norm"] = np.array(norms)
    values["learning_rate"] = np.array(rates)
    for name, parameter in parameters.items():
        values[f"final/{name}"] = parameter.detach().numpy()
    return values


def check_float32(case, exact):
    """Asserts that the tolerance is one which float32 arithmetic meets."""
    for name, value in results(case, torch.float32).items():
        if compare.is_key_bias(name) and name.startswith("final/"):
            if compare.steps_along_rounding(case.train):
                continue
        scale = exact[compare.key_gradient(name)] if is_key_bias_gradient(name) else None
        off = compare.difference(value, exact[name], scale)
        assert off <= compare.TOLERANCE, f"{case.name}: {name} is off by {off:.2e} in float32"


def is_key_bias_gradient(name):
    return compare.is_key_bias(name) and name.startswith("grad/")


def kind(array):
    return "values" if array.dtype == np.float32 else "ids"


def file_of(case, exact):
    """The tensors of a golden file."""
    tensors = {f"init/{name}": value for name, value in case.weights.items()}
    if case.sources is not None:
        tensors[f"source_{kind(case.sources)}"] = case.sources
    tensors[f"target_{kind(case.labels)}"] = case.labels
    if plain.has_decoder(case.model) and not numbers.side_is_numbers(case.model, "target"):
        tensors["input/target_ids"] = plain.decoder_input(torch.tensor(case.labels[0])).numpy()
    for name, value in exact.items():
        tensors[name] = value.astype(np.float32)
    return tensors


def write(case, path):
    exact = results(case, torch.float64)
    check_float32(case, exact)
    metadata = {
        "case": case.name,
        "model": json.dumps(case.model),
        "train": json.dumps(case.train),
    }
    safetensors_io.save(path, file_of(case, exact), metadata)


def check(path, committed):
    """Asserts that a file made anew says what the committed one says."""
    new, new_metadata = safetensors_io.load(path)
    old, old_metadata = safetensors_io.load(committed)
    assert new_metadata == old_metadata, f"{committed.name}: the configuration differs"
    assert list(new) == list(old), f"{committed.name}: the names differ"
    for name, value in new.items():
        if compare.is_key_bias(name):
            continue  # float64 rounding, see compare.py
        if name.endswith("_values"):  # NaN where a row is padding
            assert np.array_equal(old[name], value, equal_nan=True), f"{committed.name}: {name} differs"
            continue
        off = compare.difference(old[name], value)
        assert off <= 1e-7, f"{committed.name}: {name} is off by {off:.2e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    arguments = parser.parse_args()
    torch.set_num_threads(1)

    torch_layers.check_attention()
    torch_layers.check_convolution()
    cases = all_cases()
    names = {f"{case.name}.safetensors" for case in cases}
    for case in cases:
        torch_layers.check_case(case)
        committed = GOLDEN / f"{case.name}.safetensors"
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / committed.name
            write(case, made)
            try:
                check(made, committed)
            except (AssertionError, FileNotFoundError):
                if arguments.check:
                    raise
                committed.write_bytes(made.read_bytes())  # what agrees stays: the last digit is another on another machine
    stale = {path.name for path in GOLDEN.glob("*.safetensors")} - names
    assert not stale, f"golden files without a case: {sorted(stale)}"
    print(f"{len(cases)} cases {'agree' if arguments.check else 'written'}")


if __name__ == "__main__":
    sys.exit(main())
