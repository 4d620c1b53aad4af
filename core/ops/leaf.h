// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// Fed from outside before each run (BasicProgram::setInput). `batched`: one value per example.
NodeId input(Graph& graph, std::string name, Shape shape, const std::vector<Axis>& axes,
             bool batched = true);

/// A learned weight, found by its name in the Parameters, which have it with this shape.
NodeId parameter(Graph& graph, std::string name, Shape shape, const std::vector<Axis>& axes);

/// The optimizer's memory of `parameter`: same shape, found by its own name in the Parameters.
NodeId state(Graph& graph, std::string name, NodeId parameter);

/// The same number for ever: a scalar. ConstantAttributes has the number.
NodeId constant(Graph& graph, std::string name, double value);

} // namespace gf::ops
