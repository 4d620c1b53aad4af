// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/homework.h"
#include "core/tensor/phrase.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Which numbers of the small runs that are trained for an exercise.
enum class ExerciseSource {
    Pre,      ///< of a Pre-LN transformer and an example of the task, with gradients
    Padded,   ///< the same with padding behind both sequences
    Post,     ///< of a Post-LN transformer
    Bahdanau, ///< of a recurrent model with the attention of Bahdanau et al. 2015
    Step,     ///< of an early training step of the Pre-LN transformer
    Answer,   ///< of the Pre-LN transformer while it answers
    Number,   ///< none: a number that is given
};

/// An argument of a function, or one of its results: an array of values.safetensors.
struct ExerciseValue {
    std::string_view name; ///< as the student reads it
    ExerciseSource source;
    std::string_view node; ///< whose value it is
    double number = 0;     ///< of Number
    bool isWhole = false;  ///< whole numbers, as ids are
};

/// A function that a student writes, and what it is checked with.
struct ExerciseFunction {
    /// "generate.short": of what stands behind a dot the function is tried once more.
    std::string_view name;
    std::string_view exercise;
    std::vector<ExerciseValue> inputs, results;
    /// By which part of a result's largest number its numbers may differ.
    double tolerance = 1e-4;
};

struct Exercise {
    std::string_view name;
    Phrase title;
    std::string_view lesson; ///< of the course, that it belongs to; empty: to several
};

/// The table of all, with "all" as the last.
const std::vector<Exercise>& exerciseTable();
/// All of them as a window shows them.
std::vector<OfferedExercise> offeredExercises();
/// Those that an exercise has; throws Error for a name that is none.
std::vector<ExerciseFunction> functionsOf(std::string_view exercise);

} // namespace gf
