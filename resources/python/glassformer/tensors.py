# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads safetensors files: eight bytes with the length of the header, the header as JSON, then the numbers.

Nothing in a file is believed before it is checked, so that a damaged or hostile one gives an Error and no wrong numbers.
"""
from __future__ import annotations

import json
import pathlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .program import Error

Array = npt.NDArray[Any]
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1",
         "BOOL": "?"}
LONGEST_HEADER = 100_000_000  # bytes; the format's own limit


class Entry(NamedTuple):
    type: str
    shape: tuple[int, ...]
    begin: int  # of its bytes, after the header
    end: int


class TensorFile:
    """The header of a file, checked; the numbers are read when they are asked for."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                size = file.seek(0, 2)
                file.seek(0)
                length = int.from_bytes(file.read(8), "little")
                if size < 8 or length > min(size - 8, LONGEST_HEADER):
                    raise self._wrong("it is cut off, or no safetensors file")
                text = file.read(length)
        except OSError as problem:
            raise Error(f"{path} could not be read: {problem.strerror or problem}") from None
        self._start = 8 + length
        try:
            header = json.loads(text.decode())
        except (ValueError, RecursionError):
            raise self._wrong("its header is not JSON") from None
        if not isinstance(header, dict):
            raise self._wrong("its header is not an object")
        self.metadata: dict[str, str] = header.pop("__metadata__", {})
        if not isinstance(self.metadata, dict) or not all(isinstance(each, str) for each in self.metadata.values()):
            raise self._wrong("its metadata are not words")
        self.entries = {name: self._entry(name, said, size - self._start) for name, said in header.items()}

    def _wrong(self, why: str) -> Error:
        return Error(f"{self.path}: {why}")

    def _entry(self, name: str, said: Any, room: int) -> Entry:
        def whole(numbers: Any) -> bool:
            return isinstance(numbers, list) and all(type(each) is int and each >= 0 for each in numbers)

        if not isinstance(said, dict) or not isinstance(said.get("dtype"), str):
            raise self._wrong(f"tensor {name!r} has no type")
        shape: Any = said.get("shape")
        offsets: Any = said.get("data_offsets")
        if not whole(shape) or len(shape) > 32 or not whole(offsets) or len(offsets) != 2:
            raise self._wrong(f"tensor {name!r} has the shape {shape!r:.80} and the offsets {offsets!r:.80}; whole "
                              "numbers from 0 on are needed, at most 32 and exactly two")
        begin, end = offsets
        if not begin <= end <= room:
            raise self._wrong(f"tensor {name!r} goes past the end of the file")
        if said["dtype"] in TYPES:
            needed = np.dtype(TYPES[said["dtype"]]).itemsize
            for extent in shape:
                needed *= extent
            if needed != end - begin:
                raise self._wrong(f"tensor {name!r} of the shape {shape} needs {needed} bytes and has {end - begin}")
        return Entry(said["dtype"], tuple(shape), begin, end)

    def read(self, name: str) -> Array:
        """The numbers of one tensor, in its shape."""
        entry = self.entries[name]
        if entry.type not in TYPES:
            raise self._wrong(f"tensor {name!r} is of the type {entry.type!r}; NumPy has {', '.join(TYPES)}")
        dtype = np.dtype(TYPES[entry.type])
        try:
            numbers = np.fromfile(self.path, dtype, (entry.end - entry.begin) // dtype.itemsize,
                                  offset=self._start + entry.begin)
            return numbers.reshape(entry.shape)
        except (OSError, ValueError) as problem:
            raise Error(f"{self.path} could not be read: {problem}") from None

    def json(self, key: str) -> Any:
        """What one of the metadata says as JSON; None where it is not there."""
        try:
            return json.loads(self.metadata[key]) if key in self.metadata else None
        except (ValueError, RecursionError):
            raise self._wrong(f"the metadata {key!r} are not JSON") from None
