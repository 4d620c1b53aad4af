// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/fields.h"

#include "core/form/listed.h"
#include "core/tensor/decimal_text.h"
#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gf {
namespace {

using nlohmann::json;

constexpr Phrase mustBe = phrase("%1 is %2; it must be %3");

/// A value as it stands in a file.
json jsonOf(const FieldValue& value) {
    const auto read = [](const auto& each) -> json {
        if constexpr (std::is_same_v<decltype(each), const OtherValue&>)
            return each.written;
        else
            return each;
    };
    return std::visit(read, value);
}

std::string shortened(const std::string& text) {
    return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

std::string written(const json& value) {
    return value.dump(-1, ' ', true, json::error_handler_t::replace);
}

/// A value as it stands in the file, cut short.
std::string shown(const FieldValue& value) {
    const auto* other = std::get_if<OtherValue>(&value);
    return shortened(other ? other->written : written(jsonOf(value)));
}

FieldValue valueOf(const json& value) {
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_unsigned())
        return wholeValue(value.get<std::uint64_t>());
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (value.is_number())
        return value.get<double>();
    return OtherValue{written(value)};
}

/// Whole numbers without an exponent: "1000000", not "1e+06".
std::string limitText(double value, bool whole) {
    return whole ? std::to_string(static_cast<long long>(value)) : shortestDecimal(value);
}

bool within(double value, const FieldRange& range) {
    const bool below = range.belowMaximum ? value < range.maximum : value <= range.maximum;
    const bool above = range.aboveMinimum ? value > range.minimum : value >= range.minimum;
    return below && above;
}

Sentence rangeText(const FieldRange& range, bool whole) {
    const std::string low = limitText(range.minimum, whole);
    const std::string high = limitText(range.maximum, whole);
    if (range.aboveMinimum && range.belowMaximum)
        return {phrase("above %1 and below %2"), low, high};
    if (range.aboveMinimum)
        return {phrase("above %1 and at most %2"), low, high};
    if (range.belowMaximum)
        return {phrase("at least %1 and below %2"), low, high};
    return {phrase("between %1 and %2"), low, high};
}

/// Levenshtein's distance, letter case ignored.
std::size_t editDistance(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(a[i]) != lower(b[j]) ? 1 : 0);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
        }
    }
    return row.back();
}

} // namespace

FieldValues valuesOf(const json& object, Phrase what) {
    if (!object.is_object())
        throw Error(phrase("%1 is %2; an object with keys and values in braces is needed"), what,
                    shortened(written(object)));
    FieldValues values;
    for (const auto& [key, value] : object.items())
        values[key] = valueOf(value);
    return values;
}

json jsonOf(const FieldValues& values) {
    json object = json::object();
    for (const auto& [key, value] : values)
        object[key] = jsonOf(value);
    return object;
}

FieldValue choiceValue(std::string_view choice) {
    if (choice == "true" || choice == "false")
        return choice == "true";
    return std::string(choice);
}

FieldValue listValue(const std::vector<Index>& numbers) {
    if (numbers.size() < 2)
        return static_cast<std::int64_t>(numbers.empty() ? 0 : numbers.front());
    std::string text;
    for (const Index number : numbers)
        text.append(text.empty() ? "" : ",").append(std::to_string(number));
    return text;
}

FieldValue wholeValue(std::uint64_t number) {
    if (number <= std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return static_cast<std::int64_t>(number);
    return number;
}

std::string_view closest(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t longestWord = 40; // longer ones are not a slip of the finger
    if (word.empty() || word.size() > longestWord || known.empty())
        return {};
    const auto best = *std::min_element(known.begin(), known.end(), [&](auto a, auto b) {
        return editDistance(word, a) < editDistance(word, b);
    });
    const std::size_t enough = std::max<std::size_t>(2, best.size() / 3);
    if (editDistance(word, best) <= enough)
        return best;
    // "source_vocabulary": far in letters, but what it means is plain.
    const auto longer =
        std::find_if(known.begin(), known.end(), [&](auto each) { return word.starts_with(each); });
    return longer == known.end() ? std::string_view{} : *longer;
}

Sentence alternatives(std::span<const std::string> items) {
    std::string first;
    for (std::size_t i = 0; i + 1 < items.size(); ++i)
        first += (i == 0 ? "" : ", ") + items[i];
    if (items.size() < 2)
        return items.empty() ? Sentence() : Sentence(items.front());
    return {phrase("%1 or %2"), first, items.back()};
}

FieldReader::FieldReader(const FieldValues& values, Phrase what,
                         std::span<const std::string_view> known, FieldNames names)
    : m_values(values), m_names(names) {
    for (const auto& [key, value] : values) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        const std::string_view meant = closest(key, known);
        const Sentence hint =
            meant.empty() ? Sentence(phrase("the known keys are %1"), listed(known))
                          : Sentence(phrase("did you mean %1?"), "\"" + std::string(meant) + "\"");
        add(key, {phrase("%1 has the unknown key %2 with the value %3; %4"), what, shown(key),
                  shown(value), hint});
    }
}

