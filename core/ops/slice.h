// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <vector>

/// Parts of matrices: a time step of a sequence, one gate of several, two vectors as one. Cutting
/// out and joining are each other's gradients.
namespace gf::ops {

/// What a node cut out of others, or joined from them, is: [rows, columns], and what they count.
struct PartForm {
    Index rows = 1;
    Index columns = 0;
    Axis rowAxis = Axis::None;
    Axis columnAxis = Axis::Model;
};

/// A matrix and where its part begins.
struct Part {
    NodeId of = noNode;
    Corner corner = {};
};

/// y = Σ over `parts` of the part of each: y[i,j] = Σ x[row + i, column + j]. With one of them it
/// is only cut out; the attribute `corners` says where each begins. There is one part at least, and
/// each lies whole in its matrix.
NodeId slice(Graph& graph, std::string name, const std::vector<Part>& parts, const PartForm& form);

/// The inverse: each of `parts` is put where its corner says, and what none of them covers is 0.
/// They don't overlap. Without parts it is a matrix of zeros, one for each example.
NodeId join(Graph& graph, std::string name, const std::vector<Part>& parts, const PartForm& form);

/// Rows beneath each other, [T,N] from T times [1,N].
NodeId joinRows(Graph& graph, std::string name, const std::vector<NodeId>& rows, Axis rowAxis);

/// Whether a node is one that joinRows made.
bool joinsRows(const Graph& graph, const Node& node);

/// Columns side by side, [T,N+M] from [T,N] and [T,M].
NodeId joinColumns(Graph& graph, std::string name, NodeId left, NodeId right);

/// What differentiate() joins gradients of parts with: into a matrix like `form`.
NodeId joinLike(Graph& graph, std::string name, const std::vector<NodeId>& parts,
                const std::vector<Corner>& corners, const Node& form);

} // namespace gf::ops
