// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/comparison_plan.h"
#include "ui/messages/compare_messages.h"

#include <span>
#include <string>

namespace gf {

/// Every change with what it would mean for a run of this kind.
QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend);

/// The same for the window, with how many layers the run has and could have.
ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend);

/// How a run and its compared runs differ, as the window says it.
ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns);

} // namespace gf
