// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/condition.h"

#include "core/model/config.h"
#include "core/model/fields.h"
#include "core/tensor/phrase.h"

#include <cassert>
#include <string>
#include <vector>

namespace gf {

namespace {

const ConfigField& fieldOf(std::string_view key) {
    const auto found = std::ranges::find(configFields(), key, &ConfigField::key);
    assert(found != configFields().end());
    return *found;
}

bool holds(const KeyChoices& row, const ModelConfig& config) {
    if (row.key.empty())
        return false;
    const ConfigField& field = fieldOf(row.key);
    return appliesTo(field, config) && row.has(field.chosen(config));
}

/// "Positions: relative".
Sentence described(const KeyChoices& row) {
    std::vector<std::string> choices;
    for (const std::string_view choice : row.choices)
        if (!choice.empty())
            choices.emplace_back(choice);
    return {phrase("%1: %2"), Phrase(fieldOf(row.key).label), alternatives(choices)};
}

Sentence described(const FieldCondition::Row& row) {
    Sentence sentence = described(row[0]);
    for (std::size_t i = 1; i < row.size() && !row[i].key.empty(); ++i)
        sentence = Sentence(phrase("%1 or %2"), sentence, described(row[i]));
    return sentence;
}

} // namespace

bool holds(const FieldCondition& condition, const ModelConfig& config) {
    return std::ranges::all_of(condition.rows, [&](const FieldCondition::Row& row) {
        return row[0].key.empty() ||
               std::ranges::any_of(row, [&](const KeyChoices& of) { return holds(of, config); });
    });
}

Sentence described(const FieldCondition& condition) {
    Sentence sentence;
    for (const FieldCondition::Row& row : condition.rows)
        if (!row[0].key.empty())
            sentence = sentence.empty() ? described(row)
                                        : Sentence(phrase("%1, and %2"), sentence, described(row));
    return sentence;
}

} // namespace gf
