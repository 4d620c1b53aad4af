// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/common_layout.h"

#include <algorithm>

namespace gf {

namespace {

template <class Number> void grow(Number& number, const Number& other) {
    number = std::max(number, other);
}

void grow(HeatmapForm& form, const HeatmapForm& other) {
    grow(form.rows, other.rows);
    grow(form.columns, other.columns);
    form.title |= other.title;
    form.rowTitle |= other.rowTitle;
    form.columnTitle |= other.columnTitle;
    form.bar |= other.bar;
    form.square &= other.square;
    grow(form.rowWord, other.rowWord);
    grow(form.columnWord, other.columnWord);
    grow(form.longColumnWord, other.longColumnWord);
    grow(form.rowNumber, other.rowNumber);
    grow(form.columnNumber, other.columnNumber);
    grow(form.tick, other.tick);
    form.overview = form.overview.expandedTo(other.overview);
}

void grow(StageThing& thing, const StageThing& other) {
    grow(thing.form, other.form);
    thing.least = thing.least.expandedTo(other.least);
    grow(thing.name, other.name);
}

/// What has a place in both is the first of each.
void grow(std::vector<StageThing>& things, const std::vector<StageThing>& others) {
    const std::size_t both = std::min(things.size(), others.size());
    for (std::size_t i = 0; i < both; ++i)
        grow(things[i], others[i]);
    things.insert(things.end(), others.begin() + static_cast<std::ptrdiff_t>(both), others.end());
}

/// Here it is the last: what is masked stands before the weights in every model, what comes before
/// it not in all.
void growFromTheEnd(std::vector<StageThing>& things, std::vector<StageThing> others) {
    std::ranges::reverse(things);
    std::ranges::reverse(others);
    grow(things, others);
    std::ranges::reverse(things);
}

/// Whether each place has the same kind of thing.
bool areAlike(const std::vector<StageThing>& a, const std::vector<StageThing>& b) {
    return std::ranges::equal(a, b, [](const StageThing& one, const StageThing& other) {
        return one.sign == other.sign && one.beneath == other.beneath &&
               one.result == other.result && one.rows == other.rows && one.columns == other.columns;
    });
}

} // namespace

std::optional<StageMatter> commonLayout(const std::vector<StageMatter>& stages) {
    if (stages.empty())
        return std::nullopt;
    StageMatter common = stages.front();
    for (const StageMatter& stage : stages) {
        if (!areAlike(common.subject, stage.subject) ||
            common.equals.empty() != stage.equals.empty())
            return std::nullopt;
        grow(common.subject, stage.subject);
        growFromTheEnd(common.neighbours, stage.neighbours);
        grow(common.equals, stage.equals);
        grow(common.strip, stage.strip);
        common.stripFolds |= stage.stripFolds;
        grow(common.leastCell, stage.leastCell);
    }
    return common;
}

} // namespace gf
