// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field.h"
#include "core/model/condition.h"
#include "core/tensor/shape.h"

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace gf {

/// A member of Config that is an enumeration, read and written as the place of its enumerator.
template <class Config> struct ChoiceMember {
    std::size_t (*get)(const Config&);
    void (*set)(Config&, std::size_t);
};

/// Where a key's value stands in Config; which of these it is says what kind of value it has, in
/// the order of FieldType; of a list it is Numbers.
template <class Config> using FieldMember =
    std::variant<ChoiceMember<Config>, Index Config::*, double Config::*, bool Config::*,
                 std::uint64_t Config::*, std::vector<Index> Config::*>;

/// One key of a configuration. Its default is the member's in Config.
template <class Config> struct FieldOf : FormField {
    FieldMember<Config> member;
    /// Every model has it, or those that are so, by keys further up; in others it is greyed, not
    /// read and not written.
    FieldCondition only;

    constexpr FieldOf(const FormField& field, FieldMember<Config> at,
                      const FieldCondition& where = {})
        : FormField(field), member(at), only(where) {
        type = std::holds_alternative<std::vector<Index> Config::*>(member)
                   ? FieldType::Numbers
                   : static_cast<FieldType>(member.index());
    }
    /// Of a Choice: which it is, its choices being in the enumerators' order; of a Switch: "true"
    /// or "false".
    std::string_view chosen(const Config& config) const {
        if (const auto* const isOn = std::get_if<bool Config::*>(&member))
            return config.*(*isOn) ? "true" : "false";
        return choices[std::get<ChoiceMember<Config>>(member).get(config)];
    }
};

/// The member of a FieldOf that is an enumeration: choice<&ModelConfig::cell>.
template <auto member> struct ChoiceOf;
template <class Config, class Enum, Enum Config::*member> struct ChoiceOf<member> {
    static constexpr ChoiceMember<Config> value{
        .get = [](const Config& c) { return static_cast<std::size_t>(c.*member); },
        .set = [](Config& c, std::size_t place) { c.*member = static_cast<Enum>(place); }};
};
template <auto member> constexpr auto choice = ChoiceOf<member>::value;

} // namespace gf
