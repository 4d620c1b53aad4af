#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The homework of `glassformer exercise`, solved and done wrongly.

Usage: check_homework.py GLASSFORMER

In NumPy and in PyTorch: the four styles of homework_solutions.py are right, each usual mistake brings
its sentence, and so does what is no answer at all. Without NumPy it ends with 77 and says so; without
PyTorch it says so and does the rest.
"""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import types

import homework_solutions

SEEDS = (1, 2)


def python_with(library):
    """The first interpreter that has it, or None."""
    for python in ("/usr/bin/python3", "python3", sys.executable):
        try:
            if subprocess.run([python, "-c", f"import {library}"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    return None


# ---- Inside the student's Python ----------------------------------------------------------------


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_module(text):
    module = types.ModuleType("exercise")
    exec(compile(text, "exercise.py", "exec"), module.__dict__)
    return module


def with_change(text, function, old, new):
    """The text with `old` written otherwise wherever it stands in this function."""
    start = text.index(f"def {function}(")
    end = text.find("\n\n\n", start)
    end = len(text) if end < 0 else end
    body = text[start:end]
    if old not in body:
        raise ValueError(f"{function} does not have {old!r}")
    return text[:start] + body.replace(old, new) + text[end:]


def with_body(text, function, body):
    start = text.index(f"def {function}(")
    end = text.find("\n\n\n", start)
    head = text[start : text.index("\n", start)]
    return text[:start] + head + "\n    " + body + text[end:]


def inside(library, folder):
    """All that is wrong, in sentences."""
    check = load(folder / "check.py", "check")
    values = check.read_values(folder / "values.safetensors")
    rows = {row[0]: row for row in check.FUNCTIONS}
    wrong = []

    def said(key, text):
        return check.examined(rows[key], as_module(text), values)

    texts = homework_solutions.solutions(library)
    for style, text in texts.items():
        for key in rows:
            found = said(key, text)
            if not found["right"]:
                wrong.append(f"{library}, {style}: {key}: {found['said']}")

    heard = set()
    for key, old, new, sentence in homework_solutions.MISTAKES:
        found = said(key, with_change(texts["arrays"], key.partition(".")[0], old, new))
        if found["right"] or sentence not in found["said"]:
            wrong.append(f"{library}: {key} with {new!r}: {found['said']!r}, and not {sentence!r}")
        heard.add((key.partition(".")[0], found["said"].partition("It looks like this: ")[2]))

    for function, body, sentence in homework_solutions.TROUBLE:
        found = said(function, with_body(texts["arrays"], function, body))
        if found["right"] or sentence not in found["said"]:
            wrong.append(f"{library}: {function}: {body}: {found['said']!r}, and not {sentence!r}")
    found = check.examined(rows["softmax"], types.ModuleType("exercise"), values)
    if "has no function softmax" not in found["said"]:
        wrong.append(f"{library}: a function that is gone: {found['said']!r}")

    for function, mistakes in check.MISTAKES.items():
        for english, german, _ in mistakes:
            if (function, english) not in heard:
                wrong.append(f"{library}: nobody makes the mistake of {function}: {english}")
            if not german or german == english:
                wrong.append(f"{function}: no German for: {english}")
    count = len(homework_solutions.MISTAKES)
    if count < 40:
        wrong.append(f"only {count} mistakes")
    print(f"{library}: {len(texts)} styles of {len(rows)} functions and {count} mistakes, {len(wrong)} not as they should be")
    return wrong


# ---- Outside -------------------------------------------------------------------------------------


class Homework:
    def __init__(self, program, place):
        self.program, self.place = program, place
        self.wrong = []

    def run(self, *arguments):
        return subprocess.run([self.program, "exercise", *map(str, arguments)], capture_output=True, text=True)

    def made(self, name, folder, *options):
        answer = self.run("make", name, "--out", folder, *options)
        if answer.returncode:
            raise SystemExit(f"exercise make {name}: {answer.stderr}")
        return folder

    def expect(self, holds, what, answer=None):
        if not holds:
            self.wrong.append(what + (f": {answer.returncode} {answer.stdout!r} {answer.stderr!r}" if answer else ""))

    def each_exercise(self, python):
        """Alone, each has its own functions, and all of them are what `all` has."""
        whole = homework_solutions.solutions("numpy")["arrays"]
        listed = [line.split()[0] for line in self.run("list").stdout.splitlines()]
        self.expect(len(listed) == 14, f"the exercises are {listed}")
        names = set()
        for place, name in enumerate(listed):
            language = ("en", "de")[place % 2]
            folder = self.made(name, self.place / name, "--language", language)
            before = subprocess.run([python, "-B", folder / "check.py"], capture_output=True, text=True)
            self.expect(before.returncode == 1, f"{name} with nothing written", before)
            words = {"en": "not written yet", "de": "noch nicht geschrieben"}[language]
            lines = before.stdout.splitlines()[:-1]
            self.expect(lines and all(words in line for line in lines), f"{name} says", before)
            names |= {line.split()[0] for line in lines} if name != "all" else set()
            for file in ("exercise.py", "check.py", "README.md"):
                text = (folder / file).read_text(encoding="utf-8")
                self.expect("#?" not in text and not re.search(r"(?<!\w)@\w+@", text), f"{name}/{file} has gaps")
            (folder / "exercise.py").write_text(whole, encoding="utf-8")
            after = subprocess.run([python, "-B", folder / "check.py"], capture_output=True, text=True)
            self.expect(after.returncode == 0, f"{name} solved", after)
        rows = {line.split()[0] for line in lines}
        self.expect(names == rows, f"all has {rows ^ names}")

    def seeds(self):
        """No two have a tensor of real numbers in common, but for what is given."""
        def tensors(seed):
            folder = self.made("all", self.place / f"seed{seed}", "--seed", seed)
            data = (folder / "values.safetensors").read_bytes()
            length = int.from_bytes(data[:8], "little")
            header = json.loads(data[8 : 8 + length])
            header.pop("__metadata__")
            return {name: data[8 + length + entry["data_offsets"][0] : 8 + length + entry["data_offsets"][1]]
                    for name, entry in header.items() if entry["dtype"] == "F32" and entry["shape"]}
        one, other = (set(tensors(seed).items()) for seed in SEEDS)
        given = {"padding_mask.keep", "cross_entropy.keep"}
        shared = {name for name, _ in one & other} - given
        self.expect(not shared, f"seeds share {sorted(shared)}")
        numbers = [{content[i : i + 4] for name, content in each if name not in given
                    for i in range(0, len(content), 4)} for each in (one, other)]
        # Zeros behind ReLU and softmax, minus infinity of masks; all else but a few chance hits differs.
        common = numbers[0] & numbers[1]
        self.expect(len(common) < 0.005 * len(numbers[0]), f"{len(common)} of {len(numbers[0])} numbers are the same")

    def command(self, python):
        folder = self.place / "mask"
        checked = self.run("check", folder, "--python", python)
        self.expect(checked.returncode == 0 and "right, largest difference" in checked.stdout, "check", checked)
        self.expect("runs the student's code" in checked.stderr, "check's warning", checked)
        as_json = json.loads(self.run("check", folder, "--python", python, "--json").stdout)
        self.expect(as_json["exercises"] == [{"name": "mask", "right": True}], f"check --json: {as_json}")

        again = self.run("make", "softmax", "--out", folder)
        self.expect(again.returncode == 1 and "is there already" in again.stderr, "make into a full folder", again)
        lost = self.run("check", self.place)
        self.expect(lost.returncode == 1 and "check.py" in lost.stderr, "check without check.py", lost)
        nobody = self.run("check", folder, "--python", "no-such-python")
        self.expect(nobody.returncode == 1 and "--python" in nobody.stderr, "check without Python", nobody)

        endless = self.made("softmax", self.place / "endless")
        (endless / "exercise.py").write_text("while True:\n    pass\n")
        stopped = self.run("check", endless, "--python", python, "--limit", 1)
        self.expect(stopped.returncode == 1 and "took longer than 1 second" in stopped.stderr, "an endless loop", stopped)
        torn = self.made("softmax", self.place / "torn")
        (torn / "exercise.py").write_text("def softmax(scores:\n")
        told = self.run("check", torn, "--python", python)
        self.expect(told.returncode == 1 and "line 1 of exercise.py: SyntaxError" in told.stdout, "a torn file", told)

    def collect(self, python):
        names = ["=bad", "empty", "list", "long", "attention", "mask", "forged"]
        for name in names[:4] + names[-1:]:
            (self.place / name).mkdir()
        (self.place / "=bad" / "result.json").write_text("{")
        (self.place / "list" / "result.json").write_text("[]")
        (self.place / "long" / "result.json").write_text(" " * 2_000_000)
        forged = self.place / "forged"
        for file in ("check.py", "values.safetensors"):
            (forged / file).write_bytes((self.place / "softmax" / file).read_bytes())
        (forged / "exercise.py").write_text("def softmax(scores):\n    return scores\n")
        (forged / "result.json").write_bytes((self.place / "softmax" / "result.json").read_bytes())
        table = self.place / "results.csv"
        folders = [self.place / name for name in names]
        answer = self.run("collect", *folders, "--csv", table)
        self.expect(answer.returncode == 0 and "4 of them without a result" in answer.stdout, "collect", answer)
        lines = table.read_text(encoding="utf-8").splitlines()
        self.expect(lines[0] == "folder,exercise,right,time,seed,problem", f"the table begins {lines[0]}")
        self.expect(lines[1].startswith("'=bad,,,,,"), f"a folder that spreadsheets compute: {lines[1]}")
        self.expect([line.split(",")[:3] for line in lines[5:]] == [["attention", "attention", "yes"],
                    ["mask", "mask", "yes"], ["forged", "softmax", "yes"]], f"the table says {lines}")
        answer = self.run("collect", self.place / "mask", forged, "--csv", table, "--run", "--python", python)
        self.expect(answer.returncode == 0 and "students" in answer.stderr, "collect --run", answer)
        rows = [line.split(",")[:3] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
        self.expect(rows == [["mask", "mask", "yes"], ["forged", "softmax", "no"]], f"--run says {rows}")


def main():
    if sys.argv[1] == "--inside":
        wrong = inside(sys.argv[2], pathlib.Path(sys.argv[3]))
        print("\n".join(wrong))
        return 1 if wrong else 0
    python = python_with("numpy")
    if not python:
        print("skipped: no Python here has NumPy; on Debian: apt-get install python3-numpy")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        homework = Homework(sys.argv[1], pathlib.Path(place))
        homework.each_exercise(python)
        homework.seeds()
        homework.command(python)
        homework.collect(python)
        for library in ("numpy", "torch"):
            with_library = python_with(library)
            if not with_library:
                print(f"skipped {library}: no Python here has it; on Debian: apt-get install python3-{library}")
                continue
            folder = homework.made("all", homework.place / library, "--with", library, "--seed", 3)
            failed |= subprocess.run([with_library, "-B", "-W", "ignore", __file__, "--inside", library, folder]).returncode
        print("\n".join(homework.wrong))
        return 1 if failed or homework.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
