// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/trained_models.h"

#include <string>

namespace gf {

/// Writes a lesson with all that its pages show into one file (core/lesson/packed_lesson.h), which
/// opens anywhere without training: its text, the runs that its scenes name, in which no path is
/// left, the data that these learn from, and the models of other scenes and of experiments, which
/// are trained where `models` has not trained them. Throws Error where a run or a scene's model
/// cannot be had, as packFolder() does, and Stopped.
void packLesson(const Lesson& lesson, const std::string& file, TrainedModels& models,
                const TrainingWatch& watch);

} // namespace gf
