// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/measure/ablation_losses.h"
#include "core/measure/ladders.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// Positions that training has made, of models that are like one another but for those.
struct PositionTables {
    Tensor learned;  ///< [T,D]: a row for each place
    Tensor relative; ///< [H,2R+1]: what a key at offset j − i adds to the scores of a head
};

/// One run of a sweep.
struct SweptRun {
    double value = 0; ///< of the setting
    Index seed = 0;
    double loss = 0; ///< of the last batch; NaN where it diverged
    std::optional<double> accuracy;
    std::optional<Index> divergedAt;
    std::vector<std::pair<double, double>> curve; ///< step and loss; what is no number is NaN
};

// What pages draw of findings that are kept with a run. A finding may be of a file of somebody
// else's: each throws Error that names what is missing, too long, out of its range, or does not
// fit.

/// With this in the place of heads.
Ablation ablationOf(const Finding& finding, StandIn standIn);
LengthLadder lengthLadderOf(const Finding& finding);
WidthLadder widthLadderOf(const Finding& finding);
PositionTables positionTablesOf(const Finding& finding);
std::vector<SweptRun> sweptRunsOf(const Finding& finding);
/// What each cell of a stack brings back, [rows,T], of the residual stream first of what the first
/// layer reads; empty where there is no such stack.
Tensor patchedGridOf(const Finding& finding, const std::string& stack);
/// What each of them moves ln P of the own answer by; empty where that was not measured.
Tensor patchedChangesOf(const Finding& finding, const std::string& stack);

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
