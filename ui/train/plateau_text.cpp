// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/plateau_text.h"

#include "ui/figure/number_format.h"
#include "ui/language/tr.h"

#include <QStringList>

namespace gf {

namespace {

/// Of pairs and texts a tenth is kept aside at the most: fewer than so many are few to learn from.
constexpr int fewKeptAside = 50;

bool hasNoWarmUp(const RunInfo& run) {
    return choiceIn(run.training, "schedule") == "constant" ||
           wholeIn(run.training, "warmup").value_or(0) == 0;
}

} // namespace

QString plateauText(const Learning& learning, const RunInfo& run) {
    if (!learning.isPlateau())
        return {};
    const auto steps = static_cast<int>(learning.steps);
    QStringList sentences;
    sentences << (learning.state == Learning::State::Guessing
                      ? tr("A plateau: for %Ln training steps the loss has been no better than a "
                           "guess.",
                           nullptr, steps)
                      : tr("A plateau: the loss has not changed for %Ln training steps.", nullptr,
                           steps));
    sentences << tr("Likely the learning rate, at most %1, is too large or too small: try a tenth "
                    "of it, or three times as much.")
                     .arg(numberText(run.learningRate, 3));
    const bool post = choiceIn(run.configuration, "norm") == "post";
    if (hasNoWarmUp(run))
        sentences << (post ? tr("Post-LN without a warm-up often begins like this: try the "
                                "schedule noam, or Pre-LN.")
                           : tr("There is no warm-up: try the schedule noam."));
    else if (post)
        sentences << tr("Post-LN is harder to begin with: try a longer warm-up, or Pre-LN.");
    if (!run.dataFile.isEmpty() && run.keptAside > 0 && run.keptAside < fewKeptAside)
        sentences << tr("The examples may be too few: %n are kept aside.", nullptr, run.keptAside);
    sentences << tr("Some tasks take this long before anything is learnt; then waiting helps.");
    return sentences.join(' ');
}

} // namespace gf
