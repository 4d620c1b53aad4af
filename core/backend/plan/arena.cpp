// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/arena.h"

#include <algorithm>
#include <numeric>

namespace gf {

ArenaPlan planArena(const std::vector<Lifetime>& lifetimes, Index alignment) {
    struct Placed {
        Index offset, end, lastUse;
    };
    std::vector<std::size_t> order(lifetimes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return lifetimes[a].from < lifetimes[b].from;
    });
    ArenaPlan plan;
    plan.offsets.assign(lifetimes.size(), 0);
    std::vector<Placed> alive; // by offset
    for (const std::size_t i : order) {
        const Lifetime& buffer = lifetimes[i];
        std::erase_if(alive, [&](const Placed& p) { return p.lastUse < buffer.from; });
        Index offset = 0;
        auto place = alive.begin();
        for (; place != alive.end() && place->offset < offset + buffer.size; ++place)
            offset = std::max(offset, (place->end + alignment - 1) / alignment * alignment);
        alive.insert(place, {offset, offset + buffer.size, buffer.to});
        plan.offsets[i] = offset;
        plan.size = std::max(plan.size, offset + buffer.size);
    }
    return plan;
}

} // namespace gf
