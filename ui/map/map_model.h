// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QHash>
#include <QString>

#include <vector>

namespace gf {

/// What a block of the map is, recognised by the operations inside it.
enum class BlockKind {
    Embedding,
    Position,
    Sum, ///< a residual addition, or embedding plus position
    Norm,
    Attention,
    FeedForward,
    Linear, ///< the output projection
    Softmax,
    Loss,
    Other,
};

/// One operation of a block, and the row in which an opened block shows it: operations that do not
/// depend on each other (q, k, v) share a row.
struct MapStep {
    NodeId node = noNode;
    QString name;  ///< "encoder.0.self_attn.scores"
    QString label; ///< "scores"
    int row = 0;
    bool changed = false;   ///< the person's doing
    std::vector<int> reads; ///< steps of the same block that this one uses
};

/// A part of the architecture that has a name of its own: one sub-layer, one norm, one addition.
struct MapBlock {
    QString id;    ///< "encoder.0.self_attn", "encoder.0.residual1", "logits"
    QString label; ///< for people: "Self-attention"
    BlockKind kind = BlockKind::Other;
    int column = 0; ///< 0: the encoder's side, 1: the decoder's
    int layer = -1; ///< counted from 0; −1 outside the stacks
    bool causal = false;
    bool changed = false;       ///< one of its steps is
    std::vector<MapStep> steps; ///< in the order in which they run
    int main = 0;               ///< the step that stands for the block: weights, otherwise the last
};

/// A line from the result of one block to another that uses it.
struct MapLink {
    enum class Kind {
        Next,     ///< to the block that comes next
        Residual, ///< around other blocks, into an addition
        Cross,    ///< from the encoder into the decoder
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

    /// The block and the step inside it that a step's name belongs to; −1 where there is none. A
    /// parameter, and what the optimizer makes of it, belongs to the step that uses it first.
    struct Place {
        int block = -1;
        int step = -1;
    };
    QHash<QString, Place> parameters; ///< by name
    Place find(const QString& step) const;
};

/// Reads the blocks and lines off the forward operations of `graph`.
MapModel buildMap(const Graph& graph);

} // namespace gf
