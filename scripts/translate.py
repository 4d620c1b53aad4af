#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the translations up to the texts in the sources.

Usage: translate.py --update|--check TREE [LUPDATE]

lupdate finds the texts. All of them are put into one context, "Glassformer" (ui/language): a text
means the same wherever it stands, and code that moves to another class loses no translation. Where
two places need different words, a comment (disambiguation) tells them apart.

English has a file too, for its plurals: it holds only the texts with a count (%n).

--update  rewrites resources/translations/*.ts: new texts come in unfinished, old ones go
--check   changes nothing, and fails when a text is missing, unfinished or has other gaps than the
          English one, or when a longer text lacks a section; what is no longer needed does no harm
"""

import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

FOLDERS = ("core", "ui", "app")
CONTEXT = "Glassformer"
# Our own way to mark a text in the engine: phrase("…").
ALIASES = "QT_TR_NOOP+=phrase"


class Message:
    """One text: its key is the English text and the comment that tells it from an equal one."""

    def __init__(self, element, file):
        self.key = (element.findtext("source") or "", element.findtext("comment") or "")
        self.note = element.findtext("extracomment") or ""
        self.counts = element.get("numerus") == "yes"
        translation = element.find("translation")
        self.unfinished = translation is None or translation.get("type") == "unfinished"
        self.forms = [translation.text or ""] if translation is not None else [""]
        if self.counts and translation is not None:
            self.forms = [form.text or "" for form in translation.findall("numerusform")] or [""]
        self.file = file

    def is_done(self):
        return not self.unfinished and all(self.forms)

    def xml(self):
        done = "" if self.is_done() else ' type="unfinished"'
        body = "".join(f"<numerusform>{escape(form)}</numerusform>" for form in self.forms) \
            if self.counts else escape(self.forms[0])
        lines = [f'    <message{" numerus=" + quoteattr("yes") if self.counts else ""}>',
                 f"        <location filename={quoteattr(self.file)}/>",
                 f"        <source>{escape(self.key[0])}</source>"]
        if self.key[1]:
            lines.append(f"        <comment>{escape(self.key[1])}</comment>")
        if self.note:
            lines.append(f"        <extracomment>{escape(self.note)}</extracomment>")
        lines += [f"        <translation{done}>{body}</translation>", "    </message>"]
        return "\n".join(lines)


def read(path):
    """The messages of a .ts file by key; of equal ones the first."""
    messages = {}
    for context in ElementTree.parse(path).getroot().findall("context"):
        for element in context.findall("message"):
            location = element.find("location")
            message = Message(element, location.get("filename") if location is not None else "")
            messages.setdefault(message.key, message)
    return messages


def texts_in_sources(tree, lupdate):
    """What lupdate finds, in the order of the files."""
    files = sorted(path.relative_to(tree).as_posix() for folder in FOLDERS
                   for path in (tree / folder).rglob("*") if path.suffix in (".cpp", ".h", ".def"))
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "all.ts"
        found = subprocess.run(
            [lupdate, "-silent", "-no-obsolete", "-locations", "absolute", "-I", ".",
             "-tr-function-alias", ALIASES, *files, "-ts", str(target)],
            cwd=tree, capture_output=True, text=True)
        if found.returncode:
            sys.exit(f"lupdate failed: {found.stderr}")
        messages = read(target)
        for message in messages.values():
            place = (target.parent / message.file).resolve()
            message.file = place.relative_to(tree.resolve()).as_posix()
    return dict(sorted(messages.items(), key=lambda item: item[1].file))


def write(path, language, messages):
    body = "\n".join(message.xml() for message in messages)
    path.write_text(f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="{language}" sourcelanguage="en">
<context>
    <name>{CONTEXT}</name>
{body}
</context>
</TS>
""", encoding="utf-8")


def gaps(text):
    return sorted(re.findall(r"%L?[1-9n]", text))


def faults(language, wanted, given):
    """What is wrong with one translation, a line each."""
    for key, message in wanted.items():
        done = given.get(key)
        if done is None:
            yield f"{language}: missing: {key[0]!r} ({message.file})"
        elif not done.is_done():
            yield f"{language}: not translated: {key[0]!r} ({message.file})"
        elif done.counts and len(done.forms) < 2:
            yield f"{language}: lacks a plural: {key[0]!r} ({message.file})"
        elif any(gaps(form) != gaps(key[0]) and not message.counts for form in done.forms):
            yield f"{language}: other gaps than in {key[0]!r}: {done.forms[0]!r}"


def wanted_in(language, texts):
    """What a language needs of the texts in the sources: English only those with a count."""
    return {key: text for key, text in texts.items() if language != "en" or text.counts}


def sections(path):
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def faults_of_texts(tree, language):
    """Every section of resources/texts/en must be there in the language too."""
    folder = tree / "resources/texts"
    for english in sorted((folder / "en").glob("*.md")):
        own = folder / language / english.name
        missing = set(sections(english)) - set(sections(own))
        for name in sorted(missing):
            yield f"{language}: {english.name} lacks the section {name}"


def main():
    mode, tree = sys.argv[1], pathlib.Path(sys.argv[2])
    texts = texts_in_sources(tree, sys.argv[3] if len(sys.argv) > 3 else "lupdate")
    wrong = []
    for path in sorted((tree / "resources/translations").glob("glassformer_*.ts")):
        language = path.stem.split("_")[1]
        given = read(path)
        wanted = wanted_in(language, texts)
        if mode == "--update":
            for key, message in wanted.items():
                old = given.get(key)
                known = old is not None and old.counts == message.counts
                message.forms = old.forms if known else [""]
                message.unfinished = old.unfinished if known else True
            write(path, language, wanted.values())
            given = read(path)
        wrong += faults(language, wanted, given)
        wrong += faults_of_texts(tree, language)
    print("\n".join(wrong) if wrong else f"all {len(texts)} texts are translated")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
