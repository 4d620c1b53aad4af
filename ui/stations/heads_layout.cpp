// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/heads_layout.h"

#include "ui/language/titles.h"
#include "ui/steps/attention_stages.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double leastMap = 36;
constexpr double leastInLine = 56; ///< what stands beside a line has no room for its words below
constexpr double mostMap = 260;
constexpr Index mostHeadMaps = 64; ///< heads of one kind of attention

/// "Encoder, self-attention"
QString groupTitle(const Scope& scope) {
    const ScopeLevel* stack = scope.find(ScopeKind::Stack);
    const QString attention = titleOf(scope.levels.back());
    return stack ? QStringLiteral("%1, %2").arg(titleOf(Scope{{*stack}}), attention) : attention;
}

} // namespace

std::vector<HeadGroup> headGroupsOf(const Graph& graph) {
    std::vector<HeadGroup> groups;
    for (const Node& node : graph.nodes()) {
        if (!areAttentionWeights(graph, node))
            continue;
        const QString title = groupTitle(node.scope);
        auto found = std::ranges::find(groups, title, &HeadGroup::title);
        if (found == groups.end())
            found = groups.insert(found, {title, {}, 0});
        HeadGroup& group = *found;
        group.layers.push_back(node.id);
        group.heads = std::max(group.heads, node.shape[0]);
    }
    return groups;
}

bool areManyHeads(const std::vector<HeadGroup>& groups) {
    return std::ranges::any_of(groups, [](const HeadGroup& group) {
        return static_cast<Index>(group.layers.size()) * group.heads > mostHeadMaps;
    });
}

void HeadsLayout::fitInto(const QSizeF& room) {
    m_arrangement = best(room);
}

QSizeF HeadsLayout::leastBlocks() const {
    return sizeOf({.perLine = 1, .map = leastMap});
}

QSizeF HeadsLayout::leastSizeIn(const QSizeF& room) const {
    Arrangement arrangement = best(room);
    arrangement.map = leastMap;
    return sizeOf(arrangement);
}

double HeadsLayout::widthOf(const HeadGroup& group, double map) const {
    return besideMaps() + static_cast<double>(group.heads) * (map + between);
}

double HeadsLayout::heightOfLineOf(std::size_t group) const {
    const std::size_t perLine = groupsPerLine();
    return heightOf(linesOf(perLine)[group / perLine], map());
}

std::vector<HeadsLayout::Extent> HeadsLayout::linesOf(std::size_t perLine) const {
    std::vector<Extent> lines;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        if (i % perLine == 0)
            lines.emplace_back();
        Extent& line = lines.back();
        line.heads += static_cast<double>(m_groups[i].heads);
        line.groups += 1;
        line.layers = std::max(line.layers, static_cast<double>(m_groups[i].layers.size()));
    }
    return lines;
}

double HeadsLayout::heightOf(const Extent& line, double map) const {
    return aboveMaps() + line.layers * (map + belowMap()) + between;
}

QSizeF HeadsLayout::sizeOf(const Arrangement& arrangement) const {
    const double map = arrangement.map;
    double width = 0, height = 0;
    if (arrangement.inLines) {
        for (const HeadGroup& group : m_groups) {
            const auto layers = static_cast<double>(group.layers.size());
            width = std::max(width, layers * widthOf(group, map));
            height += aboveLine() + map + belowMap() + between;
        }
        return {besideLine() + width, height};
    }
    for (const Extent& line : linesOf(arrangement.perLine)) {
        width = std::max(width, line.heads * (map + between) + line.groups * besideMaps() +
                                    (line.groups - 1) * apart);
        height += heightOf(line, map);
    }
    return {width, height};
}

HeadsLayout::Arrangement HeadsLayout::best(const QSizeF& room) const {
    std::vector<Arrangement> choices{{.inLines = true}};
    for (std::size_t perLine = 1; perLine <= m_groups.size(); ++perLine)
        choices.push_back({.perLine = perLine});
    Arrangement best;
    for (Arrangement& choice : choices) {
        const auto fits = [&] {
            const QSizeF size = sizeOf(choice);
            return size.width() <= room.width() && size.height() <= room.height();
        };
        choice.map = mostMap;
        while (choice.map > 8 && !fits())
            choice.map -= 1;
        const bool legible = !choice.inLines || choice.map >= leastInLine;
        if (legible && choice.map > best.map)
            best = choice;
    }
    best.map = std::max(best.map, leastMap);
    return best;
}

} // namespace gf
