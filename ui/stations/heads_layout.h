// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QSizeF>
#include <QString>

#include <vector>

namespace gf {

/// One kind of attention in the overview of heads: a row of maps for each layer.
struct HeadGroup {
    QString title;
    std::vector<NodeId> layers; ///< the weights of each
    Index heads = 0;
};

/// All attention of a model, by kind, in the order of the walk.
std::vector<HeadGroup> headGroupsOf(const Graph& graph);
/// Whether a kind of attention has so many heads that each is a cell and not a map.
bool areManyHeads(const std::vector<HeadGroup>& groups);

/// How the maps of all heads stand. In blocks: each group with its layers under each other, so many
/// groups beside each other. In lines: each group is one line, with its layers beside each other.
/// All in pixels.
class HeadsLayout {
public:
    static constexpr double between = 8; ///< two maps
    static constexpr double apart = 30;  ///< two kinds of attention
    static constexpr double barHeight = 6;

    HeadsLayout(const std::vector<HeadGroup>& groups, double fontSize)
        : m_groups(groups), m_fontSize(fontSize) {}

    /// Takes the arrangement with the largest maps that fits; at least the smallest maps.
    void fitInto(const QSizeF& room);
    /// Of one block under the other with the smallest maps.
    QSizeF leastBlocks() const;
    /// The room that the smallest maps take in the arrangement for `room`.
    QSizeF leastSizeIn(const QSizeF& room) const;

    bool inLines() const { return m_arrangement.inLines; }
    double map() const { return m_arrangement.map; } ///< side of a map
    std::size_t groupsPerLine() const { return m_arrangement.perLine; }
    /// Of one layer, with what stands beside it.
    double widthOf(const HeadGroup& group) const { return widthOf(group, map()); }
    double heightOfLineOf(std::size_t group) const; ///< of the groups beside this one, of blocks

    /// What a row of maps needs besides them, and a group above its first row.
    double belowMap() const { return m_fontSize * 1.5 + barHeight + between; }
    double besideMaps() const { return m_fontSize * 1.7; }
    double aboveMaps() const { return m_fontSize * 3.2; }
    /// The same for a group in a line: what it is stands beside it, in two rows.
    double aboveLine() const { return m_fontSize * 1.5; }
    double besideLine() const { return m_fontSize * 3.2; }

private:
    struct Arrangement {
        bool inLines = false;
        std::size_t perLine = 1; ///< groups, of blocks
        double map = 0;
    };
    /// The groups of one line of blocks: how many heads and layers stand beside and under each
    /// other.
    struct Extent {
        double heads = 0;
        double groups = 0;
        double layers = 0;
    };

    std::vector<Extent> linesOf(std::size_t perLine) const;
    double widthOf(const HeadGroup& group, double map) const;
    double heightOf(const Extent& line, double map) const;
    QSizeF sizeOf(const Arrangement& arrangement) const;
    Arrangement best(const QSizeF& room) const;

    const std::vector<HeadGroup>& m_groups;
    double m_fontSize;
    Arrangement m_arrangement;
};

} // namespace gf
