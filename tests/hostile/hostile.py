#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries to break the program by what it is given: numbers, names, texts, files, surroundings.

Usage: hostile.py PROGRAM [--seed N] [--full] [--only GROUP] [--case GROUP/NAME] [--keep FOLDER]

Commands, options, ranges and choices are read from --help, so that new ones come in by themselves;
what --help cannot tell (which file an option reads) stands in tables here, and a gap in them is a
finding. Without --full a part of the cases is run, chosen by the seed. Prints for each group how many
cases there were and what was found, with the command that repeats it; exit status 1 if anything was.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

import tensors
from cases import Case, Runner, as_bytes, quoted

TINY = {"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16}
IDS = {**TINY, "max_length": 8, "source_vocab": 12, "target_vocab": 10}

# How a command is started when nothing is wrong, and how an option of it that needs others is.
BASES = {
    "train": "train --task reverse --config tiny.json --batch 4 --steps 3 --threads 1 "
             "--save out.safetensors",
    "train --data": "train --task text --data text.txt --config tiny.json --batch 4 --steps 3 "
                    "--threads 1 --save out.safetensors",
    "train --words": "train --task pairs --data pairs.tsv --words --config tiny.json --batch 4 "
                     "--steps 3 --threads 1 --save out.safetensors",
    "train --batches": "train --batches batches.safetensors --config ids.json --threads 1 "
                       "--save out.safetensors",
    "train --resume": "train --resume run.safetensors --steps 9 --threads 1 --save out.safetensors",
    "train --momentum": "train --task reverse --config tiny.json --batch 4 --steps 3 --threads 1 "
                        "--optimizer sgd --save out.safetensors",
    "train --model": "train --task text --data text.txt --model gpt2 --batch 2 --steps 2 --threads 1 "
                     "--save out.safetensors",
    "devices": "devices --json",
    "trace": "trace --model run.safetensors --source abc --target cba --out out.safetensors",
    "trace --config": "trace --config ids.json --init ids.safetensors --source-ids 5,6 "
                      "--target-ids 6,5 --out out.safetensors",
    "generate": "generate --model run.safetensors --source abc",
    "generate --config": "generate --config ids.json --init ids.safetensors --source-ids 5,6",
    "generate --temperature": "generate --model run.safetensors --source abc --temperature 1",
    "generate --length-penalty": "generate --model run.safetensors --source abc --beam 2 "
                                 "--length-penalty 1",
    "export": "export --model run.safetensors --source abc --target cba --step logits "
              "--format csv --out out.csv",
    "export --width": "export --model run.safetensors --source abc --target cba --step logits "
                      "--format svg --out out.svg",
    "export --letters": "export --model run.safetensors --source abc --target cba --step logits "
                        "--format svg --out out.svg",
    "export --font": "export --model run.safetensors --source abc --target cba --step logits "
                     "--format svg --out out.svg",
    "export --caption": "export --model run.safetensors --source abc --target cba --step logits "
                        "--format pdf --out out.pdf",
    "export --dpi": "export --model run.safetensors --source abc --target cba --step logits "
                    "--format png --out out.png",
    "export --no-numbers": "export --model run.safetensors --source abc --target cba --step logits "
                           "--format svg --out out.svg",
    "export --config": "export --config ids.json --init ids.safetensors --source-ids 5,6 "
                       "--step logits --format csv --out out.csv",
    "export --head": "export --model run.safetensors --source abc --target cba "
                     "--step encoder.0.self_attn.weights --format csv --out out.csv",
    "export --walk": "export --model run.safetensors --source abc --target cba --format html "
                     "--out out.html",
    "export --over": "export --model run.safetensors --source abc --target cba --step logits "
                     "--over training --format gif --out out.gif",
    "bench": "bench --size XS --seconds 0 --threads 1",
    "verify": "verify --model run.safetensors --source abc --target cba",
    "verify --config": "verify --config ids.json",
    "verify --seed": "verify --config ids.json",
    "verify --tolerance": "verify --model run.safetensors --backend eigen",
    "verify --init": "verify --config ids.json --init ids.safetensors",
    "": "run.safetensors",
    "lab list": "lab list",
    "tokenize": "tokenize --model tokenizer.json --text abc",
    "import": "import --from gpt2 --save imported.safetensors",
    "export-torch": "export-torch --config ids.json --init ids.safetensors --out torch",
    "export-torch --batches": "export-torch --config ids.json --init ids.safetensors "
                              "--batches batches.safetensors --out torch",
    "export-torch --model": "export-torch --model run.safetensors --out torch",
    "export-torch --next": "export-torch --model run.safetensors --out torch",
    "export-hf": "export-hf --model gpt2 --out back",
    "lesson list": "lesson list",
    "lesson check": "lesson check small.lesson.md",
    "lesson run": "lesson run small.lesson.md",
    "lesson pack": "lesson pack small.lesson.md --out out.lecture",
    "exercise list": "exercise list",
    "exercise make": "exercise make softmax --out exercise",
    "exercise check": "exercise check homework",
    "exercise collect": "exercise collect homework --csv out.csv",
    "lab run variance": "lab run variance --d 4 --pairs 100",
    "lab run rotation": "lab run rotation --d 4 --positions 10",
    "lab run length": "lab run length --task copy --kinds none --steps 1 --lengths 2 --examples 2",
    "lab run sweep": "lab run sweep --task copy --steps 1",
    "sweep": "sweep --task copy --values 1e-3 --steps 1",
    "lab run tour": "lab run tour --model tour.safetensors --source 0.1,0.2",
    "lab run series": "lab run series --task series",
    "lab run fourier": "lab run fourier --task modular",
}
BASES["export --frames"] = BASES["export --over"]
BASES["export --beside"] = (BASES["export --width"].replace("--step logits", "--step decoder.0.cross_attn.weights --head 1")
                            + " --beside run.safetensors")
for _option, _task in (("modulus", "modular"), ("train-share", "modular"), ("digits", "addition"),
                       ("reversed", "addition")):
    BASES[f"train --{_option}"] = BASES["train"].replace("reverse", _task)
BASES["train --init"] = BASES["train"] + " --init init.safetensors"
BASES["train --merges"] = BASES["train --data"] + " --tokenizer bpe"
for _base in ("data", "words", "momentum", "modulus", "train-share", "digits", "reversed", "merges"):
    BASES[f"sweep --{_base}"] = (BASES[f"train --{_base}"].replace("train", "sweep", 1)
                                 .replace(" --save out.safetensors", " --values 1e-3"))
_LABS = pathlib.Path(__file__).parents[2] / "core/lab/each_lab.def"
for _lab in re.findall(r"^GF_(?:LONG_)?LAB\((\w+)\)", _LABS.read_text(), re.MULTILINE):
    BASES.setdefault(f"lab run {_lab}", f"lab run {_lab} --model run.safetensors --source abc --target cba")
BASES["lab run patch"] += " --other-source cab"
for _lab in ("lens", "length"):
    BASES[f"lab run {_lab} --width"] = BASES[f"lab run {_lab}"] + " --out out.svg"
BASES["lab run lens --task"] = BASES["lab run lens --seed"] = "lab run lens"
BASES["lab run lens --config"] = ("lab run lens --config ids.json --init ids.safetensors "
                                  "--source-ids 5,6 --target-ids 6,5")
for _command in ("trace", "generate", "export", "lab run lens"):
    BASES[f"{_command} --init"] = BASES[f"{_command} --config"]

# What the option reads; the file is made at the beginning.
READ = {"--model": "run.safetensors", "--beside": "run.safetensors", "--init": "init.safetensors", "--config": "tiny.json",
        "--data": "text.txt", "--batches": "batches.safetensors", "--resume": "run.safetensors",
        "file": "run.safetensors"}
_WITH_IDS = ("trace", "generate", "export", "export-torch", "verify", "lab run lens")
READ_OTHERWISE = {(c, "--init"): "ids.safetensors" for c in _WITH_IDS}
READ_OTHERWISE |= {(c, "--config"): "ids.json" for c in _WITH_IDS}
READ_OTHERWISE[("tokenize", "--model")] = "tokenizer.json"
WRITTEN = {"--save": "safetensors", "--log": "csv", "--out": "safetensors", "--csv": "csv"}
KINDS = ("csv", "npy", "png", "svg", "pdf", "gif", "any")
LONG = {"--seconds", "lab run length --steps", "lab run sweep --steps"}  # a right value may rightly take long
SEVERAL = {"lab run length --kinds"}  # more than one choice may be right

ANY_NUMBER = {"exercise collect"}  # of words is right

NUMBERS = ["-1", "0", "1", "-0", "2147483647", "2147483648", "4294967296", "9223372036854775807",
           "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e309",
           "-1e309", "1e-400", "nan", "-nan", "inf", "-inf", "infinity", "", " 5", "5 ", "\t5",
           "+5", "0x10", "010", "0b1", "0o7", "1e3", "1.5", "1.", "1,5", "1,000", "1_000", "1'000",
           "5k", "٥", "５", "5\x1b[31m", "5\n", "--5", "nan(1)", "1e", "e1", ".5", "9" * 5000,
           "0." + "0" * 5000 + "1", "0" * 5000 + "5", "x", "\u202e5", b"\xff", b"5\xff"]
WORDS = ["", " ", "x", "-", "--", "-x", "\x1b[31mred", "a\nb", "\u202etxt", "e\u0301" * 200,
         "<b>x</b>", "x" * 10000, b"\xff\xfe", "%s%n%d", "$(id)", "a,b", "{}", "\u0085", "\ufeff"]
TEXTS = ["", " ", "abc", "<b>abc</b><img src=/x>", "&lt;", "".join(map(chr, range(1, 32))), "\x7f",
         "".join(map(chr, range(0x80, 0xa0))), "\u202eabc", "\u2066a", "e" + "\u0301" * 1000,
         "a" * 63, "a" * 64, "a" * 65, "a" * 10000, "😀" * 20, "\U0010ffff", "\ufffe", "\ufeffabc",
         b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80", "a\tb", "a\nb",
         "\r\n", "\u2028", "-x", "--help", "<eos>", "<pad>", "%s%n", "\x1b]0;title\x07",
         "abc\x1b[2J", "ş" * 100, "١٢", "\u200b", "a\\0b", "x" * 120000]
ID_LISTS = ["", ",", "5", "5,", ",5", "5,,6", "-1", "0", "1", "2", "3", "5,-1", "9", "10", "12",
            "2147483647", "2147483648", "4294967301", "9223372036854775808", "9" * 100, "5 6", "5;6",
            "٥", "5,6,7,8,9,5,6,7", ",".join(["5"] * 5000), "1e1", "+5", "0x5", " 5", "5\n", "nan",
            "5,\x1b[31m", b"5,\xff"]
FIELD_VALUES = ["-1", "0", "1", "2", "3", "1.5", "2147483648", "4294967296", "9223372036854775807",
                "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e309",
                "-1e309", "1e-400", "NaN", "Infinity", "null", "true", "[]", "{}", '""', '"5"',
                '"\\u0000"', '"\\u001b[31m"', '"\\u202e"', '"<b>"', '"' + "x" * 10000 + '"', "9" * 5000,
                "[" * 500 + "]" * 500, "0.9999999999999999999", "1000000", "65536", "8192", "-0.0",
                '"\\ud800"', "0x10", "01", "'a'"]


HOMEWORK = """{"format": "glassformer-exercise", "with": "numpy", "seed": 1, "time": "2026-11-30T06:40:11+00:00",
"exercises": [{"name": "softmax", "right": true}], "functions": []}
"""
SMALL_LESSON = """```lesson
{"title": "Small", "idea": "One thing.", "minutes": 5}
```

## First

It is {claim:half}.

```experiment
{"id": "tiny", "task": "copy", "steps": 1, "model": {"d_model": 16, "layers": 1}, "training": {"batch": 4}}
```

```claim
{"id": "half", "measure": {"experiment": "tiny", "what": "guess_loss"}, "value": 3.4, "tolerance": 0.1, "decimals": 1}
```
"""

# Its pages show saved runs, one of which learns from a file.
LECTURE = SMALL_LESSON + """
---

## Saved

```scene
{"task": "reverse", "steps": 0, "file": "run.safetensors", "step": "logits"}
```

---

## Of one's own

```scene
{"task": "pairs", "steps": 0, "file": "words.safetensors", "step": "logits", "example": {"source": "eins 3"}}
```
"""


# --- what --help says --------------------------------------------------------------------------

class Option:
    def __init__(self, command, name, rest):
        self.command, self.name = command, name
        self.choices = None
        shown = re.search(r"\{([^}]*)\}", rest)
        if shown:
            self.choices = shown[1].split(",")
        first = rest.split(" ")[0].split(":")[0]
        self.type = first if re.fullmatch(r"[A-Z|a-z]+", first) and first.split("|")[0].isupper() else ""
        # "N:1 to 64", "X:0 to <1", "X:>0 to 1"
        span = re.match(r"[A-Z]:(>?)([-+\d.e]+) to (<?)([-+\d.e]+)", rest)
        self.low, self.high = (float(span[2]), float(span[4])) if span else (None, None)
        self.ends = (span[1], span[3]) if span else ("", "")
        self.required = "REQUIRED" in rest
        self.excludes = re.findall(r"--[\w-]+", (re.search(r"Excludes:((?: --[\w-]+)+)", rest) or [""])[0])
        self.needs = re.findall(r"--[\w-]+", (re.search(r"Needs:((?: --[\w-]+)+)", rest) or [""])[0])

    @property
    def is_number(self):
        return not self.choices and self.type in ("N", "X", "B")

    @property
    def is_long(self):
        return self.name in LONG or f"{self.command} {self.name}" in LONG

    @property
    def is_flag(self):
        return not self.type

    def base(self):
        return BASES.get(f"{self.command} {self.name}", BASES[self.command]).split()

    def with_value(self, value):
        return set_option(self.base(), self.name, value)

    def is_right(self, text):
        """Whether a number is one that the option must take; None when both would do."""
        if isinstance(text, bytes):
            return False
        whole = self.type in ("N", "B") and not self.name == "--lr"
        if re.fullmatch(r"0|-?[1-9][0-9]*" if whole else r"-?[0-9]+(\.[0-9]+)?(e[0-9]+)?", text):
            value = int(text) if whole and len(text) < 30 else float(text)
            if value == 0 and re.search("[1-9]", text):
                return None  # smaller than any number
        elif re.fullmatch(r"\s*\+?(0[xXbBoO])?[0-9_']+\s*|[-+]?[0-9]*\.?[0-9]*(e-?[0-9]+)?\s*", text) and text.strip():
            return None if text.isascii() else False
        else:
            return False
        if self.low is not None:
            above = value > self.low if self.ends[0] else value >= self.low
            return above and (value < self.high if self.ends[1] else value <= self.high)
        return 0 <= value < 2**64


def read_help(program):
    """The options of every command; the empty name is the window."""
    def ask(*arguments):
        return subprocess.run([program, *arguments, "--help"], capture_output=True, text=True,
                              check=True).stdout

    def inside(*path):
        """The commands below one that has some; itself, if it has none."""
        parts = ask(*path).split("Subcommands:")
        if len(parts) == 1:
            return [" ".join(path)]
        return [command for name in re.findall(r"^  ([a-z][\w-]*) ", parts[1], re.MULTILINE)
                for command in inside(*path, name)]

    options = {}
    for command in ["", *inside()]:
        text = ask(*command.split())
        options[command] = [Option(command, found[1], found[2]) for found in
                            re.finditer(r"^  (?:-\w,)?(--[\w-]+) ?(.*)$", text, re.MULTILINE)
                            if found[1] not in ("--help", "--version")]
    # What all labs have is tried at one of them.
    lens = {option.name for option in options.get("lab run lens", ())} - {"--words"}
    for command, known in options.items():
        if command.startswith("lab run ") and command not in ("lab run lens", "lab run length"):
            options[command] = [option for option in known if option.name not in lens]
    return options


def gaps(options):
    """What the tables of this file lack."""
    for command, known in options.items():
        if command not in BASES:
            yield f"the command {command} has no line in BASES"
        for option in known:
            if option.type in ("FILE", "PATH") and option.name not in (*READ, *WRITTEN):
                yield f"{command} {option.name} is neither in READ nor in WRITTEN"
            if option.type and not option.choices and option.type not in (
                    "FILE", "FOLDER", "PATH", "TEXT", "IDS", "LIST", "NAME", "PROGRAM", "N", "X", "B", "N|all"):
                yield f"{command} {option.name} has a type that nothing here tries: {option.type}"


def set_option(arguments, name, value):
    arguments = list(arguments)
    if name in arguments:
        arguments[arguments.index(name) + 1] = value
        return arguments
    return [*arguments, name, value]


# --- the files that everything begins with ------------------------------------------------------

class Kit:
    """Small right files of every kind, made by the program itself where it makes them."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.program = program
        self.write("tiny.json", json.dumps(TINY).encode())
        self.write("ids.json", json.dumps(IDS).encode())
        self.write("encoder.json", json.dumps({**TINY, "architecture": "encoder"}).encode())
        self.write("odd.json", json.dumps(
            {**TINY, "layers": 2, "norm": "post", "activation": "gelu", "positional": "learned",
             "attention_bias": True, "tie_embeddings": True, "dropout": 0.1}).encode())
        self.write("text.txt", b"the cat sat on the mat and the dog lay on the log.\n" * 12)
        self.write("pairs.tsv", "".join(f"eins {n}\tone {n}\n" for n in range(40)).encode())
        self.write("small.lesson.md", SMALL_LESSON.encode())
        self.write("batches.safetensors", tensors.tensor_file(
            {"source_ids": tensors.ids((3, 2, 5), [5, 6, 7, 2, 0]),
             "target_ids": tensors.ids((3, 2, 4), [4, 5, 2, 0])}))
        some = "--batch 4 --steps 3 --threads 1"
        self.train("run", f"--task reverse --config tiny.json {some}")
        self.train("odd", f"--task addition --config odd.json {some}")
        self.train("text", f"--task text --data text.txt --config tiny.json {some}")
        self.write("gru.json", json.dumps({**TINY, "family": "recurrent", "cell": "gru",
                                           "alignment": "bahdanau"}).encode())
        self.train("gru", f"--task reverse --config gru.json {some}")
        self.train("tour", f"--task salesman --config tiny.json {some}")
        self.train("cloze", f"--task cloze --config tiny.json {some}")
        self.train("picture", f"--task caption --config tiny.json {some}")
        self.train("words", f"--task pairs --words --data pairs.tsv --config tiny.json {some}")
        self.train("encoder", f"--task reverse --config encoder.json {some}")
        self.train("sgd", f"--task reverse --config tiny.json --optimizer sgd {some}")
        self.write("tokenizer.json", TOKENIZER.read_bytes())
        shutil.copytree(OPENED, self.folder / "gpt2")
        self.train("ids", "--batches batches.safetensors --config ids.json --threads 1")
        header, data = tensors.split(self["run.safetensors"])
        self.write("init.safetensors", tensors.tensor_file(
            {name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])])
             for name, entry in header.items()
             if name != tensors.METADATA and not name.startswith(("optimizer/", "training/"))}))
        self.write("run.history.safetensors", history_of(self["run.safetensors"]))
        self.write("talk.lesson.md", LECTURE.encode())
        self.make("the lecture", "lesson pack talk.lesson.md --out talk.lecture")

        # What a student's Python would do is no matter here.
        self.make("the homework", "exercise make softmax --out homework")
        self.write("homework/check.py", b"print('checked')\n")
        self.write("homework/result.json", HOMEWORK.encode())

        self.needed = least_memory(program)
        if self.needed is None:
            print("not tried: little memory, because the program needs 16 GiB of addresses to start")

    def write(self, name, content):
        (self.folder / name).write_bytes(content)

    def train(self, name, arguments):
        self.make(f"the run {name}", f"train {arguments} --save {name}.safetensors")

    def make(self, what, arguments):
        done = subprocess.run([self.program, *arguments.split()], cwd=self.folder, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{what} could not be made: {done.stderr.decode(errors='replace')}")

    def __getitem__(self, name):
        return (self.folder / name).read_bytes()

    def files_for(self, arguments):
        """The right files and folders that a command line names."""
        names = [name for name in map(str, arguments) if name and "/" not in name and len(name) < 100]
        if "--over" in names:
            names += [name.replace(".safetensors", ".history.safetensors") for name in names]
        files = {name: self[name] for name in names if (self.folder / name).is_file()}
        return files | {name: self.copy_of(name) for name in names
                        if name.strip(".") and (self.folder / name).is_dir()}

    def copy_of(self, folder):
        return lambda target: shutil.copytree(self.folder / folder, os.fsdecode(target))


def least_memory(program):
    """The MiB of addresses with which the program can say its version; none where it takes more than
    there are, as a sanitizer does."""
    most = 1 << 14
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        done = subprocess.run(["sh", "-c", f'ulimit -v {middle * 1024}; exec "$0" --version', program],
                              capture_output=True)
        low, high = (low, middle) if done.returncode == 0 else (middle, high)
    return high if high < most else None


def history_of(run, steps=(0, 3)):
    """A history of a run that the program takes for its own: every moment has its numbers."""
    header, data = tensors.split(run)
    metadata = header[tensors.METADATA]
    flat = b""
    for name, entry in header.items():
        if name != tensors.METADATA and not name.startswith("training/"):
            flat += data[slice(*entry["data_offsets"])]
            flat += b"\0" * (-len(flat) % 64)  # each on a cache line of its own
    states = ["adam_m/", "adam_v/"]
    compact = dict(separators=(",", ":"))
    config = json.dumps(json.loads(metadata["config"]), sort_keys=True, **compact)
    layout = (f'{{"config":{config},"numbers":{len(flat) // 4},'
              f'"optimizer":{json.dumps(states, **compact)}}}')
    branches = {"current": 1, "list": [{"id": 1, "parent": 0, "fork": 0,
                                        "moments": list(range(len(steps)))}]}
    moments = {f"moment.{i}": ("F32", [len(flat) // 4], flat) for i in range(len(steps))}
    return tensors.tensor_file(
        {"steps": tensors.ids((len(steps),), list(steps)), **moments,
         "losses": ("F32", [len(steps)], struct.pack(f"<{len(steps)}f", *([3.5] * len(steps))))},
        {"history_version": "1", "layout": layout, "branches": json.dumps(branches)})


# --- groups: each gives all its cases -----------------------------------------------------------

class Groups:
    def __init__(self, kit, options, seed):
        self.kit, self.options, self.seed = kit, options, seed

    def random(self, name):
        return random.Random(f"{self.seed}/{name}")

    def case(self, group, name, arguments, outputs=None, files=None, **rest):
        if outputs is None:
            outputs = outputs_of(arguments)
        if arguments[:1] == ["devices"]:  # a compiler of kernels that finds none in its cache
            rest.setdefault("seconds", 40)
        return Case(group, name, list(arguments), {**self.kit.files_for(arguments), **(files or {})},
                    outputs, **rest)

    def all_options(self, wanted):
        return [option for command, known in self.options.items() if command in BASES
                for option in known if command and wanted(option)]

    def numbers(self):
        for option in self.all_options(lambda option: option.is_number):
            limits = [] if option.low is None else [option.low - 1, option.high + 1]
            for i, value in enumerate([*NUMBERS, *(f"{limit:.0f}" for limit in limits)]):
                yield self.case("numbers", f"{option.command}{option.name}-{i}",
                                option.with_value(value), mentions=(option.name, "training diverged"),
                                accepts=option.is_right(value), may_stay=["out.safetensors"],
                                stop_after=3 if option.is_long else 0)

    def words(self):
        """Choices, and what stands for a name of something."""
        for option in self.all_options(lambda o: o.choices or o.type in ("NAME", "N|all", "LIST")):
            choices = option.choices or []
            near = [choices[0].upper(), choices[0] + " ", choices[0][:-1], ",".join(choices)] if choices else []
            for i, value in enumerate([*WORDS, *near, *(ID_LISTS if option.type == "LIST" else [])]):
                several = f"{option.command} {option.name}" in SEVERAL and value == ",".join(choices)
                refused = False if option.choices and value not in choices and not several else None
                yield self.case("words", f"{option.command}{option.name}-{i}",
                                option.with_value(value), mentions=(option.name, "step"),
                                accepts=refused)

    def usage(self):
        """Options that are missing, doubled, unknown, cut short, or at odds with each other."""
        def case(name, arguments, **rest):
            return self.case("usage", name, arguments, outputs={}, statuses=(2,), **rest)

        for command, known in self.options.items():
            if not command or command not in BASES:
                continue
            base = BASES[command].split()
            for option in known:
                if option.required:
                    arguments = list(base)
                    at = arguments.index(option.name)
                    del arguments[at:at + 2]
                    yield case(f"{command}-without{option.name}", arguments, mentions=(option.name,))
                if option.is_flag:
                    for i, value in enumerate(("banana", "\x1b", "yes no", b"\xff")):
                        yield case(f"{command}{option.name}-{i}",
                                   [*base, f"{option.name}={value}"], mentions=(option.name,))
                    continue
                yield case(f"{command}{option.name}-alone", [*base, option.name],
                           mentions=(option.name,))
                right = dict(zip(option.base(), option.base()[1:])).get(option.name, "1")
                if option.name not in base:
                    base_twice = [*option.base(), option.name, right]
                else:
                    base_twice = [*base, option.name, right]
                if option.name in base_twice[:-2]:
                    yield case(f"{command}{option.name}-twice", base_twice, mentions=(option.name,))
                for other in option.excludes:
                    if option.name < other:
                        value = {"--task": "copy"}.get(other, READ.get(other, "1"))
                        yield case(f"{command}{option.name}{other}",
                                   set_option([*option.base(), other, value], option.name, right),
                                   mentions=(option.name, other))
            if command in ANY_NUMBER:
                continue
            for i, extra in enumerate(WORDS):
                yield case(f"{command}-extra-{i}", [*base, extra] if extra not in ("--", "") else
                           [*base, "more"])
                unknown = b"--" + as_bytes(extra) if extra else b"--unknown"
                if extra not in ("", "-", "--"):
                    yield case(f"{command}-unknown-{i}", [*base, unknown])
            yield case(f"{command}-twice", [*base, command])
        for i, word in enumerate(WORDS):
            if word not in ("", "-", "--"):
                yield case(f"window-file-{i}", [word])
                yield case(f"window-theme-{i}", ["--theme", word], mentions=("--theme",))

    def names(self):
        """Names of files to be read."""
        for option in self.all_options(lambda option: option.name in READ and option.type != "FOLDER"):
            right = READ_OTHERWISE.get((option.command, option.name), READ[option.name])
            for label, value, files, fits in read_names(self.kit[right]):
                arguments = option.with_value(value)
                printable = re.findall(rb"[\w.~*/-]+", as_bytes(value)[-200:])
                named = max(printable, key=len)[:20] if printable else b"\\xff"
                yield self.case("names", f"{option.command}{option.name}-{label}", arguments,
                                files={**self.kit.files_for(option.base()), **files},
                                mentions=(option.name, named),
                                statuses=(0, 1) if fits is None else (0,) if fits else (1, 2))

    def targets(self):
        """Names of files to be written."""
        for option in self.all_options(lambda option: option.name in WRITTEN and option.type != "FOLDER"):
            formats = ("csv", "npy", "png", "svg", "pdf") if option.command == "export" else ("",)
            for kind in formats:
                for label, value, files, output, fits in written_names():
                    arguments = option.with_value(value)
                    if kind:
                        arguments = set_option(arguments, "--format", kind)
                    others = {name: what for name, what in outputs_of(arguments).items()
                              if as_bytes(name) != as_bytes(value)}
                    # None of the names ends as that of a drawing or of a lecture.
                    if option.command.startswith(("lab run", "lesson pack")):
                        output, fits = None, False
                    outputs = {**others, **({output: kind or WRITTEN[option.name]} if output else {})}
                    yield self.case("targets", f"{option.command}{option.name}{kind}-{label}", arguments,
                                    outputs=outputs, files=files,
                                    may_stay=tuple(others) if option.name == "--log" else (),
                                    statuses=(0,) if fits else (0, 1, 2) if fits is None else (1, 2))

    def texts(self):
        for i, value in enumerate(TEXTS):
            yield self.case("texts", f"export--caption-{i}", set_option(
                BASES["export --caption"].split(), "--caption", value), memory=600)
        for option in self.all_options(lambda option: option.type in ("TEXT", "IDS") and not option.choices
                                       and option.name.split("-")[2] in ("source", "target")):
            values = ID_LISTS if option.type == "IDS" else TEXTS
            side, ids = option.name.split("-")[2], option.type == "IDS"
            for model in ("run", "text", "words", "encoder", "ids", "odd", "gru", "tour", "cloze"):
                for i, value in enumerate(values):
                    arguments = example_of(option.command, model, **{side: value}, ids=ids)
                    yield self.case("texts", f"{option.command}{option.name}-{model}-{i}", arguments,
                                    memory=600)

    def steps(self):
        """Every step of every kind of model, as every format."""
        for model in ("run", "text", "encoder", "odd"):
            trace = self.kit.folder / f"{model}.trace"
            if not trace.exists():
                arguments = set_option(example_of("trace", model), "--out", trace.name)
                subprocess.run([self.kit.program, *arguments, "--gradients"],
                               cwd=self.kit.folder, check=True, capture_output=True)
            header, _ = tensors.split(trace.read_bytes())
            for i, step in enumerate(name for name in header if name != tensors.METADATA):
                for kind in ("csv", "npy", "png", "svg", "pdf"):
                    for head in ("all", "1") if i % 2 else ("all",):
                        base = example_of("export", model)
                        base = set_option(set_option(base, "--step", step), "--format", kind)
                        base = set_option(set_option(base, "--out", f"out.{kind}"), "--head", head)
                        yield self.case("steps", f"{model}-{i}-{kind}-{head}", base,
                                        statuses=(0,) if head == "all" else (0, 1))

    def damage(self):
        """Damaged files of every kind, to whoever reads them."""
        for kind, (name, readers) in READERS.items():
            whole = self.kit[name]
            chance = self.random(f"damage/{kind}")
            changed = [*tensors.cuts(whole, chance, 20), *tensors.flips(whole, chance, 120),
                       *tensors.header_lies(whole, chance)]
            for label, content in changed:
                for reader in readers:
                    yield self.reading("damage", f"{kind}-{label}-{readers.index(reader)}", reader,
                                       name, content)

    def reading(self, group, label, reader, name, content, **rest):
        arguments = reader.split()
        return self.case(group, label, arguments, files={name: content},
                         mentions=(*self.kit.files_for(arguments), "training diverged", "max_length",
                                   "not enough memory"), **rest)

    def metadata(self):
        """What a run says of itself."""
        readers = READERS["run"][1]
        for model in ("run", "text", "sgd", "words", "gru", "tour", "cloze"):
            file = self.kit[f"{model}.safetensors"]
            for label, content in hostile_metadata(file, self.random("metadata")):
                for i, reader in enumerate(readers if model == "run" else (readers[0], readers[-1])):
                    words = reader.split()
                    if "--model" in words:
                        words = example_of(words[0], model)
                    else:
                        words = set_option(words, "--resume", f"{model}.safetensors")
                    yield self.case("metadata", f"{model}-{label}-{i}", words,
                                    files={f"{model}.safetensors": content, "text.txt": self.kit["text.txt"],
                                           "pairs.tsv": self.kit["pairs.tsv"]},
                                    mentions=(f"{model}.safetensors", "--", "vocabulary", "text.txt", "pairs.tsv",
                                              "task", "max_length", "/dev/zero"),
                                    may_stay=("out.safetensors",))

        for label, content in hostile_course(self.kit["run.safetensors"]):
            for i, reader in enumerate((readers[0], readers[-1])):
                yield self.case("metadata", f"course-{label}-{i}", reader.split(),
                                files={"run.safetensors": content}, mentions=("run.safetensors",),
                                may_stay=("out.safetensors",))

    def weights(self):
        """Numbers that no training makes."""
        values = {"nan": float("nan"), "inf": float("inf"), "minus-inf": float("-inf"), "1e38": 1e38,
                  "zero": 0.0, "equal": 1.0, "tiny": 1e-45, "minus-1e38": -1e38, "1e19": 1e19}
        for label, value in values.items():
            for only in ("", "embedding", "w_q", "norm", "output", "adam_v", "bias"):
                for model in ("run", "text", "odd"):
                    content = tensors.with_floats(self.kit[f"{model}.safetensors"], value, only)
                    for command in ("trace", "generate", "export", "png", "svg", "gradient", "sampled",
                                    "beam", "resume"):
                        words = example_of({"png": "export", "svg": "export", "gradient": "trace",
                                            "sampled": "generate", "beam": "generate"}.get(command, command), model)
                        if command in ("png", "svg"):
                            words = set_option(set_option(words, "--format", command), "--out", f"out.{command}")
                        words += {"gradient": ["--gradients"], "beam": ["--beam", "4", "--probabilities"],
                                  "sampled": ["--temperature", "0.5", "--top-p", "0.9", "--top-k", "3"]}.get(command, [])
                        yield self.case("weights", f"{model}-{label}-{only or 'all'}-{command}", words,
                                        files={f"{model}.safetensors": content, "text.txt": self.kit["text.txt"]},
                                        may_stay=("out.safetensors",),
                                        mentions=(f"{model}.safetensors", "diverged", "finite"))

    def tokenizers(self):
        """A few kilobytes that would make a text take all memory or all time, and what is no file."""
        longer = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 10}
        nested = longer
        for _ in range(12):
            nested = {"type": "Sequence", "normalizers": [nested, longer]}
        slow = {"type": "Split", "pattern": {"Regex": "(a+a+)+b"}, "behavior": "Isolated", "invert": False}
        around = {"type": "TemplateProcessing",
                  "single": [{"SpecialToken": {"id": "x", "type_id": 0}}] * 100_000 + [{"Sequence": {"id": "A", "type_id": 0}}],
                  "special_tokens": {"x": {"id": "x", "ids": [1] * 100, "tokens": ["x"] * 100}}}
        bombs = {"replace": {"normalizer": {"type": "Sequence", "normalizers": [longer] * 12}},
                 "nested": {"normalizer": nested},
                 "bytes": {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}] * 40}},
                 "marks": {"pre_tokenizer": {"type": "Metaspace", "replacement": "x" * 100_000}},
                 "template": {"post_processor": around},
                 "slow": {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [slow] * 40}},
                 "no-model": {"model": {}}}
        for label, change in bombs.items():
            for text in ("a", "a a " + "a" * 60):
                content = json.dumps({**json.loads(self.kit["tokenizer.json"]), **change}).encode()
                yield self.case("tokenizers", f"{label}-{len(text)}", ["tokenize", "--model", "tokenizer.json", "--text", text],
                                files={"tokenizer.json": content}, mentions=("tokenizer.json", "64 times", "too long"))
        for label, make in (("pipe", os.mkfifo), ("socket", make_socket)):
            yield self.case("tokenizers", label, ["tokenize", "--model", ".", "--text", "a"],
                            files={"tokenizer.json": make}, mentions=("tokenizer.json",), statuses=(1,))

    def opened(self):
        """Folders of real models of every family, each damaged in 300 ways."""
        for folder in sorted(path for path in OPENED.parent.iterdir() if path.is_dir()):
            config = json.loads((folder / "config.json").read_bytes())
            side = "--source-ids" if "bert" in config["model_type"] else "--target-ids"
            words = ["trace", "--model", "model", side, "5,6,7", "--out", "out.safetensors"]
            for label, changes in itertools.chain([("right", {})], damaged_folders(folder, self.random(f"opened/{folder.name}"))):
                # The numbers of the example may be beyond a damaged vocabulary.
                yield self.case("opened", f"{folder.name}-{label}", words, mentions=("model", "--source-ids", "--target-ids"),
                                files={"model": copies(folder), **{f"model/{name}": content for name, content in changes.items()}})

    def batches(self):
        train = BASES["train --batches"]
        source, target = tensors.ids((3, 2, 5), [5, 6, 7, 2, 0]), tensors.ids((3, 2, 4), [4, 5, 2, 0])
        shapes = [(), (3,), (3, 2), (0, 2, 4), (3, 0, 4), (3, 2, 0), (1, 1, 1), (3, 2, 8), (3, 2, 9),
                  (1, 4096, 8), (4096, 1, 1), (3, 3, 4), (4, 2, 4), (1, 3, 2, 4)]
        files = {"none": {}, "no-target": {"source_ids": source}, "no-source": {"target_ids": target},
                 "extra": {"source_ids": source, "target_ids": target, "x": source},
                 "scalar": {"source_ids": source, "target_ids": ("I64", [], struct.pack("<q", 5))}}
        for i, shape in enumerate(shapes):
            files[f"target-{i}"] = {"source_ids": source, "target_ids": tensors.ids(shape, [4, 5, 2, 0])}
            files[f"both-{i}"] = {"source_ids": tensors.ids(shape, [5, 6, 2]), "target_ids": tensors.ids(shape, [4, 5, 2])}
        for i, value in enumerate((-1, 10, 12, 2**31, 2**32 + 5, 2**62, -2**63, 2**24 + 1)):
            files[f"value-{i}"] = {"source_ids": source, "target_ids": tensors.ids((3, 2, 4), [4, value, 2, 0])}
            files[f"source-{i}"] = {"source_ids": tensors.ids((3, 2, 5), [value]), "target_ids": target}
        for i, only in enumerate(([0], [1], [2], [3], [0, 0, 0, 4])):
            files[f"all-{i}"] = {"source_ids": source, "target_ids": tensors.ids((3, 2, 4), only)}
            files[f"source-all-{i}"] = {"source_ids": tensors.ids((3, 2, 5), only), "target_ids": target}
        for dtype, width in tensors.WIDTHS.items():
            files[f"dtype-{dtype}"] = {"source_ids": source,
                                       "target_ids": (dtype, [3, 2, 4], b"\1" + b"\0" * (24 * width - 1))}
        for label, content in files.items():
            yield self.reading("batches", label, train, "batches.safetensors", tensors.tensor_file(content))
        yield self.case("batches", "words", train.replace("ids.json", "tiny.json").split())
        for extra in ("--steps 4", "--steps 1", "--batch 2", "--words", "--data text.txt",
                      "--config odd.json", "--validate-every 1", "--resume ids.safetensors"):
            yield self.case("batches", extra.replace(" ", "_"), f"{train} {extra}".split())

    def config(self):
        """Configurations: each key with each value, and texts that are no JSON."""
        header, _ = tensors.split(self.kit["run.safetensors"])
        keys = json.loads(header[tensors.METADATA]["config"])
        readers = (BASES["train"], BASES["trace --config"])
        for at, reader in enumerate(readers):
            name = "tiny.json" if at == 0 else "ids.json"
            right = json.loads(self.kit[name])
            for key in [*keys, "layer", "", "\u001b[31m", "\u202e", "<b>", "x" * 5000, "__proto__"]:
                for i, value in enumerate(FIELD_VALUES):
                    fields = [f"{json.dumps(k)}:{json.dumps(v)}" for k, v in right.items() if k != key]
                    text = "{" + ",".join([*fields, f"{json.dumps(key)}:{value}"]) + "}"
                    yield self.reading("config", f"{at}-{key[:20]}-{i}", reader, name, text.encode(),
                                       seconds=40, memory=7000)
            whole = self.kit[name]
            broken = [b"", b" ", b"\0", b"null", b"[]", b"5", b'"x"', b"{", b"}", whole + b"x", whole + whole,
                      whole[:-1], whole.replace(b":", b"="), b"\xef\xbb\xbf" + whole, b"\xff\xfe{\0}\0",
                      whole.replace(b"{", b'{"layers":1,'), b"[" * 100000, b'{"a":' * 100000,
                      b" " * 2000000, b'"' + b"x" * 2000000, whole.replace(b"1", b"1e999999"),
                      b'{"layers":' + b"1" * 100000 + b"}", b"{'layers':1}", b'{"layers":1,}', b"// x\n" + whole,
                      b'{"\\ud800":1}', b'{"\xff":1}', b'{"a\x01":1}', b"{}", whole[:5] + b"\0" + whole[5:]]
            broken += [content for _, content in text_flips(whole, self.random("config"), 60)]
            for i, content in enumerate(broken):
                yield self.reading("config", f"{at}-broken-{i}", reader, name, content, memory=7000, seconds=40)

    def homework(self):
        """What a student may hand in as result.json, and programs that are no Python."""
        for i, python in enumerate(("", "nobody", "./nobody", "a\u202eb", "x" * 5000, "/", "--version")):
            yield self.case("homework", f"python-{i}", ["exercise", "check", "homework", f"--python={python}"],
                            statuses=(1, 2))
        whole = self.kit["homework/result.json"]
        changed = [b"", b"{", b"[]", b"5", b"\0", whole + whole, whole[:-9], b"[" * 100000, b" " * 2000000,
                   whole.replace(b"true", b"1"), whole.replace(b"softmax", b"x" * 5000), whole.replace(b": 1", b": -1"),
                   whole.replace(b"softmax", "=1+1\u202e\u0007".encode()), whole.replace(b"softmax", b"a\\nb,\\\"c"),
                   whole.replace(b"[]", b"[" + b"9," * 99999 + b"9]"), whole.replace(b"[{", b"[{}, {")]
        changed += [content for _, content in text_flips(whole, self.random("homework"), 60)]

        def handed_in(content):
            def make(target):
                os.mkdir(target)
                pathlib.Path(os.fsdecode(target), "result.json").write_bytes(content)
            return make
        for i, content in enumerate(changed):
            yield self.case("homework", f"result-{i}", "exercise collect homework --csv out.csv".split(),
                            files={"homework": handed_in(content)}, statuses=(0,))

    def lessons(self):
        """What a teacher may hand out, damaged."""
        whole = self.kit["small.lesson.md"]
        changed = [b"", b"\n", b"\0", b"\xef\xbb\xbf" + whole, whole.replace(b"\n", b"\r\n"), whole + b"\xff",
                   whole * 3, whole[:-5], whole + b"```", b"```lesson\n" * 1000, b"[" * 190000, b"x" * 200001,
                   whole.replace(b"1,", b"1e999,"), whole.replace(b'"copy"', b'"text"'),
                   whole.replace(b"16", b"4096"), whole.replace(b'"layers": 1', b'"layers": 100000'),
                   whole.replace(b"half", b"../half"), whole.replace(b"It is", b"<b>It is</b>"),
                   whole.replace(b"It is", "\u202eIt is".encode()), whole.replace(b"}\n", b"[" * 5000 + b"}\n")]
        changed += [whole.replace(b"It is", words) for words in
                    (b"[" + b"a" * 190000, b"&" + b"a" * 190000, b"(" + b"a" * 190000, b"$1" + b" " * 190000 + b"$",
                     b"(a" * 95000, b"<" * 190000, b"$" + b"_{" * 95000 + b"$", b"{set:tiny.steps}" * 11000)]
        changed += [content for _, content in text_flips(whole, self.random("lessons"), 80)]
        for i, content in enumerate(changed):
            for command in ("lesson check", "lesson run"):
                yield self.case("lessons", f"{command.replace(' ', '_')}-{i}", BASES[command].split(),
                                files={"small.lesson.md": content}, mentions=("line ", "small.lesson.md", "claim"),
                                statuses=(0, 1), seconds=40)

    def lectures(self):
        """Packed lectures, damaged: their list, their bytes, the names in it, and what lies in it."""
        whole, chance = self.kit["talk.lecture"], self.random("lectures")
        header, data = tensors.split(whole)
        files = {name: data[slice(*entry["data_offsets"])] for name, entry in header.items() if name != tensors.METADATA}

        def packed(changed, metadata=header[tensors.METADATA]):
            return tensors.tensor_file({name: ("U8", [len(content)], content) for name, content in changed.items()}, metadata)

        def with_file(name, content):
            return packed({**files, name: content})

        def damaged():  # one by one, as chosen() has it
            yield from (*tensors.cuts(whole, chance, 30), *tensors.flips(whole, chance, 150))
            yield from tensors.header_lies(whole, chance)
            for label, content in text_flips(files["lesson.md"], chance, 120):
                yield f"text-{label}", with_file("lesson.md", content)
            for name in ("run.safetensors", ".trained.1.safetensors"):
                inner = files[name]
                for label, content in (*tensors.cuts(inner, chance, 5)[:40], *tensors.flips(inner, chance, 40)):
                    yield f"{name}-{label}", with_file(name, content)
                for label, content in itertools.islice(hostile_metadata(inner, chance), 0, None, 10):
                    yield f"{name}-{label}", with_file(name, content)
            for i, name in enumerate([*tensors.NAMES, "..", ".", "../x", "/tmp/x", "a/b", "a\\b", "c:x", "LESSON.MD", "RUN.safetensors",
                                      "x.", " ", "run.history.safetensors", ".trained.2.safetensors",
                                      ".trained.1.earlier.safetensors", "con", "~", "-x"]):
                yield f"name-{i}", with_file(name, b"mine")
            for name in files:
                yield f"without-{name}", packed({other: content for other, content in files.items() if other != name})
                yield f"empty-{name}", with_file(name, b"")
                yield f"swapped-{name}", with_file(name, files["run.safetensors"])
            yield "many", packed({**files, **{f"f{i}": b"" for i in range(5000)}})
            yield "a-model", self.kit["run.safetensors"]
            yield "a-lesson", self.kit["small.lesson.md"]
            yield "itself", with_file("run.safetensors", whole)
            yield "no-format", packed(files, {"format": "x"})
            yield "no-metadata", packed(files, None)
            yield "large", with_file("large.bin", bytes(50_000_000))

        for i, (label, content) in enumerate(damaged()):
            arguments = ("lesson check talk.lecture", "lesson pack talk.lecture --out out.lecture")[i % 2].split()
            yield self.case("lectures", f"{i}-{label}", arguments, files={"talk.lecture": content},
                            mentions=("talk.lecture", "line ", "safetensors"), statuses=(0, 1), seconds=40, memory=600)

    def data(self):
        """One's own texts and pairs."""
        text, pairs = self.kit["text.txt"], self.kit["pairs.tsv"]
        texts = [b"", b"\n", b"a", b"a" * 99, b"a" * 100, b"a" * 101, b"ab" * 200, b"\n" * 500, b"\0" * 500,
                 b"\xef\xbb\xbf" + text, b"\xef\xbb\xbf", text[:-1], text.replace(b"\n", b"\r\n"),
                 text.replace(b"\n", b"\r"), text + b"\xff", b"\xff\xfe" + text.decode().encode("utf-16-le"),
                 text + b"\xc3", b"\xc0\x80" * 100, b"\xed\xa0\x80" * 100, text.replace(b"a", b"\x1b[31m"),
                 "\u202e".encode() * 200, ("e" + "\u0301" * 50).encode() * 10, bytes(range(1, 128)) * 4,
                 "".join(map(chr, range(0x80, 0x400))).encode(), "".join(map(chr, range(0x4e00, 0x9fff))).encode(),
                 b"<b>bold</b>" * 20, b"a" * 3000000, text * 2000, b"<pad><sos><eos><unk>" * 10,
                 "\U0010ffff\ufffe\ufeff".encode() * 50, b"\x85\xa0" * 100]
        for i, content in enumerate(texts):
            yield self.reading("data", f"text-{i}", BASES["train --data"], "text.txt", content,
                               memory=4000 if i == 24 else 600, seconds=40)
        tables = [b"", b"\n", b"\t", b"a", b"a\t", b"\tb", b"a\tb", b"a\tb\n", b"a\tb\n" * 50, b"a\tb\nc\td\n",
                  b"a\tb\tc\nd\te\tf\n", pairs.replace(b"\t", b"\t\t"), pairs + b"x\n", pairs + b"\xff\ta\n",
                  pairs.replace(b"\n", b"\r\n"), pairs.replace(b"\n", b"\r"), pairs + b"\0\t\0\n",
                  pairs + b"a" * 511 + b"\tb\n", pairs + b"a" * 512 + b"\tb\n", pairs + b"a" * 2000000 + b"\tb\n",
                  pairs + b"a\t" + b"b" * 511, pairs + b" \t \n", pairs + b"<eos>\t<pad>\n", pairs + b"\x1b[31m\tred\n",
                  pairs + "\u202e\t\u2066\n".encode(), pairs + b"<b>a</b>\t&amp;\n", pairs + "e\u0301\t\u0301\n".encode() * 5,
                  "".join(f"{chr(0x4e00 + n)}\t{n}\n" for n in range(20000)).encode(), pairs * 3000,
                  b"\xef\xbb\xbf" + pairs, pairs + "\u0085\t\u2028\n".encode(), pairs + "→\t→\n".encode(),
                  pairs + "\ufeff\t\ufffe\n".encode()]
        for i, content in enumerate(tables):
            for words in (True, False):
                reader = BASES["train --words"] if words else BASES["train --words"].replace(" --words", "")
                yield self.reading("data", f"pairs-{i}-{words}", reader, "pairs.tsv", content, seconds=40,
                                   memory=4000)
        for architecture in ("encoder", "decoder"):
            config = json.dumps({**TINY, "architecture": architecture}).encode()
            for i, content in enumerate(tables):
                yield self.case("data", f"pairs-{i}-{architecture}", BASES["train --words"].split(),
                                files={"pairs.tsv": content, "tiny.json": config}, mentions=("pairs.tsv",),
                                seconds=40, memory=4000)
        for words in ("--task text", "--task pairs", "--task copy --data text.txt", "--task text --words --data text.txt",
                      "--task pairs --data text.txt", "--task copy --words"):
            yield self.case("data", words.replace(" ", "_"), f"train {words} --config tiny.json --steps 1 --batch 2 "
                            "--threads 1 --save out.safetensors".split(), statuses=(0, 1, 2))

    def series(self):
        """One's own tables: what spreadsheets write, and what nobody should."""
        def table(line, lines=60, end="\n"):
            return "".join(line(n) + end for n in range(lines)).encode()
        whole = table(lambda n: f"{n % 7}.5")
        german = table(lambda n: f"{n},25;1.{n % 10}00,5", end="\r\n")
        tables = [b"", b"\n", b";", b",", b"\t", b"x", b"x\n1\n", whole, german, b"\xef\xbb\xbf" + german, b"a;b\r\n" + german,
                  whole.replace(b"\n", b"\r"), whole[:-1], whole.replace(b"3.5", b""), whole.replace(b"3.5", b"x"),
                  whole.replace(b"3.5", b"nan"), whole.replace(b"3.5", b"-inf"), whole.replace(b"3.5", b"1e39"),
                  whole.replace(b"3.5", b"1e-400"), whole.replace(b"3.5", b"9" * 5000), whole.replace(b"3.5", b"3.5,4"),
                  whole.replace(b"3.5", b"3,5"), whole.replace(b"3.5", b'"3.5'), whole.replace(b"3.5", b'"3,5"'),
                  whole.replace(b"3.5", b"\x1b[31m"), whole.replace(b"3.5", b"\xff"), whole.replace(b"3.5", b"3\0"),
                  whole.replace(b"3.5", "٣".encode()), whole.replace(b"3.5", "\u202e5".encode()), german.replace(b"1.000,5", b"1,0.5"),
                  german.replace(b";", b";;"), german + b"1;2;3\r\n", table(lambda n: "1,2"), table(lambda n: "5"), table(lambda n: "1e38"),
                  table(lambda n: "2024-01-01;5"), table(lambda n: ";".join(["1"] * 64)), table(lambda n: ";".join(["1"] * 65)),
                  table(lambda n: "5", 47), table(lambda n: "5", 48), whole * 3000, b"1;" * 2000000, b'"' + b"1\n" * 100000,
                  "5\n".encode("utf-16") * 60]
        base = "train --task series --data series.csv --config tiny.json --batch 2 --steps 1 --threads 1 --save out.safetensors"
        for i, content in enumerate(tables):
            yield self.case("series", f"table-{i}", base.split(), files={"series.csv": content},
                            mentions=("series.csv", "training diverged"), seconds=40, memory=4000)
        hidden = [b"", b"a" * 99, b"ab" * 200, b"a_b " * 200, b"<mask>" * 100, b"_" * 500, b"a\xff" * 200,
                  ("e\u0301" * 300).encode(), b"<pad><mask <eos>" * 30, b"\n" * 300, b"a b\r\n" * 100]
        for i, content in enumerate(hidden):
            yield self.case("series", f"hidden-{i}", base.replace("series.csv", "own.txt").replace("series", "cloze").split(),
                            files={"own.txt": content}, mentions=("own.txt",), seconds=40, memory=4000)
        for i, source in enumerate(("_", "<mask>", "<mask", "_" * 63, "_" * 64, "3 march 1997", "\u0301_", "<mask>" * 63)):
            yield self.case("series", f"cloze-{i}", ["generate", "--model", "cloze.safetensors", "--source", source])
            yield self.case("series", f"cloze-trace-{i}", ["trace", "--model", "cloze.safetensors", "--source", source,
                                                           "--target", source, "--out", "out.safetensors"])

    def captions(self):
        """Shapes as nobody should write them, and numbers in their place."""
        shape = "small red circle 9 2"
        patch = ",".join(["0.5"] * 48)
        sources = ["", " ", ";", ";;", shape + ";", "; " + shape, f"{shape}; {shape}; {shape}", f"{shape};" * 4, "; " * 5000, "a" * 100000,
                   "red", "small", "small small red circle 1 2", "red circle", "red circle 1", "red circle 1 2 3", "red circle -1 2",
                   "red circle +1 2", "red circle 1.5 2", "red circle 1e1 2", "red circle 16 16", "red circle 17 16", "large red circle 13 13",
                   "large red circle 14 13", "red circle " + "9" * 40 + " 2", "red circle 0x3 2", "red circle 007 2", "Red circle 1 2",
                   "red\tcircle\n1 2", "red\u00a0circle 1 2", "red circle \u0663 2", "red\u202ecircle 1 2", "red \x1b[31mcircle 1 2",
                   "r\u00e9d circle 1 2", "red circle 1 2\udcff", "rouge cercle 1 2", "%1 %2 %3 1 2", "nan", "inf", patch, " ".join([patch] * 36),
                   " ".join([patch] * 37), " ".join([patch] * 64), " ".join([patch] * 65), patch + " " + shape, shape + " " + patch,
                   patch + ",0.5", ",".join(["1e38"] * 48), ",".join(["-1e38"] * 48)]
        for i, source in enumerate(sources):
            given = ["--model", "picture.safetensors", "--source", source]
            yield self.case("captions", f"generate-{i}", ["generate", *given])
            yield self.case("captions", f"trace-{i}", ["trace", *given, "--target", "a red circle", "--out", "out.safetensors"])
            if i % 7 == 0:
                yield self.case("captions", f"export-{i}", ["export", *given, "--step", "decoder.0.cross_attn.weights", "--format", "svg",
                                                            "--out", "out.svg"], seconds=40)

    def families(self):
        """Keys of recurrent models and pointers, each with each value."""
        header, _ = tensors.split(self.kit["gru.safetensors"])
        keys = json.loads(header[tensors.METADATA]["config"])
        recurrent = {**TINY, "family": "recurrent", "alignment": "concat"}
        for task, right in (("reverse", recurrent), ("salesman", TINY), ("caption", TINY), ("series", recurrent), ("cloze", TINY)):
            base = f"train --task {task} --config model.json --batch 2 --steps 1 --threads 1 --save out.safetensors"
            for key in keys:
                for i, value in enumerate((*FIELD_VALUES, '"recurrent"', '"bahdanau"', '"pointer"', '"values"', '"encoder"',
                                           '"decoder"')):
                    fields = [f"{json.dumps(k)}:{json.dumps(v)}" for k, v in right.items() if k != key]
                    text = "{" + ",".join([*fields, f"{json.dumps(key)}:{value}"]) + "}"
                    yield self.case("families", f"{task}-{key}-{i}", base.split(), files={"model.json": text.encode()},
                                    mentions=("model.json", "task", "training diverged", "max_length"), seconds=40,
                                    memory=7000)

    def surroundings(self):
        """The same commands where the system gives less than usual."""
        ways = {"no-stdin": 'exec "$@" <&-', "no-stderr": 'exec "$@" 2>&-',
                "few-files": 'ulimit -n 4; exec "$@"', "some-files": 'ulimit -n 8; exec "$@"',
                "small-files": 'ulimit -f 8; exec "$@"', "no-files": 'ulimit -f 0; exec "$@"',
                "small-stack": 'ulimit -s 512; exec "$@"', "gone": 'd=$(mktemp -d); cd "$d"; rmdir "$d"; exec "$@"',
                "pipe-closed": '"$@" | true'}
        lost = {"no-stdout": 'exec "$@" >&-', "nothing": 'exec "$@" <&- >&- 2>&-', "full": 'exec "$@" >/dev/full',
                "full-both": 'exec "$@" >/dev/full 2>&1'}
        places = {"locale": {"LC_ALL": "xx_YY.UTF-8"}, "c-locale": {"LC_ALL": "C"}, "no-locale": {"LC_ALL": None},
                  "no-home": {"HOME": None}, "home-nowhere": {"HOME": "/proc/nowhere"}, "tmp-nowhere": {"TMPDIR": "/proc/nowhere"},
                  "tmp-file": {"TMPDIR": "/dev/null"}, "tmp-empty": {"TMPDIR": ""}, "kernels": {"GLASSFORMER_KERNELS": "x\x1b[31m"},
                  "kernels-empty": {"GLASSFORMER_KERNELS": ""}, "no-path": {"PATH": None}, "columns": {"COLUMNS": "-1"}}
        for command in self.options:
            if not command or command not in BASES:
                continue
            base = BASES[command].split()
            if command == "train":
                base += ["--log", "log.csv"]
            may = tuple(outputs_of(base))
            for label, shell in ways.items():
                expected = {} if label in ("gone",) else None
                yield self.case("surroundings", f"{command}-{label}", base, outputs=expected, shell=shell, may_stay=may,
                                silent=label in ("no-stderr", "no-files", "pipe-closed"))
            for label, shell in lost.items():
                # What should have been said is lost: that is no success.
                yield self.case("surroundings", f"{command}-{label}", base, shell=f"trap '' PIPE; {shell}",
                                statuses=(1, 2), may_stay=may, silent=label in ("nothing", "full-both"))
            for label, environment in places.items():
                yield self.case("surroundings", f"{command}-{label}", base, environment=environment, statuses=(0,))
            if self.kit.needed is None:
                continue
            for more in (1, 2, 4, 8, 16, 32, 64, 128):
                yield self.case("surroundings", f"{command}-memory-{more}", base, may_stay=may,
                                shell=f'ulimit -v {(self.kit.needed + more) * 1024}; exec "$@"')
        for way in ("--help", "--version"):
            for label, shell in lost.items():
                yield self.case("surroundings", f"{way}-{label}", [way], shell=shell, statuses=(1, 2),
                                silent=label in ("nothing", "full-both"))

    def cache(self):
        """What lies where the program keeps what it has measured of a graphics card, a fake one."""
        drivers = pathlib.Path(self.kit.program).parents[1] / "tests" / "fake_drivers"
        if not drivers.is_dir():
            print(f"not tried: the cache, because {drivers} is not there")
            return
        whole = json.dumps({"holds_for": "0" * 16, "kernels": {}}).encode()
        in_the_way = {"fifo": os.mkfifo, "loop": loop, "dangling": link_to("nowhere"), "sparse": sparse, "empty": b""}
        kept = {**in_the_way, "folder": os.mkdir, "zeros": b"\0" * 5000, "deep": b"[" * 100000, "other": whole,
                "cut": whole[:-3], "long": whole[:-2] + b'"' + b"x" * 100000 + b'": "left out"}}'}
        folder = "cache/glassformer/tuning"
        file = f"{folder}/opencl-{name_hash(b'A fake card'):016x}.json"
        places = [(file, kept), *((name, in_the_way) for name in ("cache", "cache/glassformer", folder))]
        commands = {"devices": (0,), "verify --config ids.json --backend opencl:0": (1,)}  # it computes wrong
        for place, ways in places:
            for label, content in ways.items():
                for command, statuses in commands.items():
                    name = f"{command.split()[0]}-{place.rsplit('/', 1)[-1]}-{label}"
                    yield self.case("cache", name, command.split(), statuses=statuses, mentions=("differs",),
                                    files={place: in_folders(content)},
                                    environment={"XDG_CACHE_HOME": "cache", "LD_LIBRARY_PATH": str(drivers)})

    def window(self):
        """Runs opened in the window, which is looked after for a while."""
        def opened(label, model, content=None, files=None, arguments=(), seconds=2.5):
            name = f"{model}.safetensors"
            return self.case("window", label, [name, *arguments], outputs={}, files={
                **({name: content} if content is not None else {}), **(files or {})},
                window=True, stop_after=seconds, memory=700)

        for model in ("run", "text", "words", "encoder", "odd", "sgd", "ids"):
            yield opened(f"right-{model}", model)
        for label, value in (("nan", float("nan")), ("inf", float("inf")), ("1e38", 1e38), ("zero", 0.0),
                             ("equal", 1.0), ("tiny", 1e-45), ("-1e38", -1e38), ("1e19", 1e19)):
            for only in ("", "embedding", "norm", "w_q", "adam_v"):
                yield opened(f"weights-{label}-{only or 'all'}", "run", tensors.with_floats(self.kit["run.safetensors"], value, only))
        for model in ("run", "text", "words"):
            for label, content in hostile_metadata(self.kit[f"{model}.safetensors"], self.random("window")):
                yield opened(f"{model}-{label}", model, content, files={"text.txt": self.kit["text.txt"], "pairs.tsv": self.kit["pairs.tsv"]})
        for label, content in hostile_course(self.kit["run.safetensors"]):
            yield opened(f"run-{label}", "run", content)
        chance = self.random("window/history")
        history = self.kit["run.history.safetensors"]
        run = self.kit["run.safetensors"]
        yield opened("history-right", "run", files={"run.history.safetensors": history})
        for label, content in [*tensors.cuts(history, chance, 5), *tensors.flips(history, chance, 40),
                               *tensors.header_lies(history, chance)]:
            yield opened(f"history-{label}", "run", files={"run.history.safetensors": content})
        for label, content in hostile_history(run, history):
            yield opened(f"history-{label}", "run", files={"run.history.safetensors": content})
        for label, content in [*tensors.cuts(run, chance, 3), *tensors.flips(run, chance, 30), *tensors.header_lies(run, chance)]:
            yield opened(f"file-{label}", "run", content)
        lecture = self.kit["talk.lecture"]
        for label, content in [("right", lecture), *tensors.cuts(lecture, chance, 3), *tensors.flips(lecture, chance, 40),
                               *tensors.header_lies(lecture, chance)]:
            yield self.case("window", f"lecture-{label}", ["talk.lecture"], outputs={}, files={"talk.lecture": content},
                            window=True, stop_after=2.5, memory=700)
        for label, value, files, _ in read_names(run):
            if value and not as_bytes(value).startswith(b"-"):
                yield self.case("window", f"name-{label}", [value], outputs={}, files=files, window=True, stop_after=2, memory=700)

    def settings(self):
        """What the window remembers, changed by somebody else; it is looked after for a while."""
        scene = {"run": {"file": "run.safetensors", "task": "reverse"}, "example": {"source": "abc", "target": "cba"},
                 "focus": {"step": "encoder.0.self_attn.weights", "view": "heads", "head": 2, "all_heads": True,
                           "row": 2, "column": 3, "pinned": True, "gradients": True},
                 "stage": {"numbers": True, "enlarged": "encoder.0.self_attn.scores", "settings": {"threshold": 1e300}},
                 "changes": [{"step": "encoder.0.self_attn.heads", "kind": "set", "cells": [{"first": 9}]}],
                 "drawn": "difference", "time": {"moment": 3, "pin_a": 1, "pin_b": 9007199254740992},
                 "hidden": ["map"], "map": "model", "version": 1}
        earlier = {"file": "run.safetensors", "task": "reverse", "source": "abc", "target": "cba",
                   "step": "encoder.0.self_attn.weights", "view": "heads"}
        whole = {"session": {"scene": json.dumps(json.dumps(scene))},
                 "window": {"theme": "dark", "language": "de", "geometry": "@ByteArray(\\x1\\xd9\\xd0\\xcb)",
                            "docks": "@ByteArray(\\0\\0\\0\\xff)", "reducedMotion": "true"},
                 "map": {"zoom": "1"}, "time": {"limit": "1000000"}}
        values = ["", "-1", "0", "2147483648", "9223372036854775807", "-9223372036854775808", "1e309", "nan", "x", "/", ".",
                  "/dev/zero", "fifo", "nowhere", "\u202e", "\x1b[31m", "<b>x</b><img src=/x>", "x" * 10000,
                  "e\u0301" * 1000, "%1%n", "@Invalid()", "@ByteArray(x)",
                  "@Rect(-1 -1 2147483647 2147483647)", "@Size(-1 -1)", "a, b, c", "grad/loss", "loss", "logits"]

        def remembered(label, text):
            return self.case("settings", label, [], outputs={SETTINGS: "any"}, may_stay=(SETTINGS,),
                             files={SETTINGS: in_folders(text), "run.safetensors": self.kit["run.safetensors"],
                                    "fifo": os.mkfifo},
                             environment={"XDG_CONFIG_HOME": "config"}, window=True, stop_after=2.5, memory=700)

        def written(sections):
            return "".join(f"[{name}]\n" + "".join(f"{key}={value}\n" for key, value in keys.items())
                           for name, keys in sections.items()).encode()

        yield remembered("right", written(whole))
        yield remembered("earlier", written({**whole, "session": earlier}))
        chance = self.random("settings")
        for i, content in text_flips(json.dumps(scene).encode(), chance, 10):
            yield remembered(f"scene-{i}", written({**whole, "session": {
                "scene": json.dumps(content.decode("utf-8", "replace"))}}))
        for section, keys in whole.items():
            for key in keys:
                for i, value in enumerate(values):
                    yield remembered(f"{section}-{key}-{i}",
                                     written({**whole, section: {**keys, key: value}}))
        for i, content in text_flips(written(whole), chance, 20):
            yield remembered(f"flip-{i}", content)
        for i, content in enumerate((b"", b"\0" * 5000, b"\xff" * 5000, b"[" * 5000, b"[session]\nfile", b"=" * 5000)):
            yield remembered(f"broken-{i}", content)

    def pictures(self):
        """Every station of the window drawn with hostile runs, through the program that takes the pictures."""
        models = {"run": self.kit["run.safetensors"], "odd": self.kit["odd.safetensors"],
                  "text": self.kit["text.safetensors"], "encoder": self.kit["encoder.safetensors"]}
        changed = {f"{name}-right": (name, file) for name, file in models.items()}
        for label, value in (("1e38", 1e38), ("zero", 0.0), ("equal", 1.0), ("1e19", 1e19)):
            changed[f"run-{label}"] = ("run", tensors.with_floats(models["run"], value))
        changed["words"] = ("run", with_words(models["run"], HOSTILE_TOKENS))
        for label, (name, content) in changed.items():
            yield self.case("pictures", label, ["pictures", f"{name}.safetensors"], pictures=True,
                            outputs={"pictures": "png"}, files={f"{name}.safetensors": content},
                            may_stay=("pictures",), window=True, statuses=(0,), memory=1500)


def outputs_of(arguments):
    """The files that a command line writes, and what they are."""
    arguments = [a.decode("utf-8", "surrogateescape") if isinstance(a, bytes) else a for a in arguments]
    value = dict(zip(arguments, arguments[1:]))
    outputs = {}
    if "--save" in value:
        outputs[value["--save"]] = "safetensors"
        if "--moments" in value:
            outputs[value["--save"].removesuffix(".safetensors") + ".history.safetensors"] = "safetensors"
    if "--log" in value:
        outputs[value["--log"]] = "csv"
    if "--csv" in value:
        outputs[value["--csv"]] = "csv"
    if "--out" in value:
        kind = value.get("--format", "safetensors")
        if arguments[0] in ("export-torch", "export-hf", "exercise"):
            kind = "any"
        if arguments[0] == "lab":
            kind = value["--out"].rpartition(".")[2]
        outputs[value["--out"]] = kind if kind in KINDS else "safetensors"
    return outputs


def example_of(command, model, source=None, target=None, ids=False):
    """A command line with an example that the model can take, one side of it given."""
    file = f"{model}.safetensors"
    if command == "resume":
        return f"train --resume {file} --steps 9 --threads 1 --save out.safetensors".split()
    arguments = [*command.split(), "--model", file]
    usual = {"run": ("abc", "cba"), "sgd": ("abc", "cba"), "text": (None, "the cat"), "words": ("eins 5", "one 5"),
             "gru": ("abc", "cba"), "tour": ("0.1,0.2 0.7,0.3 0.4,0.9", "1 2 3"),
             "cloze": ("3 m_rch 1997 = 1997-03-03", None), "encoder": ("abc", "cba"), "ids": ("5,6", "6,5"), "odd": ("12+34", "46")}[model]
    if command == "generate":
        usual = (usual[0], None if usual[0] else usual[1])
    for side, given, ordinary in (("source", source, usual[0]), ("target", target, usual[1])):
        if given is not None:
            arguments += [f"--{side}-ids" if ids else f"--{side}", given]
        elif ordinary:
            arguments += [f"--{side}-ids" if model == "ids" else f"--{side}", ordinary]
    if command == "export":
        arguments += ["--step", "logits", "--format", "csv", "--out", "out.csv"]
    elif command == "trace":
        arguments += ["--out", "out.safetensors"]
    return arguments


# What is damaged, and who reads it.
READERS = {
    "run": ("run.safetensors", (BASES["trace"], BASES["generate"], BASES["export"], BASES["train --resume"])),
    "init": ("init.safetensors", (BASES["train --init"],)),
    "weights": ("ids.safetensors", (BASES["trace --config"], BASES["generate --config"])),
    "batches": ("batches.safetensors", (BASES["train --batches"],)),
}
OPENED = pathlib.Path(__file__).parent.parent / "reference" / "opened" / "gpt2"
TOKENIZER = pathlib.Path(__file__).parent.parent / "reference" / "tokenizers" / "gpt2.json"


def copies(folder):
    return lambda target: shutil.copytree(folder, os.fsdecode(target))


def put(make):
    """Puts what `make` makes of a path in the place of the file that is there."""
    def replace(target):
        if os.path.lexists(target):
            os.remove(target)
        make(target)
    return replace


def damaged_folders(folder, random_):
    """300 of them, each with the files in it that are other ones."""
    whole = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    weights = random_.choice([name for name in whole if name.endswith(".safetensors")])
    lies = [*tensors.cuts(whole[weights], random_, 10), *tensors.flips(whole[weights], random_, 40),
            *tensors.header_lies(whole[weights], random_)]
    cases = [(f"weights-{label}", {weights: content}) for label, content in random_.sample(lies, 90)]
    for name, content in whole.items():
        cases += [(f"{name}-gone", {name: put(lambda target: None)}), (f"{name}-empty", {name: b""}),
                  (f"{name}-folder", {name: put(os.mkdir)}), (f"{name}-pipe", {name: put(os.mkfifo)}),
                  (f"{name}-zeros", {name: bytes(5000)}), (f"{name}-loop", {name: put(loop)})]
        if name.endswith(".json"):
            cases += [(f"{name}-flip-{i}", {name: changed}) for i, changed in text_flips(content, random_, 24)]
            cases += [(f"{name}-{label}", {name: json.dumps(changed).encode()})
                      for label, changed in with_values(json.loads(content), random_, 30)]
    for name in ("generation_config.json", "tokenizer_config.json", "added_tokens.json", "special_tokens_map.json"):
        cases += [(f"{name}-{i}", {name: json.dumps(value).encode()}) for i, value in enumerate(BESIDE)]
    config = json.loads(whole["config.json"])
    while len(cases) < 300:
        changed = {**config, random_.choice([*config, *MORE_KEYS]): random_.choice(VALUES)}
        cases.append((f"config-{len(cases)}", {"config.json": json.dumps(changed).encode()}))
    return random_.sample(cases, 300)


VALUES = (None, True, False, 0, -1, 1, 3, 7, 2**31, 2**63, 10**30, 1e-300, 0.1, -0.5, 1e300, "", "x", "gelu", [], [1, 2], {}, {"a": 1},
          {"type": "linear"}, {"rope_type": "llama3", "factor": 0}, [["global"], 3], "\x1b[31m", "x" * 5000)
MORE_KEYS = ("rope_scaling", "rope_parameters", "sliding_window", "use_sliding_window", "layer_types", "eos_token_id", "pad_token_id",
             "tie_word_embeddings", "num_key_value_heads", "head_dim", "quantization_config", "torch_dtype", "architectures",
             "attention_types", "partial_rotary_factor", "rotary_pct", "vocab_size", "max_position_embeddings")
BESIDE = ([], 5, {"eos_token_id": [[1]]}, {"eos_token_id": "x", "do_lower_case": 3, "a": -1, "pad_token": 5},
          {"eos_token_id": 10**30, "added_tokens_decoder": {"x": {"content": "a"}}, "b": 10**30, "bos_token": {"content": 3}},
          {"added_tokens_decoder": {"5": []}, "tokenizer_class": [], "c": "5", "additional_special_tokens": [{}]})


def with_values(whole, random_, several):
    """Values anywhere in it that are other ones, or not there."""
    places = []

    def walk(value, path):
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in list(items)[:60]:
            places.append([*path, key])
            walk(inner, [*path, key])
    walk(whole, [])
    for i in range(several):
        changed = json.loads(json.dumps(whole))
        inner = changed
        *way, last = random_.choice(places)
        for key in way:
            inner = inner[key]
        if random_.random() < 0.2:
            del inner[last]
        else:
            inner[last] = random_.choice(VALUES)
        yield f"value-{i}", changed


def text_flips(content, random_, several):
    for i in range(several):
        changed = bytearray(content)
        at = random_.randrange(len(changed))
        if i % 3:
            changed[at] ^= 1 << random_.randrange(8)
        else:
            changed[at:at + random_.randrange(5)] = bytes([random_.randrange(256)])
        yield i, bytes(changed)


HOSTILE_TOKENS = ["<b>bold</b>", "\u001b[31m", "\u202e", "e" + "\u0301" * 40, "\u0000", "\n", "\t", "&amp;", "<img src=x>",
                  "\u2028", "\ufffe", "x" * 10000, "😀" * 100, "%1", "%n", "&File", "\u0085", "\u00a0", "<pad>", ""]


def with_words(run, tokens):
    """The run with other words; as words, since a hostile token is seldom one character."""
    header, _ = tensors.split(run)
    for key in ("source_vocabulary", "target_vocabulary"):
        if key in header[tensors.METADATA]:
            def change(vocabulary):
                size = len(vocabulary["tokens"])
                new = [token for token in tokens if token and not any(c in "\t\n\u2028\u0085\u00a0" for c in token)
                       and token != "<pad>"][:size - 4]
                rest = vocabulary["tokens"][4 + len(new):]
                return {"tokenization": "words", "tokens": vocabulary["tokens"][:4] + new + rest}
            run = tensors.with_inner(run, key, change)
    return run


def hostile_course(run):
    """The run with one thing changed in what its file says of its training so far."""
    header, data = tensors.split(run)
    metadata = header[tensors.METADATA]
    entries = {name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])])
               for name, entry in header.items() if name != tensors.METADATA}

    def changed(name, entry):
        parts = {**entries, name: entry}
        return tensors.tensor_file({key: value for key, value in parts.items() if value}, metadata)

    for name in [name for name in entries if name.startswith("training/")]:
        kind, shape, content = entries[name]
        width, label = tensors.WIDTHS[kind], name.replace("/", "-")
        yield f"{label}-gone", changed(name, None)
        yield f"{label}-empty", changed(name, (kind, [0], b""))
        yield f"{label}-matrix", changed(name, (kind, [1, *shape], content))
        yield f"{label}-scalar", changed(name, (kind, [], content[:width]))
        yield f"{label}-shorter", changed(name, (kind, [shape[0] - 1], content[width:]))
        yield f"{label}-longer", changed(name, (kind, [100_000], content[:width] * 100_000))
        for other in ("F64", "I64", "F32", "F16"):
            yield f"{label}-as-{other}", changed(name, (other, shape, b"\1" * (shape[0] * tensors.WIDTHS[other])))
        for i, byte in enumerate((b"\0", b"\x7f", b"\x80", b"\xff")):
            yield f"{label}-filled-{i}", changed(name, (kind, shape, byte * len(content)))
    for name in ("training/", "training/Loss", "training/loss/x", "training/\n"):
        yield f"unknown-{len(name)}", changed(name, ("F32", [1], b"\0" * 4))


