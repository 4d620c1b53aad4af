// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/complain.h"

#include "app/commands/printing.h"
#include "core/io/quote.h"
#include "core/platform/terminal.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <string>

namespace gf {

namespace {

/// In pieces, with a blank for each control character: no memory is asked for. No piece ends within
/// a character: a console of Windows shows each piece by itself.
void writeLine(std::string_view sentence) {
    std::fputs("glassformer: error: ", stderr);
    std::array<char, 256> piece;
    while (!sentence.empty()) {
        std::size_t length = sentence.copy(piece.data(), piece.size());
        constexpr std::size_t longestCharacter = 4; // bytes of UTF-8
        while (length < sentence.size() && length > piece.size() - longestCharacter &&
               (static_cast<unsigned char>(sentence[length]) & 0xC0) == 0x80)
            --length;
        const auto isControl = [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        };
        std::replace_if(piece.data(), piece.data() + length, isControl, ' ');
        std::fwrite(piece.data(), 1, length, stderr);
        sentence.remove_prefix(length);
    }
    std::fputs("\n", stderr);
}

} // namespace

int complain(std::string_view sentence, int status) {
    try {
        std::string line(sentence);
        std::ranges::replace(line, '\n', ' ');
        std::ranges::replace(line, '\r', ' ');
        writeLine(printable(line));
    } catch (const std::bad_alloc&) {
        writeLine(sentence);
    }
    return status;
}

void note(const std::string& sentence) {
    // In the place of the line of a WorkProgress.
    const std::string line =
        (isTerminalError() ? emptyLine : "") + ("glassformer: note: " + printable(sentence)) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr); // whole: see writeLine()
}

} // namespace gf
