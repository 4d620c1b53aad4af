// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gf {

namespace {

template <class Block> const Block* blockOf(const Lesson& lesson, std::string_view id) {
    const std::vector<const Block*> blocks = blocksOf<Block>(lesson);
    const auto found = std::ranges::find(blocks, id, &Block::id);
    return found == blocks.end() ? nullptr : *found;
}

} // namespace

const LessonQuestion* Lesson::question(std::string_view id) const {
    return blockOf<LessonQuestion>(*this, id);
}

const LessonExperiment* Lesson::experiment(std::string_view id) const {
    return blockOf<LessonExperiment>(*this, id);
}

const LessonClaim* Lesson::claim(std::string_view id) const {
    return blockOf<LessonClaim>(*this, id);
}

const LessonSetting* Lesson::setting(std::string_view path) const {
    const auto found = std::ranges::find(settings, path, &LessonSetting::path);
    return found == settings.end() ? nullptr : &*found;
}

std::string textOf(const FieldValue& value) {
    const auto text = [](const auto& each) -> std::string {
        using Value = std::remove_cvref_t<decltype(each)>;
        if constexpr (std::is_same_v<Value, std::string>)
            return each;
        else if constexpr (std::is_same_v<Value, OtherValue>)
            return each.written;
        else
            return nlohmann::json(each).dump();
    };
    return std::visit(text, value);
}

} // namespace gf
