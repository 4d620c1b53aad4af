// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/lesson_trial.h"

#include "core/io/quote.h"
#include "core/lesson/lesson_fields.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace gf {

namespace {

/// How many digits after the point the file has.
int fileDecimals(const LessonClaim& claim) {
    constexpr Index ofPercent = 2;
    return static_cast<int>(claim.decimals + (claim.as == LessonStyle::Percent ? ofPercent : 0));
}

std::string rounded(double value, int decimals) {
    std::array<char, 400> text{}; // a double has at most 309 digits before the point
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

} // namespace

bool holds(const LessonClaim& claim, double measured) {
    // Written numbers are rounded: what is off by a rounding of the tolerance itself still counts.
    constexpr double slack = 1e-12;
    return claim.kind == LessonClaim::Kind::Order
               ? measured >= claim.margin && measured > 0
               : std::abs(measured - claim.value) <= claim.tolerance + slack;
}

Experiment& LessonTrial::experiment(const std::string& id) {
    const auto known = m_experiments.find(id);
    if (known != m_experiments.end())
        return known->second;
    return m_experiments.try_emplace(id, *m_lesson.experiment(id), m_seed, m_around, m_models)
        .first->second;
}

double LessonTrial::measured(const LessonMeasure& measure) {
    return atLine(measure.line, [&] {
        Experiment& own = experiment(measure.experiment);
        return measure.what == LessonMeasure::What::Difference
                   ? own.differenceTo(experiment(measure.other), measure)
                   : own.measure(measure);
    });
}

ClaimResult LessonTrial::tried(const LessonClaim& claim) {
    ClaimResult result;
    result.claim = &claim;
    result.seed = m_seed;
    result.measured = measured(claim.measure);
    if (claim.kind == LessonClaim::Kind::Order) {
        result.stated = claim.margin;
        result.greater = result.measured;
        result.less = measured(claim.less);
        result.measured -= result.less;
        result.measured = claim.apart ? std::abs(result.measured) : result.measured;
    } else {
        result.stated = claim.value;
        result.measured -= claim.minus ? measured(*claim.minus) : 0;
        result.measured /= claim.over ? measured(*claim.over) : 1;
    }
    result.holds = holds(claim, result.measured);
    return result;
}

FoundPlace LessonTrial::found(const LessonQuestion& question) {
    return atLine(question.line,
                  [&] { return experiment(question.pointer.experiment).find(question.pointer); });
}

std::vector<NewNumber> newNumbers(const std::vector<ClaimResult>& results) {
    std::vector<NewNumber> numbers;
    for (const ClaimResult& result : results) {
        const LessonClaim& claim = *result.claim;
        if (claim.kind != LessonClaim::Kind::Number ||
            std::ranges::find(numbers, claim.id, &NewNumber::id) != numbers.end())
            continue;
        double sum = 0;
        double count = 0;
        for (const ClaimResult& each : results)
            if (each.claim->id == claim.id) {
                sum += each.measured;
                ++count;
            }
        numbers.push_back({claim.id, rounded(sum / count, fileDecimals(claim))});
    }
    std::erase_if(numbers, [&](const NewNumber& number) {
        const auto of = std::ranges::find(results, number.id,
                                          [](const ClaimResult& each) { return each.claim->id; });
        return number.text == rounded(of->claim->value, fileDecimals(*of->claim)) ||
               !std::isfinite(of->measured);
    });
    return numbers;
}

std::string differenceOf(const Lesson& lesson, std::string_view text, const std::string& path,
                         const std::vector<NewNumber>& numbers) {
    std::string difference;
    std::vector<const LessonClaim*> claims = blocksOf<LessonClaim>(lesson);
    std::ranges::sort(claims, {}, &LessonClaim::valueBegin);
    for (const LessonClaim* claim : claims) {
        const auto number = std::ranges::find(numbers, claim->id, &NewNumber::id);
        if (number == numbers.end())
            continue;
        const std::size_t begin = text.rfind('\n', claim->valueBegin) + 1; // npos + 1 is 0
        const std::size_t end = std::min(text.find('\n', claim->valueEnd), text.size());
        const auto line = std::to_string(
            1 + std::count(text.begin(), text.begin() + static_cast<Index>(begin), '\n'));
        std::string changed(text.substr(begin, end - begin));
        const std::string before = changed;
        changed.replace(claim->valueBegin - begin, claim->valueEnd - claim->valueBegin,
                        number->text);
        difference += "@@ -" + line + " +" + line + " @@\n-" + before + "\n+" + changed + "\n";
    }
    return difference.empty() ? difference
                              : "--- a/" + path + "\n+++ b/" + path + "\n" + difference;
}

} // namespace gf
