// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/spans.h"

#include "core/io/quote.h"
#include "core/lesson/lesson_fields.h"
#include "core/lesson/markup.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace gf {

namespace {

using Kind = LessonSpan::Kind;

/// {claim:ID} or {set:ID.key}.
LessonSpan quotedSpan(std::string_view inside, int line) {
    const std::size_t colon = inside.find(':');
    const std::string_view kind = inside.substr(0, colon);
    if (colon == std::string_view::npos || (kind != "claim" && kind != "set"))
        refuseLesson(line, {phrase("%1 stands in braces, but must be %2"), inQuotes(inside),
                            "{claim:ID}, {set:ID.KEY}"});
    return {kind == "claim" ? Kind::Claim : Kind::Setting, std::string(inside.substr(colon + 1))};
}

bool isUnbound(const LessonSpan& span, const Lesson& lesson) {
    switch (span.kind) {
    case Kind::Words:
        return hasDigitOutsideSources(span.text);
    case Kind::Formula:
        return hasMeasuredNumber(span.text);
    case Kind::Code:
        return hasDigit(span.text) &&
               std::ranges::none_of(lesson.settings, [&](const LessonSetting& setting) {
                   return setting.text.find(span.text) != std::string::npos;
               });
    case Kind::Claim:
    case Kind::Setting:
        break;
    }
    return false;
}

void add(std::vector<LessonText>& all, int line, const std::string& words) {
    if (!words.empty())
        all.push_back({line, words});
}

void addQuestion(std::vector<LessonText>& all, const LessonQuestion& question) {
    add(all, question.line, question.ask);
    for (const LessonAnswer& answer : question.answers) {
        add(all, question.line, answer.text);
        add(all, question.line, answer.shows);
    }
    add(all, question.line, question.answer);
    add(all, question.line, question.otherwise);
    for (const std::string& hint : question.hints)
        add(all, question.line, hint);
}

} // namespace

std::vector<LessonSpan> spansOf(std::string_view text, int line) {
    std::vector<LessonSpan> spans;
    const auto closing = [&](std::size_t from, char mark) {
        const std::size_t end = text.find(mark, from);
        if (end == std::string_view::npos)
            refuseLesson(
                line, {phrase("%1 opens something that does not end"), text.substr(from - 1, 1)});
        return end;
    };
    std::size_t begin = 0;
    for (std::size_t at = text.find_first_of("$`{}"); at != std::string_view::npos;
         at = text.find_first_of("$`{}", begin)) {
        if (at > begin)
            spans.push_back({Kind::Words, std::string(text.substr(begin, at - begin))});
        if (text[at] == '}')
            refuseLesson(line, {phrase("%1 closes something that was not opened"), "}"});
        const std::size_t end = closing(at + 1, text[at] == '{' ? '}' : text[at]);
        const std::string_view inside = text.substr(at + 1, end - at - 1);
        spans.push_back(text[at] == '{' ? quotedSpan(inside, line)
                                        : LessonSpan{text[at] == '$' ? Kind::Formula : Kind::Code,
                                                     std::string(inside)});
        begin = end + 1;
    }
    if (begin < text.size())
        spans.push_back({Kind::Words, std::string(text.substr(begin))});
    return spans;
}

std::string numberText(const LessonClaim& claim, double value) {
    const bool isShare = claim.as == LessonStyle::Percent;
    std::array<char, 400> text{}; // a double has at most 309 digits before the point
    std::snprintf(text.data(), text.size(), "%.*f", static_cast<int>(claim.decimals),
                  isShare ? value * 100 : value);
    std::string digits = text.data();
    if (digits.find_first_not_of("-0.") == std::string::npos && digits.starts_with('-'))
        digits.erase(0, 1); // −0 is 0
    return digits + (isShare ? " %" : "");
}

std::vector<LessonText> wordsOf(const Lesson& lesson) {
    std::vector<LessonText> all;
    add(all, 1, lesson.title);
    add(all, 1, lesson.idea);
    for (const std::string& words : lesson.board)
        add(all, 1, words);
    for (const LessonPage& page : lesson.pages) {
        add(all, page.line, page.title);
        for (const LessonItem& item : page.items)
            if (const auto* const text = std::get_if<LessonText>(&item))
                all.push_back(*text);
            else if (const auto* const question = std::get_if<LessonQuestion>(&item))
                addQuestion(all, *question);
            else if (const auto* const claim = std::get_if<LessonClaim>(&item))
                add(all, claim->line, claim->says);
            else if (const auto* const experiment = std::get_if<LessonExperiment>(&item);
                     experiment && experiment->compare)
                for (const std::string& name : experiment->compare->names)
                    add(all, experiment->line, name);
    }
    return all;
}

std::vector<LessonProblem> unboundNumerals(const Lesson& lesson) {
    std::vector<LessonProblem> problems;
    for (const LessonText& text : wordsOf(lesson))
        for (const LessonSpan& span : spansOf(text.words, text.line))
            if (isUnbound(span, lesson))
                problems.push_back(
                    {text.line,
                     {phrase("a number in %1 stands in no claim; write it as {claim:ID} or "
                             "{set:ID.KEY}"),
                      inQuotes(span.text)}});
    return problems;
}

} // namespace gf
