// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/train_config.h"

namespace gf {

/// The learning rate of step `step` (the first is 1).
/// Noam: learningRate · D^−½ · min(step^−½, step · warmup^−1.5) (Vaswani et al. 2017, eq. 3).
/// Cosine: linear warm-up, then half a cosine down to 0 at `steps` (Loshchilov & Hutter 2017).
double learningRateAt(const TrainConfig& config, Index dModel, Index step);

} // namespace gf
