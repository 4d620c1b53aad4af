// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/product_call.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace gf::gpu {

/// What was measured of a kernel of products on a device.
struct KernelCost {
    enum class State : std::uint8_t {
        Untried,
        Measured,
        LeftOut ///< it computed wrong, or its driver failed
    };
    State state = State::Untried;
    /// Nanoseconds that a group takes for a slice of the depth, alone on the device.
    double alone = 0;
    /// The same where every group that fits runs beside it: all groups' time by their number.
    double busy = 0;
};

/// What was measured of all of them: by which tile a product is computed the fastest. Nothing at
/// first, and then the tile follows from the shape alone.
struct ProductTuning {
    using Costs = std::array<KernelCost, productTiles.size()>; ///< by tile
    std::array<Costs, storageCount> costs;                     ///< by Storage

    KernelCost& of(Storage storage, std::size_t tile) { return costs[indexOf(storage)][tile]; }
    const KernelCost& of(Storage storage, std::size_t tile) const {
        return costs[indexOf(storage)][tile];
    }
    /// Null for what is no kernel of products.
    KernelCost* find(std::string_view kernel);

    /// Whether nothing is left to try.
    bool isComplete() const;
    /// The first kernel of a way to store operands for which all are left out; empty where there is
    /// none.
    std::string_view unusable() const;
};

/// What the costs of a product follow from.
struct ProductShape {
    Index rows = 0, columns = 0, depth = 0;
    Index matrices = 1;
    bool canCutDepth = false;
};

/// How a product is computed. The depth is cut by the shape alone, and within a part every tile
/// adds in the order of the depth: so no tuning changes a bit of a result.
ProductCut cutOf(const ProductShape& shape, Storage storage, const ProductTuning& tuning);

/// Depth that a group reads at a time.
inline constexpr Index sliceDepth = 16;

} // namespace gf::gpu
