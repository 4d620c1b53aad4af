// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/platform/memory.h"
#include "ui/dialogs/new_model_dialog.h"

#include <functional>

namespace gf {

/// What a filled-in New model dialog asks for, in the engine's terms.
struct ModelPlan {
    TaskRequest request;
    ModelConfig model;
    TrainConfig train;
    std::string device = {}; ///< empty: what trains now
};

/// Reads the dialog's values. Throws Error with the first problem.
ModelPlan planModel(const ModelRequest& request);

/// The dialog's fields from the table of configuration keys, what learns each task, and the check
/// that runs while one types: every problem by its key, the number of parameters and the memory.
/// What needs more bytes than `memory()` says is refused; 0: nothing is.
ModelForm makeModelForm(std::function<qint64()> memory = availableMemory);

/// Adds to a form what the page "Train on a text" needs: its fields, what they are at first for a
/// model, and what they would mean. `memory` says how many bytes are free.
void addLearning(ModelForm& form, std::function<qint64()> memory);

} // namespace gf
