// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/train_config.h"

namespace gf {

/// The learning rate of step `step` (the first is 1).
/// Noam: learningRate · D^−½ · min(step^−½, step · warmup^−1.5) (Vaswani et al. 2017, eq. 3).
/// Cosine: linear warm-up, then half a cosine down to 0 at `steps` (Loshchilov & Hutter 2017).
double learningRateAt(const TrainConfig& config, Index dModel, Index step);

/// The highest learning rate of the schedule; what people mean by "the" learning rate. Noam's is
/// that of the step in which its warm-up ends.
double peakLearningRate(const TrainConfig& config, Index dModel);

/// Makes `rate` the highest rate of the schedule, which stays the schedule that it is: the factor
/// of Noam's follows. peakLearningRate() gives `rate` then, as far as rounding allows.
void setPeakLearningRate(TrainConfig& config, Index dModel, double rate);

/// What an option of the command line means that names a rate and no schedule: the constant one, or
/// the peak of a cosine. A Noam schedule, whose number is a factor, gives way to a constant rate.
void chooseLearningRate(TrainConfig& config, double rate);

} // namespace gf
