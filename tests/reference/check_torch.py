#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports models as folders of PyTorch and lets the programs of each folder prove themselves.

    tests/reference/with_torch.sh tests/reference/check_torch.py PATH/TO/glassformer [CASE…]

For every row of cases.py:
    check.py    recomputes the trace that the program has written, gradients included
    train.py    goes on after five training steps, with the optimizer's memory, as the program does
    generate.py runs
For every folder in opened/: check.py, and for one that learns from a text train.py as above. And `torchrun` with two processes, for one model of each kind: the
losses and gradient norms of ten training steps are those of the program, and it goes on when told to.

Where GLASSFORMER_TEST_ALL is not set, a part of all that: of the cases those of `torchrun` and every
FEW-th, of the folders each, of `torchrun` the first case.
"""

import argparse
import contextlib
import csv
import importlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile

import torch

import check_cli
import compare
from cases import all_cases

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("model", "data", "train", "generate", "check")
# Two processes: a transformer of each architecture, one that points, a recurrent one.
TOGETHER = (
    "encoder.bert_deep",
    "decoder.llama_deep",
    "encoder-decoder.pointer_deep",
    "encoder-decoder.gru_bahdanau",
)
FEW = 4
# Opened models that learn from a text: what follows, and hidden words.
LEARNING = ("gpt2", "bert", "distilbert")


class Folder:
    """An exported folder, whose programs run here."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        sys.path.insert(0, str(self.path))
        return self

    def __exit__(self, *_):
        sys.path.remove(str(self.path))
        for name in PROGRAMS:
            sys.modules.pop(name, None)

    def call(self, name, *arguments):
        """(what main() returns, what it prints)"""
        program = importlib.import_module(name)
        heard = io.StringIO()
        before = sys.argv
        sys.argv = [name, *map(str, arguments)]
        try:
            with contextlib.redirect_stdout(heard):
                status = program.main()
        except SystemExit as stopped:
            raise check_cli.Failure(f"{name}.py ended: {stopped}") from stopped
        finally:
            sys.argv = before
        return status, heard.getvalue()


def export(program, folder, *arguments):
    path = folder / "torch"
    program.run("export-torch", *arguments, "--out", path)
    return path


def check(folder, found):
    status, text = folder.call("check")
    found.compared += int(text.split()[0]) if text.split()[0].isdigit() else 0
    if status != 0:
        found.lines.append(f"check.py: {text.strip().splitlines()[-1]}")


def check_log(found, what, path, expected):
    rows = list(csv.DictReader(path.read_text().splitlines()))
    if [row["step"] for row in rows] != [row["step"] for row in expected]:
        found.lines.append(f"{what} has the steps {[row['step'] for row in rows]}")
        return
    for mine, given in zip(rows, expected):
        for column in ("loss", "learning_rate", "gradient_norm"):
            found.tensor(f"{what}: {column} of step {given['step']}", float(mine[column]), float(given[column]))


def check_fine_tuning(program, case, folder, found):
    """Five steps by the program, five by PyTorch, against ten by the program."""
    options, _ = program.train_options(case.train)
    batches = ["--batches", folder / "batches.safetensors"]
    run, whole, log = (folder / name for name in ("run.safetensors", "whole.safetensors", "log.csv"))
    start = ["--init", folder / "init.safetensors", "--config", folder / "model.json"]
    program.run("train", *batches, *start, *options, "--steps", 10, "--log", log, "--save", whole)
    # The cosine's end follows from the number of steps, so the first half says ten, too.
    program.run("train", *batches, *start, *options, "--steps", 5, "--save", run)
    exported = export(program, folder, "--model", run, *batches)
    if case.train["schedule"] == "cosine":
        return exported, None
    return exported, list(csv.DictReader(log.read_text().splitlines()))[5:]


def question(case):
    """What generate.py is asked."""
    options = []
    if case.sources is not None and check_cli.kind(case.sources) == "values":
        options.append(f"--source={check_cli.rows_of_numbers(case.sources[0][0])}")
    elif case.sources is not None:
        options.append(f"--source-ids={check_cli.joined(check_cli.ids_without_special(case.sources[0][0]))}")
    return options


def check_case(program, case):
    found = check_cli.Comparison()
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name)
        check_cli.write_inputs(case, path)
        exported, expected = check_fine_tuning(program, case, path, found)
        with Folder(exported) as folder:
            check(folder, found)
            if expected is not None:
                folder.call("train", "--steps", 5, "--csv", path / "torch.csv", "--device", "cpu")
                check_log(found, "train.py", path / "torch.csv", expected)
            folder.call("generate", *question(case))
    return found


