// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/complain.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace gf {

int complain(std::string_view sentence, int status) {
    std::fputs("glassformer: error: ", stderr);
    std::array<char, 256> piece;
    while (!sentence.empty()) {
        const std::size_t length = sentence.copy(piece.data(), piece.size());
        const auto isBreak = [](char c) { return c == '\n' || c == '\r'; };
        std::replace_if(piece.data(), piece.data() + length, isBreak, ' ');
        std::fwrite(piece.data(), 1, length, stderr);
        sentence.remove_prefix(length);
    }
    std::fputs("\n", stderr);
    return status;
}

} // namespace gf
