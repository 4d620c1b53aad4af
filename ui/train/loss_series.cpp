// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_series.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double longestMemory = 50; ///< losses

} // namespace

void LossSeries::clear() {
    *this = LossSeries(m_capacity);
}

void LossSeries::append(double step, double loss) {
    if (!std::isfinite(loss))
        return;
    // A short run has a short memory, or the mean would lag behind the steep beginning.
    const double keep = 1 - 1 / std::min(longestMemory, 2 + static_cast<double>(m_count++) / 5);
    m_mean = keep * m_mean + (1 - keep) * loss;
    m_weight = keep * m_weight + (1 - keep);
    const double smooth = m_mean / m_weight;
    if (m_pending > 0 && m_pending < m_stride) {
        Point& last = m_points.back();
        last.loss += (loss - last.loss) / static_cast<double>(++m_pending);
        last.step = step;
        last.smooth = smooth;
        return;
    }
    if (m_points.size() == m_capacity)
        halve();
    m_points.push_back({step, loss, smooth});
    m_pending = 1;
}

void LossSeries::halve() {
    // Pairs keep the later step and the smoothed value that belongs to it.
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < m_points.size(); i += 2)
        m_points[kept++] = {m_points[i + 1].step, (m_points[i].loss + m_points[i + 1].loss) / 2,
                            m_points[i + 1].smooth};
    m_points.resize(kept);
    m_stride *= 2;
}

} // namespace gf
