#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of texts must itself be able to fail: each way to show a document is planted and found."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_texts  # noqa: E402
import planted  # noqa: E402


def findings_for(text, name="ui/batch/cards.cpp"):
    """What the check says of a tree that holds this one file."""
    return planted.findings(check_texts.check, {name: text})


class Documents(unittest.TestCase):
    def test_every_way_to_show_one_is_found(self):
        for line in ("QToolTip::showText(place, words, this);", "m_text(new QLabel(this))",
                     "class Words : public QLabel {", "label->setTextFormat(Qt::RichText);",
                     "auto* page = new QTextBrowser;", "page->setHtml(words);",
                     "page->setMarkdown(words);", "QMessageBox::warning(this, title, words);",
                     "card.setToolTip(words);", "card.setToolTip(tr(\"loss of %1\").arg(words));",
                     "card.setData(Qt::ToolTipRole, words);",
                     "label.setOpenExternalLinks(true);"):
            findings = findings_for(f"// one line\n{line}\n")
            self.assertEqual(len(findings), 1, f"{line}: {findings}")
            self.assertTrue(findings[0].startswith("ui/batch/cards.cpp:2: "), findings[0])

    def test_what_is_plain_passes(self):
        for line in ("showTip(place, words, this);", "m_text(new PlainLabel(words, this))",
                     'card.setToolTip(tr("The loss (before)"\n   " and after"));',
                     "card.setToolTip(plainTip(words));",
                     'card.setToolTip(tipWithKeys(tr("Pause"), Command::Train));',
                     "button->setToolTip(commands[Search]->toolTip());",
                     "card.setData(plainTip(words), Qt::ToolTipRole);"):
            self.assertEqual(findings_for(f"{line}\n"), [], line)


if __name__ == "__main__":
    unittest.main()
