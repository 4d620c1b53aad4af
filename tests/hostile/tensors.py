# SPDX-License-Identifier: GPL-3.0-or-later
"""Safetensors files as bytes, and how they can be damaged.

A file is taken apart into a header (its entries in order, so that keys may come twice) and the data,
changed in one place, and put together again.
"""

import json
import math
import struct

WIDTHS = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8, "I32": 4, "I64": 8}
METADATA = "__metadata__"


def join(header, data, length=None):
    """A file from a header (a dict, or JSON text as bytes) and its data."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def split(file):
    """Header and data of a whole file; ValueError when it is not one."""
    length = struct.unpack_from("<Q", file)[0]
    if length > len(file) - 8:
        raise ValueError("the header is longer than the file")
    header = json.loads(file[8:8 + length])
    end = max((entry["data_offsets"][1] for name, entry in header.items() if name != METADATA),
              default=0)
    if 8 + length + end != len(file):
        raise ValueError("the data do not end with the file")
    return header, file[8 + length:]


def tensor_file(tensors, metadata=None):
    """A file of {name: (dtype, shape, bytes)}."""
    header, data = ({METADATA: metadata} if metadata else {}), b""
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    return join(header, data)


def ids(shape, values):
    """An int64 tensor; the values repeat until the shape is full."""
    count = math.prod(shape)
    return "I64", list(shape), struct.pack(f"<{count}q",
                                           *(values[i % len(values)] for i in range(count)))


def with_floats(file, value, only=""):
    """Every float32 of the tensors whose names contain `only` becomes `value`."""
    header, data = split(file)
    data = bytearray(data)
    for name, entry in header.items():
        if name != METADATA and only in name and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            data[begin:end] = struct.pack("<f", value) * ((end - begin) // 4)
    return join(header, bytes(data))


def with_metadata(file, key, value):
    """`value` None takes the key away; otherwise it is the new text."""
    header, data = split(file)
    metadata = dict(header.get(METADATA, {}))
    if value is None:
        metadata.pop(key, None)
    else:
        metadata[key] = value
    return join({**header, METADATA: metadata}, data)


def with_inner(file, key, change):
    """Changes the JSON value that is written as the text of a metadata key."""
    header, _ = split(file)
    value = json.loads(header[METADATA][key])
    return with_metadata(file, key, json.dumps(change(value)))


# --- damage -----------------------------------------------------------------------------------

LENGTHS = (0, 1, 2, 7, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 8, 2**64 - 1)
NUMBERS = (b"-1", b"0", b"1", b"2147483648", b"4294967296", b"9007199254740993",
           b"9223372036854775807", b"9223372036854775808", b"18446744073709551615",
           b"18446744073709551616", b"-9223372036854775809", b"1e400", b"1.5", b"1e2", b"-0.0",
           b"NaN", b"null", b"true", b'"8"', b"[]", b"{}", b"9" * 3000)
SHAPES = (b"[]", b"[0]", b"[-1]", b"[-4,-4]", b"[1,1,1,1,1]", b"[4294967296,4294967296]",
          b"[9223372036854775807,2]", b"[3037000500,3037000500]", b"[1.0]", b'["4"]', b"[null]",
          b"4", b"{}", b"[" + b"1," * 5000 + b"1]", b"[[1]]", b"[0,9223372036854775807]")
KINDS = tuple(WIDTHS) + ("F8_E4M3", "U8", "BOOL", "I16", "C64", "f32", "", "F32\u0000",
                         "<b>F32</b>", "\u202eF32", "F" * 10000)
NAMES = ("", "__metadata__", "a\nb", "\u001b[31mred", "<img src=x>", "\u202eevil", "\u0000",
         "x" * 10000, "optimizer/", "output.weight", "e\u0301" * 300, "../../x", "\ufffe")
DEEP = 2000


def cuts(file, random, several):
    """Places where the file is cut off: every border of its parts, and some anywhere."""
    length = struct.unpack_from("<Q", file)[0]
    header, _ = split(file)
    borders = {0, 1, 7, 8, 9, 8 + length // 2, 8 + length - 1, 8 + length, 8 + length + 1,
               len(file) - 1}
    for name, entry in header.items():
        if name != METADATA:
            borders.update(8 + length + offset for offset in entry["data_offsets"])
    borders.discard(len(file))
    borders.update(random.randrange(len(file)) for _ in range(several))
    return [(f"cut-{at}", file[:at]) for at in sorted(borders)]


def flips(file, random, several):
    """Single bits, half of them in the header, and clusters of random bytes."""
    length = struct.unpack_from("<Q", file)[0]
    for i in range(several):
        changed = bytearray(file)
        at = random.randrange(8 + length if i % 2 else len(file))
        if i % 5 == 4:
            for place in range(at, min(at + random.randrange(1, 40), len(file))):
                changed[place] = random.randrange(256)
        else:
            changed[at] ^= 1 << random.randrange(8)
        yield f"flip-{i}-{at}", bytes(changed)


def header_lies(file, random):
    """What a header can say that is not so."""
    header, data = split(file)
    names = [name for name in header if name != METADATA]
    text = json.dumps(header).encode()
    for length in LENGTHS + (len(text) - 1, len(text) + 1, len(file), len(file) - 8):
        yield f"length-{length}", join(text, data, length)
    yield "longer-by-a-byte", file + b"\0"
    yield "longer-by-itself", file + file
    yield "empty-header", join(b"{}", data)
    yield "no-data", join(text, b"")
    for label, whole in (("list", b"[]"), ("null", b"null"), ("open", b"{" * 50),
                         ("deep", b'{"a":' * DEEP + b"1" + b"}" * DEEP),
                         ("deep-list", b'{"a":' + b"[" * DEEP + b"]" * DEEP + b"}"),
                         ("zero", b'{"a\0b":1}'), ("bytes", b'{"\xff\xfe":1}'),
                         ("surrogate", b'{"\\ud800":1}'), ("comment", b"/**/{}"),
                         ("mark", b"\xef\xbb\xbf" + text), ("spaces", b" " * 4096),
                         ("many", b"{" + b",".join(b'"%d":0' % i for i in range(20000)) + b"}"),
                         ("twice", text[:-1] + b"," + text[1:]),
                         ("metadata-list", text.replace(b'"__metadata__": {', b'"__metadata__": [{', 1)),
                         ("metadata-number", join_entry(header, METADATA, b"5")),
                         ("metadata-values", join_entry(header, METADATA, b'{"format":5}')),
                         ("metadata-null", join_entry(header, METADATA, b"null"))):
        yield f"header-{label}", join(whole, data)
    name = random.choice(names)
    entry = header[name]

    def changed(**parts):
        pieces = {key: json.dumps(value).encode() for key, value in entry.items()}
        pieces.update({key: value for key, value in parts.items() if value is not None})
        for key, value in parts.items():
            if value is None:
                pieces.pop(key, None)
        inner = b"{" + b",".join(json.dumps(k).encode() + b":" + v for k, v in pieces.items()) + b"}"
        return join(join_entry(header, name, inner), data)

    for i, kind in enumerate(KINDS):
        yield f"dtype-{i}", changed(dtype=json.dumps(kind).encode())
    for i, shape in enumerate(SHAPES):
        yield f"shape-{i}", changed(shape=shape)
    begin, end = (str(offset).encode() for offset in entry["data_offsets"])
    for i, number in enumerate(NUMBERS):
        yield f"begin-{i}", changed(data_offsets=b"[" + number + b"," + end + b"]")
        yield f"end-{i}", changed(data_offsets=b"[" + begin + b"," + number + b"]")
        yield f"extent-{i}", changed(shape=b"[" + number + b"," + number + b"]")
    for label, offsets in (("one", b"[0]"), ("three", b"[0,1,2]"), ("none", b"[]"),
                           ("backwards", b"[" + end + b"," + begin + b"]"),
                           ("text", b'"0,4"'), ("huge-shape", b"[0,9223372036854775804]")):
        yield f"offsets-{label}", changed(data_offsets=offsets)
    for part in ("dtype", "shape", "data_offsets"):
        yield f"without-{part}", changed(**{part: None})
    yield "extra-part", changed(extra=b"1")
    for i, whole in enumerate((b"null", b"[]", b"1", b'"x"', b"{}")):
        yield f"entry-{i}", join(join_entry(header, name, whole), data)
    for i, other in enumerate(NAMES):
        renamed = {(other if key == name else key): value for key, value in header.items()}
        yield f"name-{i}", join(renamed, data)
    if len(names) > 1:
        a, b = random.sample(names, 2)
        yield "swapped", join({**header, a: header[b], b: header[a]}, data)
        yield "overlap", join({**header, a: header[b]}, data)
    yield "missing", join({key: value for key, value in header.items() if key != name}, data)
    yield "giant", join({**header, name: {"dtype": "F32", "shape": [1 << 20, 1 << 20],
                                          "data_offsets": [0, 1 << 42]}}, data)


def join_entry(header, name, whole):
    """The header as text, with the JSON text `whole` for one entry."""
    parts = [json.dumps(key).encode() + b":" + (whole if key == name else json.dumps(value).encode())
             for key, value in header.items()]
    return b"{" + b",".join(parts) + b"}"
