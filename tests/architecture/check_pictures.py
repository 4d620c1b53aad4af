#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of README, docs and help are of today's program: what is written on them is what it says.

Beside NAME.png lies NAME.txt, the program's words that can be read on it, a line each. Where one of them is no
text of the program any more, the picture is old: scripts/pictures.sh takes all of them again. What a model says
or a person typed (tokens, numbers, names of files) is not among the words.

    check_pictures.py --note LANGUAGE WORDS TEXT [WIDTHxHEIGHT+X+Y]

writes TEXT from what glassformer_pictures noted in WORDS (x, y and the text of each piece), of a part alone
where only that is in the picture, and prints what it leaves out.
"""

import html
import pathlib
import re
import sys
import xml.etree.ElementTree

FOLDERS = {"resources/screenshots": "en", "resources/help/en": "en", "resources/help/de": "de"}
FEWEST_WORDS = 5  # lines beside a picture; less, and nobody would notice that it is old
LONGEST_GAP = 12  # words in the place of a %1
SHORT = 3  # words; shorter pieces are a whole text, or what stands between two signs of one

LETTER = 16  # pixels, at most

GAP = "\0"
GAPS = (r"%L?\d+|%n|\{[^}]*\}|\$[^$]*\$"  # of tr() and phrase(), of lessons and helps
        r"|`[^`]*`")
MARKS = "*_`\"“”„‘’'()[]…→←↓↑+−-–·/=×"
PIECES = r"[·:.,;()–/]|\*\*|" + GAP


def words_of(text):
    """Words without marks, numbers and signs; GAP where anything may stand."""
    words = []
    for word in text.replace("\u00ad", "").split():
        bare = word.strip(MARKS + ".,:;!?")
        if GAP in word:
            words.append(GAP)
        elif re.search(r"[^\W\d_]", bare):
            words.append(bare)
    return words


def plain(text):
    text = re.sub(r"<[^>]*>", " ", html.unescape(text))
    text = re.sub(r"&(?=\w)", "", text)  # the letter of a menu
    return re.sub(GAPS, GAP, text)


def texts_of(tree, language):
    """All that the program says, a text each."""
    for message in xml.etree.ElementTree.parse(tree / "resources/translations/glassformer_de.ts").iter("message"):
        found = message.find("source" if language == "en" else "translation")
        forms = [form.text for form in found.iter("numerusform")] or [found.text]
        yield from (form for form in forms if form)
        if language == "en" and message.get("numerus"):
            yield re.sub(r"\(s\)", "", found.text)
    if language == "en":  # plurals
        english = xml.etree.ElementTree.parse(tree / "resources/translations/glassformer_en.ts")
        yield from (form.text for form in english.iter("numerusform") if form.text)
    for folder in ("texts", "lessons"):
        for path in sorted((tree / "resources" / folder / language).glob("*.md")):
            for paragraph in re.split(r"\n\s*\n|^\s*[-|] |\n\{|\"(?:text|shows|ask|says|idea|title)\":",
                                      path.read_text(encoding="utf-8"), flags=re.M):
                yield from re.split(r"\n(?=#)|(?<=\n)(?=[A-Z][^\n]*\n!\[)", paragraph)


class Texts:
    """Finds a piece of a text among all."""

    def __init__(self, texts):
        self.whole = set()  # texts, and what stands between two signs of one
        self.by_word = {}
        for text in texts:
            text = plain(text)
            for piece in [text, *re.split(PIECES, text), *text.split("\n")]:
                self.whole.add(tuple(words_of(piece)))
            words = words_of(text)
            for at, word in enumerate(words):
                if word != GAP:
                    self.by_word.setdefault(word, []).append((words, at))

    def says(self, piece):
        words = words_of(piece)
        if len(words) <= SHORT and tuple(words) in self.whole:
            return True
        with_gaps = len(words) > 1 and any(
            self.fits(words, text, at, len(words) <= SHORT) for text, at in self.by_word.get(words[0], []))
        return with_gaps

    @staticmethod
    def fits(words, text, start, wholly):
        """Whether the words stand in the text from there on, with other words in its gaps. A short piece stands
        in a text that has a gap, from its beginning to its end."""
        if wholly and (start != 0 or GAP not in text):
            return False
        places = {start}
        literal = 0
        for count, word in enumerate(words):
            following = set()
            for place in places:
                if place < len(text) and text[place] == word:
                    following.add(place + 1)
                if place < len(text) and text[place] == GAP:
                    following |= {place}
                    if place + 1 < len(text) and text[place + 1] == word:
                        following.add(place + 2)
            if not following:
                return False
            literal += word in text
            places = following
            if count > LONGEST_GAP and literal * 2 < count:
                return False
        if wholly and not any(set(text[place:]) <= {GAP} for place in places):
            return False
        return literal * 2 > len(words)


def is_written(piece):
    """Whether it has a word, and not numbers, signs and single letters alone."""
    return any(len(word) > 2 for word in words_of(piece))


def noted(lines, part):
    """The pieces of a picture, or of a part of it."""
    left, top, right, bottom = part
    before = None
    for line in lines:
        x, y, text = line.split("\t", 2)
        # The underlined letter of a button is painted by itself.
        if before and before[1] == y and len(before[2]) == 1 and before[2].isalpha() and \
                0 < int(x) - int(before[0]) < LETTER and text[0].isalpha():
            x, text = before[0], before[2] + text
        before = x, y, text
        if left <= int(x) < right and top <= int(y) < bottom and is_written(text):
            yield " ".join(text.split())


def part_named(text):
    width, height, x, y = (int(number) for number in re.fullmatch(r"(\d+)x(\d+)\+(\d+)\+(\d+)", text).groups())
    return x, y, x + width, y + height


def note(tree, language, words, path, part):
    texts = Texts(texts_of(tree, language))
    pieces = list(dict.fromkeys(noted(words.read_text(encoding="utf-8").splitlines(), part)))
    kept = [piece for piece in pieces if texts.says(piece)]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    left_out = [piece for piece in pieces if piece not in kept]
    print(f"{path.name}: {len(kept)} lines; left out: {' | '.join(left_out)}")


def check(tree):
    wrong = []
    for folder, language in FOLDERS.items():
        texts = None
        pictures = sorted((tree / folder).glob("*.png"))
        for picture in pictures:
            beside = picture.with_suffix(".txt")
            name = f"{folder}/{picture.name}"
            if not beside.is_file():
                wrong.append(f"{name}: beside it there is no {beside.name} with its words (scripts/pictures.sh)")
                continue
            texts = texts or Texts(texts_of(tree, language))
            lines = beside.read_text(encoding="utf-8").splitlines()
            if len(lines) < FEWEST_WORDS:
                wrong.append(f"{name}: {len(lines)} lines are beside it, and at least {FEWEST_WORDS} tell its age")
            wrong += [f"{name}: is of an older program, which said “{line}”; scripts/pictures.sh takes it again"
                      for line in lines if not texts.says(line)]
        stems = {picture.stem for picture in pictures}
        wrong += [f"{folder}/{beside.name}: its picture is not there"
                  for beside in sorted((tree / folder).glob("*.txt")) if beside.stem not in stems]
    return wrong


def main():
    if len(sys.argv) not in (5, 6) or sys.argv[1] != "--note":
        sys.exit(__doc__)
    part = part_named(sys.argv[5]) if len(sys.argv) == 6 else (0, 0, 10 ** 6, 10 ** 6)
    note(pathlib.Path(__file__).resolve().parent.parent.parent, sys.argv[2], pathlib.Path(sys.argv[3]),
         pathlib.Path(sys.argv[4]), part)


if __name__ == "__main__":
    main()
