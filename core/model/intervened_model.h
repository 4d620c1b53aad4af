// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/model.h"

#include <span>
#include <vector>

namespace gf {

/// The forward pass of `model` with the interventions built in as operations of their own.
///
/// A step that is changed keeps its name, and everything after reads the changed value; what the
/// model itself computes there is the step "<name>/computed". A parameter keeps its name and its
/// value; what the model reads instead is "<name>/changed". Interventions on nodes that the model
/// does not have, or that cannot be changed, are left out: a name may belong to another length or
/// to training only. A mask that is lifted stays the operation that it is, with less to hide.
ModelGraph intervened(const ModelGraph& model, std::span<const Intervention> interventions);

/// What lets every token of a decoder see those after it, which it is asked to predict; padding
/// stays hidden. Empty for a model that masks nothing later: one without a decoder, or whose
/// decoder reads a few tokens before each by a convolution.
std::vector<Intervention> withoutCausalMask(const ModelConfig& model);

} // namespace gf
