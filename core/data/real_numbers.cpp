// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/real_numbers.h"

#include "core/form/shape_picture.h"
#include "core/io/decimal.h"
#include "core/io/quote.h"
#include "core/tensor/decimal_text.h"
#include "core/tensor/error.h"

#include <charconv>
#include <cmath>

namespace gf {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Calls `each` with every piece of the text between characters of `between`, empty ones too.
template <class Each> void split(std::string_view text, char between, const Each& each) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(between, begin), text.size());
        each(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

/// Calls `each` with every word between blanks.
template <class Each> void forEachWord(std::string_view text, const Each& each) {
    std::size_t begin = 0;
    while ((begin = text.find_first_not_of(blanks, begin)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        each(text.substr(begin, end - begin));
        begin = end;
    }
}

} // namespace

std::string numberText(float value) {
    return shortestDecimal(value);
}

std::optional<float> numberIn(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    float value = 0;
    const char* const last = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), last, value);
    // What is out of range is too large, or so small that it is 0.
    const bool tiny = problem == std::errc::result_out_of_range && isBelowOne(text);
    if ((problem != std::errc() && !tiny) || stop != last || !std::isfinite(value))
        return std::nullopt;
    return tiny ? 0 : value;
}

std::string rowsText(std::span<const float> numbers, Index features) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool rowBegins = i % static_cast<std::size_t>(features) == 0;
        if (i > 0)
            text += rowBegins ? ' ' : ',';
        text += numberText(numbers[i]);
    }
    return text;
}

std::string shortRowsText(std::span<const float> numbers, Index features) {
    std::vector<float> rounded(numbers.begin(), numbers.end());
    for (float& number : rounded)
        if (std::abs(number) < 1e6F)
            number = static_cast<float>(std::round(static_cast<double>(number) * 100) / 100);
    return rowsText(rounded, features);
}

std::vector<float> rowsIn(std::string_view text, Index features) {
    if (features == patchNumbers && isShapesText(text))
        return patchesOf(shapesIn(text));
    std::vector<float> numbers;
    Index row = 0;
    forEachWord(text, [&](std::string_view word) {
        ++row;
        Index count = 0;
        split(word, ',', [&](std::string_view piece) {
            const std::optional<float> value = numberIn(piece);
            if (!value)
                throw Error(phrase("number %1 is %2, which cannot be read; write numbers with a "
                                   "point and spaces between them, such as 0.25 -1.5"),
                            row, inQuotes(std::string(piece)));
            numbers.push_back(*value);
            ++count;
        });
        if (count != features)
            throw Error(features == 1
                            ? phrase("number %1 is %2, in which %3 numbers stand; put spaces "
                                     "between numbers, and points where decimals begin")
                            : phrase("row %1 is %2, in which %3 numbers stand; each row has %4, "
                                     "with commas between them"),
                        row, inQuotes(std::string(word)), count, features);
    });
    return numbers;
}

} // namespace gf
