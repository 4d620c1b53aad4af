// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace gf {

/// The place of each number when all are sorted, from 1; equal ones share the mean of theirs.
std::vector<double> ranksOf(std::span<const double> numbers);

/// How far two lists put the same things into the same order, 1 to −1: the correlation of their
/// ranks (Spearman 1904). NaN where one of them has no order: fewer than two numbers, or all alike.
/// Both are of one length.
double rankCorrelation(std::span<const double> a, std::span<const double> b);

} // namespace gf
