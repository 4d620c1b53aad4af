// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/homework/exercise_results.h"

#include <chrono>
#include <string>

namespace gf {

/// What runs a student's code. Nothing shields this machine from that code but the limit.
struct StudentsPython {
    std::string program = "python3"; ///< a path, or a name that the system knows
    std::chrono::seconds limit{60};
};

/// What the check said.
struct CheckedExercise {
    bool isRight = false;
    std::string said;
};

/// Runs the check of a folder in a process of its own, which runs the student's functions. Throws
/// Error where there is no check, where Python cannot be started or takes too long, and where it
/// could not check.
CheckedExercise runExerciseCheck(const std::string& folder, const StudentsPython& python);

/// Makes the exercise of a folder anew, as its values.safetensors says, puts the student's
/// functions into it and checks that: whatever the folder has of the check, result.json and right
/// results counts for nothing. Throws Error like the others.
ExerciseResult recomputedResult(const std::string& folder, const StudentsPython& python);

} // namespace gf
