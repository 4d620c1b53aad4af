// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/course.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/spans.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/small_lesson.h"

#include <cstdlib>

/// Any text is read as a lesson or refused with an Error that begins with the line; what was read
/// can be shown, and its claims stand where their numbers are said to stand.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    gf::Lesson lesson;
    try {
        lesson = gf::parseLesson("fuzzed", text);
    } catch (const gf::Error& error) {
        if (!std::string_view(error.what()).starts_with("line "))
            std::abort();
        return 0;
    }
    gf::unboundNumerals(lesson);
    for (const gf::LessonText& words : gf::wordsOf(lesson))
        gf::filledWords(lesson, words, [](const gf::LessonClaim& claim) { return claim.value; });
    for (const gf::LessonClaim* claim : gf::blocksOf<gf::LessonClaim>(lesson))
        if (claim->kind == gf::LessonClaim::Kind::Number &&
            (claim->valueBegin >= claim->valueEnd || claim->valueEnd > text.size() ||
             std::strtod(
                 std::string(text.substr(claim->valueBegin, claim->valueEnd - claim->valueBegin))
                     .c_str(),
                 nullptr) != claim->value))
            std::abort();
    return 0;
}

std::vector<std::string> gf::test::seeds() {
    return {smallLesson,
            "```lesson\n{\"title\": \"T\", \"idea\": \"I\", \"minutes\": 1}\n```\n## P\n"};
}

std::vector<std::string> gf::test::words() {
    return {"```",        "---\n",       "## ",   "\"id\"", "\"task\"", "\"steps\"",
            "\"find\"",   "{claim:",     "{set:", "$",      "`",        "\"answers\"",
            "\"hints\"",  "\"measure\"", "null",  "1e308",  "-0",       "18446744073709551615",
            "\"value\"",  "\\u0000",     "\xff",  "<a",     "](",       "\n\n",
            "```claim\n", "```scene\n"};
}
