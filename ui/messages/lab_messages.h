// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "ui/language/wording.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// What was found once for what a person starts, as it is kept with the run.
struct LabResult {
    LabRequest request;
    std::shared_ptr<const LabFound> answer;
    Index step = 0; ///< how many training steps the weights had had
    /// It is of this example alone; both empty: of any.
    Tokens sourceTokens, targetTokens;
};
using LabResults = std::vector<LabResult>;

/// How far a request of a lab has come.
struct LabNews {
    std::optional<LabRequest> request;      ///< nothing: none was made
    std::shared_ptr<const LabFound> answer; ///< null while there is none
    std::shared_ptr<const Trace> of;        ///< the run that it was measured on
    double progress = 0;                    ///< from 0 to 1, while it is measured
    /// How long it takes, of what a person starts; nothing of what is measured with each picture.
    std::optional<double> seconds = {};
    bool isRunning = false; ///< it has been started
    /// What has been started before on this model; null: nothing.
    std::shared_ptr<const LabResults> kept = {};
    Wording failure; ///< why there will be none

    friend bool operator==(const LabNews&, const LabNews&) = default;
};

} // namespace gf
