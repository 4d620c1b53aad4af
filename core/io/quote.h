// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// Untrusted text made fit for one line of a message: in double quotes, printable(), and with an
/// ellipsis after about 60 bytes.
std::string inQuotes(std::string_view text);

/// What is wrong with a file; its name goes in front unless the sentence has it.
Sentence aboutFile(std::string_view path, const Sentence& sentence);

/// Text that whoever made it shall not have move a cursor, break a line, or show as something else:
/// control characters (C1 too), what turns the direction of writing, separates lines or takes no
/// room as \xNN or \u{NNNN}, and bytes that are not UTF-8 as \xNN.
std::string printable(std::string_view text);
/// The same for text of several lines: line ends and tabs stay, and so do the joiners that some
/// scripts need.
std::string printableLines(std::string_view text);
/// The text as it is, or its beginning with "...": at most so many bytes, and no character of
/// UTF-8 in two.
std::string shortened(std::string_view text, std::size_t most);

/// Whether all of `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool isUtf8(std::string_view text);

} // namespace gf
