// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <charconv>

namespace gf {

namespace {

Drawn drawAddition(Draws& draws) {
    const std::uint64_t first = 10 + draws.below(90);
    const std::uint64_t second = 10 + draws.below(90);
    std::string source = std::to_string(first) + "+" + std::to_string(second);
    return {{source, std::to_string(first + second)}, source};
}

/// The number that a text of digits is; nothing for another text or a sum that 64 bits cannot hold.
std::optional<std::uint64_t> number(std::string_view digits) {
    constexpr std::size_t mostDigits = 18;
    std::uint64_t value = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.size() > mostDigits || problem != std::errc() ||
        end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<std::string> sumOf(std::string_view source) {
    const std::size_t plus = source.find('+');
    if (plus == std::string_view::npos)
        return std::nullopt;
    const auto first = number(source.substr(0, plus));
    const auto second = number(source.substr(plus + 1));
    return first && second ? std::optional(std::to_string(*first + *second)) : std::nullopt;
}

} // namespace

/// The sum of two numbers from 10 to 99 in decimal digits: "27+58" → "85". There are 8100 ordered
/// pairs, so validation asks for sums that must be worked out, not remembered ("58+27" may have
/// been seen where "27+58" is asked).
GeneratedProblem additionProblem() {
    GeneratedProblem problem;
    problem.name = "addition";
    problem.sourceAlphabet = "0123456789+";
    problem.targetAlphabet = "0123456789";
    problem.longestSource = 5;
    problem.longestTarget = 3;
    problem.draw = drawAddition;
    problem.answer = sumOf;
    problem.showcase = {"27+58", "85"};
    problem.training = noamTraining(1600, 64, 100);
    return problem;
}

} // namespace gf
