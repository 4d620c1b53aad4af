// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/labs/lab_bench.h"

#include <memory>

namespace gf {

// What labs have measured that takes long and that a person starts, each in a file of its own: how
// it begins. Throws Error where the model has nothing of the kind.
std::unique_ptr<LabTask> begin(const lab::Patch& request, const LabSubject& subject);
/// The same with an example of one's own, which has a loss.
std::unique_ptr<LabTask> beginPatch(const ProbeExample& other, const LabSubject& subject);
/// Some of its cells at once, for which nobody waits.
lab::PatchedCells measure(const lab::PatchCells& request, const LabSubject& subject);
/// Losses without heads, on a copy of the weights.
std::unique_ptr<LabTask> begin(const lab::Ablate& request, const LabSubject& subject);
/// Models with each kind of position: of the run's task, or of "copy" where that has no examples of
/// other lengths.
std::unique_ptr<LabTask> begin(const lab::TryLengths& request, const LabSubject& subject);
/// Models of the run's task with heads of other widths.
std::unique_ptr<LabTask> begin(const lab::TryWidths& request, const LabSubject& subject);
/// Models of the run's task with the positions that training makes.
std::unique_ptr<LabTask> begin(const lab::TrainPositions& request, const LabSubject& subject);

} // namespace gf
