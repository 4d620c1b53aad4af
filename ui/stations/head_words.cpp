// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/head_words.h"

#include "ui/figure/number_format.h"

#include <QCoreApplication>

#include <array>
#include <cassert>
#include <cmath>

namespace gf {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Stations", text);
}

struct Words {
    HeadPattern pattern;
    const char* name;
    const char* rule;
};

constexpr std::array words{
    Words{HeadPattern::PreviousToken, QT_TRANSLATE_NOOP("gf::Stations", "previous token"),
          QT_TRANSLATE_NOOP("gf::Stations", "attention on the token just before the query")},
    Words{HeadPattern::FirstToken, QT_TRANSLATE_NOOP("gf::Stations", "first token"),
          QT_TRANSLATE_NOOP("gf::Stations", "attention on the first key")},
    Words{HeadPattern::SameToken, QT_TRANSLATE_NOOP("gf::Stations", "same token"),
          QT_TRANSLATE_NOOP("gf::Stations", "attention on keys with the query’s own word")},
    Words{HeadPattern::Diagonal, QT_TRANSLATE_NOOP("gf::Stations", "diagonal"),
          QT_TRANSLATE_NOOP("gf::Stations", "attention along the diagonal or the line beside it")},
    Words{HeadPattern::BackwardDiagonal, QT_TRANSLATE_NOOP("gf::Stations", "backwards"),
          QT_TRANSLATE_NOOP("gf::Stations", "attention along the diagonal from the end backwards, "
                                            "or the line beside it")},
    Words{HeadPattern::Broad, QT_TRANSLATE_NOOP("gf::Stations", "broad"),
          QT_TRANSLATE_NOOP("gf::Stations", "entropy as a share of that of equal weights")},
};

const Words& wordsFor(HeadPattern pattern) {
    const Words& found = words[static_cast<std::size_t>(pattern)];
    assert(found.pattern == pattern);
    return found;
}

} // namespace

QString patternName(HeadPattern pattern) {
    return tr(wordsFor(pattern).name);
}

QString ruleText(HeadPattern pattern) {
    return tr(wordsFor(pattern).rule);
}

QString guessText(const HeadMeasures& measures) {
    if (measures.queries < fewestQueries)
        return tr("Too few tokens for a guess.");
    if (!measures.guess)
        return tr("No guess: none of the rules holds.");
    const HeadEvidence& guess = *measures.guess;
    return tr("A guess: “%1”, because %2 is %3, at least %4.")
        .arg(patternName(guess.rule.pattern), ruleText(guess.rule.pattern),
             numberText(guess.measured, 2), numberText(guess.rule.threshold, 2));
}

QString entropyText(const HeadMeasures& measures) {
    if (!(measures.uniform > 0))
        return tr("entropy 0: every query sees at most one key");
    if (!std::isfinite(measures.entropy))
        return tr("entropy: not a number");
    return tr("entropy %1 of %2 for equal weights, %3\u00a0%")
        .arg(NumberFormat{0, 2}.text(measures.entropy), NumberFormat{0, 2}.text(measures.uniform),
             QString::number(std::lround(100 * measures.entropy / measures.uniform)));
}

} // namespace gf
