// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_scene.h"

#include "core/lesson/find_place.h"
#include "core/tensor/error.h"
#include "ui/steps/steps.h"

#include <algorithm>

namespace gf {

namespace {

Focus focusAt(const Trace& trace, const std::string& step, const Focus& now) {
    const NodeId node = trace.graph->find(step);
    Focus focus = node == noNode ? atStep(now, QString::fromStdString(step), false)
                                 : atStep(now, stepOf((*trace.graph)[node]),
                                          (*trace.graph)[node].role == Role::Backward);
    focus.row = focus.column = -1;
    focus.pinned = false;
    focus.view.clear();
    return focus;
}

/// As much of the place as the trace has.
void goToCells(Focus& focus, const Trace& trace, const LessonCells& cells) {
    try {
        const FoundCells found = findCells(trace, cells);
        if (cells.head)
            focus.head = static_cast<int>(found.first[0]);
        focus.row = cells.row ? found.first[1] : -1;
        focus.column = cells.column ? found.first[2] : -1;
        focus.pinned = cells.row.has_value() || cells.column.has_value();
    } catch (const Error&) {
        // the window goes to the step alone, or to what is nearest
    }
}

} // namespace

LessonModel modelOf(const LessonScene& scene) {
    return {scene.run, scene.seed, scene.example, {}, scene.changes, scene.compare, scene.moment};
}

LessonModel modelOf(const LessonExperiment& experiment, const std::string& run) {
    LessonModel model{experiment.run.value_or(LessonRun()), 1, experiment.example, experiment.held,
                      experiment.changes};
    if (experiment.compare)
        for (const FieldValue& value : experiment.compare->values)
            if (textOf(value) == run)
                model.run.model[experiment.compare->key] = value;
    return model;
}

Focus focusOf(const Trace& trace, const LessonScene& scene, const Focus& now) {
    if (scene.step.empty())
        return now;
    Focus focus = focusAt(trace, scene.step, now);
    focus.gradients = focus.gradients || scene.gradients;
    focus.allHeads = false;
    focus.view = QString::fromStdString(scene.station);
    goToCells(focus, trace, {scene.step, scene.head, scene.row, scene.column});
    return focus;
}

Focus focusOf(const Trace& trace, const LessonPointer& pointer, const Focus& now) {
    using Find = LessonPointer::Find;
    if (pointer.find == Find::Step)
        return now; // it is what is looked for
    Focus focus = focusAt(trace, pointer.among.step, now);
    focus.view = QStringLiteral("matrices");
    focus.allHeads = pointer.find == Find::Head;
    LessonCells cells = pointer.among;
    if (pointer.find != Find::Column && pointer.find != Find::Row) {
        cells.row.reset();
        cells.column.reset();
    }
    goToCells(focus, trace, cells);
    return focus;
}

} // namespace gf
