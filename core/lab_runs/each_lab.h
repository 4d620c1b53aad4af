// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab_runs/lab_runs.h"

#include <memory>

namespace gf {

// The computing of each lab, a function of its name for each row of labs() (core/lab/lab.h).
namespace lab_run {

Finding variance(const LabQuestion& asked, const LabWatch& watch);
Finding shuffle(const LabQuestion& asked, const LabWatch& watch);
Finding dictionary(const LabQuestion& asked, const LabWatch& watch);
Finding linear(const LabQuestion& asked, const LabWatch& watch);
Finding length(const LabQuestion& asked, const LabWatch& watch);
Finding rotation(const LabQuestion& asked, const LabWatch& watch);
Finding padding(const LabQuestion& asked, const LabWatch& watch);
Finding cost(const LabQuestion& asked, const LabWatch& watch);
Finding rollout(const LabQuestion& asked, const LabWatch& watch);
Finding ablation(const LabQuestion& asked, const LabWatch& watch);
Finding writing(const LabQuestion& asked, const LabWatch& watch);
Finding code(const LabQuestion& asked, const LabWatch& watch);
Finding tour(const LabQuestion& asked, const LabWatch& watch);
Finding series(const LabQuestion& asked, const LabWatch& watch);
Finding lens(const LabQuestion& asked, const LabWatch& watch);
Finding patch(const LabQuestion& asked, const LabWatch& watch);
Finding score(const LabQuestion& asked, const LabWatch& watch);

} // namespace lab_run

// What several of them need.

/// The run of an example.
std::shared_ptr<const Trace> traceOf(const LabModel& model, const ProbeExample& example);
std::shared_ptr<const Trace> traceOf(const LabModel& model);

/// Says how long `count` pieces of work ("losses are measured") take where that is long, by the
/// seconds that one took.
void announce(const LabWatch& watch, std::size_t count, const std::string& what, double seconds);

} // namespace gf