void FieldReader::number(const Asked& asked, Index& value, const FieldRange& range) {
    // 64.0 is as whole as 64: some writers know only one kind of number.
    const std::optional<double> given = numberOf(asked.value);
    if (!given || *given != std::floor(*given))
        add(asked.key, {phrase("%1 is %2; it must be a whole number, %3"), asked.name,
                        said(asked.value), rangeText(range, true)});
    else if (!within(*given, range))
        add(asked.key, {mustBe, asked.name, said(asked.value), rangeText(range, true)});
    else
        value = static_cast<Index>(*given);
}

void FieldReader::number(const Asked& asked, double& value, const FieldRange& range) {
    const std::optional<double> given = numberOf(asked.value);
    if (!given)
        add(asked.key, {phrase("%1 is %2; it must be a number, %3"), asked.name, said(asked.value),
                        rangeText(range, false)});
    else if (!within(*given, range))
        add(asked.key, {mustBe, asked.name, said(asked.value), rangeText(range, false)});
    else
        value = *given;
}

void FieldReader::number(const Asked& asked, bool& value, const FieldRange&) {
    if (const bool* given = std::get_if<bool>(&asked.value))
        value = *given;
    else
        add(asked.key,
            {phrase("%1 is %2; it must be true or false"), asked.name, said(asked.value)});
}

void FieldReader::number(const Asked& asked, std::uint64_t& value, const FieldRange&) {
    const auto* whole = std::get_if<std::int64_t>(&asked.value);
    if (const auto* large = std::get_if<std::uint64_t>(&asked.value))
        value = *large;
    else if (whole && *whole >= 0)
        value = static_cast<std::uint64_t>(*whole);
    else
        add(asked.key, {phrase("%1 is %2; it must be a whole number from 0 on that fits 64 bits"),
                        asked.name, said(asked.value)});
}

/// A list stands there as "0,256", as JSON has it, or as its only number; all zeros are no list.
void FieldReader::number(const Asked& asked, std::vector<Index>& values, const FieldRange& range) {
    constexpr std::size_t mostNumbers = 64;
    std::string text;
    if (const std::optional<double> number = numberOf(asked.value))
        text = shortestDecimal(*number);
    else if (const auto* written = std::get_if<std::string>(&asked.value))
        text = *written;
    else if (const auto* other = std::get_if<OtherValue>(&asked.value);
             other && other->written.starts_with('[') && other->written.ends_with(']'))
        text = other->written.substr(1, other->written.size() - 2);
    const auto numbers = numbersIn(text);
    const bool fits = numbers && numbers->size() <= mostNumbers &&
                      std::ranges::all_of(*numbers, [&](Index number) {
                          return within(static_cast<double>(number), range);
                      });
    if (!fits)
        return add(asked.key,
                   {phrase("%1 is %2; it must be a whole number, %3, or at most %4 such with "
                           "commas between them"),
                    asked.name, said(asked.value), rangeText(range, true), mostNumbers});
    values = std::ranges::all_of(*numbers, [](Index number) { return number == 0; })
                 ? std::vector<Index>()
                 : *numbers;
}

void FieldReader::choice(const Asked& asked, std::size_t& place,
                         std::span<const std::string_view> choices) {
    const auto match = std::find(choices.begin(), choices.end(), choiceOf(asked.value));
    if (match != choices.end()) {
        place = static_cast<std::size_t>(match - choices.begin());
        return;
    }
    std::vector<std::string> allowed;
    for (const std::string_view choice : choices)
        allowed.push_back(written(jsonOf(choiceValue(choice))));
    add(asked.key, {mustBe, asked.name, said(asked.value), alternatives(allowed)});
}

/// A value in the words of whoever reads the message: quotes are those of the window's language.
Sentence FieldReader::said(const FieldValue& value) const {
    const std::string text = shown(value);
    if (m_names != FieldNames::Labels || !std::holds_alternative<std::string>(value) ||
        !text.ends_with('"'))
        return text;
    return {phrase("“%1”"), text.substr(1, text.size() - 2)};
}

void FieldReader::add(std::string_view key, Sentence sentence) {
    m_problems.push_back({std::string(key), std::move(sentence)});
}

bool FieldReader::hasProblem(std::string_view key) const {
    return std::any_of(m_problems.begin(), m_problems.end(),
                       [&](const ConfigProblem& problem) { return problem.key == key; });
}

} // namespace gf
