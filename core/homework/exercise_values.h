// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/homework/exercise_table.h"
#include "core/io/safetensors.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gf {

/// Inputs and right results of these functions as "<function>.<name>", from small runs that are
/// trained with this seed for it: those that the functions need, each in about a second. The same
/// seed gives the same numbers.
std::vector<NamedTensor> exerciseValues(std::span<const ExerciseFunction> functions,
                                        std::uint64_t seed);

} // namespace gf
