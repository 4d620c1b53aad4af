// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/thinned.h"
#include "ui/messages/messages.h"
#include "ui/train/loss_series.h"

#include <vector>

namespace gf {

/// What the window knows of the losses of one branch of a run. However long it is, a bounded number
/// of points is kept.
class BranchLosses {
public:
    /// Points come in the order of their steps.
    void append(const LossPoint& point);
    /// Of a branch that leaves this one after this step.
    BranchLosses upTo(qint64 step) const;

    /// All of a short run, and of a long one some thousand points of it, by step.
    std::vector<LossPoint> points() const;
    /// Those in which something was measured on validation.
    const std::vector<LossPoint>& measured() const { return m_measured.points(); }
    /// The training loss for drawing.
    const std::vector<LossSeries::Point>& curve() const { return m_series.points(); }
    /// 0 where there is none.
    qint64 lastStep() const;

private:
    Thinned<LossPoint> m_training; ///< what no validation belongs to
    Thinned<LossPoint> m_measured{2048};
    LossSeries m_series;
};

} // namespace gf
