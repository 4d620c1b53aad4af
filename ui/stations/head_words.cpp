// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/head_words.h"

#include "ui/figure/number_format.h"
#include "ui/language/tr.h"

#include <array>
#include <cassert>
#include <cmath>

namespace gf {

namespace {

struct Words {
    HeadPattern pattern;
    const char* name;
    const char* rule;
};

constexpr std::array words{
    Words{HeadPattern::PreviousToken, QT_TR_NOOP("previous token"),
          QT_TR_NOOP("attention on the token just before the query")},
    Words{HeadPattern::FirstToken, QT_TR_NOOP("first token"),
          QT_TR_NOOP("attention on the first key")},
    Words{HeadPattern::SameToken, QT_TR_NOOP("same token"),
          QT_TR_NOOP("attention on keys with the query’s own word")},
    Words{HeadPattern::Diagonal, QT_TR_NOOP("diagonal"),
          QT_TR_NOOP("attention along the diagonal or the line beside it")},
    Words{HeadPattern::BackwardDiagonal, QT_TR_NOOP("backwards"),
          QT_TR_NOOP("attention along the diagonal from the end backwards, "
                     "or the line beside it")},
    Words{HeadPattern::Broad, QT_TR_NOOP("broad"),
          QT_TR_NOOP("entropy as a share of that of equal weights")},
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
