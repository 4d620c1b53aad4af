// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/measure/ladders.h"
#include "core/train/probed_model.h"

#include <vector>

namespace gf {

/// The model with as many heads of other widths K, so that D = H·K, each with the widest first: by
/// its first steps one says how long all will take.
std::vector<ModelConfig> modelsByWidth(const ModelConfig& model);

/// The scores q·k of every attention of a model with heads, over its heads and the first validation
/// examples of the task: means of the mean and of the variance that each head has on each example
/// (core/measure/score_statistics.h). Empty of a model without heads.
WidthLadder::Width scoresByWidth(const ProbedModel& model, const Task& task, Index examples);

} // namespace gf
