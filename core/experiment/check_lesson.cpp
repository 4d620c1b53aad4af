// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task.h"
#include "core/experiment/lesson_trial.h"
#include "core/io/quote.h"
#include "core/model/model.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/run.h"

namespace gf {

namespace {

/// Gathers what is wrong, and goes on with the next thing.
class LessonCheck {
public:
    LessonCheck(const Lesson& lesson, const std::filesystem::path& folder)
        : m_lesson(lesson), m_folder(folder) {}

    std::vector<LessonProblem> problems() {
        for (const LessonScene* scene : blocksOf<LessonScene>(m_lesson))
            attempt(scene->line, [&] { checkScene(*scene); });
        for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(m_lesson))
            attempt(experiment->line, [&] { checkExperiment(*experiment); });
        for (const LessonClaim* claim : blocksOf<LessonClaim>(m_lesson)) {
            checkMeasure(claim->measure);
            if (claim->kind == LessonClaim::Kind::Order)
                checkMeasure(claim->less);
            for (const auto& other : {claim->minus, claim->over})
                if (other)
                    checkMeasure(*other);
        }
        for (const LessonQuestion* question : blocksOf<LessonQuestion>(m_lesson))
            if (question->kind == LessonQuestion::Kind::Point)
                checkCells(question->line, question->pointer.experiment, question->pointer.run,
                           question->pointer.among);
        return std::move(m_problems);
    }

private:
    template <class Work> void attempt(int line, const Work& work) {
        try {
            work();
        } catch (const Error& error) {
            m_problems.push_back({line, error.sentence()});
        }
    }

    /// The same experiment with fresh weights: what is there does not depend on training.
    static LessonExperiment fresh(LessonExperiment experiment) {
        if (experiment.run)
            experiment.run->steps = 0;
        return experiment;
    }

    void checkScene(const LessonScene& scene) {
        for (const std::string& task : scene.hidden)
            if (!findTask(task))
                throw Error(phrase("hide.tasks names %1, and there is no such task"),
                            inQuotes(task));
        if (!scene.file.empty())
            return checkFile(scene);
        LessonExperiment look;
        look.id = "scene";
        look.run = scene.run;
        look.example = scene.example;
        look.compare = scene.compare;
        look.changes = scene.changes;
        Experiment opened(fresh(look), 1, m_around);
        const std::vector<ExperimentPlan> plans = planShown(scene.run, scene.compare);
        for (const ExperimentPlan& plan : plans)
            for (const Intervention& change : scene.changes) // made to each of them
                requireChangeable(plan, change.node);
        const Trace& trace = opened.trace(plans.front().name);
        if (!scene.step.empty())
            findCells(trace, {scene.step, scene.head, scene.row, scene.column});
    }

    /// A run beside the lesson's file has the example that it was saved with.
    void checkFile(const LessonScene& scene) const {
        const Run run = loadRun((m_folder / pathOf(scene.file)).string());
        if (!scene.step.empty() && !hasStep(run.description.model, scene.step))
            throw Error(phrase("the model has no step %1"), inQuotes(scene.step));
    }

    void checkExperiment(const LessonExperiment& experiment) {
        m_opened.try_emplace(experiment.id, fresh(experiment), 1, m_around);
        if (!experiment.lab.empty())
            planLab(experiment);
        for (const ExperimentPlan& plan : planRuns(experiment))
            for (const auto& changes : {experiment.held, experiment.changes})
                for (const Intervention& change : changes)
                    requireChangeable(plan, change.node);
    }

    static void requireChangeable(const ExperimentPlan& plan, const std::string& step) {
        if (!hasStep(plan.model, step))
            throw Error(phrase("changes: the model has no step %1"), step);
    }

    static bool hasStep(const ModelConfig& model, const std::string& step) {
        return shortestModel(model).graph->find(step) != noNode;
    }

    void checkMeasure(const LessonMeasure& measure) {
        if (measure.what == LessonMeasure::What::Difference) {
            checkCells(measure.line, measure.experiment, measure.run, measure.cells);
            checkCells(measure.line, measure.other, measure.run, measure.cells);
        }
        if (measure.what == LessonMeasure::What::Value ||
            measure.what == LessonMeasure::What::Distance)
            checkCells(measure.line, measure.experiment, measure.run, measure.cells);
        if (measure.what == LessonMeasure::What::Distance) {
            LessonCells other = measure.cells;
            other.row = measure.from;
            checkCells(measure.line, measure.experiment, measure.run, other);
        }
    }

    void checkCells(int line, const std::string& experiment, const std::string& run,
                    const LessonCells& cells) {
        const auto opened = m_opened.find(experiment);
        if (opened != m_opened.end()) // else it was said what is wrong with it
            attempt(line, [&] { findCells(opened->second.trace(run), cells); });
    }

    const Lesson& m_lesson;
    const std::filesystem::path& m_folder;
    ExperimentSurroundings m_around;
    std::map<std::string, Experiment> m_opened;
    std::vector<LessonProblem> m_problems;
};

} // namespace

std::vector<LessonProblem> problemsOf(const Lesson& lesson, const std::filesystem::path& folder) {
    return LessonCheck(lesson, folder).problems();
}

} // namespace gf
