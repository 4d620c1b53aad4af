// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/field_values.h"

#include <type_traits>

namespace gf {

void give(FieldValues& values, const FieldValues& others) {
    for (const auto& [key, value] : others)
        values.insert_or_assign(key, value);
}

std::optional<double> numberOf(const FieldValue& value) {
    return std::visit(
        [](const auto& each) -> std::optional<double> {
            using Value = std::remove_cvref_t<decltype(each)>;
            if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
                return static_cast<double>(each);
            else
                return std::nullopt;
        },
        value);
}

std::string choiceOf(const FieldValue& value) {
    if (const bool* on = std::get_if<bool>(&value))
        return *on ? "true" : "false";
    const auto* word = std::get_if<std::string>(&value);
    return word ? *word : std::string();
}

std::optional<std::int64_t> wholeIn(const FieldValues& values, std::string_view key) {
    const auto found = values.find(key);
    const auto* whole = found == values.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return whole ? std::optional(*whole) : std::nullopt;
}

std::string choiceIn(const FieldValues& values, std::string_view key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string() : choiceOf(found->second);
}

} // namespace gf
