// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/quote.h"

#include <QtTest>

namespace gf::tst_quote {

using namespace std::string_literals;

/// Untrusted text in messages and on a terminal.
class TestQuote : public QObject {
    Q_OBJECT

private slots:
    void printable_leavesVisibleTextAsItIs() {
        for (const char* text : {"", "plain", "größer – «日本» …", "a\\b", "😀"}) {
            QCOMPARE(printable(text), std::string(text));
            QCOMPARE(printableLines(text), std::string(text));
            QCOMPARE(inQuotes(text), '"' + std::string(text) + '"');
        }
    }

    void printable_writesOutInvisibleCharacters_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const char* text, const char* shown) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
        };
        row("escape", "\x1b[2J", "\\x1b[2J");
        row("bell", "\a", "\\x07");
        row("delete", "\x7f", "\\x7f");
        row("a C1 control, which begins a sequence", "\u009b[2J", "\\u{009b}[2J");
        row("next line", "\u0085", "\\u{0085}");
        row("override of the direction", "a\u202eb", "a\\u{202e}b");
        row("isolate of a direction", "\u2066", "\\u{2066}");
        row("mark of a direction", "\u200f\u061c", "\\u{200f}\\u{061c}");
        row("separators of lines", "\u2028\u2029", "\\u{2028}\\u{2029}");
        row("no width", "\u200b\u2060\ufeff", "\\u{200b}\\u{2060}\\u{feff}");
        row("a tag", "\xf3\xa0\x81\x81", "\\u{e0041}");
        row("not UTF-8", "\xc3(", "\\xc3(");
    }

    void printable_writesOutInvisibleCharacters() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(printable(text.toStdString()), shown.toStdString());
        QCOMPARE(printableLines(text.toStdString()), shown.toStdString());
        QCOMPARE(inQuotes(text.toStdString()), '"' + shown.toStdString() + '"');
    }

    void printableLines_keepsLineFeedsAndTabs() {
        const std::string text = "one\n\ttwo\r\u200d";
        QCOMPARE(printable(text), "one\\x0a\\x09two\\x0d\\u{200d}"s);
        QCOMPARE(printableLines(text), "one\n\ttwo\\x0d\u200d"s);
    }

    void inQuotes_cutsLongText() {
        QCOMPARE(inQuotes(std::string(100, 'a')), '"' + std::string(60, 'a') + "…\"");
    }
};

} // namespace gf::tst_quote

#include "tests/entry.h"
GF_GUILESS_TEST(tst_quote, TestQuote)
#include "tst_quote.moc"
