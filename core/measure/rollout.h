// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <string>
#include <vector>

namespace gf {

/// How much of each token reaches each row of one stack after so many layers, as a guess that looks
/// at attention alone.
struct Rollout {
    std::string stack;          ///< "encoder"
    std::vector<Tensor> layers; ///< [T,T], after the first layer, after the second, …
    std::vector<Tensor> alone;  ///< [T,T], the mean of the heads of each layer by itself
};

/// Attention rollout (Abnar and Zuidema 2020, eq. 1): Ā_l = ½·A_l + ½·I, A_l the mean over the
/// heads and I the residual stream; the rollout of layer l is Ā_l·Ā_{l−1}·…·Ā_1. Its rows sum to
/// one. A row that attends to nothing keeps itself. Of every stack whose layers mix the tokens of
/// their own sequence; empty where none does.
std::vector<Rollout> rollouts(const Trace& trace);

} // namespace gf
