// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/thinned.h"

#include <cstddef>
#include <vector>

namespace gf {

/// The training loss thinned out for drawing, with its smoothed metrics: a point of a long run is
/// the mean over its stretch of steps.
class LossSeries {
public:
    struct Point {
        double step = 0;
        double loss = 0;   ///< mean over the steps that the point stands for
        double smooth = 0; ///< exponential mean of the loss so far, its start corrected
        Index losses = 1;  ///< that it is the mean of

        void join(const Point& next);
    };

    explicit LossSeries(std::size_t capacity = 4096) : m_points(capacity) {}

    void clear();
    /// Steps ascend. A loss that is not a number is left out.
    void append(double step, double loss);
    const std::vector<Point>& points() const { return m_points.points(); }

private:
    Thinned<Point> m_points;
    std::size_t m_count = 0; ///< losses so far
    double m_mean = 0;       ///< exponential mean before correction
    double m_weight = 0;     ///< of the losses in m_mean
};

} // namespace gf
