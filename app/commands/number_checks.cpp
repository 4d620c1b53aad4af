// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/number_checks.h"

#include "core/io/quote.h"
#include "core/tensor/decimal_text.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace gf {

namespace {

/// All of the text as a number; nothing when it is none, or too large for its type.
template <class Number> std::optional<Number> parsed(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::string shortest(std::uint64_t value) {
    return std::to_string(value);
}

std::string shortest(double value) {
    return shortestDecimal(value);
}

/// "1 to 64".
template <class Number> std::string range(Number least, Number most) {
    return shortest(least) + " to " + shortest(most);
}

/// `isRight` says of a number that was read whether it will do.
template <class Number, class Right>
TextCheck validator(const std::string& help, const std::string& what, Right isRight) {
    const auto check = [what, isRight](std::string& text) {
        const std::optional<Number> value = parsed<Number>(text);
        if (!value || !isRight(*value))
            return inQuotes(text) + " is not " + what;
        text = shortest(*value); // without the zeros in front that would make it octal
        return std::string();
    };
    return {help, check};
}

} // namespace

TextCheck wholeNumber(std::uint64_t least, std::uint64_t most) {
    const bool any = most == std::numeric_limits<std::uint64_t>::max();
    return validator<std::uint64_t>(
        any ? "" : range(least, most), "a whole number from " + range(least, most),
        [=](std::uint64_t value) { return value >= least && value <= most; });
}

TextCheck number(double least, double most) {
    return validator<double>(range(least, most), "a number from " + range(least, most),
                             [=](double value) { return value >= least && value <= most; });
}

std::string shortRange(const FieldRange& range) {
    return (range.aboveMinimum ? ">" : "") + plainDecimal(range.minimum) + " to " +
           (range.belowMaximum ? "<" : "") + plainDecimal(range.maximum);
}

FieldValue valueIn(FieldType type, const std::string& text) {
    if (type == FieldType::Choice)
        return text;
    if (const auto whole = parsed<std::int64_t>(text))
        return *whole;
    if (const auto large = parsed<std::uint64_t>(text))
        return *large;
    const auto real = type == FieldType::Real ? parsed<double>(text) : std::nullopt;
    return real && std::isfinite(*real) ? FieldValue(*real) : FieldValue(text);
}

} // namespace gf
