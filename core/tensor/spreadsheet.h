// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>

// How numbers and words stand in a table that a spreadsheet will read, as a file or pasted.

namespace gf {

/// A number with nine significant digits, which give every float back; "nan" and "inf".
inline std::string tableNumber(double value) {
    if (std::isnan(value)) // without the sign that to_chars gives to some
        return "nan";
    std::array<char, 32> buffer;
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::general, 9);
    return {buffer.data(), written.ptr};
}

/// Whether a spreadsheet would compute the text instead of showing it. A sign of its own and a
/// number are what they look like.
inline bool looksComputed(std::string_view text) {
    if (text.size() < 2 || std::string_view("=+-@\t\r\n").find(text[0]) == std::string_view::npos)
        return false;
    if (text[0] != '+' && text[0] != '-')
        return true;
    double number = 0;
    const std::string_view digits = text.substr(1);
    const char* const end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, number);
    return problem != std::errc() || stop != end || !std::isfinite(number) || number < 0;
}

/// A word that a spreadsheet shows and does not compute: an apostrophe in front makes it text. One
/// that was there already gets another, so that one can be taken away again.
inline std::string tableWord(const std::string& text) {
    const std::size_t begin = std::min(text.find_first_not_of('\''), text.size());
    return looksComputed(std::string_view(text).substr(begin)) ? "'" + text : text;
}

} // namespace gf
