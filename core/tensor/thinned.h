// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gf {

/// Leaves about half of `most` points of a curve, which are ordered by their `step`: one of each
/// stretch of so many steps from `first` on, and the last of all. Returns how many steps that are,
/// at least `least`: a power of two, so that the stretches of a later thinning are made of those of
/// an earlier one, and curves over the same steps keep the same of them.
///
/// A `Point` that has `join(const Point& next)` takes in the later ones of its stretch; of others
/// the first one stays as it was.
template <class Point>
Index thinOut(std::vector<Point>& points, Index first, std::size_t most, Index least = 2) {
    const auto wanted = static_cast<Index>(most / 2);
    const Index range = std::max<Index>(0, static_cast<Index>(points.back().step) - first);
    const auto needed = static_cast<std::uint64_t>((range + wanted - 1) / wanted);
    const Index stretch = std::max(least, static_cast<Index>(std::bit_ceil(needed)));
    const auto placeOf = [=](const Point& point) {
        return (static_cast<Index>(point.step) - first) / stretch;
    };
    std::vector<Point> kept;
    for (const Point& point : points) {
        if (kept.empty() || placeOf(kept.back()) != placeOf(point))
            kept.push_back(point);
        else if constexpr (requires(Point & before) { before.join(point); })
            kept.back().join(point);
    }
    if (kept.back().step != points.back().step)
        kept.push_back(points.back());
    points = std::move(kept);
    return stretch;
}

/// The points of a curve, thinned out so that at most `capacity` are kept however many come, the
/// first and the last among them, and as evenly when they have just been thinned out as before.
template <class Point> class Thinned {
public:
    explicit Thinned(std::size_t capacity = 8192) : m_capacity(capacity) {}

    void clear() { *this = Thinned(m_capacity); }

    /// Steps ascend.
    void append(const Point& point) {
        if (m_points.empty())
            m_first = static_cast<Index>(point.step);
        add(point);
        while (m_points.size() > m_capacity)
            m_stretch = thinOut(m_points, m_first, m_capacity, 2 * m_stretch);
    }

    const std::vector<Point>& points() const { return m_points; }

private:
    bool areTogether(const Point& a, const Point& b) const {
        const auto placeOf = [this](const Point& point) {
            return (static_cast<Index>(point.step) - m_first) / m_stretch;
        };
        return placeOf(a) == placeOf(b);
    }

    void add(const Point& point) {
        const std::size_t count = m_points.size();
        if constexpr (requires(Point & before) { before.join(point); }) {
            if (count > 0 && areTogether(m_points.back(), point))
                return m_points.back().join(point);
        } else if (count > 1 && areTogether(m_points[count - 2], m_points.back())) {
            m_points.back() = point; // what it replaces was there as the last one only
            return;
        }
        m_points.push_back(point);
    }

    std::size_t m_capacity;
    std::vector<Point> m_points;
    Index m_first = 0;   ///< the step of the first
    Index m_stretch = 1; ///< steps
};

} // namespace gf
