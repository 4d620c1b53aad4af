// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace gf {

/// The training loss thinned out for drawing, with its smoothed metrics. However long the run, it
/// keeps at most `capacity` points: when it is full, neighbours are averaged in pairs.
class LossSeries {
public:
    struct Point {
        double step = 0;
        double loss = 0;   ///< mean over the steps that the point stands for
        double smooth = 0; ///< exponential mean of the loss so far, its start corrected
    };

    explicit LossSeries(std::size_t capacity = 4096) : m_capacity(capacity + capacity % 2) {}

    void clear();
    /// Steps ascend. A loss that is not a number is left out.
    void append(double step, double loss);
    const std::vector<Point>& points() const { return m_points; }

private:
    void halve();

    std::size_t m_capacity;
    std::vector<Point> m_points;
    std::size_t m_stride = 1;  ///< losses in each point
    std::size_t m_pending = 0; ///< losses in the last point, at most m_stride
    std::size_t m_count = 0;   ///< losses so far
    double m_mean = 0;         ///< exponential mean before correction
    double m_weight = 0;       ///< of the losses in m_mean
};

} // namespace gf
