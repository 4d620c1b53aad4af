// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch.h"

#include <array>
#include <vector>

namespace gf::gpu {

/// Some of the groups of a launch.
struct Piece {
    std::array<Index, 3> first{}; ///< group
    std::array<Index, 3> groups{1, 1, 1};

    friend bool operator==(const Piece&, const Piece&) = default;
};

/// Multiplications that are done without a pause: 40 ms of a card that does 5·10¹⁰ a second, and
/// 43 ms of one of CUDA's that does 4·10¹¹. A card that a display waits for is reset by its driver
/// when a kernel takes a few seconds.
inline constexpr Index mostWork = Index(1) << 31;
inline constexpr Index mostWorkOnCuda = Index(1) << 34;

/// A launch in pieces of no more work than that, each at least one group, and of no more groups
/// along a side than a driver takes. Together they are all of its groups, each once.
std::vector<Piece> piecesOf(const Launch& launch, Index most = mostWork);

} // namespace gf::gpu
