// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gf {

struct ModelConfig;

/// A key of the configuration and some of its choices.
struct KeyChoices {
    std::string_view key;
    std::array<std::string_view, 5> choices{}; ///< the empty ones count for nothing

    constexpr bool has(std::string_view choice) const {
        return !choice.empty() && std::ranges::find(choices, choice) != choices.end();
    }
};

/// What has to be chosen elsewhere in a configuration: every row has to hold, and one holds where
/// one of its keys has one of its choices. Without rows it always holds. Made by `is`, `either` and
/// `allOf`.
struct FieldCondition {
    using Row = std::array<KeyChoices, 3>; ///< those without a key count for nothing
    std::array<Row, 3> rows{};

    constexpr bool empty() const { return rows[0][0].key.empty(); }
};

/// `key` has one of these choices.
template <class... Choices>
constexpr FieldCondition is(std::string_view key, const Choices&... choices) {
    FieldCondition condition;
    condition.rows[0][0] = {key, {std::string_view(choices)...}};
    return condition;
}

/// One of these conditions of one key each holds.
template <class... Conditions> constexpr FieldCondition either(const Conditions&... conditions) {
    FieldCondition condition;
    condition.rows[0] = {conditions.rows[0][0]...};
    return condition;
}

/// All of these hold, each made by `is` or `either`.
template <class... Conditions> constexpr FieldCondition allOf(const Conditions&... conditions) {
    FieldCondition condition;
    condition.rows = {conditions.rows[0]...};
    return condition;
}

/// Whether a configuration is as the condition asks. A key that does not apply to it has no choice.
bool holds(const FieldCondition& condition, const ModelConfig& config);

/// For people: "Positions: relative and Family: transformer", with the labels of the keys.
Sentence described(const FieldCondition& condition);

} // namespace gf
