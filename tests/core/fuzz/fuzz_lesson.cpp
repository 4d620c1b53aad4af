// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/course.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/spans.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/small_lesson.h"

#include <cstdlib>

namespace gf::fuzz_lesson {

/// Any text is read as a lesson or refused with an Error that begins with the line; what was read
/// can be shown, and its claims stand where their numbers are said to stand.
int runOne(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Lesson lesson;
    try {
        lesson = parseLesson("fuzzed", text);
    } catch (const Error& error) {
        if (!std::string_view(error.what()).starts_with("line "))
            std::abort();
        return 0;
    }
    unboundNumerals(lesson);
    for (const LessonText& words : wordsOf(lesson))
        spansOf(words.words, words.line);
    for (const LessonClaim* claim : blocksOf<LessonClaim>(lesson))
        if (claim->kind == LessonClaim::Kind::Number &&
            (claim->valueBegin >= claim->valueEnd || claim->valueEnd > text.size() ||
             std::strtod(
                 std::string(text.substr(claim->valueBegin, claim->valueEnd - claim->valueBegin))
                     .c_str(),
                 nullptr) != claim->value))
            std::abort();
    return 0;
}

std::vector<std::string> seeds() {
    return {test::smallLesson,
            "```lesson\n{\"title\": \"T\", \"idea\": \"I\", \"minutes\": 1}\n```\n## P\n"};
}

std::vector<std::string> words() {
    return {"```",        "---\n",       "## ",   "\"id\"", "\"task\"", "\"steps\"",
            "\"find\"",   "{claim:",     "{set:", "$",      "`",        "\"answers\"",
            "\"hints\"",  "\"measure\"", "null",  "1e308",  "-0",       "18446744073709551615",
            "\"value\"",  "\\u0000",     "\xff",  "<a",     "](",       "\n\n",
            "```claim\n", "```scene\n"};
}

} // namespace gf::fuzz_lesson
