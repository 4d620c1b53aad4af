// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/date_task.h"

#include "core/data/task_base.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace gf {

namespace {

using namespace std::chrono;

constexpr std::array<std::string_view, 12> monthNames = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> weekdayNames = {
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};

constexpr sys_days firstDay = year{1900} / January / 1;
constexpr sys_days lastDay = year{2099} / December / 31;
/// The years that two digits can mean.
constexpr int firstShortYear = 1950;
constexpr int lastShortYear = 2049;

/// A day in the pieces that the spellings are made of.
struct DateParts {
    explicit DateParts(sys_days date) {
        const year_month_day parts{date};
        yearNumber = static_cast<int>(parts.year());
        monthNumber = static_cast<unsigned>(parts.month());
        dayNumber = static_cast<unsigned>(parts.day());
        y = std::to_string(yearNumber);
        m = std::to_string(monthNumber);
        d = std::to_string(dayNumber);
        month = monthNames[monthNumber - 1];
        weekday = weekdayNames[std::chrono::weekday{date}.c_encoding()];
    }

    /// Whether two digits of the year can mean it.
    bool hasShortYear() const {
        return yearNumber >= firstShortYear && yearNumber <= lastShortYear;
    }

    int yearNumber;
    unsigned monthNumber, dayNumber;
    std::string y, m, d; ///< without zeros in front
    std::string month, weekday;
};

std::string twoDigits(const std::string& number) {
    return number.size() < 2 ? "0" + number : number.substr(number.size() - 2);
}

std::string ordinal(const DateParts& date) {
    const unsigned last = date.dayNumber % 10;
    if (date.dayNumber / 10 == 1 || last == 0 || last > 3)
        return date.d + "th";
    return date.d + (last == 1 ? "st" : last == 2 ? "nd" : "rd");
}

std::string iso(const DateParts& date) {
    return date.y + "-" + twoDigits(date.m) + "-" + twoDigits(date.d);
}

using Spelling = std::string (*)(const DateParts&);

/// The one that only some years have is last, so that the others can leave it out.
constexpr std::array<Spelling, 10> spellings = {
    [](const DateParts& p) { return p.d + " " + p.month + " " + p.y; },
    [](const DateParts& p) { return p.month + " " + p.d + ", " + p.y; },
    [](const DateParts& p) { return p.month.substr(0, 3) + " " + p.d + " " + p.y; },
    [](const DateParts& p) { return p.d + " " + p.month.substr(0, 3) + " " + p.y; },
    [](const DateParts& p) { return ordinal(p) + " of " + p.month + " " + p.y; },
    [](const DateParts& p) { return p.weekday + " " + p.d + " " + p.month + " " + p.y; },
    [](const DateParts& p) { return twoDigits(p.d) + "/" + twoDigits(p.m) + "/" + p.y; },
    [](const DateParts& p) { return p.d + "." + p.m + "." + p.y; },
    [](const DateParts& p) { return p.y + "." + p.m + "." + p.d; },
    [](const DateParts& p) { return p.d + "-" + p.month.substr(0, 3) + "-" + twoDigits(p.y); },
};

Drawn drawDate(Draws& draws) {
    constexpr auto dayCount = static_cast<std::uint64_t>((lastDay - firstDay).count() + 1);
    const DateParts parts(firstDay + days{static_cast<int>(draws.below(dayCount))});
    const std::size_t choices = parts.hasShortYear() ? spellings.size() : spellings.size() - 1;
    const std::string source = spellings[draws.below(choices)](parts);
    return {{source, iso(parts)}, iso(parts)};
}

/// The numbers of a text, in their order.
std::vector<int> numbersIn(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    std::vector<int> numbers;
    for (std::size_t at = text.find_first_of(digits); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
        if (end - at > 4)
            return {};
        numbers.push_back(std::stoi(std::string(text.substr(at, end - at))));
        at = text.find_first_of(digits, end);
    }
    return numbers;
}

/// Whether the day has this spelling.
bool isSpelled(const DateParts& parts, std::string_view source) {
    return std::any_of(spellings.begin(), spellings.end(),
                       [&](Spelling spelling) { return spelling(parts) == source; });
}

/// A day is meant when one of its spellings is the text: tried are the days that can be made of the
/// text's numbers, with every month.
std::optional<std::string> dateMeant(std::string_view source) {
    const std::vector<int> numbers = numbersIn(source);
    for (const int first : numbers)
        for (const int second : numbers)
            for (unsigned month = 1; month <= monthNames.size(); ++month) {
                const int full =
                    second < 100 ? second + (second < firstShortYear % 100 ? 2000 : 1900) : second;
                const year_month_day date{year{full}, std::chrono::month{month},
                                          day{static_cast<unsigned>(first)}};
                if (first > 31 || !date.ok() || sys_days(date) < firstDay ||
                    sys_days(date) > lastDay)
                    continue;
                const DateParts parts{sys_days(date)};
                if (isSpelled(parts, source))
                    return iso(parts);
            }
    return std::nullopt;
}

} // namespace

std::optional<SpelledDay> theDayLike(std::string_view spelled, std::string_view wantedIso) {
    const auto like = [](std::string_view text, std::string_view pattern) {
        return std::ranges::equal(text, pattern,
                                  [](char a, char wanted) { return wanted == '_' || a == wanted; });
    };
    std::optional<SpelledDay> found;
    for (sys_days day = firstDay; day <= lastDay; day += days{1}) {
        const DateParts parts(day);
        if (!like(iso(parts), wantedIso))
            continue;
        for (const Spelling spelling : spellings) {
            if (spelling == spellings.back() && !parts.hasShortYear())
                continue;
            const std::string text = spelling(parts);
            if (!like(text, spelled))
                continue;
            if (found && (found->spelled != text || found->iso != iso(parts)))
                return std::nullopt;
            found = SpelledDay{text, iso(parts)};
        }
    }
    return found;
}

/// Any day from 1900-01-01 to 2099-12-31 as people write it, in lower case, to ISO 8601:
/// "3 march 1997" → "1997-03-03". The spellings, each as often as the others:
///
/// | written                | how                                                          |
/// |------------------------|--------------------------------------------------------------|
/// | 3 march 1997           | day, month's name, year                                      |
/// | march 3, 1997          | month's name first                                           |
/// | mar 3 1997             | month's first three letters                                  |
/// | 3 mar 1997             |                                                              |
/// | 3rd of march 1997      | 1st, 2nd, 3rd, 4th, … 11th, 12th, 13th, … 21st               |
/// | monday 3 march 1997    | with its weekday (Gregorian calendar)                        |
/// | 03/03/1997             | always day / month / year, two digits each and four          |
/// | 3.3.1997               | always day . month . year                                    |
/// | 1997.3.3               | always year . month . day                                    |
/// | 3-mar-97               | two digits of the year: 50 to 99 are 1950 to 1999, 00 to 49  |
/// |                        | are 2000 to 2049; other years are never written so           |
///
/// A day of validation is met in training in no spelling.
GeneratedProblem dateProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "date";
    problem.sourceAlphabet = "0123456789 ,./-";
    for (const std::string_view name : monthNames)
        problem.sourceAlphabet += name;
    for (const std::string_view name : weekdayNames)
        problem.sourceAlphabet += name;
    problem.targetAlphabet = "0123456789-";
    problem.longestSource = std::string_view("wednesday 30 september 1997").size();
    problem.longestTarget = 10;
    problem.draw = drawDate;
    problem.answer = dateMeant;
    problem.showcase = {"3 march 1997", "1997-03-03"};
    problem.training = noamTraining(1600, 64, 100);
    return problem;
}

} // namespace gf
