// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace gf {

/// What one person said to the questions of a lesson, without a name: what a student hands in.
struct LessonAnswers {
    std::string lesson;                  ///< its name
    std::map<std::string, Index> chosen; ///< by question: the answer, counted from 0

    friend bool operator==(const LessonAnswers&, const LessonAnswers&) = default;
};

/// An answer as it is kept: by its words too, because a newer lesson may have others in its place.
struct KeptAnswer {
    Index place = 0; ///< counted from 0
    std::string words;
    bool right = false;
};
KeptAnswer keptAnswer(const LessonQuestion& question, Index place);

/// Where the answer stands now: where its words do. Where no answer has them (a word was mended, or
/// it is another language) at its place, if what stands there is as right or wrong; else nowhere.
std::optional<Index> placeOf(const KeptAnswer& kept, const LessonQuestion& question);

/// As a file has them: JSON in which answers are counted from 1, with their words.
std::string toText(const LessonAnswers& answers, const Lesson& lesson);

/// Reads such a text, which may come from anywhere, for this lesson. Throws Error that names the
/// field: for what is no such text, answers to another lesson, and questions or answers that the
/// lesson does not have, or no longer has.
LessonAnswers parseAnswers(std::string_view text, const Lesson& lesson);

/// Reads a file; the Error begins with the path.
LessonAnswers readAnswersFile(const std::string& path, const Lesson& lesson);

} // namespace gf
