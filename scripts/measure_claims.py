#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what the lessons claim, seed by seed, and writes docs/claims.md from it.

    scripts/measure_claims.py build/check/app/glassformer --results claims.jsonl [--seeds 1-12] [LESSON …]
    scripts/measure_claims.py --check

What stands in the results is not measured again, so that it may be stopped and go on. What docs/claims.md has from
before stays beside it, as long as the lesson states the same. After an experiment was changed, its lesson's lines
have to be taken out of both. --check compares docs/claims.md with the lessons, and measures nothing: each claim has a
row there, with what the lesson states now.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
LESSONS = TREE / "resources" / "lessons" / "en"
TABLE = TREE / "docs" / "claims.md"
HEAD = """# What the lessons claim, and what came out

Each number of a lesson stands in a claim, and `glassformer lesson run` measures it anew. Here are the smallest and the largest number that came out,
over the seeds of the last column. `scripts/measure_claims.py` makes this page; the long tests repeat seed 1.

| claim | stated | measured | seeds |
|---|---|---|---|
"""


def blocks(lesson, kind):
    text = (LESSONS / f"{lesson}.md").read_text(encoding="utf-8")
    return [json.loads(body) for body in re.findall(rf"```{kind}\n(.*?)\n```", text, re.S)]


def lessons():
    """By their numbers."""
    return sorted((path.stem for path in LESSONS.glob("*.md")), key=lambda name: blocks(name, "lesson")[0]["number"])


def number(value):
    return f"{value:.4g}"


def stated(claim):
    if "greater" in claim:
        return f"{'apart' if claim.get('apart') else 'greater'} by {number(claim.get('margin', 0))}"
    return f"{number(claim['value'])} ± {number(claim['tolerance'])}"


def seed_list(text):
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def measure(program, results, names, seeds):
    rows = read(results)
    for lesson in names:
        for seed in seeds:
            if any(row["lesson"] == lesson and row["seed"] == seed for row in rows):
                continue
            done = subprocess.run([program, "lesson", "run", lesson, "--seeds", str(seed), "--json"],
                                  capture_output=True, text=True, check=False)
            with open(results, "a", encoding="utf-8") as file:
                file.write(done.stdout)
            print(f"{lesson}, seed {seed}: {'all hold' if done.returncode == 0 else done.stderr.splitlines()[-1]}")


def read(results):
    path = pathlib.Path(results)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def seed_words(seeds):
    """1-4, 7"""
    runs = []
    for seed in sorted(seeds):
        if runs and seed == runs[-1][1] + 1:
            runs[-1][1] = seed
        else:
            runs.append([seed, seed])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def seeds_of(words):
    """What seed_words made, as a set."""
    return set() if words == "none" else {seed for run in words.split(", ") for seed in seed_list(run.replace("–", "-"))}


def measured_before():
    """Of each claim what it stated, the numbers that came out, and with which seeds."""
    rows = re.findall(r"^\| (\S+ \S+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", TABLE.read_text(encoding="utf-8"), re.M)
    return {name: (what, [] if span == "–" else [float(end) for end in span.split(" to ")], seeds_of(seeds))
            for name, what, span, seeds in rows}


def write(results):
    rows = read(results)
    before = measured_before()
    lines = []
    for lesson in lessons():
        for claim in blocks(lesson, "claim"):
            own = [row for row in rows if (row["lesson"], row["claim"]) == (lesson, claim["id"])]
            what, found, seeds = before.get(f"{lesson} {claim['id']}", ("", [], set()))
            if what != stated(claim):
                found, seeds = [], set()
            found = found + [row["measured"] for row in own]
            span = " to ".join(dict.fromkeys([number(min(found)), number(max(found))])) if found else "–"
            seeds = seed_words(seeds | {row["seed"] for row in own}) or "none"
            lines.append(f"| {lesson} {claim['id']} | {stated(claim)} | {span} | {seeds} |\n")
    TABLE.write_text(HEAD + "".join(lines), encoding="utf-8")


def check():
    shown = dict(re.findall(r"^\| (\S+ \S+) \| ([^|]*) \|", TABLE.read_text(encoding="utf-8"), re.M))
    now = {f"{lesson} {claim['id']}": stated(claim) for lesson in lessons() for claim in blocks(lesson, "claim")}
    wrong = [name for name in now if shown.get(name) != now[name]] + [name for name in shown if name not in now]
    for name in wrong:
        print(f"docs/claims.md: {name} is {shown.get(name, 'not there')}, the lesson has {now.get(name, 'no such claim')}")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("names", nargs="*", metavar="LESSON")
    parser.add_argument("--results", default="claims.jsonl")
    parser.add_argument("--seeds", type=seed_list, default=seed_list("1-12"))
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.check:
        return check()
    if given.program:
        measure(given.program, given.results, given.names or lessons(), given.seeds)
    write(given.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
