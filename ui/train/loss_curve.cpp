// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_curve.h"

#include "ui/language/tr.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double longestMemory = 50; ///< losses

} // namespace

QVector<double> stepsOf(const std::vector<Metrics::Loss>& losses) {
    QVector<double> steps;
    steps.reserve(static_cast<qsizetype>(losses.size()));
    for (const Metrics::Loss& at : losses)
        steps << static_cast<double>(at.step);
    return steps;
}

QVector<double> smoothed(const std::vector<Metrics::Loss>& losses) {
    QVector<double> smooth;
    smooth.reserve(static_cast<qsizetype>(losses.size()));
    double mean = 0;   // before correction
    double weight = 0; // of the losses in it
    for (const Metrics::Loss& at : losses) {
        // A short run has a short memory, or the mean would lag behind the steep beginning.
        const double count = static_cast<double>(smooth.size());
        const double keep = 1 - 1 / std::min(longestMemory, 2 + count / 5);
        mean = keep * mean + (1 - keep) * at.loss;
        weight = keep * weight + (1 - keep);
        smooth << mean / weight;
    }
    return smooth;
}

QString guessText(Guess guess) {
    switch (guess) {
    case Guess::Zero:
        return tr("always guessing 0");
    case Guess::Choice:
        return tr("choosing by chance");
    case Guess::None:
        return {};
    case Guess::Words:
        break;
    }
    return tr("uniform guess ln V");
}

} // namespace gf
