// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/health.h"

#include "core/tensor/phrase.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gf {

namespace {

using LossSpan = std::span<const Metrics::Loss>;

constexpr double deviations = 2; ///< standard errors

struct Level {
    double mean = 0;
    double error = 0; ///< squared standard error of the mean
};

Level levelOf(LossSpan losses) {
    const auto count = static_cast<double>(losses.size());
    Level level;
    for (const Metrics::Loss& at : losses)
        level.mean += at.loss / count;
    for (const Metrics::Loss& at : losses)
        level.error += (at.loss - level.mean) * (at.loss - level.mean) / (count * (count - 1));
    return level;
}

/// Those of the steps after `from`.
template <class Point> std::span<const Point> after(std::span<const Point> points, Index from) {
    const auto first = std::ranges::upper_bound(points, from, {}, &Point::step);
    return points.subspan(first - points.begin());
}

/// Those up to this step.
template <class Point> std::span<const Point> upTo(const std::vector<Point>& points, Index step) {
    const std::span<const Point> all(points);
    return all.first(all.size() - after(all, step).size());
}

struct RecentMean {
    Index step = 0; ///< of the last loss in it
    double loss = 0;
};

/// After each loss the mean of the recent ones, as soon as there are enough.
std::vector<RecentMean> recentMeansOf(LossSpan losses) {
    std::vector<RecentMean> means;
    double sum = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        sum += losses[i].loss;
        for (; i + 1 - first > health::fewestLosses &&
               losses[first].step <= losses[i].step - health::recentSteps;
             ++first)
            sum -= losses[first].loss;
        const std::size_t count = i + 1 - first;
        if (count >= health::fewestLosses)
            means.push_back({losses[i].step, sum / static_cast<double>(count)});
    }
    return means;
}

/// Since when each loss has been above `limit`, where that is so for long enough.
std::optional<Index> aboveSince(LossSpan losses, double limit, Index steps) {
    std::size_t first = losses.size();
    while (first > 0 && losses[first - 1].loss > limit)
        --first;
    if (losses.size() - first < health::fewestLosses ||
        steps - losses[first].step + 1 < health::recentSteps)
        return std::nullopt;
    return losses[first].step;
}

/// The mean of the later half of the losses that have not fallen; nothing where they have, or are
/// too few to say.
std::optional<double> restingLevel(LossSpan losses, Index steps, Index span) {
    const LossSpan recent = after(losses, steps - span);
    const LossSpan later = after(recent, steps - span / 2);
    const LossSpan earlier = recent.first(recent.size() - later.size());
    if (steps < span || std::min(earlier.size(), later.size()) < health::fewestLosses)
        return std::nullopt;
    const Level a = levelOf(earlier);
    const Level b = levelOf(later);
    const double noise = deviations * std::sqrt(a.error + b.error);
    if (a.mean - b.mean > std::max(health::fallen * a.mean, noise))
        return std::nullopt;
    return b.mean;
}

/// What the rules are asked about.
class Course {
public:
    Course(const Metrics& metrics, const HealthContext& context)
        : m_context(context), m_losses(upTo(metrics.losses(), context.steps)),
          m_measurements(upTo(metrics.measurements(), context.steps)),
          m_means(recentMeansOf(m_losses)) {}

    Health health() const {
        using enum Health::State;
        if (m_context.brokenAt > 0 && m_context.brokenAt <= m_context.steps)
            return {Diverged, m_context.brokenAt, bestBefore(m_context.brokenAt)};
        const double guess = m_context.guess;
        if (!(guess > 0) || (m_losses.empty() && m_context.steps > 0))
            return {};
        if (m_means.empty())
            return {Begun};
        const double beginning =
            std::clamp<double>(m_losses.front().loss, guess, health::highestBeginning * guess);
        if (const auto since = above(beginning);
            since && highestSince(*since) > health::farAbove * beginning)
            return {Diverged, *since, bestBefore(*since)};
        const double lowest = std::ranges::min(m_means, {}, &RecentMean::loss).loss;
        if (const auto since = above((lowest + guess) / 2); since && lowest < health::half * guess)
            return {Worse, *since, bestBefore(*since)};
        if (const auto best = bestByHeart())
            return {ByHeart, *best, *best};
        if (!m_measurements.empty() && isNearlyRight(m_measurements.back()))
            return {Learnt};
        const Index span = std::max(health::shortestPlateau, m_context.steps / 4);
        if (const auto level = restingLevel(m_losses, m_context.steps, span)) {
            if (*level >= health::better * guess)
                return {Stuck, lastBelow(health::better * guess)};
            const bool isLow = *level < health::low * guess && isSoundOnOthers(guess);
            return isLow ? Health{Learnt} : Health{Plateau, m_context.steps - span};
        }
        // A run that falls fast is told apart from a guess before its first steps leave the mean.
        const double newest = levelOf(m_losses.last(health::fewestLosses)).mean;
        return {std::min(lowest, newest) < health::better * guess ? Learning : Begun};
    }

private:
    static bool isNearlyRight(const Metrics::Measurement& at) {
        return at.accuracy >= health::nearlyAll;
    }

