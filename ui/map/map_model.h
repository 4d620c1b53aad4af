// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "ui/theme/hue.h"

#include <QHash>
#include <QString>

#include <vector>

namespace gf {

/// One operation of a block, and the row in which an opened block shows it: operations that do not
/// depend on each other (q, k, v) share a row.
struct MapStep {
    NodeId node = noNode;
    QString name;  ///< "encoder.0.self_attn.scores", as Focus::step has it
    QString label; ///< "scores"
    Hue hue = Hue::Neutral;
    int row = 0;
    int cell = 0;           ///< in which of the scopes that repeat, counted from 0
    bool changed = false;   ///< the person's doing
    std::vector<int> reads; ///< steps of the same block that this one uses
};

/// A part of the architecture: one sub-layer, one norm, one addition. Scopes that repeat (time
/// steps) are one block with a cell for each.
struct MapBlock {
    std::vector<Scope> cells; ///< one, or all that are drawn as this block
    QString label;            ///< for people: "Self-attention"
    int column = 0;           ///< stacks stand beside each other in the order in which they run
    int layer = -1;           ///< counted from 0; −1 outside the stacks
    bool sum = false;         ///< an addition: drawn as ⊕
    bool causal = false;
    bool changed = false;       ///< one of its steps is
    std::vector<MapStep> steps; ///< in the order in which they run
    int main = 0;               ///< the step that stands for the block: weights, otherwise the last

    const Scope& scope() const { return cells.front(); }
    bool inLayerOf(const MapBlock& other) const {
        return layer >= 0 && scope().layerScope() == other.scope().layerScope();
    }
};

/// A line from the result of one block to another that uses it.
struct MapLink {
    enum class Kind {
        Next,     ///< to the block that comes next
        Residual, ///< around other blocks, into an addition
        Cross,    ///< from one column into another
    };
    int from = 0;
    int to = 0;
    Kind kind = Kind::Next;
    std::vector<int> readers = {}; ///< the steps of `to` that use it
};

/// The architecture as blocks and lines, read off the operations and their inputs: where a norm
/// stands and what a residual line spans follows from the graph and from nothing else.
struct MapModel {
    std::vector<MapBlock> blocks; ///< in the order in which they run
    std::vector<MapLink> links;
    int columns = 1;

    /// The block and the step inside it that a step belongs to; −1 where there is none. A gradient
    /// stands where its node does; a parameter, and what the optimizer makes of it, where the step
    /// is that uses it first.
    struct Place {
        int block = -1;
        int step = -1;
    };
    QHash<QString, Place> places; ///< by Focus::step
    Place find(const QString& step) const { return places.value(step); }
};

/// Reads the blocks and lines off the forward operations of `graph`.
MapModel buildMap(const Graph& graph);

} // namespace gf
