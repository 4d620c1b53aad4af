// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"
#include "core/tensor/tensor.h"

#include <span>
#include <string>
#include <vector>

namespace gf {

/// How far two backends may be apart in a step, relative to its scale (StepAgreement): single
/// operations agree to 1e-5 (tst_conformance), and on its way back through the time steps of a
/// recurrent model what they leave adds up to a few times that.
inline constexpr double agreementTolerance = 1e-4;

/// How far a step of one run is from the same step of another run, cell by cell.
struct StepAgreement {
    NodeId node = noNode;
    bool training = false; ///< of a program that joins steps, as those that train do
    /// The largest difference of two cells over the scale of the step, which is the largest number
    /// that is expected in it, or more where float32's rounding takes more than the tolerance of
    /// that. Infinite where one of the two is no number, or infinite, and the other is not the
    /// same.
    double difference = 0;
    Cell cell{};        ///< where that is
    float expected = 0; ///< both numbers there
    float found = 0;
};

/// One model and one example through a backend and through a reference, step by step.
struct Agreement {
    std::string backend;   ///< what is verified: "cpu"
    std::string reference; ///< what it is compared with: "eigen"
    double tolerance = agreementTolerance;
    std::vector<StepAgreement> steps;
    /// Inputs of ReLUs that rounding has put on the other side of 0 than the reference's own.
    Index turned = 0;
};

/// How far two numbers are apart: NaN is not apart from NaN, nor an infinity from itself, and both
/// are infinitely far from all else.
double distanceOf(double a, double b);

/// The largest distance of numbers from exact ones; where either is not finite there is none.
double roundingOf(const Tensor& numbers, const BasicTensor<double>& exact);

/// What a step is held to.
struct Allowance {
    double tolerance = agreementTolerance; ///< of the largest number; 0: not one bit may differ
    /// How far what is expected is from exact numbers. A step in which that is much (a gradient
    /// that is 0 but for rounding, a difference of two numbers that are almost alike) is not held
    /// to more than float32 can do; nor is one of numbers below float32's smallest normal one.
    double rounding = 0;
};

/// How far a number may be from that which is expected in its cell.
double slackOf(const Tensor& expected, const Allowance& allowance);

/// Compares `found` with what is expected. NaN agrees with NaN, and an infinity with itself. The
/// difference is within the tolerance where all numbers are within the slack.
StepAgreement agreementOf(NodeId node, const Tensor& expected, const Tensor& found,
                          const Allowance& allowance = {});

/// The first step in the order of the graph that is further off than the tolerance, of those that
/// a program with joined steps has only where all others are within; null where all are.
const StepAgreement* firstBeyond(std::span<const StepAgreement> steps, double tolerance);

/// The worst first; those that are equally far off in the order of the graph.
std::vector<StepAgreement> byDifference(std::vector<StepAgreement> steps);

} // namespace gf
