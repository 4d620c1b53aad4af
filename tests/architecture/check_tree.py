#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the whole tree that need no compiler.

Usage: check_tree.py CHECK TREE

format     every C++ source is laid out as .clang-format says
licence    every source file names its licence in its first lines
top-level  nothing lies beside the folders and files that belong at the top
links      links and pictures of the documents lead somewhere
pages      README.md and ARCHITECTURE.md are short, no paragraph of the pages is long, the files that
           they name are there, README.md has two commands to set it up, and so is what comments name
names      nobody takes a node's name apart (check_names.py)
texts      no text of a person, a file or a model becomes a document (check_texts.py)
platform   what differs between operating systems stands in core/platform (check_platform.py)
claims     what the texts claim without exception has a proof (check_claims.py)
german     German has one word for each thing (check_german.py)
pictures   pictures of documents and help are of today's program (check_pictures.py)

The files are those that git knows or would add; in an unpacked archive, all but hidden and built ones.
"""

import os
import pathlib
import re
import subprocess
import sys

import check_claims
import check_german
import check_names
import check_pictures
import check_platform
import check_texts

TOP_LEVEL = {"app", "core", "ui", "resources", "tests", "docs", "scripts", "CMakeLists.txt",
             "CMakePresets.json", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md",
             "LICENSE"}
CPP = (".h", ".cpp")
WITH_LICENCE = CPP + (".py", ".sh", ".cmake", ".svg", ".xml", ".desktop", ".supp", "CMakeLists.txt")


def files_of(tree):
    """Paths relative to the tree."""
    git = subprocess.run(["git", "-C", tree, "ls-files", "-z", "--cached", "--others",
                          "--exclude-standard"], capture_output=True)
    if git.returncode == 0:
        names = [os.fsdecode(name) for name in git.stdout.split(b"\0") if name]
    else:
        names = [path.relative_to(tree).as_posix() for path in tree.rglob("*")]
        names = [name for name in names if not name.startswith((".", "build"))]
    # A deleted file stays in git's list until the deletion is committed.
    return sorted({name for name in names if (tree / name).is_file()})


def check_format(tree):
    sources = [name for name in files_of(tree) if name.endswith(CPP)]
    found = subprocess.run(["clang-format", "--dry-run", *sources], cwd=tree,
                           capture_output=True, text=True)
    if found.returncode:
        return [found.stderr]
    wrong = sorted({line.split(":")[0] for line in found.stderr.splitlines()
                    if "[-Wclang-format-violations]" in line})
    return [f"{name}: not formatted; clang-format -i {name}" for name in wrong]


def check_licence(tree):
    wrong = []
    for name in files_of(tree):
        if name.endswith(WITH_LICENCE):
            head = (tree / name).read_text(encoding="utf-8").splitlines()[:5]
            # Written in two halves, or this line would be taken for the licence of this file.
            if not any("SPDX-License-" + "Identifier: " in line for line in head):
                wrong.append(f"{name}: no SPDX-License-" + "Identifier in its first lines")
    return wrong


def check_top_level(tree):
    there = {name.split("/")[0] for name in files_of(tree)}
    return [f"{name}: does not belong at the top of the repository"
            for name in sorted(there - TOP_LEVEL) if not name.startswith(".")]


LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|<img [^>]*src=\"([^\"]+)\"")


def check_links(tree):
    files = files_of(tree)
    wrong = []
    for name in files:
        if not name.endswith(".md"):
            continue
        text = (tree / name).read_text(encoding="utf-8")
        for target in (match[1] or match[2] for match in LINK.finditer(text)):
            if re.match(r"[a-z]+:", target):
                continue
            place = os.path.normpath(os.path.join(os.path.dirname(name), target))
            if place not in files and not any(file.startswith(place + "/") for file in files):
                wrong.append(f"{name}: links to {target}, which is not there")
    return wrong


LONGEST_PAGES = {"README.md": 900, "ARCHITECTURE.md": 1200}  # words
SET_UP = ["scripts/run.sh", "scripts/test.sh"]
PARAGRAPH_WORDS = 120


# `core/model/config.cpp`, `ui/stage/stage_layout` (its files), `resources/texts/{en,de}/ops.md`
PATH = re.compile(r"`((?:app|core|docs|resources|scripts|tests|ui)/[^`\s]+)`")


def paths_in(text):
    for path in PATH.findall(text):
        choice = re.search(r"\{([^}]*)\}", path)
        for one in choice[1].split(",") if choice else [""]:
            yield path.replace(choice[0], one) if choice else path


# What a comment sends its reader to.
COMMENT = re.compile(r"//.*")
NAMED_FILE = re.compile(r"(?<![\w./*<{-])((?:[\w-]+/)*[\w-]+\.(?:md|h|cpp|py|sh|cmake))\b(?!\.\w)")


def check_comments(tree, files):
    wrong = []
    ends = {file[place:] for file in files for place in [0, *(m.end() for m in re.finditer("/", file))]}
    for name in files:
        if name.endswith(CPP) and name.startswith(("app/", "core/", "ui/")):
            for comment in COMMENT.findall((tree / name).read_text(encoding="utf-8")):
                wrong += [f"{name}: a comment speaks of {file}, which is not there"
                          for file in NAMED_FILE.findall(comment) if file not in ends]
    return wrong


def check_pages(tree):
    """What is read from top to bottom; tables and code are looked up."""
    files = files_of(tree)
    pages = [*LONGEST_PAGES, "CONTRIBUTING.md"]
    pages += [name for name in files if re.fullmatch(r"docs/[^/]+\.md", name)]
    wrong = []
    for name in pages:
        text = (tree / name).read_text(encoding="utf-8")
        for path in paths_in(text):
            start = path.split("*")[0].rstrip("/")
            if not any(re.match(re.escape(start) + r"($|[/._])", file) or
                       "*" in path and file.startswith(start) for file in files):
                wrong.append(f"{name}: speaks of {path}, which is not there")
        if len(text.split()) > LONGEST_PAGES.get(name, len(text.split())):
            wrong.append(f"{name}: {len(text.split())} words, and at most {LONGEST_PAGES[name]} are read")
        prose = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
        for paragraph in re.split(r"\n\s*\n", prose):
            words = paragraph.split()
            if len(words) > PARAGRAPH_WORDS and not paragraph.lstrip().startswith("|"):
                wrong.append(f"{name}: a paragraph of {len(words)} words ({' '.join(words[:5])} …), "
                             f"and at most {PARAGRAPH_WORDS} are read at once")
    wrong += check_comments(tree, files)
    readme = (tree / "README.md").read_text(encoding="utf-8")
    set_up = re.search(r"```\n(.*?)```", readme, re.S)
    if not set_up or set_up[1].split() != SET_UP:
        wrong.append(f"README.md: its first commands are not {' and '.join(SET_UP)}")
    return wrong


CHECKS = {"format": check_format, "licence": check_licence, "top-level": check_top_level,
          "links": check_links, "pages": check_pages, "names": check_names.check,
          "texts": check_texts.check, "platform": check_platform.check, "claims": check_claims.check,
          "german": check_german.check, "pictures": check_pictures.check}


def main():
    findings = CHECKS[sys.argv[1]](pathlib.Path(sys.argv[2]))
    print("\n".join(findings) if findings else "nothing to say against it")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
