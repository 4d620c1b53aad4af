#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails when a source file includes what its part of the architecture may not know (edges.py).

Usage: check_includes.py TREE. Prints one line for each forbidden include; exit status 1 if any.
"""

import pathlib
import re
import sys

from edges import ALLOWED, FORBIDDEN_HEADERS, ROOMS

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
TOP_LEVEL = ("core", "ui", "app", "tests")


def part_of(path):
    """The most specific part of ALLOWED that a path, relative to the tree, lies in, or None."""
    inside = [part for part in ALLOWED if path.startswith(part + "/")]
    part = max(inside, key=len, default=None)
    # Where there are rooms, what is in no folder is a room too, and a folder that is none is missing.
    return None if part in ROOMS and path.count("/") > 1 else part


def lies_in(path, part):
    return path == part or path.startswith(part + "/")


def problem_with_quoted(part, header):
    """Why `part` must not include "header"; None when it may."""
    target = part_of(header)
    if target is None:
        if "/" not in header and header.endswith((".moc", ".h")):
            # Made by moc, or beside the file: tests have both. Elsewhere the house rule is a path
            # from the top of the repository, which is what makes this check possible.
            return None if part == "tests" else "write the path from the top of the repository"
        return "no such part of the architecture"
    if target == part or any(lies_in(target, allowed) for allowed in ALLOWED[part]):
        return None
    top = part.split("/")[0]
    if top in ROOMS and target in ROOMS[top]:
        return f"{target} stands after {part} in the order of the rooms"
    return f"{part} may include only {', '.join([part, *ALLOWED[part]])}"


def problem_with_system(part, header):
    """Why `part` must not include <header>; None when it may."""
    for owner, patterns in FORBIDDEN_HEADERS.items():
        if lies_in(part, owner):
            for pattern, why in patterns:
                if re.fullmatch(pattern, header):
                    return why
    return None


def check(tree):
    """All findings as printable lines, and how many files were read."""
    findings = []
    count = 0
    for top in TOP_LEVEL:
        for path in sorted((tree / top).rglob("*")):
            if path.suffix not in (".h", ".cpp") or not path.is_file():
                continue
            name = path.relative_to(tree).as_posix()
            if name.startswith("tests/architecture/"):
                continue  # the bad samples of the self-test
            count += 1
            part = part_of(name)
            if part is None:
                findings.append(f"{name}: this folder is missing in edges.py")
                continue
            text = path.read_text(encoding="utf-8")
            for match in INCLUDE.finditer(text):
                quoted, system = match.groups()
                why = (problem_with_quoted(part, quoted) if quoted
                       else problem_with_system(part, system))
                if why:
                    line = text.count("\n", 0, match.start()) + 1
                    findings.append(f"{name}:{line}: must not include {quoted or system}: {why}")
    return findings, count


def main():
    tree = pathlib.Path(sys.argv[1])
    findings, count = check(tree)
    if count == 0:
        findings.append(f"{tree}: no source files found")
    print("\n".join(findings) if findings else f"{count} files, every include allowed")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
