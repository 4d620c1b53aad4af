// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/ablation.h"
#include "core/model/model.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// All heads of a model, in the order of the graph.
std::vector<HeadName> headsOf(const ModelConfig& model);

/// A head says nothing: its rows are zero before they are joined with those of the others (Michel
/// et al. 2019, section 2.3).
Intervention muted(const HeadName& head);

/// The heads' rows, side by side, are what the attention says: W_O is the identity.
std::vector<Intervention> withoutOutputProjection(const std::string& attention,
                                                  const ModelConfig& model);

/// The loss of a model that is changed.
using ChangedLoss = std::function<double(const std::vector<Intervention>&)>;

/// Throws Error where the model has no heads, and Stopped.
Ablation ablate(const ModelConfig& model, const ChangedLoss& loss, bool pairs,
                const std::stop_token& stop = {});

} // namespace gf
