// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/markup.h"

#include <algorithm>
#include <array>
#include <string>

namespace gf {

namespace {

constexpr std::size_t none = std::string_view::npos;
constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view blanks = " \t\n\v\f\r";

/// Where the first that is none of these stands, or the end.
std::size_t after(std::string_view these, std::string_view words, std::size_t from = 0) {
    return std::min(words.find_first_not_of(these, from), words.size());
}

/// Whether the first is one of these.
bool begins(std::string_view words, std::string_view these) {
    return words.substr(0, 1).find_first_of(these) != none;
}

bool isPartOfWord(char letter) {
    return letter == '_' || digits.find(letter) != none || letters.find(letter) != none;
}

/// Whether letters come first, and then a year.
bool namesYear(std::string_view words) {
    const std::size_t letter = words.find_first_of(letters);
    for (std::size_t at = words.find_first_of(digits, letter); at != none;) {
        const std::size_t end = after(digits, words, at);
        const std::string_view year = words.substr(at, end - at);
        const bool isWord =
            !isPartOfWord(words[at - 1]) && (end == words.size() || !isPartOfWord(words[end]));
        if (isWord && year.size() == 4 && (year.starts_with("19") || year.starts_with("20")))
            return true;
        at = words.find_first_of(digits, end);
    }
    return false;
}

} // namespace

bool hasHtml(std::string_view words) {
    for (std::size_t at = words.find_first_of("<&"); at != none;
         at = words.find_first_of("<&", at + 1)) {
        const std::string_view rest = words.substr(at + 1);
        const std::size_t name = after(letters, rest);
        const bool isTag = name > 0 || begins(rest, "/!?");
        const bool isEntity =
            rest.starts_with('#') || (name > 0 && rest.substr(name).starts_with(';'));
        if (words[at] == '<' ? isTag : isEntity)
            return true;
    }
    return false;
}

bool hasLink(std::string_view words) {
    std::string small(words);
    for (char& letter : small)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    constexpr std::array<std::string_view, 5> marks{"](", "][", "://", "www.", "mailto:"};
    if (std::ranges::any_of(marks, [&](auto mark) { return small.find(mark) != none; }))
        return true;
    const std::string_view first = std::string_view(small).substr(after(blanks, small));
    const std::size_t end = std::min(first.find(']'), first.size());
    return first.starts_with('[') && first.substr(end).starts_with("]:"); // [name]: address
}

bool hasDigit(std::string_view words) {
    return words.find_first_of(digits) != none;
}

bool hasDigitOutsideSources(std::string_view words) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find_first_of("()%", 1), words.size());
        const bool isSource = words.starts_with('(') && words.substr(end).starts_with(')') &&
                              namesYear(words.substr(1, end - 1));
        if (!isSource && hasDigit(words.substr(0, end)))
            return true;
        words.remove_prefix(end);
    }
    return false;
}

bool hasMeasuredNumber(std::string_view formula) {
    for (std::size_t at = formula.find_first_of(digits); at != none;
         at = formula.find_first_of(digits, at + 1)) {
        const std::string_view rest = formula.substr(at + 1);
        const bool isDecimal = begins(rest, ".,") && hasDigit(rest.substr(1, 1));
        const std::string_view unit = rest.substr(after(blanks, rest));
        if (begins(rest, digits) || isDecimal || unit.starts_with('%') || unit.starts_with("\\%"))
            return true;
    }
    return false;
}

std::size_t formulaDepth(std::string_view formula) {
    std::size_t depth = 0;
    std::size_t deepest = 0;
    for (const char letter : formula)
        if (letter == '{')
            deepest = std::max(deepest, ++depth);
        else if (letter == '}' && depth > 0)
            --depth;
    return deepest;
}

} // namespace gf
