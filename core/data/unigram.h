// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch.h"

namespace gf {

/// The loss of a guess that knows only how often each token comes: the entropy −Σ p ln p of the
/// labels, as frequent as in the first batches. 0 where the labels are no tokens.
double unigramLoss(const BatchSource& batches);

/// The loss of the best guess that reads nothing of an example: the task's own where it has one
/// (numbers, rows to choose), otherwise unigramLoss(). `task` may be null.
double blindLoss(const Task* task, const BatchSource& batches);

} // namespace gf
