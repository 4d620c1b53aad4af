// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding.h"

#include "core/io/json.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gf {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Finding& finding) {
    if (const auto* const list = finding.list()) {
        Json array = Json::array();
        for (const Finding& each : *list)
            array.push_back(jsonOf(each));
        return array;
    }
    if (const auto* const fields = finding.fields()) {
        Json object = Json::object();
        for (const auto& [name, value] : *fields)
            object[name] = jsonOf(value);
        return object;
    }
    return finding.scalar([](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::monostate>)
            return nullptr;
        else
            return value;
    });
}

Finding findingIn(const Json& json) {
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number_integer() &&
        json.get<double>() == static_cast<double>(json.get<std::int64_t>()))
        return json.get<std::int64_t>();
    if (json.is_number())
        return json.get<double>();
    if (json.is_string())
        return json.get<std::string>();
    if (json.is_array()) {
        Finding::List list;
        for (const Json& each : json)
            list.push_back(findingIn(each));
        return list;
    }
    if (!json.is_object())
        return {};
    Finding::Fields fields;
    for (const auto& [name, value] : json.items())
        fields.emplace_back(name, findingIn(value));
    return fields;
}

/// A place in a list: "0", "12"; nothing for "01" and what is none.
std::optional<std::size_t> placeIn(std::string_view name) {
    std::size_t place = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, problem] = std::from_chars(name.data(), end, place);
    if (problem != std::errc() || stop != end || (name.size() > 1 && name.front() == '0'))
        return {};
    return place;
}

} // namespace

Finding::Finding(std::initializer_list<std::pair<const char*, Finding>> fields)
    : m_value(Fields(fields.begin(), fields.end())) {}

Finding::Finding(std::span<const float> numbers) {
    List list;
    for (const float number : numbers)
        list.emplace_back(static_cast<double>(number));
    m_value = std::move(list);
}

Finding::Finding(const Tensor& matrix) {
    List rows;
    for (Index row = 0; row < matrix.shape()[0]; ++row)
        rows.emplace_back(rowOf(matrix, row));
    m_value = std::move(rows);
}

Finding& Finding::operator[](std::string_view name) {
    if (std::holds_alternative<std::monostate>(m_value))
        m_value = Fields();
    Fields& all = std::get<Fields>(m_value);
    const auto found = std::ranges::find(
        all, name, [](const auto& field) -> std::string_view { return field.first; });
    return found != all.end() ? found->second
                              : all.emplace_back(std::string(name), Finding()).second;
}

void Finding::push_back(Finding each) {
    if (std::holds_alternative<std::monostate>(m_value))
        m_value = List();
    std::get<List>(m_value).push_back(std::move(each));
}

const Finding* Finding::find(std::string_view path) const {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    const Finding* inner = nullptr;
    if (const Fields* const all = fields()) {
        for (const auto& [each, value] : *all)
            inner = each == name ? &value : inner;
    } else if (const List* const each = list()) {
        const std::optional<std::size_t> place = placeIn(name);
        inner = place && *place < each->size() ? &(*each)[*place] : nullptr;
    }
    return inner && slash != std::string_view::npos ? inner->find(path.substr(slash + 1)) : inner;
}

std::optional<double> Finding::number() const {
    if (std::holds_alternative<std::monostate>(m_value))
        return std::numeric_limits<double>::quiet_NaN();
    if (const auto* const whole = std::get_if<std::int64_t>(&m_value))
        return static_cast<double>(*whole);
    const auto* const real = std::get_if<double>(&m_value);
    return real ? std::optional(*real) : std::nullopt;
}

double Finding::numberAt(std::string_view path) const {
    const Finding* const found = find(path);
    return (found ? found->number() : std::nullopt)
        .value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string Finding::wordsAt(std::string_view path) const {
    const Finding* const found = find(path);
    return found && found->words() ? *found->words() : std::string();
}

const Finding::List& Finding::listAt(std::string_view path) const {
    static const List nothing;
    const Finding* const found = find(path);
    return found && found->list() ? *found->list() : nothing;
}

std::vector<double> Finding::numbersAt(std::string_view path) const {
    std::vector<double> numbers;
    for (const Finding& each : listAt(path))
        numbers.push_back(each.number().value_or(std::numeric_limits<double>::quiet_NaN()));
    return numbers;
}

std::vector<std::string> Finding::tokensAt(std::string_view path) const {
    std::vector<std::string> tokens;
    for (const Finding& each : listAt(path))
        tokens.push_back(each.words() ? *each.words() : std::string());
    return tokens;
}

Finding Finding::fromJson(const std::string& text) {
    parseJson(text); // is strict, but sorts the names
    return findingIn(Json::parse(text));
}

std::string Finding::json() const {
    return jsonOf(*this).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace gf
