// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_fields.h"

#include "core/form/listed.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>

namespace gf {

void refuseLesson(int line, const Sentence& why) {
    throw Error(phrase("line %1: %2"), line, why);
}

bool isLessonId(std::string_view text) {
    constexpr std::size_t longest = 60;
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    return !text.empty() && text.size() <= longest && isSmall(text.front()) &&
           std::ranges::all_of(
               text, [&](char c) { return isSmall(c) || c == '-' || (c >= '0' && c <= '9'); });
}

int LessonBlock::lineOf(const std::string& path) const {
    const auto found = places.find(path);
    const std::size_t at = found == places.end() ? 0 : found->second.begin;
    return line + 1 +
           static_cast<int>(
               std::count(written.begin(), written.begin() + static_cast<Index>(at), '\n'));
}

LessonFields::LessonFields(const LessonBlock& block, const nlohmann::json& object, std::string path)
    : m_block(block), m_object(object), m_path(std::move(path)) {
    if (!object.is_object())
        refuseLesson(line(),
                     {phrase("%1 is %2, but must be %3"), m_path.empty() ? m_block.kind : m_path,
                      shown(object), phrase("an object")});
}

std::string LessonFields::pathOf(std::string_view name) const {
    return (m_path.empty() ? std::string() : m_path + '.').append(name);
}

void LessonFields::wrong(std::string_view name, const Sentence& wanted) const {
    refuse(name, {phrase("is %1, but must be %2"), shown(m_object.at(name)), wanted});
}

void LessonFields::refuse(std::string_view name, const Sentence& why) const {
    refuseLesson(m_block.lineOf(pathOf(name)), {phrase("%1 %2"), pathOf(name), why});
}

const nlohmann::json* LessonFields::find(std::string_view name, const Sentence& wanted,
                                         bool needed) {
    m_known.emplace(name);
    const auto found = m_object.find(name);
    if (found != m_object.end())
        return &*found;
    if (needed)
        refuseLesson(line(), {phrase("%1 of the block %2 is missing; it must be %3"), pathOf(name),
                              m_block.kind, wanted});
    return nullptr;
}

std::string LessonFields::text(std::string_view name, std::size_t longest) {
    const Sentence wanted(phrase("a text of 1 to %1 bytes"), longest);
    const nlohmann::json& value = *find(name, wanted, true);
    if (!value.is_string() || value.get_ref<const std::string&>().empty() ||
        value.get_ref<const std::string&>().size() > longest)
        wrong(name, wanted);
    return value;
}

std::string LessonFields::optionalText(std::string_view name, std::size_t longest) {
    m_known.emplace(name);
    if (!has(name) || m_object.at(name) == "")
        return {};
    return text(name, longest);
}

std::string LessonFields::id(std::string_view name) {
    const Sentence wanted(
        phrase("an id of small letters, digits and hyphens that begins with a letter"));
    const nlohmann::json& value = *find(name, wanted, true);
    if (!value.is_string() || !isLessonId(value.get_ref<const std::string&>()))
        wrong(name, wanted);
    return value;
}

std::string LessonFields::optionalId(std::string_view name) {
    m_known.emplace(name);
    return has(name) ? id(name) : std::string();
}

bool LessonFields::flag(std::string_view name) {
    const nlohmann::json* const value = find(name, {}, false);
    if (value && !value->is_boolean())
        wrong(name, phrase("true or false"));
    return value && value->get<bool>();
}

Index LessonFields::whole(std::string_view name, Index least, Index most,
                          std::optional<Index> usual) {
    const Sentence wanted(phrase("a whole number, %1 to %2"), least, most);
    const nlohmann::json* const value = find(name, wanted, !usual);
    if (!value)
        return *usual;
    if (!value->is_number_integer() ||
        (value->is_number_unsigned() &&
         value->get<std::uint64_t>() > static_cast<std::uint64_t>(most)) ||
        value->get<Index>() < least || value->get<Index>() > most)
        wrong(name, wanted);
    return value->get<Index>();
}

double LessonFields::number(std::string_view name, double least, double most,
                            std::optional<double> usual) {
    const Sentence wanted(phrase("a number, %1 to %2"), shown(least), shown(most));
    const nlohmann::json* const value = find(name, wanted, !usual);
    if (!value)
        return *usual;
    if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most))
        wrong(name, wanted);
    return value->get<double>();
}

std::size_t LessonFields::choice(std::string_view name, LessonChoices choices,
                                 std::optional<std::size_t> usual) {
    const Sentence wanted(phrase("one of %1"), listed(choices));
    const nlohmann::json* const value = find(name, wanted, !usual);
    if (!value)
        return *usual;
    const auto found = value->is_string()
                           ? std::ranges::find(choices, value->get_ref<const std::string&>())
                           : choices.end();
    if (found == choices.end())
        wrong(name, wanted);
    return static_cast<std::size_t>(found - choices.begin());
}

nlohmann::json LessonFields::scalar(std::string_view name) {
    constexpr std::size_t longest = 200;
    const Sentence wanted(phrase("a number, true, false or a text of 1 to %1 bytes"), longest);
    const nlohmann::json& value = *find(name, wanted, true);
    const bool isText = value.is_string() && !value.get_ref<const std::string&>().empty() &&
                        value.get_ref<const std::string&>().size() <= longest;
    if (!value.is_boolean() && !value.is_number() && !isText)
        wrong(name, wanted);
    return value;
}

std::optional<LessonFields> LessonFields::object(std::string_view name) {
    const nlohmann::json* const value = find(name, {}, false);
    if (!value)
        return std::nullopt;
    if (!value->is_object())
        wrong(name, phrase("an object"));
    return LessonFields(m_block, *value, pathOf(name));
}

std::vector<LessonFields> LessonFields::objects(std::string_view name, std::size_t least,
                                                std::size_t most) {
    const Sentence wanted(phrase("a list of %1 to %2 objects"), least, most);
    const nlohmann::json* const value = find(name, wanted, least > 0);
    std::vector<LessonFields> list;
    if (!value)
        return list;
    if (!value->is_array() || value->size() < least || value->size() > most)
        wrong(name, wanted);
    for (std::size_t i = 0; i < value->size(); ++i)
        list.emplace_back(m_block, (*value)[i], pathOf(name) + '.' + std::to_string(i));
    return list;
}

std::vector<nlohmann::json> LessonFields::scalars(std::string_view name, std::size_t least,
                                                  std::size_t most) {
    const Sentence wanted(phrase("a list of %1 to %2 values"), least, most);
    const nlohmann::json* const value = find(name, wanted, least > 0);
    if (!value)
        return {};
    if (!value->is_array() || value->size() < least || value->size() > most ||
        std::ranges::any_of(*value, [](const nlohmann::json& each) {
            return each.is_structured() || each.is_null();
        }))
        wrong(name, wanted);
    return *value;
}

std::vector<std::string> LessonFields::names() const {
    std::vector<std::string> all;
    for (const auto& [name, value] : m_object.items())
        all.push_back(name);
    return all;
}

void LessonFields::finish() const {
    for (const std::string& name : names())
        if (!m_known.contains(name)) {
            std::string known;
            for (const std::string& each : m_known)
                known += (known.empty() ? "" : ", ") + each;
            refuseLesson(m_block.lineOf(pathOf(name)),
                         {phrase("%1 is no field of the block %2; there are %3"),
                          inQuotes(pathOf(name)), m_block.kind, known});
        }
}

} // namespace gf
