// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/messages/lesson_messages.h"

#include <string>

namespace gf {

/// The model of a scene.
LessonModel modelOf(const LessonScene& scene);
/// One of the runs of an experiment that has one, by its name.
LessonModel modelOf(const LessonExperiment& experiment, const std::string& run);

/// Where the window goes in the run of a scene, or to the cells that a question is about: what the
/// trace does not have is left out. Nothing in it: the window stays where it is.
Focus focusOf(const Trace& trace, const LessonScene& scene, const Focus& now);
Focus focusOf(const Trace& trace, const LessonPointer& pointer, const Focus& now);

} // namespace gf
