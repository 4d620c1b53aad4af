// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op.h"

#include <functional>
#include <vector>

namespace gf {

/// Builds the sum of several gradients under a name; `ops::add` is one.
using SumBuilder = std::function<NodeId(Graph&, std::string, std::vector<NodeId>)>;

/// Reverse-mode differentiation of a graph by appending nodes: the gradient of node x becomes a
/// node "grad/x". Ops hand their contributions over here.
class Differentiation {
public:
    explicit Differentiation(Graph& graph) : m_graph(graph) {}

    Graph& graph() { return m_graph; }

    /// The gradient of the node that is being differentiated ("grad/<node>").
    NodeId outputGradient() const { return m_outputGradient; }

    /// True when someone needs the gradient of `input` (token ids, for example, have none).
    bool wants(NodeId input) const { return m_wanted[static_cast<std::size_t>(input)]; }

    /// The name for the contribution of `node` to the gradient of `input`: "grad/<input>" when it
    /// is the only one, otherwise "grad/<input>/from/<node>" (and a number when it comes twice).
    std::string nameFor(const Node& node, std::size_t inputIndex) const;

    /// Hands over one contribution to the gradient of `input`: of the same shape, and summed over
    /// the batch where all examples share `input`.
    void add(NodeId input, NodeId gradient);

private:
    friend void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum);

    /// Has `node` hand over its contributions.
    void pass(const Node& node);

    Graph& m_graph;
    NodeId m_outputGradient = noNode;
    NodeId m_passing = noNode; ///< whose contributions are handed over
    std::size_t m_related = 0; ///< the nodes before this one say what they are the gradient of
    std::vector<bool> m_wanted;
    std::vector<int> m_useCount;                      ///< uses of a node that give it a gradient
    std::vector<std::vector<NodeId>> m_contributions; ///< by node
};

/// Appends the gradient of `loss` with respect to every node it depends on. `seed` is the node that
/// holds d loss / d loss = 1 and must be named "grad/<loss>". `sum` adds contributions where a node
/// is used more than once.
void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum);

} // namespace gf
