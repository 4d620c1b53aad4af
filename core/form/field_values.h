// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace gf {

/// What a file has in the place of a value and no field can hold, as it stands there: "[1,2]".
struct OtherValue {
    std::string written;
    friend bool operator==(const OtherValue&, const OtherValue&) = default;
};

/// A value of a key, of the type of what was written or typed; what is wrong with it says whoever
/// reads it. A choice is a word, or for "true" and "false" a bool. Whole numbers that fit are
/// int64; the rest, which seeds may be, uint64.
using FieldValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, OtherValue>;
/// Values by key: of a file, a form, a run, a lesson. Keys that are not there stay as they are.
using FieldValues = std::map<std::string, FieldValue, std::less<>>;

/// Puts `others` into `values`, in the place of those with the same keys.
void give(FieldValues& values, const FieldValues& others);

/// The value as a number, whole or not; nothing where it is none.
std::optional<double> numberOf(const FieldValue& value);
/// The value as one of a list of choices: "pre", "true"; empty where it can be none.
std::string choiceOf(const FieldValue& value);

/// The whole number of a key; nothing where it has none.
std::optional<std::int64_t> wholeIn(const FieldValues& values, std::string_view key);
/// The choice of a key; empty where it has none.
std::string choiceIn(const FieldValues& values, std::string_view key);

} // namespace gf
