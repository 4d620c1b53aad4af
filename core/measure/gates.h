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

/// What the time steps of a recurrent layer call a part, and its rows beneath each other.
struct GateRows {
    std::string_view part;   ///< "reset"
    Tensor units;            ///< [T,D]
    std::vector<float> mean; ///< of the units of each time step
};

/// The gates of a recurrent layer along its sentence.
/// GRU: h_t = (1 − z_t) ⊙ n_t + z_t ⊙ h_{t−1}, with n_t reading r_t ⊙ (h_{t−1}·W_hn + b_hn) (Cho et
/// al. 2014, eq. 5 to 8).
/// LSTM: c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t and h_t = o_t ⊙ tanh c_t (Hochreiter & Schmidhuber 1997;
/// Gers et al. 2000).
struct GateCourse {
    std::vector<GateRows> gates; ///< r and z, or i, f and o
    std::size_t keeping = 0;     ///< which of them says what stays: z, f
    std::string_view keptPart;   ///< "kept"
    Tensor kept;                 ///< z ⊙ h_{t−1} or f ⊙ c_{t−1} [T,D]: what stays
    /// ‖kept‖² / (‖kept‖² + ‖what is new‖²): how much of what makes the state, or the cell, is old;
    /// 0 where nothing was there before.
    std::vector<float> keptShare;
    std::vector<bool> padded; ///< the state stays as it was, whatever the gates say
};

/// Of a layer; nothing where it has no gates, or where the trace has not their numbers.
std::optional<GateCourse> gateCourse(const Trace& trace, const Scope& layer);

} // namespace gf
