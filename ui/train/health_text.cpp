// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/health_text.h"

#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace gf {

namespace {

/// Of pairs and texts a tenth is kept aside at the most: fewer than so many are few to learn from.
constexpr int fewKeptAside = 50;

bool hasNoWarmUp(const RunInfo& run) {
    return choiceIn(run.training, "schedule") == "constant" ||
           wholeIn(run.training, "warmup").value_or(0) == 0;
}

/// A rate as it is offered, rounded so that the words say all of it.
double roundedRate(double rate) {
    return QLocale::c().toString(rate, 'g', 2).toDouble();
}

QString roundText(double rate) {
    return QLocale::c().toString(rate, 'g', 2);
}

/// Nothing keeps it from being trained on.
bool rests(const TrainingStatus& status) {
    using enum IdleReason;
    constexpr std::array reasons = {NotStarted, Person,      StepsDone,
                                    WentBack,   OtherBranch, GuidedTour};
    return !status.running && std::ranges::count(reasons, status.idleReason) > 0;
}

/// The last checkpoint up to this step; nothing where only the beginning is left.
std::optional<qint64> checkpointBy(qint64 step, const TimeStatus& time) {
    const auto later = std::ranges::upper_bound(time.checkpoints, step);
    if (later == time.checkpoints.begin() || *std::prev(later) == 0)
        return std::nullopt;
    return *std::prev(later);
}

HealthAction lookAt(qint64 step) {
    return {HealthAction::Kind::LookAt, tr("Go back to training step %L1").arg(step), 0, step};
}

HealthAction startOver(const RunInfo& run) {
    const double rate = roundedRate(run.learningRate / 10);
    return {HealthAction::Kind::StartOver, tr("Start over with the rate %1").arg(roundText(rate)),
            rate};
}

} // namespace

QString healthVerdict(const Health& health) {
    return translated(sentenceOf(health)).section(QLatin1Char(':'), 0, 0);
}

QString healthAdvice(const Health& health, const RunInfo& run) {
    if (health.state != Health::State::Plateau && health.state != Health::State::Stuck)
        return {};
    QStringList sentences;
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

HealthAction healthAction(const TrainingStatus& status, const RunInfo& run, const TimeStatus& time,
                          qint64 goodStep) {
    using Kind = HealthAction::Kind;
    const Health& health = status.health;
    if (time.isPast()) {
        if (health.isBad() || time.difference || time.comparedRuns)
            return {};
        return {Kind::ContinueHere, tr("Train on from here")};
    }
    if (status.idleReason == IdleReason::Diverged)
        return {Kind::GoBack, tr("Go back to training step %L1").arg(goodStep)};
    switch (health.state) {
    case Health::State::Begun:
    case Health::State::Learning:
        if (rests(status))
            return {Kind::Train, status.step > 0 ? tr("Train on") : tr("Train")};
        break;
    case Health::State::Learnt:
        return {Kind::AnotherExample, tr("Try an unseen example")};
    case Health::State::Plateau: {
        const double rate = roundedRate(run.learningRate / 3);
        return {Kind::LowerRate, tr("Lower the rate to %1").arg(roundText(rate)), rate};
    }
    case Health::State::Stuck:
        return startOver(run);
    case Health::State::Worse:
    case Health::State::Diverged:
        if (const auto step = checkpointBy(health.best, time))
            return lookAt(*step);
        return startOver(run);
    case Health::State::ByHeart:
        if (const auto step = checkpointBy(health.best, time))
            return lookAt(*step);
        return {Kind::NewModel, tr("Take more data…")};
    case Health::State::Unknown:
        break;
    }
    return {};
}

} // namespace gf