def check_learning(program, model, folder, found):
    """Five steps on a text by the program, five by PyTorch, against ten by the program."""
    text, run, log = (folder / name for name in ("text.txt", "run.safetensors", "log.csv"))
    text.write_text("What is the head of the 7 heads that look there? " * 60)
    learn = ["train", "--task", "text", "--data", text, "--model", model, "--lr", "1e-3"]
    program.run(*learn, "--steps", 10, "--log", log, "--save", folder / "whole.safetensors")
    program.run(*learn, "--steps", 5, "--save", run)
    path = folder / "learning"
    path.mkdir()
    with Folder(export(program, path, "--model", run)) as exported:
        check(exported, found)
        exported.call("train", "--steps", 5, "--csv", folder / "torch.csv", "--device", "cpu")
    check_log(found, "train.py", folder / "torch.csv", list(csv.DictReader(log.read_text().splitlines()))[5:])


def check_opened(program, model):
    found = check_cli.Comparison()
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name)
        with Folder(export(program, path, "--model", model)) as folder:
            check(folder, found)
        if model.name in LEARNING:
            check_learning(program, model, path, found)
    return found


def torchrun(folder, *arguments):
    with tempfile.TemporaryDirectory() as logs:
        # What the processes print goes to files: with PyTorch 1.13 and Python 3.11 it cannot go elsewhere.
        command = [sys.executable, "-B", "-m", "torch.distributed.run", "--standalone"]
        command += ["--nproc_per_node", "2", "-r", "1", "-t", "1", "--log_dir", logs]
        done = subprocess.run(
            [*command, "train.py", "--device", "cpu", *map(str, arguments)],
            cwd=folder,
            env=dict(os.environ, OMP_NUM_THREADS="1"),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    if done.returncode != 0:
        raise check_cli.Failure(f"torchrun ended with {done.returncode}: {done.stderr.strip()[-400:]}")


def check_together(program, case):
    """Ten steps by two processes, from the same weights on the same batches; six, and then four more."""
    found = check_cli.Comparison()
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name)
        check_cli.write_inputs(case, path)
        batches = ["--batches", path / "batches.safetensors"]
        start = ["--config", path / "model.json", "--init", path / "init.safetensors"]
        log = path / "log.csv"
        program.run("train", *batches, *start, "--steps", 10, "--log", log, "--save", path / "run.safetensors")
        expected = list(csv.DictReader(log.read_text().splitlines()))
        exported = export(program, path, *start, *batches)
        torchrun(exported, "--steps", 10, "--csv", path / "ten.csv", "--out", path / "ten")
        check_log(found, "torchrun", path / "ten.csv", expected)
        torchrun(exported, "--steps", 6, "--out", path / "six")
        torchrun(exported, "--steps", 4, "--out", path / "six", "--resume", "--csv", path / "four.csv")
        check_log(found, "torchrun --resume", path / "four.csv", expected[6:])
    return found


def report(name, make):
    """(whether it is as it should be, how much was compared)"""
    try:
        found = make()
    except (check_cli.Failure, subprocess.TimeoutExpired) as failure:
        found = check_cli.Comparison()
        found.lines.append(str(failure))
    for line in found.lines[:12]:
        print(f"{name}: {line}")
    return not found.lines, found.compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the glassformer executable")
    parser.add_argument("cases", nargs="*", help="only these cases")
    arguments = parser.parse_args()
    torch.set_num_threads(1)

    program = check_cli.CommandLine(os.path.abspath(arguments.program))
    cases = [case for case in all_cases() if not arguments.cases or case.name in arguments.cases]
    together = [case for case in cases if case.name in TOGETHER]
    if not arguments.cases and not check_cli.wants_whole_lists():
        cases = [case for at, case in enumerate(cases) if at % FEW == 0 or case in together]
        together = together[:1]
    opened = [] if arguments.cases else sorted(p for p in (HERE / "opened").iterdir() if p.is_dir())
    results = [report(case.name, lambda: check_case(program, case)) for case in cases]
    results += [report(path.name, lambda: check_opened(program, path)) for path in opened]
    results += [report(f"{case.name} together", lambda: check_together(program, case)) for case in together]
    good = sum(fine for fine, _ in results)
    print(f"{good} of {len(results)} folders agree, {sum(n for _, n in results)} comparisons")
    return 0 if results and good == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
