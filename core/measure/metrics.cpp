// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/metrics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace gf {

namespace {

/// Leaves at most about half of the points: the first of each stretch of so many steps, and the
/// last of all. Stretches are powers of two, so that those of a later thinning are made of those of
/// an earlier one, and stay even.
template <class Point> void thin(std::vector<Point>& points) {
    const Index first = points.front().step;
    const auto wanted = static_cast<std::uint64_t>(points.size() / 2);
    const auto range = static_cast<std::uint64_t>(points.back().step - first);
    const auto stretch = static_cast<Index>(std::bit_ceil((range + wanted - 1) / wanted));
    const Point last = points.back();
    const auto isSameStretch = [=](const Point& a, const Point& b) {
        return (a.step - first) / stretch == (b.step - first) / stretch;
    };
    points.erase(std::unique(points.begin(), points.end(), isSameStretch), points.end());
    if (points.back().step != last.step)
        points.push_back(last);
}

template <class Point>
void append(std::vector<Point>& points, const Point& point, std::size_t most) {
    if (!points.empty() && point.step <= points.back().step)
        return;
    points.push_back(point);
    if (points.size() > most)
        thin(points);
}

template <class Point> void dropFrom(std::vector<Point>& points, Index step) {
    points.erase(std::ranges::upper_bound(points, step, {}, &Point::step), points.end());
}

template <class Point> const Point* lastBy(const std::vector<Point>& points, Index step) {
    const auto after = std::ranges::upper_bound(points, step, {}, &Point::step);
    return after == points.begin() ? nullptr : &*std::prev(after);
}

} // namespace

void Metrics::add(const Loss& loss) {
    if (std::isfinite(loss.loss))
        append(m_losses, loss, mostLosses);
}

void Metrics::add(const Measurement& measurement) {
    if (std::isfinite(measurement.loss) && std::isfinite(measurement.error.value_or(0)) &&
        measurement.accuracy >= 0 && measurement.accuracy <= 1)
        append(m_measurements, measurement, mostMeasurements);
}

void Metrics::dropAfter(Index step) {
    dropFrom(m_losses, step);
    dropFrom(m_measurements, step);
}

const Metrics::Loss* Metrics::lossBy(Index step) const {
    return lastBy(m_losses, step);
}

const Metrics::Measurement* Metrics::measurementBy(Index step) const {
    return lastBy(m_measurements, step);
}

} // namespace gf
