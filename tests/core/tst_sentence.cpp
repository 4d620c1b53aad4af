// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <QTest>

#include <algorithm>

namespace gf::tst_sentence {

namespace {

/// A language in which each phrase is written in capitals.
std::string loud(std::string phrase) {
    std::ranges::transform(phrase, phrase.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return phrase;
}

/// One that puts the second gap before the first.
std::string turned(const std::string& phrase) {
    return phrase == "%1 before %2" ? "%2 AFTER %1" : phrase;
}

} // namespace

/// What the engine says, and what becomes of it in another language.
class TestSentence : public QObject {
    Q_OBJECT

private slots:
    void gaps_areFilledInTheirOrder() {
        const Sentence sentence(phrase("%1 is %2; it must be %3"), "heads", 5, std::string("4"));
        QCOMPARE(sentence.english(), std::string("heads is 5; it must be 4"));
        QCOMPARE(Sentence(phrase("%1 before %2"), "a", "b").in(turned), std::string("b AFTER a"));
    }

    void translation_changesPhrasesAlone() {
        const Sentence reason(phrase("the folder %1 does not exist"), "home");
        const Sentence sentence(phrase("cannot write %1: %2"), "file", reason);
        QCOMPARE(sentence.in(loud),
                 std::string("CANNOT WRITE file: THE FOLDER home DOES NOT EXIST"));
        QCOMPARE(Sentence("words").in(loud), std::string("words"));
    }

    void gapValues_areNotSearchedForGaps() {
        const Sentence sentence(phrase("%1 and %2, 100 %"), "%2", "%1%3");
        QCOMPARE(sentence.english(), std::string("%2 and %1%3, 100 %"));
        QCOMPARE(Sentence("100 %1").english(), std::string("100 %1"));
        QCOMPARE(Sentence(phrase("%3 stays")).english(), std::string("%3 stays"));
    }

    void counted_usesTheSingularForOne() {
        QCOMPARE(counted(1, noun::bytes).english(), std::string("1 byte"));
        QCOMPARE(counted(std::size_t{2}, noun::bytes).in(loud), std::string("2 BYTES"));
        QCOMPARE(counted(0, "step"), std::string("0 steps"));
    }

    void error_saysItsSentenceInEnglish() {
        const Error error(phrase("There is no file %1."), "a");
        QCOMPARE(std::string(error.what()), std::string("There is no file a."));
        const Error copy = error;
        QCOMPARE(copy.sentence().in(loud), std::string("THERE IS NO FILE a."));
        QCOMPARE(Error("as it is").sentence().in(loud), std::string("as it is"));
    }
};

} // namespace gf::tst_sentence

#include "tests/entry.h"
GF_TEST(tst_sentence, TestSentence)
#include "tst_sentence.moc"
