# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the program, calls it, and turns what it complains of into an Error."""
from __future__ import annotations

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import warnings
from typing import Mapping, Optional, Sequence, Union

VERSION = "0.1.0"  # of this package; a test compares it with the program's

PathLike = Union[str, "os.PathLike[str]"]
Text = Union[str, Sequence[int]]  # a text, or the ids of its tokens


class Error(Exception):
    """What went wrong, in the program's own sentence."""


def beside() -> Optional[pathlib.Path]:
    """The program that came with this package: in a wheel, or built in the tree that this package lies in."""
    here = pathlib.Path(__file__).resolve().parent
    name = "glassformer.exe" if os.name == "nt" else "glassformer"
    places = [here / "bundle/bin" / name]
    if here.parent.name == "python" and here.parent.parent.name == "resources":
        places += [here.parents[2] / "build" / preset / "app" / name for preset in ("release", "check", "dev")]
    return next((place for place in places if place.is_file()), None)


def find() -> str:
    """The program's path: what GLASSFORMER names, else the one beside this package, else one on PATH."""
    named = os.environ.get("GLASSFORMER")
    path = shutil.which(named or str(beside() or "glassformer"))
    if not path:
        raise Error(f"GLASSFORMER is {named!r}, but there is no program of this name" if named else
                    "the program glassformer was not found, neither beside this package nor on PATH; install it, or "
                    "set GLASSFORMER to its path")
    _require_version(path, os.stat(path).st_mtime_ns)
    return path


@functools.lru_cache(maxsize=None)
def _require_version(path: str, _changed: int) -> None:
    """The package is written for the program of its own version, and works with the one after it."""
    said = _run([path, "--version"]).stdout
    number = re.fullmatch(r"glassformer (\d+)\.(\d+)\.(\d+)\s*", said)
    if not number:
        raise Error(f"{path} is not Glassformer: asked for its version it says {said.strip()[:80]!r}")
    theirs = int(number[1]), int(number[2])
    major, minor = (int(part) for part in VERSION.split(".")[:2])
    if theirs not in ((major, minor), (major, minor + 1)):
        newer = theirs > (major, minor)
        raise Error(f"the program {path} is version {'.'.join(number.groups())}, {'newer' if newer else 'older'} than "
                    f"this Python package ({VERSION}) can work with: install Glassformer {major}.{minor} or "
                    f"{major}.{minor + 1}, or the Python package of version {theirs[0]}.{theirs[1]}")


def call(*arguments: str) -> str:
    """Calls the program and returns what it prints. Raises Error with its sentence when it fails."""
    with tempfile.TemporaryDirectory(prefix="glassformer-") as folder:
        done = _run([find(), *arguments], XDG_RUNTIME_DIR=folder)  # for figures Qt makes one that stays where none is set
    check(done.returncode, done.stderr)
    return done.stdout


def _run(command: Sequence[str], **otherwise: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                              errors="replace", check=False, env={**otherwise, **os.environ})
    except (OSError, ValueError) as problem:
        raise cannot_start(command, problem) from None


def cannot_start(command: Sequence[str], problem: Exception) -> Error:
    return Error(f"{command[0]} could not be started: {problem}")


def check(status: int, said: str) -> None:
    """Warns of the program's notes. Raises Error where the exit status is not 0."""
    for note in re.findall(r"^glassformer: note: (.*)$", said, re.M):
        warnings.warn(note, stacklevel=4)
    if status == 0:
        return
    sentences = re.findall(r"^glassformer: error: (.*)$", said, re.M)
    raise Error(sentences[-1] if sentences else said.strip() or
                (f"the program was ended by signal {-status}" if status < 0 else
                 f"the program ended with status {status} and said nothing"))


def options(given: Mapping[str, object]) -> list[str]:
    """Keywords as options of the program: weight_decay=0.1 is --weight-decay=0.1, True is a switch, a list is joined by
    commas, None and False are left out."""
    written = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            written.append(option)
        elif value is not None and value is not False:
            text = plain(value)
            written += [f"{option}={text}"] if text else [option, text]
    return written


def plain(value: object) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # NumPy's
        value = value.tolist()
    return ",".join(map(str, value)) if isinstance(value, (list, tuple, range)) else str(value)


def example(source: Optional[Text], target: Optional[Text]) -> dict[str, object]:
    """The options of an example; token ids where it is not a text."""
    given: dict[str, object] = {}
    for name, text in (("source", source), ("target", target)):
        given[name if text is None or isinstance(text, str) else f"{name}_ids"] = text
    return given