def hostile_metadata(run, chance):
    """The run with one thing of its metadata changed."""
    header, data = tensors.split(run)
    metadata = header[tensors.METADATA]
    texts = ["", " ", "null", "[]", "{}", "0", "-1", '"x"', "NaN", "{", "[" * 5000, '{"a":1,"a":2}', "\u0000", "\u001b[31m",
             "\u202e", "x" * 10000, "9" * 5000, "1e999", "18446744073709551616", "true"]
    for key in metadata:
        yield f"{key}-gone", tensors.with_metadata(run, key, None)
        for i, text in enumerate(texts):
            yield f"{key}-{i}", tensors.with_metadata(run, key, text)
    for i, number in enumerate(NUMBERS):
        if isinstance(number, str):
            yield f"steps-{i}", tensors.with_metadata(run, "steps_done", number)
    for key in ("config", "train_config"):
        for field in json.loads(metadata[key]):
            for i, value in enumerate(FIELD_VALUES):
                inner = json.loads(metadata[key])
                inner[field] = "@"
                yield f"{key}-{field}-{i}", tensors.with_metadata(run, key, json.dumps(inner).replace('"@"', value))
    for key in ("source_vocabulary", "target_vocabulary"):
        if key not in metadata:
            continue
        for i, token in enumerate(HOSTILE_TOKENS):
            for at in (0, 4, -1):
                def change(vocabulary, at=at, token=token):
                    vocabulary["tokens"][at] = token
                    return vocabulary
                yield f"{key}-token-{at}-{i}", tensors.with_inner(run, key, change)
        yield f"{key}-none", tensors.with_inner(run, key, lambda v: {**v, "tokens": []})
        yield f"{key}-specials", tensors.with_inner(run, key, lambda v: {**v, "tokens": v["tokens"][:4]})
        yield f"{key}-longer", tensors.with_inner(run, key, lambda v: {**v, "tokens": v["tokens"] + ["Ω"]})
        yield f"{key}-twice", tensors.with_inner(run, key, lambda v: {**v, "tokens": v["tokens"][:-1] + [v["tokens"][5]]})
        yield f"{key}-numbers", tensors.with_inner(run, key, lambda v: {**v, "tokens": list(range(len(v["tokens"])))})
        for i, way in enumerate(("words", "characters", "", "bytes", 5, None)):
            yield f"{key}-way-{i}", tensors.with_inner(run, key, lambda v: {**v, "tokenization": way})
    yield "all-words", with_words(run, HOSTILE_TOKENS)
    for i, task in enumerate(({"name": "copy"}, {"name": "text"}, {"name": "pairs", "data": "/dev/zero"},
                              {"name": "text", "data": "/dev/zero"}, {"name": "text", "data": "."},
                              {"name": "text", "data": ""}, {"name": "text", "data": "\u0000"}, {"name": "\u001b[31m"},
                              {"name": "x" * 10000}, {"name": 5}, {"name": ["copy"]}, {"name": "pairs", "data": "\u202e\n"},
                              {"name": "pairs", "data": "pairs.tsv", "tokenization": 5}, {"name": "addition"}, {"name": "date"},
                              {"name": "", "data": "x"}, {"data": "text.txt"}, {"name": "<b>x</b>"})):
        yield f"job-{i}", tensors.with_metadata(run, "task", json.dumps(task))


