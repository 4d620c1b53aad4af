// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab_runs/lab_runs.h"
#include "core/train/probed_model.h"

#include <memory>

namespace gf {

// The computing of each lab, a function of its name for each row of labs() (core/lab/lab.h).
namespace lab_run {

LabFound variance(const LabQuestion& asked, const LabWatch& watch);
LabFound shuffle(const LabQuestion& asked, const LabWatch& watch);
LabFound dictionary(const LabQuestion& asked, const LabWatch& watch);
LabFound linear(const LabQuestion& asked, const LabWatch& watch);
LabFound length(const LabQuestion& asked, const LabWatch& watch);
LabFound rotation(const LabQuestion& asked, const LabWatch& watch);
LabFound padding(const LabQuestion& asked, const LabWatch& watch);
LabFound cost(const LabQuestion& asked, const LabWatch& watch);
LabFound rollout(const LabQuestion& asked, const LabWatch& watch);
LabFound ablation(const LabQuestion& asked, const LabWatch& watch);
LabFound writing(const LabQuestion& asked, const LabWatch& watch);
LabFound code(const LabQuestion& asked, const LabWatch& watch);
LabFound tour(const LabQuestion& asked, const LabWatch& watch);
LabFound series(const LabQuestion& asked, const LabWatch& watch);
LabFound lens(const LabQuestion& asked, const LabWatch& watch);
LabFound patch(const LabQuestion& asked, const LabWatch& watch);
LabFound score(const LabQuestion& asked, const LabWatch& watch);

} // namespace lab_run

// What several of them need.

/// The run of an example.
std::shared_ptr<const Trace> traceOf(const LabModel& model, const ProbeExample& example);
std::shared_ptr<const Trace> traceOf(const LabModel& model);
/// To run it again, on the backend that made its trace, or where there is none, on this one.
ProbedModel probed(const LabModel& model, const Backend& otherwise);

/// Says how long `count` pieces of work ("losses are measured") take where that is long, by the
/// seconds that one took.
void announce(const LabWatch& watch, std::size_t count, const std::string& what, double seconds);

} // namespace gf
