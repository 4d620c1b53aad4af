// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <vector>

namespace gf {

/// What positions add to a scaled score, by the offset j − i of a key from its query.
struct OffsetBias {
    std::vector<Index> offsets;             ///< ascending
    std::vector<std::vector<float>> byHead; ///< for each head a number for each offset
    std::vector<double> slopes; ///< of ALiBi by head, m_h; empty where the numbers are learned
    Index reach = 0; ///< of a learned table: what is further away has its last number; 0: none
};

/// Of "position_bias" [H,T,S] of an attention, the table's whole reach where it is learned (Raffel
/// et al. 2020, section 2.1; Press et al. 2022, section 3). Empty where there is none of the kind.
OffsetBias offsetBias(const Trace& trace, NodeId positionBias);

} // namespace gf
