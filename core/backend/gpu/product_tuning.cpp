// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/product_tuning.h"

#include "core/backend/gpu/launch_list.h"

#include <algorithm>

namespace gf::gpu {

namespace {

using State = KernelCost::State;
using Costs = ProductTuning::Costs;

/// As many groups as keep a card busy.
constexpr Index busyGroups = 128;
/// By tile: the groups from which on it is worth while where nothing was measured.
constexpr std::array<Index, productTiles.size()> fewestGroups{busyGroups, busyGroups / 2,
                                                              busyGroups / 2, 1};
/// Of a part of the depth: less is not worth adding up.
constexpr Index leastDepth = 128;
constexpr Index mostParts = 32;

Index groupsOf(const ProductShape& shape, const ProductTile& tile) {
    return groupsFor(shape.rows, tile.side) * groupsFor(shape.columns, tile.side) * shape.matrices;
}

Index mostPartsOf(const ProductShape& shape) {
    return shape.canCutDepth ? std::clamp<Index>(shape.depth / leastDepth, 1, mostParts) : 1;
}

/// Where nothing was measured: the largest that makes groups enough, if the depth is cut as often
/// as it can be.
std::size_t usualTile(const ProductShape& shape) {
    for (std::size_t i = 0; i < productTiles.size(); ++i) {
        const ProductTile& tile = productTiles[i];
        if (shape.rows * shape.columns >= tile.side * tile.side / 2 &&
            groupsOf(shape, tile) * mostPartsOf(shape) >= fewestGroups[i])
            return i;
    }
    return productTiles.size() - 1;
}

ProductCut cutFor(const ProductShape& shape, std::size_t tile) {
    const Index groups = groupsOf(shape, productTiles[tile]);
    const Index wanted = std::clamp<Index>(groupsFor(busyGroups, groups), 1, mostPartsOf(shape));
    ProductCut cut{.tile = tile};
    cut.partDepth = std::max<Index>(1, groupsFor(shape.depth, wanted));
    cut.parts = groupsFor(shape.depth, cut.partDepth);
    return cut;
}

/// The next smaller one that is not left out, or else the next larger one.
std::size_t nearestUsable(std::size_t tile, const Costs& costs) {
    const auto isUsable = [&](std::size_t i) { return costs[i].state != State::LeftOut; };
    for (std::size_t i = tile; i < costs.size(); ++i)
        if (isUsable(i))
            return i;
    for (std::size_t i = tile; i > 0; --i)
        if (isUsable(i - 1))
            return i - 1;
    return tile;
}

/// Groups that all fit take no longer than one; more of them share the device.
double nanoseconds(const ProductShape& shape, const ProductCut& cut, std::size_t tile,
                   const KernelCost& cost) {
    const auto slices = static_cast<double>(groupsFor(cut.partDepth, sliceDepth));
    const auto groups = static_cast<double>(groupsOf(shape, productTiles[tile]) * cut.parts);
    return slices * std::max(cost.alone, groups * cost.busy);
}

std::size_t fastestTile(const ProductShape& shape, const ProductCut& cut, const Costs& costs) {
    std::size_t fastest = nearestUsable(cut.tile, costs);
    if (std::ranges::any_of(costs, [](const KernelCost& c) { return c.state == State::Untried; }))
        return fastest;
    for (std::size_t i = 0; i < costs.size(); ++i)
        if (costs[i].state == State::Measured &&
            nanoseconds(shape, cut, i, costs[i]) < nanoseconds(shape, cut, fastest, costs[fastest]))
            fastest = i;
    return fastest;
}

} // namespace

KernelCost* ProductTuning::find(std::string_view kernel) {
    for (std::size_t tile = 0; tile < productTiles.size(); ++tile)
        for (std::size_t storage = 0; storage < storageCount; ++storage)
            if (productTiles[tile].kernels[storage] == kernel)
                return &costs[storage][tile];
    return nullptr;
}

bool ProductTuning::isComplete() const {
    return std::ranges::all_of(costs, [](const Costs& stored) {
        return std::ranges::none_of(stored,
                                    [](const KernelCost& c) { return c.state == State::Untried; });
    });
}

std::string_view ProductTuning::unusable() const {
    for (std::size_t storage = 0; storage < storageCount; ++storage)
        if (std::ranges::all_of(costs[storage],
                                [](const KernelCost& c) { return c.state == State::LeftOut; }))
            return productTiles.front().kernels[storage];
    return {};
}

ProductCut cutOf(const ProductShape& shape, Storage storage, const ProductTuning& tuning) {
    ProductCut cut = cutFor(shape, usualTile(shape));
    cut.tile = fastestTile(shape, cut, tuning.costs[indexOf(storage)]);
    return cut;
}

} // namespace gf::gpu
