// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/agreement.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace gf {

namespace {

/// How many times the expected run's own rounding another run may be away from it: eight bits.
/// Where much is lost by rounding (in 1 − t² of a tanh that is almost 1), how much is chance, and
/// thirty times as much was seen. What is well computed has 1e-7, which leaves the tolerance as it
/// is.
constexpr double roundings = 256;

/// What is smaller a backend may take for 0 (subnormal numbers are slow on many processors).
constexpr double smallestNormal = std::numeric_limits<float>::min();

double largestOf(const Tensor& numbers) {
    double largest = 0;
    for (const float number : numbers.values())
        if (std::isfinite(number))
            largest = std::max(largest, std::abs(static_cast<double>(number)));
    return largest;
}

/// The slack over the tolerance.
double scaleOf(const Tensor& expected, const Allowance& allowance) {
    const double largest = largestOf(expected);
    if (allowance.tolerance == 0)
        return largest;
    return std::max(largest,
                    roundings * std::max(allowance.rounding, smallestNormal) / allowance.tolerance);
}

bool isBefore(const StepAgreement& a, const StepAgreement& b) {
    return a.training != b.training ? b.training : a.node < b.node;
}

} // namespace

double distanceOf(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    if (!std::isfinite(a) || !std::isfinite(b))
        return std::numeric_limits<double>::infinity();
    return std::abs(a - b);
}

double roundingOf(const Tensor& numbers, const BasicTensor<double>& exact) {
    assert(numbers.shape() == exact.shape());
    double rounding = 0;
    for (Index i = 0; i < numbers.count(); ++i)
        if (std::isfinite(numbers[i]) && std::isfinite(exact[i]))
            rounding = std::max(rounding, std::abs(static_cast<double>(numbers[i]) - exact[i]));
    return rounding;
}

double slackOf(const Tensor& expected, const Allowance& allowance) {
    return allowance.tolerance * scaleOf(expected, allowance);
}

StepAgreement agreementOf(NodeId node, const Tensor& expected, const Tensor& found,
                          const Allowance& allowance) {
    assert(expected.shape() == found.shape());
    StepAgreement step;
    step.node = node;
    Index worst = 0;
    for (Index i = 0; i < expected.count(); ++i) {
        const double here =
            distanceOf(static_cast<double>(expected[i]), static_cast<double>(found[i]));
        if (here > step.difference) {
            step.difference = here;
            worst = i;
        }
    }
    if (expected.empty())
        return step;
    step.cell = cellAt(expected.shape(), worst);
    step.expected = expected[worst];
    step.found = found[worst];
    if (step.difference > 0) // of nothing but zeros any number is infinitely far
        step.difference /= scaleOf(expected, allowance);
    return step;
}

const StepAgreement* firstBeyond(std::span<const StepAgreement> steps, double tolerance) {
    const StepAgreement* first = nullptr;
    for (const StepAgreement& step : steps)
        if (step.difference > tolerance && (!first || isBefore(step, *first)))
            first = &step;
    return first;
}

std::vector<StepAgreement> byDifference(std::vector<StepAgreement> steps) {
    std::ranges::stable_sort(steps, [](const StepAgreement& a, const StepAgreement& b) {
        return a.difference != b.difference ? a.difference > b.difference : isBefore(a, b);
    });
    return steps;
}

} // namespace gf
