// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace gf {

/// How the numbers of one example of a node lie in memory. Outside of a program they are always
/// row-major.
enum class Layout : std::uint8_t {
    Rows,    ///< row-major, as the shape says
    ByToken, ///< [H,T,K] stored as [T,H,K]: a token's heads lie side by side, as a product X·W
             ///< makes them, so that splitting and joining heads costs nothing
};

/// By node. Features of heads lie by token from where they are split on; leaves are Rows.
std::vector<Layout> layoutsOf(const Graph& graph);

} // namespace gf
