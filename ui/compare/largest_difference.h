// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/tensor.h"
#include "ui/steps/steps.h"

namespace gf {

/// The cell in which two runs of one example differ most, among the steps that both have by the
/// same name and shape: |a − b| over the root mean square of all numbers that both runs have for
/// the step. noNode where no such step differs.
struct LargestDifference {
    NodeId node = noNode; ///< of the first
    Cell cell;
    double relative = 0;
};

/// Of what is walked with values: matrices and rows, no single numbers. Cells that one of the runs
/// hides or has no number for do not count.
LargestDifference largestDifference(const Trace& first, const Trace& second, const Steps& steps);

} // namespace gf
