// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/config.h"

#include <nlohmann/json.hpp>

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

/// How messages call the keys of a configuration: as they stand in a file, by the labels that the
/// window puts beside their fields, or as options of the command line.
enum class FieldNames { Keys, Labels, Options };

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

/// Reads the keys of one JSON object into members and gathers what is wrong with them. A key that
/// is missing leaves its member as it is.
class FieldReader {
public:
    /// `what` is the object in messages: "the model configuration". Keys that are not `known` are
    /// problems, with the closest known one as a suggestion.
    FieldReader(const nlohmann::json& object, Phrase what, std::span<const std::string_view> known,
                FieldNames names = FieldNames::Keys);

    /// Reads the field's key into the member of `config`.
    template <class Config> void read(const FieldOf<Config>& field, Config& config) {
        const nlohmann::json* const found = find(field.key);
        if (found == nullptr)
            return;
        const Asked asked{field.key, nameOf(field, m_names), *found};
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
        const nlohmann::json& value;
    };
    void number(const Asked& asked, Index& value, const FieldRange& range);
    void number(const Asked& asked, double& value, const FieldRange& range);
    void number(const Asked& asked, bool& value, const FieldRange&);
    void number(const Asked& asked, std::uint64_t& value, const FieldRange&);
    /// Which of `choices`, by its place.
    void choice(const Asked& asked, std::size_t& place, std::span<const std::string_view> choices);
    Sentence said(const nlohmann::json& value) const;
    const nlohmann::json* find(std::string_view key) const;

    const nlohmann::json& m_object;
    FieldNames m_names;
    std::vector<ConfigProblem> m_problems;
};

/// A model's configuration with the keys as they are called now, and what is wrong with keys that
/// it has under both names.
struct PresentKeys {
    nlohmann::json object;
    std::vector<ConfigProblem> problems;
};
PresentKeys withPresentKeys(const nlohmann::json& object);

/// problemsOf() in the words of a form.
std::vector<ConfigProblem> problemsOf(const nlohmann::json& json, FieldNames names);
/// What is wrong with a training configuration, key by key.
std::vector<ConfigProblem> trainProblemsOf(const nlohmann::json& json, FieldNames names);
/// obstacleTo() in the words of a form.
Sentence obstacleTo(std::string_view key, std::string_view choice, const ModelConfig& config,
                    FieldNames names);

/// How a choice stands in a file: "true" and "false" are JSON's own, others strings.
nlohmann::json choiceValue(std::string_view choice);

/// The value of a field in `config`, as it stands in a file.
template <class Config> nlohmann::json valueOf(const FieldOf<Config>& field, const Config& config) {
    const auto read = [&](auto member) -> nlohmann::json {
        if constexpr (std::is_same_v<decltype(member), ChoiceMember<Config>>)
            return choiceValue(field.chosen(config));
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
