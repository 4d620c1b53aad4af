// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gf {
namespace {

using nlohmann::json;

constexpr Phrase mustBe = phrase("%1 is %2; it must be %3");

/// A value as it stands in the file, cut short.
std::string shown(const json& value) {
    const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

/// The shortest decimal that gives the number back, with a point in every locale.
std::string numberText(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// Whole numbers without an exponent: "1000000", not "1e+06".
std::string limitText(double value, bool whole) {
    return whole ? std::to_string(static_cast<long long>(value)) : numberText(value);
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

/// "layers, d_model, heads"
std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

} // namespace

json choiceValue(std::string_view choice) {
    if (choice == "true" || choice == "false")
        return choice == "true";
    return std::string(choice);
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

FieldReader::FieldReader(const json& object, Phrase what, std::span<const std::string_view> known,
                         FieldNames names)
    : m_object(object), m_names(names) {
    if (!object.is_object()) {
        add("", {phrase("%1 is %2; an object with keys and values in braces is needed"), what,
                 shown(object)});
        return;
    }
    for (const auto& [key, unused] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        const std::string_view meant = closest(key, known);
        const Sentence hint =
            meant.empty() ? Sentence(phrase("the known keys are %1"), listed(known))
                          : Sentence(phrase("did you mean %1?"), "\"" + std::string(meant) + "\"");
        add(key, {phrase("%1 has the unknown key %2 with the value %3; %4"), what, shown(json(key)),
                  shown(object.at(key)), hint});
    }
}

void FieldReader::number(const Asked& asked, Index& value, const FieldRange& range) {
    // 64.0 is as whole as 64: some writers know only one kind of number.
    const bool number = asked.value.is_number();
    const double given = number ? asked.value.get<double>() : 0;
    if (!number || given != std::floor(given))
        add(asked.key, {phrase("%1 is %2; it must be a whole number, %3"), asked.name,
                        said(asked.value), rangeText(range, true)});
    else if (!within(given, range))
        add(asked.key, {mustBe, asked.name, said(asked.value), rangeText(range, true)});
    else
        value = static_cast<Index>(given);
}

void FieldReader::number(const Asked& asked, double& value, const FieldRange& range) {
    if (!asked.value.is_number())
        add(asked.key, {phrase("%1 is %2; it must be a number, %3"), asked.name, said(asked.value),
                        rangeText(range, false)});
    else if (!within(asked.value.get<double>(), range))
        add(asked.key, {mustBe, asked.name, said(asked.value), rangeText(range, false)});
    else
        value = asked.value.get<double>();
}

void FieldReader::number(const Asked& asked, bool& value, const FieldRange&) {
    if (!asked.value.is_boolean())
        add(asked.key,
            {phrase("%1 is %2; it must be true or false"), asked.name, said(asked.value)});
    else
        value = asked.value.get<bool>();
}

void FieldReader::number(const Asked& asked, std::uint64_t& value, const FieldRange&) {
    const bool whole = asked.value.is_number_unsigned() ||
                       (asked.value.is_number_integer() && asked.value.get<std::int64_t>() >= 0);
    if (!whole)
        add(asked.key, {phrase("%1 is %2; it must be a whole number from 0 on that fits 64 bits"),
                        asked.name, said(asked.value)});
    else
        value = asked.value.get<std::uint64_t>();
}

void FieldReader::choice(const Asked& asked, std::size_t& place,
                         std::span<const std::string_view> choices) {
    if (asked.value.is_string() || asked.value.is_boolean()) {
        const std::string text =
            asked.value.is_string() ? asked.value.get<std::string>() : asked.value.dump();
        const auto match = std::find(choices.begin(), choices.end(), text);
        if (match != choices.end()) {
            place = static_cast<std::size_t>(match - choices.begin());
            return;
        }
    }
    std::vector<std::string> allowed;
    for (const std::string_view choice : choices)
        allowed.push_back(choiceValue(choice).dump());
    add(asked.key, {mustBe, asked.name, said(asked.value), alternatives(allowed)});
}

/// A value in the words of whoever reads the message: quotes are those of the window's language.
Sentence FieldReader::said(const json& value) const {
    const std::string text = shown(value);
    if (m_names != FieldNames::Labels || !value.is_string() || !text.ends_with('"'))
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

const json* FieldReader::find(std::string_view key) const {
    if (!m_object.is_object())
        return nullptr;
    const auto found = m_object.find(std::string(key));
    return found == m_object.end() ? nullptr : &*found;
}

} // namespace gf
