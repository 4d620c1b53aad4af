# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sentence of the program's texts that allows no exception, or states a number, has a proof.

Looks in resources/texts for such sentences and in tests/architecture/claims.txt for what holds each of
them. The German texts say the same, section by section: where one states such a thing, its section has
to be in the list ("jede" is "each" as well as "every": where the English says "each", it is said of what stands
there, one by one). What a source in italics says is its own affair.

A text about a step stands in every model that has this step, so a test that holds it goes through all
of them: it asks for the steps by the section's name, `everyShown("mixer.mean", …)`. So does a test
of tst_station_claims for a drawing, `everyDrawn("contributions", …)`.
"""

import pathlib
import re

STRONG = {"en": r"\b(always|never|no|most|exactly|only|every|any|all|none|nothing|whatever|cannot)\b",
          "de": r"\b(immer|nie|niemals|genau|nur|jede[mnrs]?|alle[mnrs]?|kein\w*|nichts|"
                r"(kann|können) nicht)\b"}
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


def without_each(german, english):
    """The German text without its "jede", where the English says "each"."""
    return re.sub(r"\bjede[mnrs]?\b", "", german, flags=re.I) if "each" in english.lower() else german


def listed(path):
    """(section, piece of the sentence, proof) of each row."""
    rows = [line.split(" | ") for line in path.read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith("#")]
    return [tuple(part.strip() for part in row) for row in rows]


def body_of(test, tree):
    """The text of the test "tst_thing nameOfTheTest"; empty where there is none."""
    named = re.fullmatch(r"(tst_\w+) (\w+)", test)
    for path in (tree / "tests").rglob(named[1] + ".cpp"):
        found = re.search(rf" {named[2]}\(\).*?(?=^    (?:/// |void )|^}};|\Z)",
                          path.read_text(encoding="utf-8"), re.M | re.S)
        if found:
            return found[0]
    return ""


def objection(section, proof, tree):
    """What is wrong with a proof, which is a test ("tst_thing nameOfTheTest") or a reason ("because …")."""
    if proof.startswith("because "):
        return ""
    if not re.fullmatch(r"tst_\w+ \w+", proof) or not (body := body_of(proof, tree)):
        return "is neither a test nor a reason"
    page, _, step = section.partition(" ")
    if page == "steps" and f'everyShown("{step}"' not in body:
        return "does not go through every model that has the step"
    station = step.removeprefix("station.")
    if proof.startswith("tst_station_claims") and f'everyDrawn("{station}"' not in body:
        return "does not go through every model that has the drawing"
    return ""


def check(tree):
    texts = tree / "resources/texts"
    rows = listed(tree / "tests/architecture/claims.txt")
    english = dict(entry for path in sorted((texts / "en").glob("*.md")) for entry in sections(path))
    wrong = [f"claims.txt: {section} does not say “{piece}”" for section, piece, _ in rows
             if piece not in english.get(section, "")]
    wrong += [f"claims.txt: {section}: “{proof}” {wrong_with}" for section, _, proof in rows
              if (wrong_with := objection(section, proof, tree))]
    for section, text in english.items():
        wrong += [f"en/{section}: nothing in claims.txt holds “{claim}”"
                  for claim in claims(text, "en")
                  if not any(row[0] == section and row[1] in claim for row in rows)]
    for path in sorted((texts / "de").glob("*.md")):
        wrong += [f"de/{section}: the English has no such claim: “{claim}”"
                  for section, text in sections(path)
                  for claim in claims(without_each(text, english.get(section, "")), "de")
                  if not any(row[0] == section for row in rows)]
    return wrong
