# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sentence of the program's texts that allows no exception, or states a number, has a proof.

Looks in resources/texts for such sentences and in tests/architecture/claims.txt for what holds each of
them. The German texts say the same, section by section: where one states such a thing, its section has
to be in the list. What a source in italics says is its own affair.
"""

import pathlib
import re

STRONG = {"en": r"\b(always|never|no|most|exactly)\b", "de": r"\b(immer|nie|niemals|genau)\b"}
NUMBER = r"\d{2}|\d[.,]\d|\d ?%"
NOT_CLAIMS = (r"!?\[[^\]]*\]\([^)]*\)|\*\*[^*]*\*\*|\*[^*]*\*|`[^`]*`"  # pictures, keys, sources, code
              r"|et al\. \d{4}|[\w·]+\^\([^)]*\)")  # named sources, powers


def sections(path):
    """The text of each section, in one line."""
    text = path.read_text(encoding="utf-8")
    for name, body in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        if path.stem == "glossary":
            body = body.partition("\n")[2]  # the term and its words
        yield f"{path.stem} {name}", " ".join(body.split())


def claims(text, language):
    """The sentences that need a proof."""
    plain = re.sub(NOT_CLAIMS, "", text)
    return [sentence for sentence in re.split(r"(?<=[.;:])\s+", plain)
            if re.search(STRONG[language], sentence, re.I) or re.search(NUMBER, sentence)]


def listed(path):
    """(section, piece of the sentence, proof) of each row."""
    rows = [line.split(" | ") for line in path.read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith("#")]
    return [tuple(part.strip() for part in row) for row in rows]


def is_proof(proof, tree):
    """A test that exists ("tst_thing nameOfTheTest"), or a reason ("because …")."""
    test = re.fullmatch(r"(tst_\w+) (\w+)", proof)
    if not test:
        return proof.startswith("because ")
    return any(f" {test[2]}()" in path.read_text(encoding="utf-8")
               for path in (tree / "tests").rglob(test[1] + ".cpp"))


def check(tree):
    texts = tree / "resources/texts"
    rows = listed(tree / "tests/architecture/claims.txt")
    english = dict(entry for path in sorted((texts / "en").glob("*.md")) for entry in sections(path))
    wrong = [f"claims.txt: {section} does not say “{piece}”" for section, piece, _ in rows
             if piece not in english.get(section, "")]
    wrong += [f"claims.txt: {section}: “{proof}” is neither a test nor a reason"
              for section, _, proof in rows if not is_proof(proof, tree)]
    for section, text in english.items():
        wrong += [f"en/{section}: nothing in claims.txt holds “{claim}”"
                  for claim in claims(text, "en")
                  if not any(row[0] == section and row[1] in claim for row in rows)]
    for path in sorted((texts / "de").glob("*.md")):
        wrong += [f"de/{section}: the English has no such claim: “{claim}”"
                  for section, text in sections(path) for claim in claims(text, "de")
                  if not any(row[0] == section for row in rows)]
    return wrong
