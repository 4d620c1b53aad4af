// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/json_places.h"
#include "core/tensor/error.h"
#include "core/tensor/sentence.h"
#include "core/tensor/shape.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A block of a lesson as it stands in the file.
struct LessonBlock {
    std::string kind;         ///< "question"
    int line = 0;             ///< of its fence
    std::size_t offset = 0;   ///< of its JSON in the file
    std::string_view written; ///< the JSON
    nlohmann::json json;
    std::map<std::string, JsonPlace> places;

    /// Of a value, by its path in the block.
    int lineOf(const std::string& path) const;
};

/// Refuses a lesson: the sentence begins with the line.
[[noreturn]] void refuseLesson(int line, const Sentence& why);

/// What `work` throws as an Error begins with the line, too.
template <class Work> auto atLine(int line, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        refuseLesson(line, error.sentence());
    }
}

/// Ids of blocks: small letters, digits and hyphens, a letter first, at most 60.
bool isLessonId(std::string_view text);

/// A choice for a field: what stands in the file, in the order of the enumeration.
using LessonChoices = std::span<const std::string_view>;

/// Reads the fields of one object that it is asked for, and refuses with line and name what is
/// wrong in them, what is missing, and in finish() what is left over.
class LessonFields {
public:
    LessonFields(const LessonBlock& block, const nlohmann::json& object, std::string path);

    int line() const { return m_block.lineOf(m_path); }
    bool has(std::string_view name) const { return m_object.contains(name); }

    /// A text of 1 to `longest` bytes that must be there.
    std::string text(std::string_view name, std::size_t longest);
    /// The same where it may be missing, or empty.
    std::string optionalText(std::string_view name, std::size_t longest);
    std::string id(std::string_view name);
    std::string optionalId(std::string_view name);
    bool flag(std::string_view name);
    Index whole(std::string_view name, Index least, Index most, std::optional<Index> usual = {});
    double number(std::string_view name, double least, double most,
                  std::optional<double> usual = {});
    /// The place of what is chosen; `usual` where it is missing.
    std::size_t choice(std::string_view name, LessonChoices choices,
                       std::optional<std::size_t> usual = {});
    /// The value of a key whose kind another reader knows.
    nlohmann::json scalar(std::string_view name);
    /// An object, whose fields are then asked for; nothing where it is missing.
    std::optional<LessonFields> object(std::string_view name);
    /// The objects of a list.
    std::vector<LessonFields> objects(std::string_view name, std::size_t least, std::size_t most);
    /// The scalars of a list.
    std::vector<nlohmann::json> scalars(std::string_view name, std::size_t least, std::size_t most);
    /// The names of all fields, for objects that have any.
    std::vector<std::string> names() const;

    const LessonBlock& block() const { return m_block; }
    /// "answers.0.text", as messages and places call a field.
    std::string pathOf(std::string_view name) const;

    [[noreturn]] void wrong(std::string_view name, const Sentence& wanted) const;
    [[noreturn]] void refuse(std::string_view name, const Sentence& why) const;
    /// Refuses a field that nobody asked for.
    void finish() const;

private:
    const nlohmann::json* find(std::string_view name, const Sentence& wanted, bool needed);

    const LessonBlock& m_block;
    const nlohmann::json& m_object;
    std::string m_path;
    std::set<std::string, std::less<>> m_known;
};

} // namespace gf
