// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/decimal.h"

#include <charconv>
#include <cstdint>

namespace gf {

namespace {

/// The exponent as it is written, 0 where there is none; one beyond 64 bits decides by its sign.
std::int64_t writtenExponent(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    constexpr std::int64_t beyond = std::int64_t{1} << 62;
    std::int64_t exponent = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec ==
        std::errc::result_out_of_range)
        return text.starts_with('-') ? -beyond : beyond;
    return exponent;
}

} // namespace

bool isBelowOne(std::string_view decimal) {
    const std::size_t mark = decimal.find_first_of("eE");
    const std::string_view digits = decimal.substr(0, mark);
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos)
        return true; // 0
    const std::size_t point = digits.find('.') < digits.size() ? digits.find('.') : digits.size();
    // The power of ten of the first digit that is not 0.
    const auto power = first < point ? static_cast<std::int64_t>(point - first) - 1
                                     : -static_cast<std::int64_t>(first - point);
    const std::int64_t exponent =
        mark == std::string_view::npos ? 0 : writtenExponent(decimal.substr(mark + 1));
    return power + exponent < 0;
}

} // namespace gf
