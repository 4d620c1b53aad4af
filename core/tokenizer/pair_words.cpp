// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/pair_words.h"

#include "core/io/utf8.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace gf {

namespace {

/// First and last code point.
struct Range {
    char32_t first;
    char32_t last;
};

/// Punctuation and symbols, as blocks of Unicode.
constexpr Range signs[] = {
    {0x21, 0x2F},       {0x3A, 0x40},     {0x5B, 0x60},     {0x7B, 0x7E}, // ASCII
    {0xA1, 0xA9},       {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF}, // Latin-1
    {0xD7, 0xD7},       {0xF7, 0xF7},                                     // × ÷
    {0x2010, 0x2027},   {0x2030, 0x205E}, {0x20A0, 0x20CF},               // dashes, quotes, money
    {0x2190, 0x2BFF},                     // arrows, mathematics, boxes, signs
    {0x3001, 0x3004},   {0x3008, 0x3020}, // of Chinese and Japanese
    {0xFF01, 0xFF0F},   {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
    {0x1F000, 0x1FAFF}, // emoji
};

constexpr Range spaces[] = {{0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},
                            {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                            {0x205F, 0x205F}, {0x3000, 0x3000}};

template <std::size_t N> bool isIn(const Range (&ranges)[N], char32_t c) {
    const auto past = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                       [](char32_t at, const Range& r) { return at < r.first; });
    return past != std::begin(ranges) && c <= std::prev(past)->last;
}

enum class Kind { Letter, Digit, Sign, Space };

Kind kindOf(char32_t c) {
    if (isIn(spaces, c))
        return Kind::Space;
    if (c >= U'0' && c <= U'9')
        return Kind::Digit;
    return isIn(signs, c) ? Kind::Sign : Kind::Letter;
}

struct Run {
    Kind kind;
    std::size_t end;
    std::size_t last; ///< where its last character begins
};

Run runAt(std::string_view text, std::size_t begin) {
    const Character first = characterAt(text, begin);
    Run run{kindOf(first.codePoint), begin + first.bytes.size(), begin};
    while (run.end < text.size()) {
        const Character next = characterAt(text, run.end);
        if (kindOf(next.codePoint) != run.kind)
            break;
        run.last = run.end;
        run.end += next.bytes.size();
    }
    return run;
}

template <std::size_t N> std::string inClass(const Range (&ranges)[N]) {
    std::string text;
    for (const Range& range : ranges) {
        char both[32];
        std::snprintf(both, sizeof both, "\\x{%X}-\\x{%X}", static_cast<unsigned>(range.first),
                      static_cast<unsigned>(range.last));
        text += both;
    }
    return text;
}

} // namespace

std::vector<std::string_view> pairWordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    const auto add = [&](std::size_t begin, std::size_t end) {
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        return end;
    };
    for (std::size_t at = 0; at < text.size();) {
        const Run run = runAt(text, at);
        if (run.kind != Kind::Space || run.end == text.size()) {
            at = add(at, run.end);
            continue;
        }
        // The last one is of the word behind it where it is a space, and a word by itself
        // otherwise.
        add(at, run.last);
        at = add(run.last, text[run.last] == ' ' ? runAt(text, run.end).end : run.end);
    }
    return words;
}

std::string pairWordsPattern() {
    const std::string space = inClass(spaces);
    const std::string sign = inClass(signs);
    return " ?[^" + space + "0-9" + sign + "]+| ?[0-9]+| ?[" + sign + "]+|[" + space + "]+(?![^" +
           space + "])|[" + space + "]+";
}

} // namespace gf
