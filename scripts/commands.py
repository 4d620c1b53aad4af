#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings what --help says into docs/commands.md.

    scripts/commands.py build/check/app/glassformer            writes the page
    scripts/commands.py build/check/app/glassformer --check    says where it differs, and writes nothing

The sentences of the page are written by hand. A block that begins with "$ glassformer … --help" is the
program's, and so is the order of the commands: where one is new, its block is added with a heading, and the
block of one that is gone is taken out.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import textwrap

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "commands.md"
WIDTH = 110
COLUMN = 32  # of the descriptions, as program.cpp sets it
BLOCK = re.compile(r"```text\n\$ glassformer ((?:[\w-]+ )*)--help\n(.*?)```\n", re.S)


def help_of(program, command):
    answer = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True)
    return answer.stdout


def inner_commands(text):
    """The names below "Subcommands:"."""
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.M | re.I)
    return re.findall(r"^  ([\w-]+)", listed[1], re.M) if listed else []


def all_helps(program, command=()):
    """Command → its help, in the order in which the program lists them."""
    text = help_of(program, command)
    helps = {command: text}
    for name in inner_commands(text):
        helps.update(all_helps(program, (*command, name)))
    return helps


def wrapped(text):
    """Lines of at most WIDTH characters, descriptions below each other; no two empty lines in a row."""
    lines = []
    for line in text.strip().splitlines():
        indent = " " * (COLUMN if line.startswith(" ") else 0)
        lines += textwrap.wrap(line.rstrip(), WIDTH, subsequent_indent=indent, break_long_words=False,
                               break_on_hyphens=False, drop_whitespace=True) or [""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def words(text):
    """What counts: another library of options may break lines elsewhere."""
    return text.split()


def block(command, text):
    call = " ".join(["$ glassformer", *command, "--help"])
    return f"```text\n{call}\n{wrapped(text)}\n```\n"


def on_page(page):
    return {tuple(match[1].split()): match[2] for match in BLOCK.finditer(page)}


def differences(page, helps):
    shown = on_page(page)
    found = [f"glassformer {' '.join(each)}: is not on the page" for each in helps if each not in shown]
    found += [f"glassformer {' '.join(each)}: the program has no such command" for each in shown
              if each not in helps]
    for each in helps:
        if each in shown and words(shown[each]) != words(wrapped(helps[each])):
            found.append(f"glassformer {' '.join(each)}: the page says otherwise than --help")
    return found


def renewed(page, helps):
    def replaced(match):
        command = tuple(match[1].split())
        return block(command, helps[command]) if command in helps else ""

    shown = on_page(page)
    page = BLOCK.sub(replaced, page)
    for command in helps:
        if command not in shown:
            page = page.rstrip("\n") + f"\n\n{'#' * (1 + len(command))} {' '.join(command)}\n\n"
            page += block(command, helps[command])
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    helps = all_helps(wanted.program)
    if wanted.check:
        found = differences(page, helps)
        print("\n".join(found + ["scripts/commands.py writes it anew"]) if found else "nothing to say against it")
        return 1 if found else 0
    PAGE.write_text(renewed(page, helps), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
