// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/run.h"

#include <memory>
#include <string>

namespace gf {

/// Why an opened model cannot go on learning from what a person has; empty where it can. A model of
/// our own goes on with its task.
Sentence obstacleToFineTuning(const RunDescription& run);

/// How many layers are frozen where nobody says: half of them. docs/decisions.md says why.
Index usualFrozenLayers(const ModelConfig& model);

/// How an opened model goes on learning where nobody says otherwise: openedTraining(), with so many
/// layers frozen, and of a text windows as long as usual or as there is room for.
TrainConfig fineTuningConfig(const ModelConfig& model);

/// What an opened model is once it goes on learning from a file, by the task "text" or "pairs": the
/// same model with the same tokenizer and name, no step done. Throws Error with the
/// obstacle.
RunDescription fineTune(RunDescription run, const std::string& task, const std::string& file);

/// A copy of a model's weights, without what an optimizer keeps of them: another text begins with
/// none.
std::unique_ptr<Parameters> weightsOf(const ModelConfig& model, const Parameters& parameters);

} // namespace gf
