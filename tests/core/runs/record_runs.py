#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the runs of tst_health: what training them said, thinned to one row for each stretch of steps.

Usage: record_runs.py PROGRAM FOLDER [NAME…]

Trains each run (or those named) with PROGRAM, a built glassformer, and writes NAME.csv beside this script. FOLDER
keeps logs and models: a run whose log is there is not trained again. A row has the mean loss of its steps and
what was measured at its end, if anything was. Of runs that take long the beginning alone is recorded: it is that
of the whole run, because the usual schedule does not depend on the number of steps.
"""

import csv
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = HERE.parents[2] / "resources/samples"
ROWS = 120  # of a run, about

# Task -> steps between two validations of its run as it is, and the steps that are recorded with the seeds 1, 2 and 3.
USUAL = {
    "copy": (60, (1200, 450, 450)), "reverse": (80, (1600, 450, 450)), "sort": (100, (600, 450, 450)),
    "addition": (80, (500, 450, 450)), "date": (80, (1600, 450, 450)), "translation": (80, (450, 450, 450)),
    "salesman": (75, (450, 450, 450)), "series": (200, (450, 450, 450)), "cloze": (250, (500, 450, 450)),
    "repeat": (75, (1500, 450, 450)), "modular": (100, (7000, 450, 450)), "parity": (250, (5000, 450, 450)),
    "brackets": (200, (4000, 450, 450)), "caption": (300, (15000, 450, 450)),
    "text": (250, (1000, 450, 450)), "pairs": (250, (500, 450, 450)),
}


def runs():
    """Name -> (options, the run that it goes on from, lines of its data or None for the sample)."""
    table = {}
    for task, (every, lengths) in USUAL.items():
        for seed, steps in enumerate(lengths, 1):
            table[f"{task}-{seed}"] = (["--task", task, "--seed", seed, "--steps", steps,
                                        "--validate-every", every], None, None)
    for task, rate in (("reverse", 2), ("copy", 2), ("sort", 1),
                       ("date", 0.3), ("addition", 0.3), ("translation", 0.3)):
        table[f"{task}-rate-{rate}"] = (["--task", task, "--lr", rate, "--steps", 800,
                                         "--validate-every", 40], None, None)
    for task in ("copy", "reverse", "date"):
        table[f"{task}-then-0.03"] = (["--lr", 0.03, "--steps", USUAL[task][1][0] + 600,
                                       "--validate-every", USUAL[task][0]], f"{task}-1", None)
    for first in (0, 40, 80):
        table[f"forty-pairs-{first}"] = (["--task", "pairs", "--steps", 2000 if first == 0 else 700,
                                         "--validate-every", 100], None, (first, first + 40))
    return table


def train(program, folder, name, options, before, lines):
    log = folder / f"{name}.log.csv"
    if log.exists():
        return log
    if before:
        options = ["--resume", folder / f"{before}.safetensors", *options]
    elif "pairs" in options or "text" in options:
        data = SAMPLES / ("text.txt" if "text" in options else "pairs.tsv")
        if lines:
            some = folder / f"{name}.tsv"
            some.write_text("".join(data.read_text(encoding="utf-8").splitlines(True)[slice(*lines)]),
                            encoding="utf-8")
            data = some
        options = [*options, "--data", data]
    growing = folder / f"{name}.growing.csv"
    growing.unlink(missing_ok=True)
    subprocess.run([program, "train", "--threads", "1", *map(str, options), "--log", growing,
                    "--save", folder / f"{name}.safetensors"], check=False, stdout=subprocess.DEVNULL)
    growing.rename(log)
    return log


def rows_of(log):
    with log.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["loss"] not in ("nan", "inf", "-inf")]


def thinned(rows):
    stretch = max(1, round(len(rows) / ROWS))
    ends = sorted({1, len(rows), *range(1, len(rows), stretch)})  # the first step stands alone
    for begin, end in zip([0, *ends], ends):
        some = rows[begin:end]
        measured = next((row for row in some if row["validation_loss"]), None)
        loss = sum(float(row["loss"]) for row in some) / len(some)
        yield [some[-1]["step"], f"{loss:.4g}",
               *((f"{float(measured[key]):.4g}" for key in ("validation_loss", "validation_accuracy"))
                 if measured else ("", ""))]


def main():
    program, folder, *names = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    table = runs()
    for name in names or table:
        options, before, lines = table[name]
        if before:
            train(program, folder, before, *table[before])
        rows = rows_of(train(program, folder, name, options, before, lines))
        if before:
            rows = rows_of(folder / f"{before}.log.csv") + rows
        with (HERE / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["step", "loss", "validation_loss", "validation_accuracy"])
            writer.writerows(thinned(rows))


if __name__ == "__main__":
    main()
