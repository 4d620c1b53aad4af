// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/sentence.h"

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// One line of a listing in PyTorch (resources/code).
struct CodeLine {
    std::string text; ///< as Python reads it, without what follows
    /// "B×4×13×16": the shape of what it computes, of the step at `here`; empty: it computes none
    std::string shape;
    std::vector<NodeId> steps; ///< all that it computes in a pass, in the order of the graph
    NodeId here = noNode;      ///< that of them which lies nearest to the step in focus
    bool isComment = false;
};

/// The forward pass of a model, one step a line, and where in it a step is computed.
struct CodeListing {
    std::vector<CodeLine> lines;
    std::ptrdiff_t highlighted = -1; ///< the line of the step in focus; −1: none computes it

    /// The program: text, and shapes as comments. A line each, as in `lines`.
    std::string python() const;
};

/// Why there is no listing of this model; nothing: there is one.
std::optional<Sentence> withoutListing(const Graph& graph);

/// The listing of a model that has one. A weight or an input is computed nowhere and belongs to the
/// line that reads it first, a gradient to the line of what it is the gradient of; dropout to that
/// of what it drops. `focused` may be noNode.
CodeListing codeListing(const Graph& graph, NodeId focused);

} // namespace gf
