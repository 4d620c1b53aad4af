// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/model/config.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace gf {

template <class Config> Sentence nameOf(const FieldOf<Config>& field, FieldNames names) {
    switch (names) {
    case FieldNames::Labels:
        return Phrase(field.label);
    case FieldNames::Options:
        return field.option.name;
    case FieldNames::Keys:
        break;
    }
    return field.key;
}

/// Reads values into members and gathers what is wrong with them. A key that is missing leaves its
/// member as it is.
class FieldReader {
public:
    /// `what` they are in messages: "the model configuration". Keys that are not `known` are
    /// problems, with the closest known one as a suggestion. The values outlive the reader.
    FieldReader(const FieldValues& values, Phrase what, std::span<const std::string_view> known,
                FieldNames names = FieldNames::Keys);

    /// Reads the field's key into the member of `config`.
    template <class Config> void read(const FieldOf<Config>& field, Config& config) {
        const auto found = m_values.find(field.key);
        if (found == m_values.end())
            return;
        const Asked asked{field.key, nameOf(field, m_names), found->second};
        const auto readMember = [&](auto member) {
            if constexpr (std::is_same_v<decltype(member), ChoiceMember<Config>>) {
                std::size_t place = member.get(config);
                choice(asked, place, field.choices);
                member.set(config, place);
            } else {
                number(asked, config.*member, field.range);
            }
        };
        std::visit(readMember, field.member);
    }

    void add(std::string_view key, Sentence sentence);
    /// Whether a key, or anything at all when none is given, has a problem.
    bool hasProblem(std::string_view key) const;
    const std::vector<ConfigProblem>& problems() const { return m_problems; }
    FieldNames names() const { return m_names; }

private:
    /// A key that is there.
    struct Asked {
        std::string_view key;
        Sentence name;
        const FieldValue& value;
    };
    void number(const Asked& asked, Index& value, const FieldRange& range);
    void number(const Asked& asked, double& value, const FieldRange& range);
    void number(const Asked& asked, bool& value, const FieldRange&);
    void number(const Asked& asked, std::uint64_t& value, const FieldRange&);
    void number(const Asked& asked, std::vector<Index>& values, const FieldRange& range);
    /// Which of `choices`, by its place.
    void choice(const Asked& asked, std::size_t& place, std::span<const std::string_view> choices);
    Sentence said(const FieldValue& value) const;

    const FieldValues& m_values;
    FieldNames m_names;
    std::vector<ConfigProblem> m_problems;
};

/// The values of a JSON object. Throws Error for what is no object, which is called `what`.
FieldValues valuesOf(const nlohmann::json& object, Phrase what);
/// The way back.
nlohmann::json jsonOf(const FieldValues& values);

/// How a choice stands in a file: "true" and "false" are JSON's own, others strings.
FieldValue choiceValue(std::string_view choice);
/// A whole number that may be more than an int64 can be.
FieldValue wholeValue(std::uint64_t number);

/// Whole numbers: one is itself, several are "0,256", none is 0.
FieldValue listValue(const std::vector<Index>& numbers);

/// The value of a field in `config`.
template <class Config> FieldValue valueOf(const FieldOf<Config>& field, const Config& config) {
    const auto read = [&](auto member) -> FieldValue {
        if constexpr (std::is_same_v<decltype(member), ChoiceMember<Config>>)
            return choiceValue(field.chosen(config));
        else if constexpr (std::is_same_v<decltype(member), std::uint64_t Config::*>)
            return wholeValue(config.*member);
        else if constexpr (std::is_same_v<decltype(member), std::vector<Index> Config::*>)
            return listValue(config.*member);
        else
            return config.*member;
    };
    return std::visit(read, field.member);
}

/// The keys of a table of fields.
template <class Config, std::size_t size> constexpr std::array<std::string_view, size>
keysOf(const std::array<FieldOf<Config>, size>& fields) {
    std::array<std::string_view, size> keys{};
    std::ranges::transform(fields, keys.begin(), &FieldOf<Config>::key);
    return keys;
}

/// The nearest of `known` by edit distance, or empty when none is near enough to be meant.
std::string_view closest(std::string_view word, std::span<const std::string_view> known);

/// A list for people: "a, b or c".
Sentence alternatives(std::span<const std::string> items);

} // namespace gf
