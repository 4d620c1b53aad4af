// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/condition.h"
#include "core/tensor/shape.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace gf {

/// What a number may be; a limit itself may be left out ("at least 0 and below 1").
struct FieldRange {
    double minimum = 0;
    double maximum = 0;
    bool belowMaximum = false;
    bool aboveMinimum = false;
};

/// A member of Config that is an enumeration, read and written as the place of its enumerator.
template <class Config> struct ChoiceMember {
    std::size_t (*get)(const Config&);
    void (*set)(Config&, std::size_t);
};

/// Where a key's value stands in Config; which of these it is says what kind of value it has.
template <class Config> using FieldMember =
    std::variant<ChoiceMember<Config>, Index Config::*, double Config::*, bool Config::*,
                 std::uint64_t Config::*>;

enum class FieldType { Choice, Integer, Real, Switch, Seed }; // in the order of FieldMember

/// How a key is given on the command line.
struct KeyOption {
    std::string_view name = {}; ///< "--lr"; empty: by files and forms alone
    std::string_view note = {}; ///< what --help says beyond the key's help
    bool isKept = false;        ///< a run that goes on keeps what it began with
};

/// One key of a configuration: all that reader, writer, error messages, command line and the New
/// model dialog know of it. Its default is the member's in Config.
template <class Config> struct FieldOf {
    std::string_view key;   ///< "d_model"
    std::string_view label; ///< "Model width D"
    FieldMember<Config> member;
    std::span<const std::string_view> choices = {}; ///< for Choice, in the enumerators' order
    FieldRange range = {};                          ///< for Integer and Real; a dialog's for Seed
    bool fromTask = false; ///< belongs to the task, which sets it: nobody is asked for it
    std::string_view help; ///< one sentence
    KeyOption option = {};
    std::string_view formerly = {}; ///< what files called the key before; it is read for ever
    /// Every model has it, or those that are so, by keys further up; in others it is greyed, not
    /// read and not written.
    FieldCondition only = {};

    FieldType type() const { return static_cast<FieldType>(member.index()); }
    /// Of a Choice: which it is.
    std::string_view chosen(const Config& config) const {
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
