// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/measure/ablation.h"
#include "core/measure/length_ladder.h"
#include "core/measure/position_tables.h"
#include "core/measure/width_ladder.h"
#include "ui/language/wording.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gf {

/// What labs want measured by the engine, and what it finds. The mathematics of a request stands
/// with the function of core/train that answers it.
namespace lab {

/// Losses without heads, on so many examples of the task, or of the one that is shown where there
/// is no task.
struct Ablate {
    Index examples = 0;
    bool pairs = false;
    bool mean = false;   ///< in the place of a head that is taken away, not zeros
    bool tokens = false; ///< the losses of each token of the example that is shown, too
    friend bool operator==(const Ablate&, const Ablate&) = default;
};
struct Ablated {
    Ablation ablation;
};

/// Models with each kind of position, trained for so many steps and tried at other lengths.
struct TryLengths {
    Index steps = 0;
    friend bool operator==(const TryLengths&, const TryLengths&) = default;
};
struct TriedLengths {
    LengthLadder ladder;
};

/// Models with heads of 4 to 64 features, each trained for so many steps.
struct TryWidths {
    Index steps = 0;
    friend bool operator==(const TryWidths&, const TryWidths&) = default;
};
struct TriedWidths {
    WidthLadder ladder;
};

/// Models with learned and with relative positions, each trained for so many steps.
struct TrainPositions {
    Index steps = 0;
    friend bool operator==(const TrainPositions&, const TrainPositions&) = default;
};
struct TrainedPositions {
    PositionTables tables;
};

/// Each cell of the residual stream of another example in the place of this one's: of those that
/// are kept from training and as long as this one, counted from 0.
struct Patch {
    Index other = 0;
    friend bool operator==(const Patch&, const Patch&) = default;
};
struct Patched {
    struct Stack {
        std::string name; ///< "encoder"
        /// What the cell brings back of the other's answer, 1 for all of it: [layers,T], first of
        /// what the first layer reads.
        Tensor restored;
    };
    std::vector<Stack> stacks;
    Tokens otherSource, otherTarget; ///< what the other example's encoder and decoder read
    double own = 0, others = 0;      ///< ln P of the other's answer in this run, and in its own
};

/// The same of `count` cells of one layer at once, from `first` on: `stack` is counted as in
/// Patched, `layer` from what the first one reads.
struct PatchCells {
    Index other = 0;
    Index stack = 0;
    Index layer = 0;
    Index first = 0;
    Index count = 1;
    friend bool operator==(const PatchCells&, const PatchCells&) = default;
};
struct PatchedCells {
    double restored = 0;             ///< of the other's answer, 1 for all of it
    double patched = 0;              ///< ln P of the other's answer with these cells
    double own = 0, others = 0;      ///< as of Patched
    Tokens otherSource, otherTarget; ///< likewise
};

} // namespace lab

using LabRequest = std::variant<NamedLab, lab::Ablate, lab::TryLengths, lab::Patch, lab::PatchCells,
                                lab::TryWidths, lab::TrainPositions>;
/// The alternative at the place of the request's.
using LabAnswer = std::variant<LabFound, lab::Ablated, lab::TriedLengths, lab::Patched,
                               lab::PatchedCells, lab::TriedWidths, lab::TrainedPositions>;

/// What was found once for what a person starts, as it is kept with the run.
struct LabResult {
    LabRequest request;
    std::shared_ptr<const LabAnswer> answer;
    Index step = 0; ///< how many training steps the weights had had
    /// It is of this example alone; both empty: of any.
    Tokens sourceTokens, targetTokens;
};
using LabResults = std::vector<LabResult>;

/// How far a request of a lab has come.
struct LabNews {
    std::optional<LabRequest> request;       ///< nothing: none was made
    std::shared_ptr<const LabAnswer> answer; ///< null while there is none
    std::shared_ptr<const Trace> of;         ///< the run that it was measured on
    double progress = 0;                     ///< from 0 to 1, while it is measured
    /// How long it takes, of what a person starts; nothing of what is measured with each picture.
    std::optional<double> seconds = {};
    bool isRunning = false; ///< it has been started
    /// What has been started before on this model; null: nothing.
    std::shared_ptr<const LabResults> kept = {};
    Wording failure; ///< why there will be none

    friend bool operator==(const LabNews&, const LabNews&) = default;
};

} // namespace gf
