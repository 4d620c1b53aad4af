// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab_runs/lab_runs.h"
#include "core/train/probed_model.h"

#include <memory>

namespace gf {

// The computing of each lab, a function of its name for each row of labs() (core/lab/lab.h).
namespace lab_run {

#define GF_LAB(name) LabFound name(const LabQuestion& asked, const LabWatch& watch);
#define GF_LONG_LAB(name) std::unique_ptr<LabWork> name(const LabQuestion& asked, int threads);
#include "core/lab/each_lab.def"
// and for each row of measurements().
LabFound cells(const LabQuestion& asked, const LabWatch& watch);
std::unique_ptr<LabWork> widths(const LabQuestion& asked, int threads);
std::unique_ptr<LabWork> positions(const LabQuestion& asked, int threads);

} // namespace lab_run

// What several of them need.

/// The run of an example, on the backend that made the model's trace, where there is one.
std::shared_ptr<const Trace> traceOf(const LabModel& model, const ProbeExample& example);
std::shared_ptr<const Trace> traceOf(const LabModel& model);
/// To run it again, on the backend that made its trace, or where there is none, on this one.
ProbedModel probed(const LabModel& model, const Backend& otherwise);

/// The task of its run; null where it has none, or it cannot be had any more.
std::shared_ptr<const Task> taskFor(const LabModel& model);
/// Throws Error where a loss cannot be measured, for nobody knows the right answer.
void requireAnswer(const LabModel& model);

} // namespace gf
