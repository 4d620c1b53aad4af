# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs and opened models: what can be asked of them."""
from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import tempfile
import weakref
from typing import Any, Mapping, Optional

import numpy as np

from . import program
from .program import Error, PathLike, Text
from .tensors import Array, TensorFile
from .trace import Trace


class Model:
    """A model's file or folder: a saved run, or what `save_pretrained` wrote of a model that opens."""

    def __init__(self, path: PathLike) -> None:
        self.path = pathlib.Path(path).absolute()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def trace(self, source: Optional[Text] = None, target: Optional[Text] = None, *, gradients: bool = False,
              **options: object) -> Trace:
        """Every matrix of one example, and with `gradients` the gradient of each.

        source, target: a text, or a list of token ids; a model without an encoder reads its target. Without a target
        an encoder-decoder is given its own answer, and there is neither a loss nor a gradient.
        options: those of `glassformer trace`.
        """
        asked = program.options({**program.example(source, target), **options})
        return Trace._of(self, asked, gradients)

    def generate(self, source: Optional[Text] = None, target: Optional[Text] = None, **options: object) -> str:
        """The model's answer to `source`, or how it goes on from `target`, which stands in front of it.

        options: those of `glassformer generate`, such as temperature=1, seed=2, beam=4.
        """
        said = program.call("generate", f"--model={self.path}",
                            *program.options({**program.example(source, target), **options}))
        return said[:-1] if said.endswith("\n") else said

    def lab(self, name: str, source: Optional[Text] = None, target: Optional[Text] = None,
            **knobs: object) -> dict[str, Any]:
        """The numbers behind a lab's drawing, under the names of `glassformer lab run NAME --json`.

        Without source and target the example that the task is shown with. What is no number is None.
        """
        takes_model = "--model" in program.call("lab", "run", name, "--help")  # some are about numbers that are drawn
        said = program.call("lab", "run", name, *[f"--model={self.path}"][:takes_model], "--json",
                            *program.options({**program.example(source, target), **knobs}))
        return dict(json.loads(said))

    def open(self) -> subprocess.Popen[bytes]:
        """Opens the window with it, and returns its process at once or with an Error when it did not come."""
        command = [program.find(), str(self.path)]
        with tempfile.TemporaryFile() as said:
            try:
                window = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                          start_new_session=True)
            except (OSError, ValueError) as problem:
                raise program.cannot_start(command, problem) from None
            try:
                status = window.wait(timeout=1)
            except subprocess.TimeoutExpired:
                return window
            said.seek(0)
            program.check(status, said.read().decode(errors="replace"))
        return window

    def _state(self) -> tuple[tuple[str, int, int], ...]:
        """Changes when the model is written anew."""
        try:
            files = sorted(self.path.iterdir()) if self.path.is_dir() else [self.path]
            return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files)
        except OSError:
            return ()


class Run(Model):
    """A saved run.

    config: the keys of the model's configuration, as `train --config` takes them.
    log: its training, an array [steps] for each column: step, loss, validation_loss, validation_accuracy, and of a run
    that was just trained learning_rate and gradient_norm. What was not measured is NaN. A file keeps a long run's
    columns thinned out.
    """

    def __init__(self, path: PathLike, log: Optional[Mapping[str, Array]] = None) -> None:
        super().__init__(path)
        file = TensorFile(self.path)
        self.config: dict[str, Any] = file.json("config")
        if not isinstance(self.config, dict):
            raise Error(f"{self.path} is not a saved run: its metadata have no configuration")
        self.log: dict[str, Array] = dict(_log_in(file) if log is None else log)


def watch(module: Any, tokenizer: Any, text: str, **options: Any) -> Trace:
    """A trace of a torch model of a family that opens (GPT-2, BERT, Llama and their like), as it is now.

    module, tokenizer: of the library transformers, whose `save_pretrained` writes them into a temporary folder. The
    folder goes with the trace. options: those of Model.trace(), such as gradients=True.
    """
    for each, what in ((module, "a model"), (tokenizer, "a tokenizer")):
        if not hasattr(each, "save_pretrained"):
            raise Error(f"watch() takes {what} with save_pretrained, as the library transformers has it; it got "
                        f"{type(each).__name__}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="glassformer-"))
    saved, imported = folder / type(module).__name__, folder / "model.safetensors"
    try:
        module.save_pretrained(saved)
        tokenizer.save_pretrained(saved)
        program.call("import", f"--from={saved}", f"--save={imported}")
        shutil.rmtree(saved)
        run = Run(imported)
        options["source" if run.config.get("architecture") == "encoder" else "target"] = text
        trace = run.trace(**options)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    return trace


def _log_in(file: TensorFile) -> dict[str, Array]:
    """Losses and validations have steps of their own in a file; here they share one column."""
    def column(name: str) -> Array:
        name = f"training/{name}"
        return file.read(name).ravel() if name in file.entries else np.empty(0)

    steps, measured = column("step").astype(np.int64), column("validation_step").astype(np.int64)
    log = {"step": np.union1d(steps, measured)}
    for name, at in (("loss", steps), ("validation_loss", measured), ("validation_accuracy", measured)):
        values = column(name)
        if len(values) != len(at):
            raise Error(f"{file.path}: training/{name} has {len(values)} numbers for {len(at)} steps")
        log[name] = np.full(len(log["step"]), np.nan)
        log[name][np.searchsorted(log["step"], at)] = values
    return log
