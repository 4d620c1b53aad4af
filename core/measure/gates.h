// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace gf {

/// One time step's part of a recurrent layer: "encoder.0.t3.reset" for (encoder / layer 0, 3,
/// "reset"); noNode where there is none.
NodeId partOfTimeStep(const Graph& graph, const Scope& layer, Index step, std::string_view part);

/// The gates of a GRU along its sentence: h_t = (1 − z_t) ⊙ n_t + z_t ⊙ h_{t−1}, with n_t reading
/// r_t ⊙ (h_{t−1}·W_hn + b_hn) (Cho et al. 2014, eq. 5 to 8).
struct GateCourse {
    Tensor reset;  ///< r [T,D]
    Tensor update; ///< z [T,D], the share of the state before that stays
    Tensor kept;   ///< z ⊙ h_{t−1} [T,D]: what stays
    std::vector<float> meanReset;
    std::vector<float> meanUpdate;
    /// ‖z ⊙ h_{t−1}‖² / (‖z ⊙ h_{t−1}‖² + ‖(1 − z) ⊙ n‖²): how much of what makes the state is
    /// old; 0 where nothing was there before.
    std::vector<float> keptShare;
    std::vector<bool> padded; ///< the state stays as it was, whatever the gates say
};

/// Of a layer; nothing where it is no GRU's, or where the trace has not its numbers.
std::optional<GateCourse> gateCourse(const Trace& trace, const Scope& layer);

} // namespace gf
