// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/listed.h"
#include "core/io/quote.h"
#include "core/lab/lab.h"
#include "core/tensor/decimal_text.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gf {

namespace {

constexpr std::size_t longestText = 1000; ///< in bytes

/// As it was given.
std::string written(const FieldValue& value) {
    if (const auto* const text = std::get_if<std::string>(&value))
        return inQuotes(*text);
    if (const auto* const other = std::get_if<OtherValue>(&value))
        return inQuotes(other->written);
    if (const std::optional<double> number = numberOf(value))
        return plainDecimal(*number);
    return choiceOf(value);
}

/// The initial value as a value of the knob's type.
FieldValue initialValue(const LabKnob& knob) {
    if (knob.field.type == FieldType::Integer)
        return std::int64_t{static_cast<std::int64_t>(knob.initialNumber())};
    if (knob.field.type == FieldType::Real)
        return knob.initialNumber();
    return std::string(knob.initial);
}

bool isWithin(double number, const FieldRange& range) {
    return number >= range.minimum && number <= range.maximum;
}

std::vector<std::string> splitAtCommas(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char letter : text)
        if (letter == ',')
            parts.emplace_back();
        else
            parts.back() += letter;
    return parts;
}

bool isChoice(const LabKnob& knob, std::string_view word) {
    return std::ranges::find(knob.field.choices, word) != knob.field.choices.end();
}

/// A single number of a list may be given as a number.
std::string listIn(const FieldValue& value) {
    const auto* const number = std::get_if<std::int64_t>(&value);
    return number ? std::to_string(*number) : choiceOf(value);
}

bool areNumbers(const LabKnob& knob, const FieldValue& value) {
    const std::string list = listIn(value);
    if (!knob.field.choices.empty())
        return std::ranges::all_of(splitAtCommas(list),
                                   [&](const std::string& word) { return isChoice(knob, word); });
    const auto numbers = numbersIn(list);
    return numbers && numbers->size() <= knob.mostNumbers &&
           std::ranges::all_of(*numbers, [&](Index number) {
               return isWithin(static_cast<double>(number), knob.field.range);
           });
}

/// What is wanted of a value; nothing where this one is right.
std::optional<Sentence> wantedOf(const LabKnob& knob, const FieldValue& value) {
    const FieldRange& range = knob.field.range;
    const std::string least = plainDecimal(range.minimum), most = plainDecimal(range.maximum);
    const std::optional<double> number = numberOf(value);
    switch (knob.field.type) {
    case FieldType::Integer:
    case FieldType::Seed:
        if (number && *number == std::floor(*number) && isWithin(*number, range))
            return {};
        return Sentence(phrase("a whole number, %1 to %2"), least, most);
    case FieldType::Real:
        if (number && isWithin(*number, range))
            return {};
        return Sentence(phrase("a number, %1 to %2"), least, most);
    case FieldType::Switch:
        if (std::holds_alternative<bool>(value))
            return {};
        return Sentence(phrase("true or false"));
    case FieldType::Choice:
        if (isChoice(knob, choiceOf(value)))
            return {};
        return Sentence(phrase("one of %1"), listed(knob.field.choices));
    case FieldType::Text:
        if (const std::string text = listIn(value); !text.empty() && text.size() <= longestText)
            return {};
        return Sentence(phrase("a text of 1 to %1 bytes"), longestText);
    case FieldType::Numbers:
        if (areNumbers(knob, value))
            return {};
        if (!knob.field.choices.empty())
            return Sentence(phrase("one of %1"), listed(knob.field.choices));
        return Sentence(phrase("at most %1 whole numbers with commas between them, each %2 to %3"),
                        knob.mostNumbers, least, most);
    }
    return {};
}

} // namespace

double LabKnob::initialNumber() const {
    if (field.type == FieldType::Choice)
        return static_cast<double>(std::ranges::find(field.choices, initial) -
                                   field.choices.begin());
    double number = 0;
    std::from_chars(initial.data(), initial.data() + initial.size(), number);
    return number;
}

std::optional<Sentence> problemWith(const LabKnob& knob, const FieldValue& value) {
    const std::optional<Sentence> wanted = wantedOf(knob, value);
    if (!wanted)
        return {};
    return Sentence(phrase("is %1, but must be %2"), written(value), *wanted);
}

KnobValues::KnobValues(const Lab& lab, const FieldValues& given) {
    for (const LabKnob& knob : lab.knobs)
        if (!knob.initial.empty())
            m_values[std::string(knob.name())] = initialValue(knob);
        else if (knob.field.type == FieldType::Switch)
            m_values[std::string(knob.name())] = false;
    for (const auto& [name, value] : given) {
        const LabKnob* const knob = lab.findKnob(name);
        if (!knob)
            throw Error(phrase("knobs: %1 %2"), name, phrase("is no knob of this lab"));
        if (const auto problem = problemWith(*knob, value))
            throw Error(phrase("knobs: %1 %2"), name, *problem);
        m_values[name] = value;
    }
}

const FieldValue& KnobValues::at(std::string_view knob) const {
    return m_values.find(knob)->second;
}

Index KnobValues::whole(std::string_view knob) const {
    return static_cast<Index>(*numberOf(at(knob)));
}

double KnobValues::real(std::string_view knob) const {
    return *numberOf(at(knob));
}

bool KnobValues::isOn(std::string_view knob) const {
    return std::get<bool>(at(knob));
}

std::string KnobValues::text(std::string_view knob) const {
    return listIn(at(knob));
}

std::vector<Index> KnobValues::numbers(std::string_view knob) const {
    return *numbersIn(listIn(at(knob)));
}

std::vector<std::string> KnobValues::words(std::string_view knob) const {
    return splitAtCommas(listIn(at(knob)));
}

} // namespace gf
