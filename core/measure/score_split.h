// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <string>
#include <vector>

namespace gf {

/// One score q_i·k_j as a sum over what the two rows of the residual stream were made of.
struct ScoreSplit {
    /// What was added to the stream until then, by the names of steps: the embedding, the
    /// positions, the output of every earlier sub-layer; "biases" of norms and projections
    /// together; "changes" that a person made.
    std::vector<std::string> queryParts, keyParts;
    std::vector<double> terms; ///< [query parts, key parts], row-major; they add up to the score
    double score = 0;          ///< as the model has it, before it is divided by √K

    double sum() const;
};

/// Of one query and one key of one head. The stream is a sum x = Σ x_a, and so is what a LayerNorm
/// makes of it once its mean and deviation are held at what they are (Elhage et al. 2021, "the
/// residual stream"; Kobayashi et al. 2021, eq. 8): q = Σ q_a, k = Σ k_b and q·k = Σ_a Σ_b q_a·k_b.
/// Rotary positions turn each part alike. What positions add to scaled scores (relative, ALiBi) is
/// no part of q·k. Throws Error where the scope is no attention of a transformer.
ScoreSplit splitScore(const Trace& trace, const Scope& attention, Index head, Index query,
                      Index key);

} // namespace gf