    /// On the examples that are kept aside, as far as that was measured.
    bool isSoundOnOthers(double guess) const {
        return m_measurements.empty() || m_measurements.back().loss < health::better * guess;
    }

    std::optional<Index> above(double limit) const {
        return aboveSince(m_losses, limit, m_context.steps);
    }

    double highestSince(Index step) const {
        double highest = 0;
        for (const RecentMean& mean : m_means)
            if (mean.step >= step)
                highest = std::max(highest, mean.loss);
        return highest;
    }

    double meanBy(Index step) const {
        const auto later = std::ranges::upper_bound(m_means, step, {}, &RecentMean::step);
        return later == m_means.begin() ? m_losses.front().loss : std::prev(later)->loss;
    }

    /// The last step at which the recent mean was below `limit`; 0: it never was.
    Index lastBelow(double limit) const {
        const auto found = std::find_if(m_means.rbegin(), m_means.rend(),
                                        [=](const RecentMean& mean) { return mean.loss < limit; });
        return found == m_means.rend() ? 0 : found->step;
    }

    /// The step before this one with the lowest validation loss; without any, with the lowest mean.
    Index bestBefore(Index step) const {
        const auto lowest = [step](const auto& points) -> Index {
            Index best = 0;
            double loss = 0;
            for (const auto& at : points)
                if (at.step < step && (best == 0 || at.loss < loss)) {
                    best = at.step;
                    loss = at.loss;
                }
            return best;
        };
        const Index measured = lowest(m_measurements);
        return measured > 0 ? measured : lowest(m_means);
    }

    /// The measurement since which it learns by heart, if it does.
    std::optional<Index> bestByHeart() const {
        if (!m_context.canOverfit || m_measurements.empty() || isNearlyRight(m_measurements.back()))
            return std::nullopt;
        const auto best = std::ranges::min_element(m_measurements, {}, &Metrics::Measurement::loss);
        if (m_measurements.end() - best <= health::measurements ||
            m_measurements.back().loss < health::validationRisen * best->loss ||
            m_means.back().loss > health::trainingFallen * meanBy(best->step))
            return std::nullopt;
        return best->step;
    }

    const HealthContext& m_context;
    LossSpan m_losses;
    std::span<const Metrics::Measurement> m_measurements;
    std::vector<RecentMean> m_means;
};

} // namespace

Health healthOf(const Metrics& metrics, const HealthContext& context) {
    return Course(metrics, context).health();
}

Sentence sentenceOf(const Health& health) {
    switch (health.state) {
    case Health::State::Unknown:
        return phrase("Nothing was measured that says how it does.");
    case Health::State::Begun:
        return phrase("Hardly better than a guess so far.");
    case Health::State::Learning:
        return phrase("Learning: the loss falls.");
    case Health::State::Learnt:
        return phrase("Learnt.");
    case Health::State::Plateau:
        return {phrase("A plateau: the loss has not fallen since training step %1."), health.since};
    case Health::State::Stuck:
        return {phrase("Stuck since training step %1: hardly better than a guess that knows only "
                       "how often each token comes."),
                health.since};
    case Health::State::Worse:
        return {phrase("Worse again since training step %1: much of what was learnt is lost."),
                health.since};
    case Health::State::Diverged:
        return {phrase("Diverged at training step %1: the loss is far above its beginning, or no "
                       "number."),
                health.since};
    case Health::State::ByHeart:
        return {phrase("By heart since training step %1: the training loss falls, the validation "
                       "loss rises."),
                health.since};
    }
    return {};
}

} // namespace gf
