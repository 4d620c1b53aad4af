# SPDX-License-Identifier: GPL-3.0-or-later
"""German has one word for each thing: what stands on the left is called what stands on the right."""

import re

# Tokens is the genitive of one token alone: "jedes Tokens".
OTHERWISE = [
    (r"Zuordnung|Ausrichtung", "Alignment"),
    (r"(?<![-(])\bAttention\b", "Aufmerksamkeit"),
    (r"\bAnfragen?\b", "Query"),
    (r"\bBewertung(en)?\b", "Score"),
    (r"(?:\d|%\d|alle|[Zz]wei|[Dd]iese[rn]?|welche|gleich welche|[Dd]ie|der beiden) Tokens\b|^Tokens\b",
     "Token (plural)"),
    (r"\bStartwert\b", "Seed"),
    (r"\bSchieber\b", "Regler"),
    (r"\bCtrl\b", "Strg"),
    (r"\bShift\b", "Umschalt"),
    (r"geteilten? (Embedding|Einbettung)", "gekoppelte Embeddings"),
]


def said(tree):
    """(where, text) of all that the program says in German."""
    for path in sorted((tree / "resources/texts/de").glob("*.md")):
        for section, text in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)",
                                        path.read_text(encoding="utf-8"), re.M | re.S):
            # The first line of an entry of the glossary has the other words, to be found by them.
            body = text.partition("\n")[2] if path.stem == "glossary" else text
            yield f"de/{path.stem} {section}", " ".join(body.split())
    for path in sorted((tree / "resources/lessons/de").glob("*.md")):
        yield f"lessons/de/{path.stem}", path.read_text(encoding="utf-8")
    for path in sorted((tree / "resources/translations").glob("*_de.ts")):
        for text in re.findall(r"<translation[^>]*>(.*?)</translation>",
                               path.read_text(encoding="utf-8"), re.S):
            yield path.name, text


def check(tree):
    return [f"{where}: “{found[0]}” is {word}: {text[:80]}" for where, text in said(tree)
            for pattern, word in OTHERWISE for found in re.finditer(pattern, text)]
