#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the ways to look back learn the task "translation": the transformer, and GRU cells with each of
the six attentions.

    tests/bench/mechanisms.py PATH/TO/glassformer [MECHANISM…] [--steps N] [--seed N] [--threads N] [--json]

Each is trained by the default command and measured twenty times a run. A line says after how many steps
and seconds it was first measured at 98 % exact or more, what it ended with, and how many of the
validation sentences of each length were translated without a fault.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

ATTENTIONS = ["none", "dot", "general", "location", "concat", "bahdanau"]
MECHANISMS = ["transformer", *ATTENTIONS]
MARK = 98.0
LENGTHS = {"4-5": (4, 5), "6-7": (6, 7), "8-9": (8, 9), "10-11": (10, 11)}
MEASURED = re.compile(r"step (\d+)/\d+ .*exact ([\d.]+) %")
OF_LENGTH = re.compile(r" +(\d+) words: exact match ([\d.]+) %, (\d+) example")


def by_length(lines):
    """The share of right sentences in each class of lengths, in percent."""
    shares = {}
    for name, (low, high) in LENGTHS.items():
        rows = [(float(share), int(count)) for length, share, count in lines
                if low <= int(length) <= high]
        total = sum(count for _, count in rows)
        shares[name] = sum(share * count for share, count in rows) / total if total else None
    return shares


def learn(options, mechanism, folder):
    config = {} if mechanism == "transformer" else {"family": "recurrent", "alignment": mechanism}
    path = pathlib.Path(folder) / "model.json"
    path.write_text(json.dumps(config), encoding="utf-8")
    command = [options.program, "train", "--task", "translation", "--config", path, "--seed",
               str(options.seed), "--threads", str(options.threads), "--save", path.with_suffix(".out")]
    if options.steps:
        command += ["--steps", str(options.steps)]
    began = time.monotonic()
    reached, last, lengths = (None, None), None, []
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            if found := MEASURED.search(line):
                last = float(found[2])
                if last >= MARK and reached[0] is None:
                    reached = (int(found[1]), time.monotonic() - began)
            elif found := OF_LENGTH.match(line):
                lengths.append(found.groups())
    if process.returncode != 0:
        raise SystemExit(f"mechanisms.py: error: {mechanism} could not be trained")
    return {"mechanism": mechanism, "steps_to_mark": reached[0], "seconds_to_mark": reached[1],
            "seconds": time.monotonic() - began, "exact": last} | by_length(lengths)


def as_row(line):
    def number(value, form):
        return form.format(value) if value is not None else "-"
    return (f"{line['mechanism']:<12} {number(line['steps_to_mark'], '{}'):>6} "
            f"{number(line['seconds_to_mark'], '{:.0f}'):>7} {line['seconds']:>7.0f} "
            f"{number(line['exact'], '{:.2f}'):>7}" +
            "".join(f"{number(line[name], '{:.1f}'):>8}" for name in LENGTHS))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("mechanisms", nargs="*", metavar="MECHANISM", help=" ".join(MECHANISMS))
    parser.add_argument("--steps", type=int, help="default: as the task has")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    unknown = set(options.mechanisms) - set(MECHANISMS)
    if unknown:
        parser.error(f"unknown mechanism {unknown.pop()}; there are {' '.join(MECHANISMS)}")
    if not options.json:
        print(f"{'mechanism':<12} {'steps':>6} {'seconds':>7} {'in all':>7} {'exact %':>7}" +
              "".join(f"{name:>8}" for name in LENGTHS), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for mechanism in options.mechanisms or MECHANISMS:
            line = learn(options, mechanism, folder)
            print(json.dumps(line) if options.json else as_row(line), flush=True)


if __name__ == "__main__":
    main()
