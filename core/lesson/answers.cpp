// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/answers.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>

namespace gf {

namespace {

constexpr JsonLimits limits{.bytes = 20'000, .depth = 3, .values = 500};
constexpr const char* lessonKey = "lesson";
constexpr const char* answersKey = "answers";
constexpr const char* wordsKey = "words"; ///< of each answer
constexpr const char* textKey = "text";
constexpr const char* rightKey = "right";

/// What the file says that the answer was; nothing in files of old versions.
std::optional<KeptAnswer> keptIn(const nlohmann::json& object, const std::string& id, Index place) {
    const nlohmann::json words = object.value(wordsKey, nlohmann::json::object());
    const nlohmann::json said = words.is_object() ? words.value(id, nlohmann::json()) : words;
    if (!said.is_object() || !said.contains(textKey) || !said[textKey].is_string() ||
        !said.contains(rightKey) || !said[rightKey].is_boolean())
        return std::nullopt;
    return KeptAnswer{place, said[textKey], said[rightKey]};
}

Index answerOf(const nlohmann::json& object, const std::string& id, const Lesson& lesson) {
    const nlohmann::json& value = object[answersKey][id];
    const LessonQuestion* question = lesson.question(id);
    if (!question || question->kind != LessonQuestion::Kind::Choice)
        throw Error(phrase("%1.%2 is no question of the lesson %3 with answers to choose from"),
                    answersKey, inQuotes(id), inQuotes(lesson.name));
    const auto most = static_cast<Index>(question->answers.size());
    if (!value.is_number_integer() || value < 1 || value > most)
        throw Error(phrase("%1.%2 is %3, but must be a whole number, 1 to %4"), answersKey, id,
                    inQuotes(jsonText(value)), most);
    const std::optional<KeptAnswer> kept = keptIn(object, id, value.get<Index>() - 1);
    const std::optional<Index> place = kept ? placeOf(*kept, *question) : std::nullopt;
    if (!place)
        throw Error(phrase("%1.%2 was said to other answers than this lesson has; save the answers "
                           "again, with the lesson as it is now"),
                    answersKey, id);
    return *place;
}

} // namespace

KeptAnswer keptAnswer(const LessonQuestion& question, Index place) {
    const LessonAnswer& answer = question.answers[static_cast<std::size_t>(place)];
    return {place, answer.text, answer.right};
}

std::optional<Index> placeOf(const KeptAnswer& kept, const LessonQuestion& question) {
    const auto& answers = question.answers;
    const auto same = std::ranges::find(answers, kept.words, &LessonAnswer::text);
    if (same != answers.end())
        return same - answers.begin();
    const bool fits = kept.place >= 0 && kept.place < static_cast<Index>(answers.size()) &&
                      answers[static_cast<std::size_t>(kept.place)].right == kept.right;
    return fits ? std::optional(kept.place) : std::nullopt;
}

std::string toText(const LessonAnswers& answers, const Lesson& lesson) {
    nlohmann::ordered_json object{{lessonKey, answers.lesson},
                                  {answersKey, nlohmann::ordered_json::object()},
                                  {wordsKey, nlohmann::ordered_json::object()}};
    for (const auto& [id, answer] : answers.chosen) {
        const KeptAnswer kept = keptAnswer(*lesson.question(id), answer);
        object[answersKey][id] = answer + 1;
        object[wordsKey][id] = {{textKey, kept.words}, {rightKey, kept.right}};
    }
    return object.dump(1) + '\n';
}

LessonAnswers parseAnswers(std::string_view text, const Lesson& lesson) {
    const nlohmann::json object = parseJson(text, limits);
    if (!object.is_object() || !object.contains(lessonKey) || !object[lessonKey].is_string() ||
        !object.contains(answersKey) || !object[answersKey].is_object() ||
        object.size() != (object.contains(wordsKey) ? 3U : 2U))
        throw Error(phrase("these are no answers to a lesson: an object with the fields %1 (a "
                           "text) and %2 (an object)"),
                    lessonKey, answersKey);
    LessonAnswers answers{object[lessonKey], {}};
    if (answers.lesson != lesson.name)
        throw Error(phrase("%1 is %2, but the lesson that is open is %3"), lessonKey,
                    inQuotes(answers.lesson), inQuotes(lesson.name));
    for (const auto& [id, value] : object[answersKey].items())
        answers.chosen[id] = answerOf(object, id, lesson);
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
