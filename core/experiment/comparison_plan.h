// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/run.h"

#include <span>
#include <string>
#include <vector>

namespace gf {

/// What a compared run is like: everything as in the first run but for one change.
struct ComparedRunPlan {
    ModelConfig model;
    TrainConfig train;
    std::string backend;
    std::vector<Intervention> builtIn = {}; ///< what no configuration can say
};

/// The changes by which runs are compared, in the order in which they are offered.
std::vector<std::string> comparisonKeys();

/// What the configuration says about a change in each run, the first one's first; nothing where it
/// does not have its key. Throws Error for an unknown change, as do the functions below.
std::vector<std::string> comparedValues(const RunDescription& first, const std::string& backend,
                                        const std::string& key,
                                        std::span<const ComparedRunPlan> comparedRuns);

/// The key of the configuration in which runs differ by a change; empty where no single one says
/// it.
std::string comparedField(const std::string& key);

/// The compared runs of a run by the key of a change, also where nothing would differ.
std::vector<ComparedRunPlan> changedPlans(const RunDescription& run, const std::string& backend,
                                          const std::string& key);

/// The same. Throws Error for a change that this run cannot have, too.
std::vector<ComparedRunPlan> planComparedRuns(const RunDescription& run, const std::string& backend,
                                              const std::string& key);

/// The plans of compared runs that were saved with a run: model and training as their file says,
/// and what a change does beside. Throws Error for an unknown key, and for another number of
/// compared runs than it has.
std::vector<ComparedRunPlan> plansOfSaved(const RunDescription& first, const std::string& backend,
                                          const std::string& key,
                                          std::span<const Run> comparedRuns);

/// The change by which the window shows these runs beside each other, which differ in this key of
/// the configuration. Throws Error where there is none for the key, or for so many runs.
std::string changeOfKey(std::span<const ComparedRunPlan> runs, const std::string& key);

} // namespace gf
