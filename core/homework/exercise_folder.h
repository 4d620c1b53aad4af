// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/homework.h"

#include <string>

namespace gf {

/// Writes the folder of an exercise: functions to fill in, README.md, their check
/// (resources/homework) and values.safetensors. Throws Error where the folder is there and not
/// empty, and for a name that is none.
void makeExercise(const ExerciseChoice& choice, const std::string& folder);

/// What the folder's values.safetensors says of itself. Untrusted: throws Error for what is no
/// exercise.
ExerciseChoice exerciseIn(const std::string& folder);

} // namespace gf
