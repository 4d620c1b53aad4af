// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/pieces.h"

#include <algorithm>

namespace gf::gpu {

namespace {

void halve(const Piece& piece, Index groupWork, std::vector<Piece>& pieces) {
    const auto& [x, y, z] = piece.groups;
    const auto longest = std::ranges::max_element(piece.groups) - piece.groups.begin();
    const auto along = static_cast<std::size_t>(longest);
    if (x * y * z * groupWork <= mostWork || piece.groups[along] == 1) {
        pieces.push_back(piece);
        return;
    }
    Piece front = piece;
    Piece back = piece;
    front.groups[along] = (piece.groups[along] + 1) / 2;
    back.first[along] += front.groups[along];
    back.groups[along] -= front.groups[along];
    halve(front, groupWork, pieces);
    halve(back, groupWork, pieces);
}

} // namespace

std::vector<Piece> piecesOf(const Launch& launch) {
    std::vector<Piece> pieces;
    halve({{}, launch.groups}, launch.groupWork, pieces);
    return pieces;
}

} // namespace gf::gpu
