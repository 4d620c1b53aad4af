// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <map>
#include <string>

namespace gf {

/// What one person said to the questions of a lesson, without a name: what a student hands in.
struct LessonAnswers {
    std::string lesson;                  ///< its name
    std::map<std::string, Index> chosen; ///< by question: the answer, counted from 0

    friend bool operator==(const LessonAnswers&, const LessonAnswers&) = default;
};

/// As a file has them: JSON in which answers are counted from 1.
std::string toText(const LessonAnswers& answers);

/// Reads such a text, which may come from anywhere, for this lesson. Throws Error that names the
/// field: for what is no such text, answers to another lesson, and questions or answers that the
/// lesson does not have.
LessonAnswers parseAnswers(std::string_view text, const Lesson& lesson);

/// Reads a file; the Error begins with the path.
LessonAnswers readAnswersFile(const std::string& path, const Lesson& lesson);

} // namespace gf
