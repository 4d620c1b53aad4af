// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// What an intervention does to one row of the output.
struct RowEffect {
    Index row = 0;
    std::string token; ///< what the model had read last
    std::string word;  ///< whose probability and logit these are: the right one, or without labels
                       ///< what was predicted before
    double logitBefore = 0, logitAfter = 0;
    double before = 0, after = 0;           ///< probability of `word`
    std::string predicted, predictedBefore; ///< the most likely word now and before
};

/// What the interventions of a trace do, against the same run without them.
struct Effect {
    std::optional<double> lossBefore, lossAfter;
    std::vector<RowEffect> rows; ///< the largest change of probability first
};

/// The run without the interventions in the shape of the run with them: every step has the value
/// that the plain model gives it, a step "as computed" and a changed parameter that of their own
/// name. `trace.without` must be set.
std::shared_ptr<const Trace> alignedWithout(const Trace& trace);

/// Reads both from a trace; nothing when it has no interventions.
std::optional<Effect> effectOf(const Trace& trace);

} // namespace gf
