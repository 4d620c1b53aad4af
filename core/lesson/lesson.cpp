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

std::string textOf(const LessonValue& value) {
    const auto* const words = std::get_if<std::string>(&value);
    return words ? *words
                 : std::visit([](const auto& each) { return nlohmann::json(each).dump(); }, value);
}

} // namespace gf
