// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/answers.h"
#include "core/lesson/read_lesson.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/small_lesson.h"

#include <cstdlib>

namespace gf::fuzz_answers {

namespace {

const Lesson& lesson() {
    static const Lesson small = parseLesson("small", test::smallLesson);
    return small;
}

} // namespace

/// Any text is read as a student's answers or refused with an Error; what was read are answers that
/// the lesson has, and is read the same again once it is written.
int runOne(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    LessonAnswers answers;
    try {
        answers = parseAnswers(text, lesson());
    } catch (const Error&) {
        return 0;
    }
    for (const auto& [id, chosen] : answers.chosen) {
        const LessonQuestion* question = lesson().question(id);
        if (!question || chosen < 0 || chosen >= static_cast<Index>(question->answers.size()))
            std::abort();
    }
    if (parseAnswers(toText(answers, lesson()), lesson()) != answers)
        std::abort();
    return 0;
}

std::vector<std::string> seeds() {
    return {toText({"small", {{"guess", 1}}}, lesson()), R"({"lesson": "small", "answers": {}})"};
}

std::vector<std::string> words() {
    return {"\"guess\"",
            "\"place\"",
            "\"lesson\"",
            "\"answers\"",
            "null",
            "true",
            "1",
            "2",
            "0",
            "-1",
            "1e0",
            "2.0",
            "[",
            "{",
            "}",
            ",",
            "\\u0000",
            "\xff",
            "\"\"",
            "small",
            "18446744073709551615",
            "9223372036854775807"};
}

} // namespace gf::fuzz_answers
