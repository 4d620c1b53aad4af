# SPDX-License-Identifier: GPL-3.0-or-later
"""Every matrix of one example, and figures and pages of them."""
from __future__ import annotations

import difflib
import html
import pathlib
import tempfile
from typing import TYPE_CHECKING, Iterator, Mapping, Optional, Union

from . import program
from .program import Error, PathLike
from .tensors import Array, TensorFile

if TYPE_CHECKING:
    from .model import Model


class MissingStep(Error, KeyError):
    """There is no step of this name; a KeyError, too, as of any mapping."""

    __str__ = Exception.__str__


class Trace(Mapping[str, Array]):
    """Every matrix of one example under its name, as the window has it: trace["decoder.0.cross_attn.weights"] is
    [H,T,S]. The gradient of a step is trace["grad/…"], of its shape.

    source_tokens [S], target_tokens [T]: what encoder and decoder read; labels [T]: what each row should predict.
    """

    def __init__(self, model: Model, asked: list[str], file: TensorFile) -> None:
        self._model, self._asked, self._state = model, asked, model._state()
        self._arrays = {name: file.read(name) for name in file.entries}
        self._axes: Mapping[str, list[str]] = file.json("axes") or {}
        self.source_tokens: list[str] = file.json("source_tokens") or []
        self.target_tokens: list[str] = file.json("target_tokens") or []
        self.labels: list[str] = file.json("labels") or []

    @classmethod
    def _of(cls, model: Model, asked: list[str], gradients: bool) -> Trace:
        with tempfile.TemporaryDirectory(prefix="glassformer-") as folder:
            path = pathlib.Path(folder) / "trace.safetensors"
            program.call("trace", f"--model={model.path}", *asked, *["--gradients"][:gradients], f"--out={path}")
            return cls(model, asked, TensorFile(path))

    def __getitem__(self, name: str) -> Array:
        if name not in self._arrays:
            close = difflib.get_close_matches(str(name), self._arrays, 3, 0)
            raise MissingStep(f"there is no step {name!r} in this trace; the closest are {', '.join(close)}")
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<Trace of {self._model!r}: {len(self)} matrices>"

    def axes(self, name: str) -> tuple[str, ...]:
        """What each dimension of a step counts: ("H", "T", "S") of cross-attention's weights."""
        shape = self[name].shape
        axes = tuple(self._axes.get(name, ()))
        if len(axes) != len(shape):
            raise Error(f"the trace does not say what the dimensions of {name} are; a newer Glassformer does")
        return axes

    def tokens(self, name: str) -> tuple[Optional[list[str]], ...]:
        """The tokens along each dimension of a step; None along one that is not of tokens."""
        words = {"T": self.target_tokens, "S": self.source_tokens}
        return tuple(words.get(axis) for axis in self.axes(name))

    def figure(self, name: str, head: Union[int, str] = "all", **options: object) -> Figure:
        """A step as a figure, shown in a notebook. head: from 1 on, or "all".

        options: those of `glassformer export`, such as width=85 (millimetres) or caption="".
        """
        return Figure(self, [f"--step={name}", *program.options({"head": None if head == "all" else head, **options})])

    def page(self, name: Optional[str] = None, head: Union[int, str] = "all", **options: object) -> Page:
        """A step as an interactive page, shown in a notebook; without a name all forward steps in order."""
        step = "--walk" if name is None else f"--step={name}"
        asked = [step, *program.options({"head": None if head == "all" else head, **options})]
        return Page(self._exported(asked, "html"))

    def _exported(self, asked: list[str], form: str) -> str:
        """What `export` writes into a temporary file, as text."""
        with tempfile.TemporaryDirectory(prefix="glassformer-") as folder:
            path = pathlib.Path(folder) / f"figure.{form}"
            self._export(asked, form, path)
            return path.read_text(encoding="utf-8")

    def _export(self, asked: list[str], form: str, path: pathlib.Path) -> None:
        if self._model._state() != self._state:
            raise Error(f"{self._model.path} has changed since this trace was made; trace it again")
        program.call("export", f"--model={self._model.path}", *self._asked, *asked,
                     *program.options({"format": form, "out": path}))


class Figure:
    """A drawing of one step."""

    def __init__(self, trace: Trace, asked: list[str]) -> None:
        self._trace, self._asked = trace, asked
        self.svg = trace._exported(asked, "svg")

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: PathLike) -> pathlib.Path:
        """Writes it in the form that the name ends with (.svg, .pdf, .png, .tikz; .csv and .npy: its numbers)."""
        file = pathlib.Path(path).absolute()
        self._trace._export(self._asked, file.suffix[1:], file)
        return file


class Page:
    """An interactive page in one piece."""

    def __init__(self, text: str) -> None:
        self.html = text

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" width="100%" height="640" '
                'style="border: 0"></iframe>')

    def save(self, path: PathLike) -> pathlib.Path:
        file = pathlib.Path(path).absolute()
        file.write_text(self.html, encoding="utf-8")
        return file
