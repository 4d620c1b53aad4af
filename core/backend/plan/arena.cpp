// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/arena.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <queue>

namespace gf {

namespace {

/// The stretches of an arena that no buffer lies in. Each begins at a multiple of the alignment;
/// the last one has no end.
class Gaps {
public:
    explicit Gaps(Index alignment)
        : m_alignment(alignment), m_gaps{{0, std::numeric_limits<Index>::max()}} {}

    /// Takes the first one that is large enough, and returns where it begins.
    Index take(Index size) {
        auto gap = m_gaps.begin();
        while (gap->second - gap->first < size)
            ++gap;
        const Index begin = gap->first;
        const Index rest = begin + aligned(size);
        if (rest == begin)
            return begin;
        const Index end = gap->second;
        gap = m_gaps.erase(gap);
        if (rest < end)
            m_gaps.emplace_hint(gap, rest, end);
        return begin;
    }

    /// Gives back what was taken.
    void give(Index begin, Index size) {
        Index end = begin + aligned(size);
        auto next = m_gaps.lower_bound(begin);
        if (next != m_gaps.end() && next->first == end) {
            end = next->second;
            next = m_gaps.erase(next);
        }
        if (next != m_gaps.begin() && std::prev(next)->second == begin)
            std::prev(next)->second = end;
        else if (begin < end)
            m_gaps.emplace_hint(next, begin, end);
    }

private:
    Index aligned(Index size) const { return (size + m_alignment - 1) / m_alignment * m_alignment; }

    Index m_alignment;
    std::map<Index, Index> m_gaps; ///< begin to end
};

} // namespace

ArenaPlan planArena(const std::vector<Lifetime>& lifetimes, Index alignment) {
    std::vector<std::size_t> order(lifetimes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return lifetimes[a].from < lifetimes[b].from;
    });
    const auto endsLater = [&](std::size_t a, std::size_t b) {
        return lifetimes[a].to > lifetimes[b].to;
    };
    // A long chain has thousands alive at a time: only those that end are looked at.
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(endsLater)> alive(
        endsLater);
    Gaps gaps(alignment);
    ArenaPlan plan;
    plan.offsets.assign(lifetimes.size(), 0);
    for (const std::size_t i : order) {
        const Lifetime& buffer = lifetimes[i];
        for (; !alive.empty() && lifetimes[alive.top()].to < buffer.from; alive.pop())
            gaps.give(plan.offsets[alive.top()], lifetimes[alive.top()].size);
        plan.offsets[i] = gaps.take(buffer.size);
        plan.size = std::max(plan.size, plan.offsets[i] + buffer.size);
        alive.push(i);
    }
    return plan;
}

} // namespace gf
