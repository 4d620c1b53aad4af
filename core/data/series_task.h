// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

#include <memory>
#include <string_view>

namespace gf {

/// A series is 24 points that are known and 12 that are to be foretold.
inline constexpr Index knownPoints = 24;
inline constexpr Index foretoldPoints = 12;

/// A large sine wave of random period (10 to 24 points), phase and size (0.5 to 1), a small one (5
/// to 10 points, 0.1 to 0.3), a trend of at most 1 over all points, a level of at most 0.5, and
/// noise of 0.05; two decimals. Measured by the squared error over that of repeating the last known
/// value.
GeneratedProblem seriesProblem();

/// Windows of a person's own table (core/io/table_file.h), whose columns are the numbers of a
/// point and whose lines follow each other in time. Each column is moved and scaled so that the
/// lines to learn from have mean 0 and deviation 1, with three decimals; one that is constant but
/// for rounding is only moved. What is foretold in validation lies in the last tenth of the lines
/// (at least 12), which training does not see.
///
/// Throws Error for a table that cannot be read, and for one of fewer than 48 lines or more than 64
/// columns, for numbers that are beyond a million when they are scaled (with line and column), and
/// for an encoder-only model.
std::unique_ptr<Task> makeTableTask(std::string_view text, Architecture architecture);

} // namespace gf
