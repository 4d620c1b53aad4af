// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/head_pattern.h"
#include "ui/stations/station.h"

#include <QString>

#include <vector>

namespace gf {

/// The measures of all heads of one attention: a look at every weight, done once for a trace.
const std::vector<HeadMeasures>& measuredHeads(const StationInput& input, NodeId layer);

/// "previous token"
QString patternName(HeadPattern pattern);

/// What a rule measures, written out: "attention on the token just before the query".
QString ruleText(HeadPattern pattern);

/// What a head is called by its guess, which it has; where it reads fields, which: "year, day".
QString guessLabel(const Trace& trace, const HeadMeasures& measures);
/// The same in a sentence: "reads year, day".
QString guessName(const Trace& trace, const HeadMeasures& measures);

/// What a head's guess is and the number that made it, or that no rule holds.
QString guessText(const Trace& trace, NodeId weights, const HeadMeasures& measures);

/// "entropy 1.20 of 2.40 for equal weights, 50 %"
QString entropyText(const HeadMeasures& measures);

/// The same, and how far it looks: "…; mean distance 2.10 tokens".
QString measuresText(const HeadMeasures& measures);

} // namespace gf
