#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of claims must itself be able to fail: each kind of mistake is planted and found."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_claims  # noqa: E402
import planted  # noqa: E402


def findings_for(english, german, row):
    """What the check says of these sentences and this row of the list."""
    return planted.findings(check_claims.check, {
        "resources/texts/en/steps.md": f"## loss\n{english}\n",
        "resources/texts/de/steps.md": f"## loss\n{german}\n",
        "tests/core/tst_loss.cpp": "    void itFalls() { everyShown(\"loss\", falls); }\n"
                                   "    void itFallsOnce() { falls(); }\n",
        "tests/architecture/claims.txt": row + "\n"})


class Claims(unittest.TestCase):
    def test_plain_sentences_need_nothing(self):
        self.assertEqual(findings_for("The loss. *Said in 2017.*", "Der Verlust.", ""), [])

    def test_strong_words_and_numbers_need_a_proof(self):
        for claim in ("It always falls.", "It is 4.5 then.", "It has 12 rows.", "No row is left.",
                      "It only falls.", "Every row falls.", "It is so for any text.", "All fall.",
                      "It falls whatever is read.", "Nothing is left.", "It cannot rise."):
            self.assertEqual(len(findings_for("The loss. " + claim, "", "")), 1, claim)
        for claim in ("Er fällt immer.", "Er fällt nur.", "Jede Zeile fällt.", "Alle fallen.",
                      "Es gibt keinen.", "Nichts bleibt.", "Er kann nicht steigen."):
            self.assertEqual(len(findings_for("", claim, "")), 1, claim)

    def test_each_in_english_may_be_jede_in_german(self):
        self.assertEqual(findings_for("Each row falls.", "Jede Zeile fällt.", ""), [])

    def test_a_test_about_a_step_goes_through_every_model_that_has_it(self):
        found = findings_for("It always falls.", "", "steps loss | always | tst_loss itFallsOnce")
        self.assertEqual(len(found), 1)
        self.assertIn("every model", found[0])

    def test_a_test_or_a_reason_is_a_proof(self):
        for proof in ("tst_loss itFalls", "because it is so"):
            self.assertEqual(findings_for("It always falls.", "Er fällt immer.",
                                          f"steps loss | always falls | {proof}"), [])

    def test_a_row_must_say_what_is_there_and_name_a_test_that_exists(self):
        self.assertEqual(len(findings_for("It falls.", "", "steps loss | always | because")), 2)
        self.assertEqual(len(findings_for("It always falls.", "",
                                          "steps loss | always | tst_loss itRises")), 1)


if __name__ == "__main__":
    unittest.main()
