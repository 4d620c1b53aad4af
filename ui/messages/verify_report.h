// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
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
    std::shared_ptr<const Graph> graph; ///< whose nodes they are
};

} // namespace gf
