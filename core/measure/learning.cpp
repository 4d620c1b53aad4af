// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/learning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gf {

namespace {

constexpr std::size_t batchesThatCount = 16;
constexpr std::size_t fewestLosses = 8; ///< in each half, for a mean to say something
constexpr double fallen = 0.01;         ///< of the loss
constexpr double deviations = 2;        ///< standard errors
constexpr double nearGuess = 0.97;      ///< of the loss of a guess
constexpr double high = 0.4;            ///< likewise

struct Level {
    double mean = 0;
    double error = 0; ///< squared standard error of the mean
};

Level levelOf(std::span<const Metrics::Loss> losses) {
    const auto count = static_cast<double>(losses.size());
    Level level;
    for (const Metrics::Loss& at : losses)
        level.mean += at.loss / count;
    for (const Metrics::Loss& at : losses)
        level.error += (at.loss - level.mean) * (at.loss - level.mean) / (count * (count - 1));
    return level;
}

/// The lowest mean of so many losses that follow each other, or of all where there are fewer.
double lowestMean(std::span<const Metrics::Loss> losses) {
    const std::size_t count = std::min<std::size_t>(batchesThatCount, losses.size());
    double sum = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < losses.size(); ++i) {
        sum += losses[i].loss;
        sum -= i >= count ? losses[i - count].loss : 0;
        if (i + 1 >= count)
            lowest = std::min(lowest, sum / static_cast<double>(count));
    }
    return lowest;
}

/// Those of the steps after `from`.
std::span<const Metrics::Loss> after(std::span<const Metrics::Loss> losses, Index from) {
    const auto first = std::ranges::upper_bound(losses, from, {}, &Metrics::Loss::step);
    return losses.subspan(first - losses.begin());
}

/// The level at which the losses of the last `span` steps rest; 0 where they fall, or are too few.
double restingLevel(std::span<const Metrics::Loss> losses, Index steps, Index span) {
    const std::span<const Metrics::Loss> recent = after(losses, steps - span);
    const std::span<const Metrics::Loss> later = after(recent, steps - span / 2);
    const std::span<const Metrics::Loss> earlier = recent.first(recent.size() - later.size());
    if (std::min(earlier.size(), later.size()) < fewestLosses)
        return 0;
    const Level a = levelOf(earlier);
    const Level b = levelOf(later);
    const double noise = deviations * std::sqrt(a.error + b.error);
    return a.mean - b.mean <= std::max(fallen * a.mean, noise) ? b.mean : 0;
}

} // namespace

Learning learningOf(std::span<const Metrics::Loss> losses, double guess, Index steps) {
    losses = losses.first(losses.size() - after(losses, steps).size());
    if (losses.empty() || !(guess > 0))
        return {steps > 0 ? Learning::State::Learnt : Learning::State::Begun};
    const Index span = std::max(shortestPlateau, steps / 4);
    const double level = steps < span ? 0 : restingLevel(losses, steps, span);
    if (level >= nearGuess * guess)
        return {Learning::State::Guessing, span};
    if (level >= high * guess)
        return {Learning::State::Stuck, span};
    return {lowestMean(losses) < guess / 2 ? Learning::State::Learnt : Learning::State::Begun};
}

} // namespace gf
