// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <memory>
#include <vector>

/// A part of a graph that runs by itself.
namespace gf::ops {

/// Which nodes of a graph are chosen, by id.
using Chosen = std::vector<bool>;

/// The nodes that follow from `from` and that `to` follows from: what has to be computed again
/// where `from` is another. `to` is among them, `from` is not. Nothing goes on through `closed`,
/// which is as it was. Matrices of
/// heads that these nodes read are among them too: only whole matrices can be fed.
Chosen nodesBetween(const Graph& graph, NodeId from, NodeId to, NodeId closed = noNode);

/// Chosen nodes as a graph of their own.
struct Subgraph {
    /// A node that is fed: an input, or one that was not chosen.
    struct Fed {
        NodeId of = noNode;   ///< in the whole graph
        NodeId here = noNode; ///< the input in its place
    };
    std::shared_ptr<Graph> graph;
    std::vector<Fed> fed;
    std::vector<NodeId> here; ///< by the id in the whole graph; noNode for what is not in it
};

/// Operands of chosen nodes that are not chosen become inputs of the same name; parameters and
/// constants stay what they are.
Subgraph subgraphOf(const Graph& graph, const Chosen& chosen);

} // namespace gf::ops
