// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/head_words.h"

#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <cassert>
#include <cmath>

namespace gf {

namespace {

struct PatternTexts {
    HeadPattern pattern;
    const char* name;
    const char* rule;
};

constexpr std::array patternTexts{
    PatternTexts{HeadPattern::PreviousToken, QT_TR_NOOP("previous token"),
                 QT_TR_NOOP("attention on the token just before the query")},
    PatternTexts{HeadPattern::FirstToken, QT_TR_NOOP("first token"),
                 QT_TR_NOOP("attention on the first key")},
    PatternTexts{HeadPattern::SameToken, QT_TR_NOOP("same token"),
                 QT_TR_NOOP("attention on keys with the query’s own word")},
    PatternTexts{HeadPattern::Diagonal, QT_TR_NOOP("diagonal"),
                 QT_TR_NOOP("attention along the diagonal or the line beside it")},
    PatternTexts{HeadPattern::BackwardDiagonal, QT_TR_NOOP("backwards"),
                 QT_TR_NOOP("attention along the diagonal from the end backwards, "
                            "or the line beside it")},
    PatternTexts{HeadPattern::OwnField, QT_TR_NOOP("own word"),
                 QT_TR_NOOP("attention on the word or the number that the query is part of")},
    PatternTexts{HeadPattern::Separators, QT_TR_NOOP("separators"),
                 QT_TR_NOOP("attention on what stands between words and numbers")},
    PatternTexts{
        HeadPattern::Fields, QT_TR_NOOP("reads fields"),
        QT_TR_NOOP("attention of the rows that write a word or a number on one that is read")},
    PatternTexts{HeadPattern::Broad, QT_TR_NOOP("broad"),
                 QT_TR_NOOP("entropy as a share of that of equal weights")},
};

const PatternTexts& textsOf(HeadPattern pattern) {
    const PatternTexts& found = patternTexts[static_cast<std::size_t>(pattern)];
    assert(found.pattern == pattern);
    return found;
}

} // namespace

const std::vector<HeadMeasures>& measuredHeads(const StationInput& input, NodeId layer) {
    return input.memory->once(QStringLiteral("heads %1").arg(layer),
                              [&] { return measureHeads(input.trace, layer); });
}

QString patternName(HeadPattern pattern) {
    return tr(textsOf(pattern).name);
}

QString ruleText(HeadPattern pattern) {
    return tr(textsOf(pattern).rule);
}

namespace {

/// The text of a field.
QString fieldText(const Tokens& tokens, int field) {
    const std::vector<int> fields = fieldsOf(tokens);
    QString text;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i] == field)
            text += tokenText(tokens[i]);
    return text;
}

/// What a written field is called: by its place in a date (ISO 8601), otherwise by its text.
QString fieldName(const Tokens& written, int field) {
    QString text;
    for (const std::string& token : written)
        text += tokenText(token);
    static const QRegularExpression date(QStringLiteral("^\\d{4}-\\d{2}-\\d{2}(<eos>)?$"));
    if (!date.match(text).hasMatch())
        return QStringLiteral("“%1”").arg(fieldText(written, field));
    return field == 0 ? tr("year") : field == 1 ? tr("month") : tr("day");
}

/// "month from “march”, day from “3”"
QString readingsText(const Trace& trace, NodeId weights, const HeadMeasures& measures) {
    QStringList readings;
    const Tokens written = writtenTokens(trace);
    for (const FieldReading& reading : measures.fields)
        readings << tr("%1 from “%2”")
                        .arg(fieldName(written, reading.written),
                             fieldText(trace.labelsAlong(weights, 2), reading.read));
    return readings.join(QStringLiteral(", "));
}

} // namespace

QString guessLabel(const Trace& trace, const HeadMeasures& measures) {
    if (measures.guess->rule.pattern != HeadPattern::Fields)
        return patternName(measures.guess->rule.pattern);
    QStringList names;
    const Tokens written = writtenTokens(trace);
    for (const FieldReading& reading : measures.fields)
        names << fieldName(written, reading.written);
    return names.join(QStringLiteral(", "));
}

QString guessName(const Trace& trace, const HeadMeasures& measures) {
    const QString label = guessLabel(trace, measures);
    return measures.guess->rule.pattern == HeadPattern::Fields ? tr("reads %1").arg(label) : label;
}

QString guessText(const Trace& trace, NodeId weights, const HeadMeasures& measures) {
    if (measures.queries < fewestQueries)
        return tr("Too few tokens for a guess.");
    if (!measures.guess)
        return tr("No guess: none of the rules holds.");
    const HeadEvidence& guess = *measures.guess;
    const QString text = tr("A guess: “%1”, because %2 is %3, at least %4.")
                             .arg(guessName(trace, measures), ruleText(guess.rule.pattern),
                                  numberText(guess.measured, 2), numberText(guess.least(), 2));
    return measures.fields.empty() || guess.rule.pattern != HeadPattern::Fields
               ? text
               : text + QLatin1Char(' ') +
                     tr("It reads %1.").arg(readingsText(trace, weights, measures));
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

QString measuresText(const HeadMeasures& measures) {
    const QString entropy = entropyText(measures);
    return measures.distance
               ? tr("%1; mean distance %2 tokens").arg(entropy, numberText(*measures.distance, 2))
               : entropy;
}

} // namespace gf
