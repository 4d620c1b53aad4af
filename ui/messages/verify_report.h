// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/measure/agreement.h"

#include <QString>

#include <memory>
#include <vector>

namespace gf {

/// The open model and its example through two backends, step by step.
struct VerifyReport {
    QString backend;   ///< what is verified: "cpu"
    QString reference; ///< what it is compared with: "eigen"
    double tolerance = agreementTolerance;
    std::vector<StepAgreement> steps;   ///< the worst first
    int turned = 0;                     ///< inputs of ReLUs on the other side of 0 (Verification)
    std::shared_ptr<const Graph> graph; ///< whose nodes they are
    Index step = 0;                     ///< how many training steps the model had had
    Tokens sourceTokens, targetTokens, labels; ///< of the example, as in its Trace
};

} // namespace gf
