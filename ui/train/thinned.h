// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace gf {

/// Points of a curve as they were, evenly thinned out: however many there were, at most
/// `capacity` are kept, the first and the last among them.
template <class Point> class Thinned {
public:
    explicit Thinned(std::size_t capacity = 8192) : m_capacity(capacity) {}

    void clear() { *this = Thinned(m_capacity); }

    void append(const Point& point) {
        if (m_lastGoesWithTheNext)
            m_points.back() = point;
        else
            m_points.push_back(point);
        ++m_count;
        m_lastGoesWithTheNext = isBetween();
        if (m_points.size() == m_capacity)
            halve();
    }

    const std::vector<Point>& points() const { return m_points; }

private:
    /// Whether the newest is none of those that stay: every m_stride-th from the first on.
    bool isBetween() const { return (m_count - 1) % m_stride != 0; }

    void halve() {
        const Point last = m_points.back();
        const std::size_t staying = m_points.size() - (m_lastGoesWithTheNext ? 1 : 0);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < staying; i += 2)
            m_points[kept++] = m_points[i];
        m_points.resize(kept);
        m_stride *= 2;
        m_lastGoesWithTheNext = isBetween();
        if (m_lastGoesWithTheNext)
            m_points.push_back(last);
    }

    std::size_t m_capacity;
    std::vector<Point> m_points;
    std::size_t m_count = 0;
    std::size_t m_stride = 1;
    bool m_lastGoesWithTheNext = false;
};

} // namespace gf
