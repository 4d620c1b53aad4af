// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/config.h"

#include <nlohmann/json.hpp>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gf {

/// Reads the keys of one JSON object into variables and gathers what is wrong with them. A key that
/// is missing leaves its variable as it is.
class FieldReader {
public:
    /// `what` is the object in messages: "the model configuration". Keys that are not `known` are
    /// problems, with the closest known one as a suggestion.
    FieldReader(const nlohmann::json& object, Phrase what, std::span<const std::string_view> known);

    void integer(std::string_view key, Index& value, const FieldRange& range);
    void real(std::string_view key, double& value, const FieldRange& range);
    void flag(std::string_view key, bool& value);
    void seed(std::string_view key, std::uint64_t& value);
    /// Which of `choices`, by its place.
    void choice(std::string_view key, std::size_t& place,
                std::span<const std::string_view> choices);
    /// The place of the text in `choices` is the value of the enumerator.
    template <class Enum>
    requires std::is_enum_v<Enum>
    void choice(std::string_view key, Enum& value, std::span<const std::string_view> choices) {
        auto place = static_cast<std::size_t>(value);
        choice(key, place, choices);
        value = static_cast<Enum>(place);
    }

    void add(std::string_view key, Sentence sentence);
    /// Whether a key, or anything at all when none is given, has a problem.
    bool hasProblem(std::string_view key) const;
    const std::vector<ConfigProblem>& problems() const { return m_problems; }

private:
    const nlohmann::json* find(std::string_view key) const;

    const nlohmann::json& m_object;
    std::vector<ConfigProblem> m_problems;
};

/// The nearest of `known` by edit distance, or empty when none is near enough to be meant.
std::string_view closest(std::string_view word, std::span<const std::string_view> known);

/// A list for people: "a, b or c".
Sentence alternatives(std::span<const std::string> items);

} // namespace gf
