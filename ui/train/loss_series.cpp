// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_series.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double longestMemory = 50; ///< losses

} // namespace

void LossSeries::clear() {
    m_points.clear();
    m_count = 0;
    m_mean = m_weight = 0;
}

void LossSeries::append(double step, double loss) {
    if (!std::isfinite(loss))
        return;
    // A short run has a short memory, or the mean would lag behind the steep beginning.
    const double keep = 1 - 1 / std::min(longestMemory, 2 + static_cast<double>(m_count++) / 5);
    m_mean = keep * m_mean + (1 - keep) * loss;
    m_weight = keep * m_weight + (1 - keep);
    m_points.append({step, loss, m_mean / m_weight});
}

void LossSeries::Point::join(const Point& next) {
    losses += next.losses;
    loss += (next.loss - loss) * static_cast<double>(next.losses) / static_cast<double>(losses);
    step = next.step;
    smooth = next.smooth;
}

} // namespace gf
