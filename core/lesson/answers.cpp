// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/answers.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

namespace gf {

namespace {

constexpr JsonLimits limits{.bytes = 20'000, .depth = 3, .values = 500};
constexpr const char* lessonKey = "lesson";
constexpr const char* answersKey = "answers";

Index answerOf(const nlohmann::json& value, const std::string& id, const Lesson& lesson) {
    const LessonQuestion* question = lesson.question(id);
    if (!question || question->kind != LessonQuestion::Kind::Choice)
        throw Error(phrase("%1.%2 is no question of the lesson %3 with answers to choose from"),
                    answersKey, inQuotes(id), inQuotes(lesson.name));
    const auto most = static_cast<Index>(question->answers.size());
    if (!value.is_number_integer() || value < 1 || value > most)
        throw Error(phrase("%1.%2 is %3, but must be a whole number, 1 to %4"), answersKey, id,
                    inQuotes(jsonText(value)), most);
    return value.get<Index>() - 1;
}

} // namespace

std::string toText(const LessonAnswers& answers) {
    nlohmann::ordered_json object{{lessonKey, answers.lesson},
                                  {answersKey, nlohmann::ordered_json::object()}};
    for (const auto& [question, answer] : answers.chosen)
        object[answersKey][question] = answer + 1;
    return object.dump(1) + '\n';
}

LessonAnswers parseAnswers(std::string_view text, const Lesson& lesson) {
    const nlohmann::json object = parseJson(text, limits);
    if (!object.is_object() || !object.contains(lessonKey) || !object[lessonKey].is_string() ||
        !object.contains(answersKey) || !object[answersKey].is_object() || object.size() != 2)
        throw Error(phrase("these are no answers to a lesson: an object with the fields %1 (a "
                           "text) and %2 (an object)"),
                    lessonKey, answersKey);
    LessonAnswers answers{object[lessonKey], {}};
    if (answers.lesson != lesson.name)
        throw Error(phrase("%1 is %2, but the lesson that is open is %3"), lessonKey,
                    inQuotes(answers.lesson), inQuotes(lesson.name));
    for (const auto& [id, value] : object[answersKey].items())
        answers.chosen[id] = answerOf(value, id, lesson);
    return answers;
}

LessonAnswers readAnswersFile(const std::string& path, const Lesson& lesson) {
    const std::string text = readWholeFile(path, limits.bytes);
    try {
        return parseAnswers(text, lesson);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

} // namespace gf
