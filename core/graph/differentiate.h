// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op.h"

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace gf {

/// Builds the sum of several gradients under a name; `ops::add` is one.
using SumBuilder = std::function<NodeId(Graph&, std::string, std::vector<NodeId>)>;

/// Joins parts into one matrix like `form`, each at its corner, with 0 between them;
/// `ops::joinLike` is one.
using JoinBuilder = std::function<NodeId(Graph&, std::string, const std::vector<NodeId>& parts,
                                         const std::vector<Corner>& corners, const Node& form)>;

/// Builds the gradient of an operand that the rows of a node share, from nodes with those rows.
using FromRows = std::function<NodeId(Graph&, std::string name, const std::vector<NodeId>& rows)>;

/// Whether the gradient of a parameter, or of an input, is asked for.
using Learns = std::function<bool(const Node& leaf)>;

/// Reverse-mode differentiation of a graph by appending nodes: the gradient of node x becomes a
/// node "grad/x". Ops hand their contributions over here.
class Differentiation {
public:
    explicit Differentiation(Graph& graph) : m_graph(graph) {}

    Graph& graph() { return m_graph; }

    /// The gradient of the node that is being differentiated ("grad/<node>").
    NodeId outputGradient() const { return m_outputGradient; }

    /// True when someone needs the gradient of `input` (token ids have none, nor do weights that
    /// are frozen).
    bool wants(NodeId input) const { return m_wanted[input]; }

    /// The name for the contribution of `node` to the gradient of `input`: "grad/<input>" when it
    /// is the only one, otherwise "grad/<input>/from/<node>" (and a number when it comes twice).
    std::string nameFor(const Node& node, std::size_t inputIndex) const;

    /// Hands over one contribution to the gradient of `input`, which is wanted: of the same shape,
    /// and summed over the batch where all examples share `input`.
    void add(NodeId input, NodeId gradient);

    /// Hands over the gradient of a part of an operand, which begins at `corner`. Parts are joined
    /// when all are there, so that many of them cost no more than the whole; they don't overlap.
    void addPart(const Node& node, std::size_t inputIndex, NodeId gradient, Corner corner);

    /// Hands over the contribution to an operand that all rows of `node` share (a weight), which
    /// `build` makes from `rows`: nodes with a row for each of the node's. Where several nodes of
    /// the op share it (the time steps of a recurrent layer), their rows are joined first and the
    /// contribution is made once. `with` is what else it depends on: only what is alike is joined.
    void addFromRows(const Node& node, std::size_t inputIndex, std::vector<NodeId> rows,
                     const FromRows& build, const std::vector<Index>& with = {});

private:
    friend void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum,
                              const JoinBuilder& join, const Learns& learns);

    /// Gradients of parts of a node.
    struct Parts {
        NodeId via = noNode; ///< the first that handed one over
        std::vector<NodeId> gradients;
        std::vector<Corner> corners;
    };
    /// Rows that one contribution is made from, the last node's first.
    struct SharedRows {
        const Op* op = nullptr;
        std::vector<Index> with;
        std::vector<std::vector<NodeId>> rows; ///< by operand of `build`
        std::string name;                      ///< of the contribution, by the first node
        NodeId via = noNode;                   ///< the first node
        FromRows build;
    };
    using Use =
        std::tuple<NodeId, const Op*, std::size_t>; ///< of a node by an op, as which operand

    /// Has `node` hand over its contributions.
    void pass(const Node& node);
    /// Makes contributions of what was handed over in pieces.
    void gather(NodeId input, const JoinBuilder& join);
    NodeId joined(const JoinBuilder& join, const std::string& name, std::vector<NodeId> rows);
    void countUses(NodeId loss);
    /// Says of the nodes that were appended since what they are to `input`.
    void relateNew(NodeId input, Relation relation, NodeId via);

    Graph& m_graph;
    NodeId m_outputGradient = noNode;
    NodeId m_passing = noNode; ///< whose contributions are handed over
    std::size_t m_related = 0; ///< the nodes before this one say what they are the gradient of
    std::vector<bool> m_wanted;
    std::vector<int> m_useCount;                      ///< uses of a node that give it a gradient
    std::vector<std::vector<NodeId>> m_contributions; ///< by node
    std::map<Use, int> m_likeUses;                    ///< of nodes that are used more than once
    std::map<NodeId, Parts> m_parts;
    std::map<NodeId, std::vector<SharedRows>> m_sharedRows;
    std::map<std::vector<NodeId>, NodeId> m_joined; ///< rows that were joined
};

/// Appends the gradient of `loss` with respect to every node that lies between it and a leaf that
/// `learns`; null: all parameters do. All else has no gradient, and none is computed. `seed` is
/// the node that holds d loss / d loss = 1, of the loss's shape, and must be named "grad/<loss>". A
/// graph is differentiated once: gradients have none themselves. `sum` adds contributions where a
/// node is used more than once, `join` puts rows and parts together.
void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum,
                   const JoinBuilder& join, const Learns& learns = {});

} // namespace gf
