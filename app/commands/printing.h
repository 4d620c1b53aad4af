// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// Back to the start of a terminal's line, and the rest of it erased (ECMA-48, EL).
inline constexpr const char* emptyLine = "\r\x1b[K";

/// As printf, to standard output and at once. When that fails the program goes on, since what it
/// computes matters more; requirePrinted() tells.
[[gnu::format(printf, 1, 2)]] void print(const char* format, ...);

/// The same of a text as it is, which may have zero bytes.
void printText(std::string_view text);

/// What a model or a file says, as stdout gets it: printableLines() on a terminal, which would obey
/// it, and as it is in a file or a pipe.
std::string outputText(std::string_view text);

/// Whether there is a reason to print more: false once something failed to arrive, and where nobody
/// reads the pipe any more.
bool isPrintWanted();

/// Throws Error with the reason when not all that was printed arrived.
void requirePrinted();

} // namespace gf
