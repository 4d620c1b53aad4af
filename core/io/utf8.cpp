// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/utf8.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>

namespace gf {

namespace {

/// What a first byte promises: the length of the character and the range of its second byte. All
/// the rules on overlong forms, surrogates and the last code point are in that range.
struct Lead {
    std::size_t length = 0; ///< 0: no character begins like this
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xbf;
};

Lead leadOf(std::uint8_t byte) {
    if (byte < 0x80)
        return {1};
    if (byte < 0xc2) // continuation bytes, and the overlong C0 and C1
        return {};
    if (byte < 0xe0)
        return {2};
    if (byte < 0xf0)
        return {3, static_cast<std::uint8_t>(byte == 0xe0 ? 0xa0 : 0x80),
                static_cast<std::uint8_t>(byte == 0xed ? 0x9f : 0xbf)};
    if (byte < 0xf5)
        return {4, static_cast<std::uint8_t>(byte == 0xf0 ? 0x90 : 0x80),
                static_cast<std::uint8_t>(byte == 0xf4 ? 0x8f : 0xbf)};
    return {};
}

[[noreturn]] void fail(std::size_t offset, const Sentence& what) {
    throw Error(
        phrase("The text is not valid UTF-8: %1 at byte offset %2. Save it with the encoding "
               "UTF-8."),
        what, offset);
}

std::string hex(std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
}

} // namespace

Character characterAt(std::string_view text, std::size_t offset) {
    assert(offset < text.size());
    const auto byteAt = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byteAt(offset);
    const Lead lead = leadOf(first);
    if (lead.length == 0)
        fail(offset, {phrase("no character begins with %1"), hex(first)});
    if (lead.length == 1)
        return {text.substr(offset, 1), first};

    char32_t codePoint = first & (0x7fU >> lead.length);
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (offset + i >= text.size())
            fail(offset, phrase("the text ends in the middle of the character"));
        const std::uint8_t byte = byteAt(offset + i);
        if (byte < (i == 1 ? lead.low : 0x80) || byte > (i == 1 ? lead.high : 0xbf))
            fail(offset,
                 {phrase("%1 cannot be followed by %2 in the character"), hex(first), hex(byte)});
        codePoint = codePoint << 6 | (byte & 0x3fU);
    }
    return {text.substr(offset, lead.length), codePoint};
}

bool isWhiteSpace(char32_t c) {
    return (c >= 0x09 && c <= 0x0d) || c == 0x20 || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

void refuseUtf16(std::string_view text) {
    std::size_t zeros[2] = {}; // at even and at odd offsets
    for (std::size_t i = 0; i < text.size(); ++i)
        zeros[i % 2] += text[i] == 0;
    const auto [few, many] = std::minmax(zeros[0], zeros[1]);
    const bool hasMark = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
    const bool halfIsZero = many > 0 && many * 4 >= text.size() && few * 8 <= many;
    if (hasMark || halfIsZero)
        throw Error(hasMark ? phrase("The text is UTF-16, as its first two bytes say; save it with "
                                     "the encoding UTF-8.")
                            : phrase("The text looks like UTF-16 without a byte order mark, "
                                     "because every second byte is zero; save it with the encoding "
                                     "UTF-8."));
}

void refuseLoneReturns(std::string_view text) {
    if (text.find('\r') != std::string_view::npos && text.find('\n') == std::string_view::npos)
        throw Error(phrase("The lines of the text end in CR alone, as those of old Macs do; save "
                           "it with lines that end in LF or CRLF."));
}

std::size_t startOf(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.starts_with(mark) ? mark.size() : 0;
}

} // namespace gf
