#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of check_pictures.py: what is planted is found."""

import unittest

import check_pictures
import planted

TEXTS = """<TS><context>
<message><source>One training st&amp;ep</source><translation>x</translation></message>
<message><source>Head %1 of %2 looks there</source><translation>x</translation></message>
<message><source>Each row becomes a row of probabilities that sum to one.</source><translation>x</translation></message>
</context></TS>"""
ENGLISH = "<TS></TS>"
KEPT = "\n".join(["One training step", "Head 3 of 4 looks there", "a row of probabilities that sum to one."] * 3)


def found(words):
    files = {"resources/translations/glassformer_de.ts": TEXTS, "resources/translations/glassformer_en.ts": ENGLISH,
             "resources/screenshots/window.png": "a picture"}
    if words is not None:
        files["resources/screenshots/window.txt"] = words
    return planted.findings(check_pictures.check, files)


class TestCheckPictures(unittest.TestCase):
    def test_words_of_the_program_are_no_finding(self):
        self.assertEqual(found(KEPT), [])

    def test_a_word_that_the_program_had_is_found(self):
        for old in ("One step", "a row of shares that sum to one", "Heads of the model"):
            [finding] = found(KEPT + "\n" + old)
            self.assertIn(old, finding)

    def test_a_piece_of_a_short_text_is_no_text(self):
        [finding] = found(KEPT + "\n" + "training step")
        self.assertIn("training step", finding)

    def test_a_picture_without_its_words_is_found(self):
        self.assertEqual(len(found(None)), 1)
        self.assertEqual(len(found("One training step")), 1)


if __name__ == "__main__":
    unittest.main()
