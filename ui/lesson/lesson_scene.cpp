// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_scene.h"

#include "core/lesson/find_place.h"
#include "core/tensor/error.h"
#include "ui/labs/labs.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <utility>
#include <vector>

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

/// Of an experiment that compares runs the one which the answer to its question names first, or
/// that is measured first.
std::string shownRun(const Lesson& lesson, const LessonExperiment& experiment) {
    std::vector<const LessonClaim*> claims = blocksOf<LessonClaim>(lesson);
    if (const LessonQuestion* question = lesson.question(experiment.after))
        claims.insert(claims.begin(), lesson.claim(question->claim));
    for (const LessonClaim* claim : claims)
        if (claim && claim->measure.experiment == experiment.id)
            return claim->measure.run;
    return experiment.compare ? textOf(experiment.compare->values.front()) : std::string();
}

/// Of experiments on a page the one that is trained longest, and of several that are trained as
/// long the one that nothing is changed in.
bool isShownRather(const LessonExperiment& one, const LessonExperiment& other) {
    const auto rank = [](const LessonExperiment& experiment) {
        return std::pair(experiment.run->steps, experiment.changes.empty());
    };
    return rank(one) > rank(other);
}

/// Takes what stands on a page; `isHere`: the reader is on it, and what is still to be done there
/// comes before the rest of it.
void take(LessonSubject& subject, const LessonSitting& sitting, int page, bool isHere) {
    const Lesson& lesson = sitting.lesson();
    for (const LessonItem& item : lesson.pages[page].items) {
        if (const auto* scene = std::get_if<LessonScene>(&item)) {
            subject = {scene, nullptr, {}, nullptr, page};
        } else if (const auto* experiment = std::get_if<LessonExperiment>(&item)) {
            if (isHere && sitting.isToBeDone(*experiment))
                return;
            const bool hasModel = experiment->run && !experiment->nudge; // no window shows that
            if (hasModel && sitting.isDone(experiment->id) &&
                (subject.page != page || !subject.experiment ||
                 isShownRather(*experiment, *subject.experiment)))
                subject = {subject.scene, experiment, shownRun(lesson, *experiment), nullptr, page};
        } else if (const auto* question = std::get_if<LessonQuestion>(&item);
                   question && question->kind == LessonQuestion::Kind::Point) {
            const LessonPointer& pointer = question->pointer;
            subject = {subject.scene, lesson.experiment(pointer.experiment), pointer.run, question,
                       page};
            if (isHere && !sitting.isAnswered(question->id))
                return;
        }
    }
}

} // namespace

LessonSubject subjectOf(const LessonSitting& sitting, int page) {
    LessonSubject subject;
    for (int each = 0; each <= page; ++each)
        take(subject, sitting, each, each == page);
    return subject;
}

LessonModel modelOf(const LessonSubject& subject) {
    if (!subject.experiment)
        return modelOf(*subject.scene);
    LessonModel model = modelOf(*subject.experiment, subject.run);
    const bool hasExample = !(model.example == LessonExample());
    if (!hasExample && !subject.question && subject.scene &&
        subject.scene->run.task == model.run.task)
        model.example = subject.scene->example;
    return model;
}

LessonModel modelOf(const LessonScene& scene) {
    return {scene.run,     scene.seed,    scene.example, {},
            scene.changes, scene.compare, scene.moment,  scene.file};
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
    Focus focus = now;
    if (!scene.step.empty()) {
        focus = focusAt(trace, scene.step, now);
        focus.gradients = focus.gradients || scene.gradients;
        focus.allHeads = scene.allHeads;
        focus.view = QString::fromStdString(scene.station);
        goToCells(focus, trace, {scene.step, scene.head, scene.row, scene.column});
    }
    if (const LabPage* lab = findLabPage(QString::fromStdString(scene.lab))) {
        const Index row = focus.row; // a lab opens without one unless a scene names it
        focus = onLab(*lab, trace.graph.get(), focus);
        focus.row = scene.row ? row : -1;
    }
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

Focus rightPlace(const Trace& trace, const LessonPointer& pointer, const Focus& now) {
    Focus focus = focusOf(trace, pointer, now);
    try {
        const FoundPlace place = findPlace(trace, pointer);
        focus.head = static_cast<int>(place.head);
        focus.row = place.row;
        focus.column = place.column;
        focus.pinned = true;
    } catch (const Error&) {
        // several are equally right: the step is all that can be shown
    }
    return focus;
}

} // namespace gf
