// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <vector>

namespace gf {

/// The liveness of a buffer: it is written at step `from` and read for the last time at step `to`.
struct Lifetime {
    Index size = 0; ///< elements
    Index from = 0;
    Index to = 0;
};

/// Where each buffer lies in one arena.
struct ArenaPlan {
    std::vector<Index> offsets; ///< one per lifetime
    Index size = 0;             ///< of the arena
};

/// Places buffers so that those alive at the same time never overlap: first fit, in the order in
/// which they are born. Offsets are multiples of `alignment`.
ArenaPlan planArena(const std::vector<Lifetime>& lifetimes, Index alignment);

} // namespace gf
