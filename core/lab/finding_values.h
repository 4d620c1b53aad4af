// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/measure/ablation.h"
#include "core/measure/length_ladder.h"
#include "core/measure/position_tables.h"
#include "core/measure/width_ladder.h"

#include <string>
#include <vector>

namespace gf {

// What pages draw of findings that are kept with a run. A finding may be of a file of somebody
// else's: each throws Error that names what is missing, too long, out of its range, or does not
// fit.

/// With this in the place of heads.
Ablation ablationOf(const Finding& finding, StandIn standIn);
LengthLadder lengthLadderOf(const Finding& finding);
WidthLadder widthLadderOf(const Finding& finding);
PositionTables positionTablesOf(const Finding& finding);
/// What each cell of a stack's stream brings back, [layers,T], first of what the first layer reads;
/// empty where there is no such stack.
Tensor patchedGridOf(const Finding& finding, const std::string& stack);

/// Throws Error where a page could not draw what was found for this.
void requireDrawable(const LabRequest& request, const Finding& finding);

// How they are read from what is not believed: the field of a name, which has to be there.
const Finding& required(const Finding& finding, const std::string& name);
double requiredNumber(const Finding& finding, const std::string& name);
Index requiredWhole(const Finding& finding, const std::string& name, Index least, Index most);
const std::string& requiredWords(const Finding& finding, const std::string& name);
const Finding::List& requiredList(const Finding& finding, const std::string& name);
std::vector<std::string> requiredTokens(const Finding& finding, const std::string& name);

} // namespace gf
