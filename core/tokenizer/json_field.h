// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A value of a JSON file and where it stands in it: what it does not hold as it should is an Error
/// that says where, what it was and what would be right.
class Field {
public:
    Field(const nlohmann::json& value, std::string where)
        : m_value(&value), m_where(std::move(where)) {}

    const std::string& where() const { return m_where; } ///< "normalizer.normalizers[1]"
    const nlohmann::json& json() const { return *m_value; }
    bool isNull() const { return m_value->is_null(); }
    bool isText() const { return m_value->is_string(); }

    /// A member; null where it is not there. An object is needed.
    Field at(const std::string& key) const;
    bool has(const std::string& key) const { return !at(key).isNull(); }
    /// The items of an array.
    std::vector<Field> items() const;
    /// The members of an object, by their keys.
    std::vector<std::pair<std::string, Field>> members() const;

    std::string text() const;
    std::string text(std::string_view otherwise) const; ///< where it is null
    bool flag(bool otherwise) const;                    ///< where it is null
    /// A whole number from 0 to `most`.
    std::int32_t count(std::int32_t most) const;
    std::int32_t count(std::int32_t most, std::int32_t otherwise) const;

    /// What it is was not expected: `expected` is what would be right.
    [[noreturn]] void refuse(std::string_view expected) const;
    /// Its name is that of something that is not read here.
    [[noreturn]] void refuseName() const;

private:
    const nlohmann::json* m_value;
    std::string m_where;
};

} // namespace gf
