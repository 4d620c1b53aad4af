// SPDX-License-Identifier: GPL-3.0-or-later
// In the place of unicode_icu.cpp where ICU is not to be had.
#include "core/tensor/error.h"
#include "core/tokenizer/unicode.h"

namespace gf {

namespace {

[[noreturn]] void refuse() {
    throw Error(phrase("This program was built without ICU, which tokenizers need"));
}

} // namespace

std::string normalized(std::string_view, NormalForm) {
    refuse();
}

std::string lowered(std::string_view) {
    refuse();
}

bool isMark(char32_t) {
    refuse();
}

bool isNonspacingMark(char32_t) {
    refuse();
}

bool isPunctuation(char32_t) {
    refuse();
}

bool isNumeric(char32_t) {
    refuse();
}

bool isControlOrPrivate(char32_t) {
    refuse();
}

bool isWordCharacter(char32_t) {
    refuse();
}

std::vector<TextRange> graphemesOf(std::string_view) {
    refuse();
}

struct Pattern::Compiled {};

Pattern::Pattern(std::string_view) {
    refuse();
}

std::vector<TextRange> Pattern::found(std::string_view, const TextBudget&) const {
    refuse();
}

std::string repaired(std::string_view) {
    refuse();
}

} // namespace gf
