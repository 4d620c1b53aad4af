// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "core/tensor/sentence.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A piece of a lesson's text.
struct LessonSpan {
    enum class Kind : std::uint8_t {
        Words,
        Formula, ///< between $ and $: as a formula is written
        Code,    ///< between backticks: what a model reads or says, and names of steps
        Claim,   ///< {claim:ID}: the claim's number
        Setting, ///< {set:ID.key}: what a block of the lesson says
    };
    Kind kind = Kind::Words;
    std::string text; ///< without what it stands between
};

/// The pieces of a text. Throws Error with `line` where one does not end, or a brace opens none.
std::vector<LessonSpan> spansOf(std::string_view text, int line);

/// A claim's number as the text has it: "96 %", "0.42". Orders have none.
std::string numberText(const LessonClaim& claim, double value);

/// All that a person reads of a lesson, piece by piece: title and idea, pages, questions with
/// answers and hints, claims.
std::vector<LessonText> wordsOf(const Lesson& lesson);

/// A number in a text that stands in no claim, with the line and what to do.
struct LessonProblem {
    int line = 0;
    Sentence sentence;
};

/// Numerals that nothing binds. A number may stand as {claim:ID}, as {set:ID.key}, as a single
/// digit in a formula, in code that a block of the lesson has too, and in a parenthesis that names
/// the year of a source.
std::vector<LessonProblem> unboundNumerals(const Lesson& lesson);

} // namespace gf
