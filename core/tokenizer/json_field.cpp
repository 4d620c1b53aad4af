// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/json_field.h"

#include "core/io/quote.h"

namespace gf {

namespace {

const nlohmann::json nothing = nullptr;

/// What a value is, short enough for a sentence.
std::string inShort(const nlohmann::json& value) {
    if (value.is_string())
        return inQuotes(value.get_ref<const std::string&>());
    if (value.is_object())
        return "{…}";
    if (value.is_array())
        return "[…]";
    return value.dump();
}

} // namespace

Field Field::at(const std::string& key) const {
    if (!m_value->is_object())
        refuse("{…}");
    const auto found = m_value->find(key);
    return {found == m_value->end() ? nothing : *found,
            m_where.empty() ? key : m_where + "." + key};
}

std::vector<Field> Field::items() const {
    if (!m_value->is_array())
        refuse("[…]");
    std::vector<Field> fields;
    fields.reserve(m_value->size());
    for (const nlohmann::json& item : *m_value)
        fields.emplace_back(item, m_where + "[" + std::to_string(fields.size()) + "]");
    return fields;
}

std::vector<std::pair<std::string, Field>> Field::members() const {
    if (!m_value->is_object())
        refuse("{…}");
    std::vector<std::pair<std::string, Field>> fields;
    fields.reserve(m_value->size());
    for (const auto& [key, value] : m_value->items())
        fields.emplace_back(key, Field(value, m_where + "." + printable(shortened(key, 60))));
    return fields;
}

std::string Field::text() const {
    if (!isText())
        refuse("\"…\"");
    return m_value->get<std::string>();
}

std::string Field::text(std::string_view otherwise) const {
    return isNull() ? std::string(otherwise) : text();
}

bool Field::flag(bool otherwise) const {
    if (isNull())
        return otherwise;
    if (!m_value->is_boolean())
        refuse("true, false");
    return m_value->get<bool>();
}

std::int32_t Field::count(std::int32_t most) const {
    if (!m_value->is_number_integer() || *m_value < 0 || *m_value > most)
        refuse("0 … " + std::to_string(most));
    return m_value->get<std::int32_t>();
}

std::int32_t Field::count(std::int32_t most, std::int32_t otherwise) const {
    return isNull() ? otherwise : count(most);
}

void Field::refuse(std::string_view expected) const {
    throw Error(phrase("%1 is %2, but should be: %3"), m_where.empty() ? "JSON" : m_where,
                inShort(*m_value), expected);
}

void Field::refuseName() const {
    throw Error(phrase("%1 is %2, which this program does not read"), m_where, inShort(*m_value));
}

} // namespace gf
