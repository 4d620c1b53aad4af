// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/pieces.h"

#include <algorithm>
#include <cstddef>

namespace gf::gpu {

namespace {

/// Of a grid of CUDA's, along each side.
constexpr std::array<Index, 3> mostGroups{0x7fffffff, 65535, 65535};

/// Along which side a piece is cut: where it has too many groups, or else the most.
std::size_t sideToCut(const std::array<Index, 3>& groups) {
    for (std::size_t side = 0; side < groups.size(); ++side)
        if (groups[side] > mostGroups[side])
            return side;
    return static_cast<std::size_t>(std::ranges::max_element(groups) - groups.begin());
}

void halve(const Piece& piece, Index groupWork, Index most, std::vector<Piece>& pieces) {
    const auto& [x, y, z] = piece.groups;
    const std::size_t along = sideToCut(piece.groups);
    const bool isShort = x * y * z * groupWork <= most || piece.groups[along] == 1;
    if (isShort && piece.groups[along] <= mostGroups[along]) {
        pieces.push_back(piece);
        return;
    }
    Piece front = piece;
    Piece back = piece;
    front.groups[along] = (piece.groups[along] + 1) / 2;
    back.first[along] += front.groups[along];
    back.groups[along] -= front.groups[along];
    halve(front, groupWork, most, pieces);
    halve(back, groupWork, most, pieces);
}

} // namespace

std::vector<Piece> piecesOf(const Launch& launch, Index most) {
    std::vector<Piece> pieces;
    halve({{}, launch.groups}, launch.groupWork, most, pieces);
    return pieces;
}

} // namespace gf::gpu