def hostile_history(run, history):
    """Histories whose parts are whole and whose story is not."""
    numbers = (-1, 0, 1, 2**31, 2**63 - 1, -2**63)
    for i, first in enumerate(numbers):
        for j, last in enumerate(numbers):
            yield f"steps-{i}-{j}", history_of(run, (first, last))
    yield "one", history_of(run, (3,))
    yield "none", history_of(run, ())
    yield "many", history_of(run, tuple(range(-296, 4)))
    branch = {"id": 1, "parent": 0, "fork": 0, "moments": [0, 1]}
    stories = [[], {}, None, {"list": [], "current": 1}, {"list": [branch], "current": 2}, {"list": [branch], "current": -1},
               {"list": [branch] * 2, "current": 1}, {"list": [branch] * 1001, "current": 1},
               {"list": [{**branch, "id": i + 1, "parent": i} for i in range(1000)], "current": 1},
               {"list": [{**branch, "id": 1, "parent": 1}], "current": 1},
               {"list": [{**branch, "parent": 2}, {**branch, "id": 2, "parent": 1}], "current": 1},
               {"list": [branch, {**branch, "id": 2, "parent": 99}], "current": 1},
               {"list": [branch, {**branch, "id": 2, "parent": 1, "fork": 2**63 - 1}], "current": 2},
               {"list": [branch, {**branch, "id": 2, "parent": 1, "fork": -1}], "current": 2},
               {"list": [branch, {**branch, "id": 2, "parent": 1, "fork": 2}], "current": 2},
               {"list": [{**branch, "moments": []}], "current": 1}, {"list": [{**branch, "moments": [0, 0]}], "current": 1},
               {"list": [{**branch, "moments": [1, 0]}], "current": 1}, {"list": [{**branch, "moments": [0, 99]}], "current": 1},
               {"list": [{**branch, "moments": [-1]}], "current": 1}, {"list": [{**branch, "moments": [0.5]}], "current": 1},
               {"list": [{**branch, "moments": [1]}], "current": 1}, {"list": [{**branch, "id": 10**9}], "current": 10**9},
               {"list": [{**branch, "id": 2**31}], "current": 2**31}, {"list": [{**branch, "id": 2**64}], "current": 1},
               {"list": [{**branch, "id": "1"}], "current": "1"}, {"list": "x", "current": 1}, {"list": [5], "current": 1}]
    for i, story in enumerate(stories):
        yield f"story-{i}", tensors.with_metadata(history, "branches", json.dumps(story))
    for label, value in (("nan", float("nan")), ("inf", float("inf")), ("1e38", 1e38)):
        yield f"losses-{label}", tensors.with_floats(history, value, "losses")
        yield f"moments-{label}", tensors.with_floats(history, value, "moment.0")
    for key in ("history_version", "layout", "branches"):
        yield f"no-{key}", tensors.with_metadata(history, key, None)


