// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What a lecturer chooses of an exercise.
struct ExerciseChoice {
    std::string name;              ///< of an OfferedExercise
    std::string library = "numpy"; ///< or "torch"
    std::string language = "en";   ///< or "de"
    std::uint64_t seed = 1;
};

/// An exercise as the window offers it.
struct OfferedExercise {
    std::string_view name;
    Phrase title;
    std::string_view lesson; ///< of the course, that it belongs to; empty: to several
    std::string_view step;   ///< whose numbers the first of its functions computes, or empty
    std::vector<std::string_view> functions; ///< that a student writes
};

} // namespace gf
