#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the samples that come with the program: a text, pairs and a table, for the tasks text (and
cloze), pairs and series.

    resources/samples/make_samples.py [FOLDER]     the folder of this script unless another is named

The text is written by a small grammar, so that a small model finds rules in it and not only letters: who
lives where, who carries what, which time of day follows which. The pairs are numbers in words and in
digits. The table has the temperature and the height of the tide of a place that does not exist, an hour a
line, as a spreadsheet saves it. All are the same in every run.
"""

import math
import pathlib
import random
import sys

SEED = 2017

# Who, where they are at home, what they work with, and what they do with it.
PEOPLE = [
    ("the baker", "the bakery", "the warm bread", "carries", "to the market"),
    ("the miller", "the mill", "a sack of flour", "brings", "to the baker"),
    ("the fisher", "the harbour", "a net of silver fish", "pulls", "into the boat"),
    ("the gardener", "the garden", "a basket of apples", "puts", "beside the gate"),
    ("the teacher", "the school", "an old map", "hangs", "on the wall"),
    ("the smith", "the forge", "a new iron key", "hammers", "into shape"),
    ("the weaver", "the loom", "a long blue thread", "winds", "around the wheel"),
    ("the postman", "the station", "a letter from the north", "takes", "to the school"),
]
WEATHER = [
    ("the sun", "shines", "over"), ("the rain", "falls", "on"), ("the wind", "blows", "around"),
    ("the fog", "lies", "over"), ("the snow", "melts", "on"),
]
TIMES = ["in the morning", "at noon", "in the evening", "at night"]
FEELINGS = {"the sun": "glad", "the rain": "wet", "the wind": "cold", "the fog": "quiet",
            "the snow": "patient"}
GREETINGS = ["good morning", "good day", "good evening", "good night"]


def sentence(text):
    return text[0].upper() + text[1:]


def day(draw):
    """A paragraph about one day, of which the parts belong together."""
    who, home, thing, does, goal = draw.choice(PEOPLE)
    other, place, *_ = draw.choice([person for person in PEOPLE if person[0] != who])
    sky, acts, where = draw.choice(WEATHER)
    hour = draw.randrange(len(TIMES))
    lines = [f"{TIMES[hour]} {sky} {acts} {where} {home}.",
             f"{who} is {FEELINGS[sky]} and {does} {thing} {goal}."]
    if draw.random() < 0.6:
        lines.append(f"{other} comes from {place} and says: {GREETINGS[hour]}, "
                     f"{who.removeprefix('the ')}.")
    if hour + 1 < len(TIMES) and draw.random() < 0.6:
        lines.append(f"{TIMES[hour + 1]} {who} goes home to {home}.")
    return " ".join(sentence(line) for line in lines)


def text(draw, size=20_000):
    lines = []
    while sum(len(line) + 1 for line in lines) < size:
        lines.append(day(draw))
    return "\n".join(lines) + "\n"


ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number):
    if number < 20:
        return ONES[number]
    if number < 100:
        rest = number % 10
        return TENS[number // 10 - 2] + ("-" + ONES[rest] if rest else "")
    if number < 1000:
        rest = number % 100
        return ONES[number // 100] + " hundred" + (" and " + in_words(rest) if rest else "")
    rest = number % 1000
    return in_words(number // 1000) + " thousand" + \
        ((" and " if rest < 100 else " ") + in_words(rest) if rest else "")


def pairs(draw, count=2000):
    numbers = draw.sample(range(10_000), count)
    return "".join(f"{in_words(number)}\t{number}\n" for number in numbers)


def series(draw, hours=1000):
    """Days of 24 hours, tides of 12.4, and weather that changes slowly."""
    lines, weather = ["temperature;tide"], 0.0
    for hour in range(hours):
        weather = 0.98 * weather + draw.gauss(0, 0.3)
        temperature = 12 + 5 * math.sin(2 * math.pi * (hour - 9) / 24) + weather + draw.gauss(0, 0.2)
        tide = 1.6 * math.sin(2 * math.pi * hour / 12.42) + 0.5 * math.sin(2 * math.pi * hour / 25.8)
        lines.append(f"{temperature:.1f};{tide + draw.gauss(0, 0.05):.2f}")
    return "\n".join(lines) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "text.txt").write_text(text(random.Random(SEED)), encoding="utf-8")
    (folder / "series.csv").write_text(series(random.Random(SEED)), encoding="utf-8")
    (folder / "pairs.tsv").write_text(pairs(random.Random(SEED)), encoding="utf-8")


if __name__ == "__main__":
    main()
