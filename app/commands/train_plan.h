// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/train_options.h"
#include "core/data/batch.h"
#include "core/train/run.h"

#include <memory>

namespace gf {

/// What is to be trained, on what, and where it begins.
struct TrainPlan {
    RunDescription run;               ///< `steps` have been done already
    std::shared_ptr<const Task> task; ///< null on a file of batches: nothing to validate on
    std::shared_ptr<const BatchSource> batches;
    std::unique_ptr<Parameters> parameters; ///< null: fresh ones
};

/// Makes the plan that the options ask for: a task, a file of batches, or a saved run continued.
/// Throws UsageError and Error.
TrainPlan planTraining(const TrainOptions& options);

} // namespace gf
