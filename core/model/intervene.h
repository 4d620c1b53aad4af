// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/model.h"

#include <span>

namespace gf {

/// The forward pass of `model` with the interventions built in as operations of their own.
///
/// A step that is changed keeps its name, and everything after reads the changed value; what the
/// model itself computes there is the step "<name>/computed". A parameter keeps its name and its
/// value; what the model reads instead is "<name>/changed". Interventions on nodes that the model
/// does not have, or that cannot be changed, are left out: a name may belong to another length or
/// to training only.
ModelGraph intervened(const ModelGraph& model, std::span<const Intervention> interventions);

} // namespace gf
