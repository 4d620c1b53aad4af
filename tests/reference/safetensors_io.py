# SPDX-License-Identifier: GPL-3.0-or-later
"""A minimal reader and writer of safetensors files.

The format: eight bytes (little-endian length of the header), the header as JSON (name -> dtype,
shape, data_offsets; `__metadata__` holds strings), then the numbers. Written here once more, so that
the reference needs nothing but NumPy and PyTorch and shares no code with the program it checks.
"""

import json
import struct

import numpy as np

DTYPES = {"F32": np.dtype("<f4"), "F64": np.dtype("<f8"), "I64": np.dtype("<i8"), "I32": np.dtype("<i4")}


def save(path, tensors, metadata=None):
    """Writes NumPy arrays; names in the order of the dictionary, so the bytes are reproducible."""
    header = {"__metadata__": metadata} if metadata else {}
    chunks = []
    offset = 0
    for name, array in tensors.items():
        array = np.asarray(array)
        dtype = next((key for key, value in DTYPES.items() if value == array.dtype), None)
        if dtype is None:
            raise TypeError(f"{name}: cannot store {array.dtype}")
        chunk = array.astype(DTYPES[dtype]).tobytes(order="C")
        header[name] = {
            "dtype": dtype,
            "shape": list(array.shape),
            "data_offsets": [offset, offset + len(chunk)],
        }
        offset += len(chunk)
        chunks.append(chunk)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the numbers start at a multiple of eight
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for chunk in chunks:
            file.write(chunk)


def load(path):
    """Returns (name -> NumPy array, metadata)."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    body = data[8 + length :]
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        array = np.frombuffer(body[begin:end], dtype=DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
    return tensors, metadata
