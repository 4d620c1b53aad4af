// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/run.h"
#include "ui/messages/compare_messages.h"

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

/// Every change with what it would mean for a run of this kind.
QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend);

/// The same for the window, with how many layers the run has and could have.
ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend);

/// The compared runs of a run by the key of a change. Throws
/// Error for an unknown key and for a change that this run cannot have.
std::vector<ComparedRunPlan> planComparedRuns(const RunDescription& run, const std::string& backend,
                                              const std::string& key);

/// The plans of compared runs that were saved with a run: model and training as their file says,
/// and what a change does beside. Throws Error for an unknown key, and for another number of
/// compared runs than it has.
std::vector<ComparedRunPlan> plansOfSaved(const RunDescription& first, const std::string& backend,
                                          const std::string& key,
                                          std::span<const Run> comparedRuns);

/// The change by which the window shows runs beside each other that differ in this key of the
/// configuration. Throws Error where there is none for the key, or for so many runs.
std::string changeOfKey(const RunDescription& first, const std::string& key,
                        std::span<const Run> comparedRuns);

/// How a run and its compared runs differ, as the window says it.
ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns);

} // namespace gf