# --- names ---------------------------------------------------------------------------------------

def make_socket(path):
    before = os.open(".", os.O_RDONLY)
    server = socket.socket(socket.AF_UNIX)
    try:
        server.bind(os.path.join(b"/proc/self/fd", str(os.open(os.path.dirname(path), os.O_RDONLY)).encode(), b"socket"))
    finally:
        server.close()
        os.close(before)


def sparse(path):
    with open(path, "wb") as file:
        file.truncate(1 << 35)


def secret(path):
    with open(path, "wb") as file:
        file.write(b"{}")
    os.chmod(path, 0)


def device(minor):
    """A device of memory: 3 is what /dev/null is, 7 /dev/full."""
    return lambda path: os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))


SETTINGS = "config/Glassformer/Glassformer.conf"


def in_folders(content):
    """Writes a file, or what a function makes of its path, in folders that it makes."""
    def write(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if callable(content):
            return content(path)
        with open(path, "wb") as file:
            file.write(content)
    return write


def link_to(target):
    return lambda path: os.symlink(target, path)


def loop(path):
    os.symlink(os.path.basename(path), path)


def name_hash(name):
    """nameHash() of core/model/name_hash.h."""
    value = 0xcbf29ce484222325
    for byte in name:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def read_names(content):
    """Label, name, the files to make, and whether the name is a right one (None: either)."""
    yield "empty", "", {}, False
    for label, name in (("dot", "."), ("dots", ".."), ("root", "/"), ("null", "/dev/null"), ("full", "/dev/full"),
                        ("zero", "/dev/zero"), ("tty", "/dev/tty"), ("missing", "missing"), ("minus", "-"),
                        ("nowhere", "no/such/folder"), ("long", "x" * 300), ("long-path", "x/" * 3000), ("tilde", "~"),
                        ("star", "*"), ("esc-missing", "\x1b[31mred"), ("newline-missing", "a\nb"),
                        ("bytes-missing", b"\xff\xfe"), ("bidi-missing", "\u202etxt"), ("c1-missing", "\u009b31m"),
                        ("proc-mem", "/proc/self/mem"), ("url", "file:///x"),
                        ("dashed", "-x"), ("double-dashed", "--"), ("nul-text", "%00")):
        yield label, name, {}, False
    yield "environment", "/proc/self/environ", {}, None  # a file; it may even be long enough
    yield "folder", "folder", {"folder": os.mkdir}, False
    yield "folder-slash", "folder/", {"folder": os.mkdir}, False
    yield "fifo", "fifo", {"fifo": os.mkfifo}, False
    yield "socket", "socket", {"socket": make_socket}, False
    yield "dangling", "dangling", {"dangling": link_to("nowhere")}, False
    yield "loop", "loop", {"loop": link_to("loop")}, False
    yield "sparse", "sparse", {"sparse": sparse}, False
    yield "slash", "file/", {"file": content}, False
    yield "below", "file/x", {"file": content}, False
    yield "link", "link", {"there": content, "link": link_to("there")}, True
    for label, name in (("newline", "a\nb"), ("esc", "\x1b[31mred"), ("bytes", b"\xff\xfe"), ("space", " a "),
                        ("bidi", "\u202etxt"), ("combining", "e\u0301" * 40), ("longest", "x" * 255), ("quotes", "a\"'b"),
                        ("percent", "%s%n%1"), ("comma", "a,b"), ("equals", "a=b"), ("html", "<b>x<b>")):
        yield label, name, {name: content}, True
    yield "doubled", ".//./file", {"file": content}, True
    yield "up", "folder/../file", {"folder": os.mkdir, "file": content}, True
    if os.geteuid() != 0:
        yield "unreadable", "secret", {"secret": secret}, False


def written_names():
    """Label, name, the files to make, what is then written, and whether it must be (None: either).

    No name leads out of the case's folder: a program that renames over what is there would replace
    the real /dev/null if root ran this. Root gets devices of its own; others are refused the real ones."""
    for label, name in (("empty", ""), ("dot", "."), ("dots", ".."), ("nowhere", "no/such/folder"),
                        ("long", "x" * 300), ("long-path", "x/" * 3000)):
        yield label, name, {}, None, False
    if os.geteuid() == 0:
        for label, minor in (("null", 3), ("full", 7)):
            yield label, label, {label: device(minor)}, None, None if label == "null" else False
    yield "dashed", "-x", {}, "-x", None
    yield "folder", "folder", {"folder": os.mkdir}, None, False
    yield "folder-slash", "folder/", {"folder": os.mkdir}, None, False
    yield "new-slash", "new/", {}, None, False
    yield "folder-dot", "folder/.", {"folder": os.mkdir}, None, False
    yield "fifo", "fifo", {"fifo": os.mkfifo}, None, False
    yield "loop", "loop", {"loop": link_to("loop")}, None, False
    yield "below", "file/x", {"file": b"mine"}, None, False
    yield "to-folder", "link", {"folder": os.mkdir, "link": link_to("folder")}, None, False
    for label, name in (("newline", "a\nb"), ("esc", "\x1b[31mred"), ("bytes", b"\xff\xfe"), ("space", " a "), ("minus", "-"),
                        ("bidi", "\u202etxt"), ("longest", "x" * 255), ("percent", "%s%n%1"), ("tilde", "~"),
                        ("combining", "e\u0301" * 40), ("comma", "a,b"), ("dots-in-it", "a..b.c"), ("star", "*")):
        yield label, name, {}, name, True
    yield "doubled", ".//./new", {}, "new", True
    yield "up", "folder/../new", {"folder": os.mkdir}, "new", True
    yield "dangling", "link", {"link": link_to("new")}, "new", None
    yield "through-link", "link", {"new": b"mine", "link": link_to("new")}, "new", True
    yield "over", "new", {"new": b"mine"}, "new", True


# --- main ----------------------------------------------------------------------------------------

# How many cases of a group are run without --full.
SHORT = {"numbers": 150, "words": 60, "usage": 80, "names": 100, "targets": 100, "texts": 90, "steps": 60, "damage": 220,
         "metadata": 150, "weights": 60, "batches": 40, "tokenizers": 20, "opened": 60, "config": 120, "data": 40, "lessons": 40, "homework": 40, "lectures": 80, "series": 40, "captions": 40, "families": 60, "surroundings": 60, "cache": 60, "window": 4,
         "settings": 4, "pictures": 0}


def chosen(groups, name, arguments):
    """The cases of a group that are run. They are made one by one: what a child is charged for
    begins with what this process holds."""
    make = getattr(groups, name)
    if arguments.case:
        return (case for case in make() if case.path == arguments.case)
    count = sum(1 for _ in make())
    wanted = arguments.cases or (count if arguments.full else SHORT[name])
    if arguments.quick:
        wanted = min(2, SHORT[name])
    if count <= wanted:
        return make()
    places = set(random.Random(f"{arguments.seed}/{name}").sample(range(count), wanted))
    return (case for place, case in enumerate(make()) if place in places)


def judged(pool, runner, cases):
    """Each case with its findings and its folder, in order, a few at a time."""
    cases = iter(cases)
    while some := list(itertools.islice(cases, 16)):
        yield from zip(some, pool.map(runner.judge, some))


def report(case, findings, place, arguments):
    script = os.path.relpath(__file__)
    print(f"  {case.path}")
    for finding in findings:
        print(f"    {finding}")
    shell = case.shell.replace('exec "$@"', "").replace('"$@"', "")
    print(f"    command: {shell}{' ' if shell else ''}glassformer {' '.join(map(quoted, case.arguments))}")
    print(f"    again:   {script} {arguments.program} --seed {arguments.seed} --case {case.path!r} --keep FOLDER")
    said = (place / "log" / "err").read_bytes()[:300]
    if said:
        print(f"    stderr:  {said!a}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="all cases, not a part of them")
    parser.add_argument("--quick", action="store_true", help="two cases of each group")
    parser.add_argument("--only", choices=SHORT, help="one group")
    parser.add_argument("--cases", type=int, help="so many cases of each group")
    parser.add_argument("--case", help="one case, as a finding names it")
    parser.add_argument("--keep", help="a new folder in which the cases stay")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()

    began = time.monotonic()
    program = pathlib.Path(arguments.program).resolve()
    sanitized = any(mark in program.read_bytes() for mark in (b"__asan_init", b"__tsan_init"))
    temporary = tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True)
    folder = pathlib.Path(arguments.keep or temporary.name)
    folder.mkdir(exist_ok=True)
    runner = Runner(program, folder, sanitized)
    kit = Kit(str(program), pathlib.Path(temporary.name) / "kit")
    options = read_help(program)
    groups = Groups(kit, options, arguments.seed)
    runner.limit()
    if os.geteuid() == 0:
        print("note: to root nothing is unreadable; these cases are left out")

    total = sum(1 for gap in gaps(options) if not print(f"  the tables: {gap}"))
    names = [arguments.only] if arguments.only else [arguments.case.split("/")[0]] if arguments.case else SHORT
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name in names:
            count = found = 0
            for case, (findings, place) in judged(pool, runner, chosen(groups, name, arguments)):
                count += 1
                if findings:
                    found += 1
                    report(case, findings, place, arguments)
                if not arguments.keep:
                    shutil.rmtree(place, ignore_errors=True)
            print(f"{name}: {count} cases, {found} findings", flush=True)
            total += found
    print(f"{total} findings, {time.monotonic() - began:.0f} s, seed {arguments.seed}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
