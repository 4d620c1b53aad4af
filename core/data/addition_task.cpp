// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gf {

namespace {

using Number = std::uint64_t;

/// The number that a text of digits is; nothing for another text or a sum that 64 bits cannot hold.
std::optional<Number> number(std::string_view digits) {
    constexpr std::size_t mostDigits = 18;
    Number value = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.size() > mostDigits || problem != std::errc() ||
        end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<std::pair<Number, Number>> termsOf(std::string_view source) {
    const std::size_t plus = source.find('+');
    if (plus == std::string_view::npos)
        return std::nullopt;
    const auto first = number(source.substr(0, plus));
    const auto second = number(source.substr(plus + 1));
    return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

std::string written(Number sum, bool reversed) {
    std::string digits = std::to_string(sum);
    if (reversed)
        std::ranges::reverse(digits);
    return digits;
}

/// How often a digit is carried.
Index carriesIn(std::string_view source) {
    auto [first, second] = termsOf(source).value_or(std::pair<Number, Number>());
    Index carries = 0;
    for (Number carry = 0; first > 0 || second > 0; first /= 10, second /= 10) {
        carry = first % 10 + second % 10 + carry > 9 ? 1 : 0;
        carries += static_cast<Index>(carry);
    }
    return carries;
}

Number powerOfTen(Index exponent) {
    return exponent > 0 ? 10 * powerOfTen(exponent - 1) : 1;
}

} // namespace

/// The sum of two numbers of so many digits in decimal digits: "27+58" → "85", or from the last
/// digit on: "58". Of two digits there are 8100 ordered pairs, so validation asks for sums that
/// must be worked out, not remembered ("58+27" may have been seen where "27+58" is asked).
GeneratedProblem additionProblem(const TaskParameters& parameters) {
    const bool reversed = parameters.reversed;
    const Number least = parameters.digits > 1 ? powerOfTen(parameters.digits - 1) : 0;
    const Number count = powerOfTen(parameters.digits) - least;
    GeneratedProblem problem;
    problem.name = "addition";
    problem.sourceAlphabet = "0123456789+";
    problem.targetAlphabet = "0123456789";
    problem.longestSource = 2 * parameters.digits + 1;
    problem.longestTarget = parameters.digits + 1;
    problem.draw = [=](Draws& draws) -> Drawn {
        const Number first = least + draws.below(count);
        const Number second = least + draws.below(count);
        const std::string source = std::to_string(first) + "+" + std::to_string(second);
        return {{source, written(first + second, reversed)}, source};
    };
    problem.answer = [=](std::string_view source) -> std::optional<std::string> {
        const auto numbers = termsOf(source);
        return numbers ? std::optional(written(numbers->first + numbers->second, reversed))
                       : std::nullopt;
    };
    constexpr Number firstShown = 275'836'419;
    constexpr Number secondShown = 584'197'263;
    const auto shown = [&](Number digits) { return digits / powerOfTen(9 - parameters.digits); };
    problem.showcase.source =
        std::to_string(shown(firstShown)) + "+" + std::to_string(shown(secondShown));
    problem.showcase.target = *problem.answer(problem.showcase.source);
    problem.training = noamTraining(1600, 64, 100);
    problem.sizeWord = "carried";
    problem.size = carriesIn;
    return problem;
}

} // namespace gf
