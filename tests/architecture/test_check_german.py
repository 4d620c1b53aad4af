#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of German words must itself be able to fail."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_german  # noqa: E402
import planted  # noqa: E402


class Words(unittest.TestCase):
    def test_a_second_word_is_found_in_texts_and_translations(self):
        for text in ("Die Zuordnung.", "Mit Ctrl ziehen.", "Alle lesen zwei Tokens.", "Der Startwert."):
            for name, whole in (("resources/texts/de/steps.md", f"## loss\n{text}\n"),
                                ("resources/translations/glassformer_de.ts",
                                 f"<translation>{text}</translation>")):
                self.assertEqual(len(planted.findings(check_german.check, {name: whole})), 1, text)

    def test_the_word_itself_and_the_heads_of_entries_pass(self):
        for text in ("## loss\nDie Zeile jedes Tokens, mit Strg.\n",):
            self.assertEqual(planted.findings(check_german.check,
                                              {"resources/texts/de/steps.md": text}), [])
        entry = "## attention\nAufmerksamkeit (Attention) | Attention\nEin Weg.\n"
        self.assertEqual(planted.findings(check_german.check,
                                          {"resources/texts/de/glossary.md": entry}), [])


if __name__ == "__main__":
    unittest.main()
