// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/branch_losses.h"

#include <algorithm>
#include <iterator>

namespace gf {

void BranchLosses::append(const LossPoint& point) {
    (point.validation || point.accuracy || point.error ? m_measured : m_training).append(point);
    if (point.training)
        m_series.append(static_cast<double>(point.step), *point.training);
}

BranchLosses BranchLosses::upTo(qint64 step) const {
    BranchLosses branch;
    for (const LossPoint& point : points())
        if (point.step <= step)
            branch.append(point);
    return branch;
}

std::vector<LossPoint> BranchLosses::points() const {
    std::vector<LossPoint> all;
    std::ranges::merge(m_training.points(), m_measured.points(), std::back_inserter(all), {},
                       &LossPoint::step, &LossPoint::step);
    return all;
}

qint64 BranchLosses::lastStep() const {
    qint64 last = 0;
    for (const auto* points : {&m_training.points(), &m_measured.points()})
        if (!points->empty())
            last = std::max(last, points->back().step);
    return last;
}

} // namespace gf
