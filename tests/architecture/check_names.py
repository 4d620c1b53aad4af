# SPDX-License-Identifier: GPL-3.0-or-later
"""Nobody learns where a node stands by taking its name apart: it has a scope, a part and a relation.

Names are for files, the command line and what a person types into the search field. The files that
may look into one are listed here.
"""

import pathlib
import re

FOLDERS = ["app", "core", "ui"]

# What takes a name apart, and where that is allowed.
APART = re.compile(
    r"(?:\b[nN]ames?|\b[sS]tep|[nN]ame\(\w*\)|stepOf\([^()]*\)|fromStdString\([^()]*name\))\s*"
    r"(?:\.|->)\s*"
    r"(?:r?find(?:_\w+)?|(?:last)?[iI]ndexOf|starts_with|ends_with|startsWith|endsWith|contains|"
    r"substr|section|split|mid|left|right|chopped|remove_\w+)\(")
# A piece of a node's name, written out.
PIECE = re.compile(r'"[^"\n]*(?:\bgrad/|\bupdate/|/from/|_attn\b|\b(?:en|de)coder\.|'
                   r"\b(?:residual|norm)\d|\badam_[mv]/)")

ALLOWED = {
    "app/export/export_command.cpp": "the command line's --step",
    "app/commands/trace.cpp": "its help",
    "core/graph/differentiate.cpp": "names of gradients are made here",
    "core/graph/graph.h": "and what they begin with",
    "core/homework/exercise_table.cpp": "which steps an exercise is made of",
    "core/io": "files",
    "core/lab/lab.cpp": "the help of an option, with a name as it is typed",
    "core/model/blocks.cpp": "titles of scopes are made here",
    "core/model/mixer.cpp": "likewise",
    "core/model/cached_row.cpp": "likewise",
    "core/model/initialize.cpp": "first weights follow from names, so that files agree with them",
    "core/model/intervened_model.cpp": "a change is kept under its step's name",
    "core/ops/intervene.cpp": "what a changed step is called",
    "core/train/history_file.cpp": "files",
    "core/train/opened_model.cpp": "files of others",
    "core/train/opened_names.cpp": "files of others",
    "core/train/safetensors_shards.cpp": "files of others",
    "core/train/optimizer.cpp": "names of updates are made here",
    "ui/language/titles.cpp": "words for the titles of scopes",
    "ui/steps/steps.cpp": "Focus::step is a name without the prefix of gradients",
    "ui/window/search.cpp": "what a person types",
    "ui/window/search_aliases.cpp": "likewise",
}


def is_allowed(path):
    return any(path == each or path.startswith(each + "/") for each in ALLOWED)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def check(tree):
    wrong = []
    for folder in FOLDERS:
        for path in sorted((tree / folder).rglob("*")):
            name = path.relative_to(tree).as_posix()
            if path.suffix not in (".cpp", ".h") or is_allowed(name):
                continue
            text = without_comments(path.read_text(encoding="utf-8"))
            wrong += [f"{name}:{number}: takes a name apart; ask scope, part or relation: {line.strip()}"
                      for number, line in enumerate(text.split("\n"), 1)
                      if "#include" not in line and (APART.search(line) or PIECE.search(line))]
    return wrong
