// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

/// What stands in a lesson's text. A text comes from anywhere and may be as long as a lesson, so
/// each of these goes through it once, without recursion.
namespace gf {

/// A tag of HTML, or a character by its number or name.
bool hasHtml(std::string_view words);

/// A link of Markdown, or an address that is written out.
bool hasLink(std::string_view words);

bool hasDigit(std::string_view words);

/// Whether a digit stands outside of the parentheses that name the year of a source.
bool hasDigitOutsideSources(std::string_view words);

/// Whether a formula has a number that is more than a digit of its law.
bool hasMeasuredNumber(std::string_view formula);

/// How many braces stand in each other.
std::size_t formulaDepth(std::string_view formula);

} // namespace gf
