// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/lesson/lesson_sitting.h"
#include "ui/messages/lesson_messages.h"

#include <string>

namespace gf {

/// The model of a scene.
LessonModel modelOf(const LessonScene& scene);
/// One of the runs of an experiment that has one, by its name.
LessonModel modelOf(const LessonExperiment& experiment, const std::string& run);

/// What a page is about, of which the window shows the model: the last of its scenes, of its
/// experiments that are done and of its questions for a place, up to what the reader has still to
/// do; on a page without any, that of the page before.
struct LessonSubject {
    const LessonScene* scene = nullptr; ///< the last one: whose docks and buttons are hidden
    const LessonExperiment* experiment = nullptr; ///< after that: whose model is shown
    std::string run;                              ///< of the experiment
    const LessonQuestion* question = nullptr;     ///< the place is looked for in that model
    int page = -1;                                ///< on which that stands; less than 0: nowhere

    explicit operator bool() const { return scene || experiment; }
    friend bool operator==(const LessonSubject&, const LessonSubject&) = default;
};
LessonSubject subjectOf(const LessonSitting& sitting, int page);
LessonModel modelOf(const LessonSubject& subject);

/// Where the window goes in the run of a scene, or to the cells that a question is about: what the
/// trace does not have is left out. Nothing in it: the window stays where it is.
Focus focusOf(const Trace& trace, const LessonScene& scene, const Focus& now);
Focus focusOf(const Trace& trace, const LessonPointer& pointer, const Focus& now);
/// To the place itself that a question asks for, as far as the trace has one.
Focus rightPlace(const Trace& trace, const LessonPointer& pointer, const Focus& now);

} // namespace gf
