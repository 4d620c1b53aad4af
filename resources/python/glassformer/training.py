# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains, says how far it is, and ends with Ctrl-C."""
from __future__ import annotations

import csv
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
from typing import Callable, Mapping, Optional, Union

import numpy as np

from . import program
from .model import Run
from .program import PathLike
from .tensors import Array

Show = Callable[[str], object]


def train(task: Optional[str] = None, *, steps: Optional[int] = None, seed: Optional[int] = None,
          model: Union[Mapping[str, object], PathLike, None] = None, save: Optional[PathLike] = None,
          progress: Optional[Show] = None, **options: object) -> Run:
    """Trains and returns the saved run. Ctrl-C, or Interrupt in a notebook, ends the training: the run is then what was
    trained by then.

    task: such as "date"; `glassformer train --help` names them.
    model: keys of the model's configuration, such as {"heads": 2}; those that are left out are the task's. Or the
        folder of a real model, which goes on learning.
    save: where the run is saved, and replaces what is there; left out, a new file of the task's name in the working
        folder: date.safetensors, date-2.safetensors …
    progress: is given each line that the program prints; left out, one line says how far it is, in a terminal or a
        notebook.
    options: those of `glassformer train`: batch=32, lr=1e-3, data="text.txt", weight_decay=0.1 …
    """
    file = pathlib.Path(save).absolute() if save is not None else _new_file(task)
    with tempfile.TemporaryDirectory(prefix="glassformer-") as name:
        folder = pathlib.Path(name)
        log = pathlib.Path(program.plain(options.pop("log", None) or folder / "log.csv"))
        given = {"task": task, "steps": steps, "seed": seed, "log": log, **options}
        if isinstance(model, Mapping):
            config = given["config"] = folder / "model.json"
            config.write_text(json.dumps(dict(model), default=lambda number: number.item()), encoding="utf-8")
        else:
            given["model"] = model
        command = [program.find(), "train", f"--save={file}", *program.options(given)]
        line = _Line()
        try:
            _train(command, progress or line.show)
        finally:
            line.end()
        return Run(file, _columns(log))


def _train(command: list[str], show: Show) -> None:
    """Until the program ends, which the first Ctrl-C asks it for; what it has learnt by then it saves."""
    windows = os.name == "nt"
    with tempfile.TemporaryFile() as said:
        try:
            # In a group of its own, or Ctrl-C of a terminal would reach it twice, and the second ends it at once.
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, encoding="utf-8",
                errors="replace", start_new_session=not windows,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0))
        except (OSError, ValueError) as problem:
            raise program.cannot_start(command, problem) from None
        with process:
            try:
                try:
                    _follow(process, show)
                except KeyboardInterrupt:
                    process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))  # the first is of Windows
                    _follow(process, show)
            except BaseException:
                process.kill()
                raise
        if process.returncode == -signal.SIGINT:
            raise KeyboardInterrupt  # before the program was ready to be asked
        said.seek(0)
        program.check(process.returncode, said.read().decode(errors="replace"))


def _follow(process: subprocess.Popen[str], show: Show) -> None:
    assert process.stdout
    for line in process.stdout:
        show(line.rstrip("\n"))
    process.wait()


class _Line:
    """One line that is written over and over where a person sees it."""

    def __init__(self) -> None:
        self._seen = sys.stdout is not None and (sys.stdout.isatty() or "ipykernel" in sys.modules)
        self._length = 0

    def show(self, line: str) -> None:
        if self._seen and line.startswith(("step ", "stopped after ")):
            line = line.split(";")[0]
            print("\r" + line.ljust(self._length), end="", flush=True)
            self._length = len(line)

    def end(self) -> None:
        if self._length:
            print()


def _new_file(task: Optional[str]) -> pathlib.Path:
    name = task if task and task.isidentifier() else "run"
    ends = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    return next(path for end in ends if not (path := pathlib.Path.cwd() / f"{name}{end}.safetensors").exists())


def _columns(log: pathlib.Path) -> dict[str, Array]:
    """The columns of a log, [steps] each; NaN where nothing was measured."""
    with open(log, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    columns = {name: np.array([float(row[i]) if row[i] else np.nan for row in rows]) for i, name in enumerate(names)}
    return {**columns, "step": columns["step"].astype(np.int64)}
