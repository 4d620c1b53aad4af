# SPDX-License-Identifier: GPL-3.0-or-later
"""No text that comes from a person, a file or a model may become a document.

Qt takes a text with a tag in it for HTML, and HTML reads files. Whatever shows a text is therefore
made in ui/language/plain_text.h; the few places that write HTML of their own are listed here, and
escape what they put into it.
"""

import pathlib
import re

PLAIN = "ui/language/plain_text"

# What is looked for, what to use instead, and the files in which it may stand nevertheless.
RULES = [
    (r"QToolTip::showText\(", "showTip()",
     {PLAIN + ".cpp",
      "ui/explain/explain_panel.cpp"}),  # an entry of the glossary, which is our own text
    (r"new QLabel\b|public QLabel\b", "PlainLabel",
     {PLAIN + ".h", "ui/controls/problem_label.h",
      # HTML of their own:
      "ui/batch/batch_bar.cpp", "ui/compare/compare_control.cpp", "ui/window/help_control.cpp",
      "ui/generation/generation_view.cpp", "ui/present/place_bar.cpp",
      "ui/stage/stage_header.cpp", "ui/time/checkpoint_strip.cpp"}),
    (r"Qt::(RichText|MarkdownText|AutoText)\b", "PlainLabel",
     {"ui/batch/batch_bar.cpp", "ui/compare/compare_control.cpp", "ui/window/help_control.cpp",
      "ui/generation/generation_view.cpp", "ui/present/place_bar.cpp",
      "ui/stage/stage_header.cpp", "ui/time/checkpoint_strip.cpp"}),
    (r"new Q(TextBrowser|TextEdit)\b|public Q(TextBrowser|TextEdit)\b", "PageView",
     {PLAIN + ".h"}),
    (r"\b(setHtml|insertHtml|setMarkdown)\(", "setPlainText(), or a TextBlock",
     {"ui/explain/explain_panel.cpp", "ui/explain/text_block.cpp", "ui/stage/stage_header.cpp",
      "ui/glossary/glossary_dialog.cpp", "ui/dialogs/help_dialog.cpp",
      "ui/lesson/teacher_sheet.cpp"}),  # escaped by lesson_words.cpp
    (r"QMessageBox::(information|warning|critical|question|about)\(|QErrorMessage",
     "a QMessageBox with a text format of its own", set()),
    (r"\bsetLabelText\(", "a text of ours", {"ui/whatif/what_if.cpp", "ui/window/lecture_control.cpp", "ui/window/lesson_figures.cpp"}),
    (r"\bsetOpenExternalLinks\(|QDesktopServices", "a signal", {"ui/window/help_control.cpp"}),
]

# What a tool tip may be: a text of ours as it is, or anything through plainTip().
OWN_TIP = re.compile(r'plainTip\(|tipWithKeys\(|tr\((\s*"([^"\\]|\\.)*")+\s*\)$|'
                     r"\w+(\[\w+\])?->toolTip\(\)$")
ITEM_TIP = re.compile(r"Qt::ToolTipRole")


def argument(text, start):
    """What stands between the bracket at `start` and the one that closes it."""
    depth, quoted, i = 0, False, start
    while i < len(text):
        letter = text[i]
        if quoted:
            i += letter == "\\"
            quoted = letter != '"'
        elif letter == '"':
            quoted = True
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                return text[start + 1:i].strip()
        i += 1
    return text[start + 1:].strip()


def tips(text):
    """Offsets of tool tips that are neither our own words nor made plain."""
    for found in re.finditer(r"\bsetToolTip\(", text):
        if not OWN_TIP.match(argument(text, found.end() - 1)):
            yield found.start()
    for found in ITEM_TIP.finditer(text):
        statement = text[text.rfind(";", 0, found.start()) + 1:text.find(";", found.start())]
        if "plainTip(" not in statement:
            yield found.start()


def check(tree):
    wrong = []
    for folder in ("ui", "app"):
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            name = path.relative_to(tree).as_posix()
            text = path.read_text(encoding="utf-8")
            found = [(hit.start(), instead) for pattern, instead, allowed in RULES
                     if name not in allowed for hit in re.finditer(pattern, text)]
            found += [(start, "plainTip()") for start in tips(text)]
            wrong += [f"{name}:{text.count(chr(10), 0, start) + 1}: use {instead}"
                      for start, instead in sorted(found)]
    return wrong
