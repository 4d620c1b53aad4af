// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"
#include "core/tensor/tensor.h"

#include <span>
#include <vector>

namespace gf {

/// How far two backends may be apart in a step, relative to its scale (StepAgreement): single
/// operations agree to 1e-5 (tst_conformance), and on its way back through the time steps of a
/// recurrent model what they leave adds up to a few times that.
inline constexpr double agreementTolerance = 1e-4;

/// How far a step of one run is from the same step of another run, cell by cell.
struct StepAgreement {
    NodeId node = noNode;
    bool training = false; ///< as a program that trains has it, in which steps may be joined
    /// The largest difference of two cells over the scale of the step, which is the largest number
    /// that is expected in it, or more where what float32 leaves of exact numbers is rounding.
    /// Infinite where one of the two is no number, or infinite, and the other is not the same.
    double difference = 0;
    Cell cell{};        ///< where that is
    float expected = 0; ///< both numbers there
    float found = 0;
};

/// The largest distance of numbers from exact ones; where either is not finite there is none.
double roundingOf(const Tensor& numbers, const BasicTensor<double>& exact);

/// Compares `found` with what is expected. NaN agrees with NaN, and an infinity with itself.
/// `rounding` is how far `expected` is from exact numbers: a step in which that is much (a gradient
/// that is 0 but for rounding, a difference of two numbers that are almost alike) is not held to
/// more than float32 can do.
StepAgreement agreementOf(NodeId node, const Tensor& expected, const Tensor& found,
                          double rounding = 0);

/// The first step in the order of the graph that is further off than the tolerance, of those that
/// training has only where all others are within; null where all are.
const StepAgreement* firstBeyond(std::span<const StepAgreement> steps, double tolerance);

/// The worst first; those that are equally far off in the order of the graph.
std::vector<StepAgreement> byDifference(std::vector<StepAgreement> steps);

} // namespace gf
