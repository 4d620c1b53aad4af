// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/claims.h"
#include "core/model/model.h"
#include "core/tensor/error.h"

namespace gf {

namespace {

/// Gathers what is wrong, and goes on with the next thing.
class LessonCheck {
public:
    LessonCheck(const Lesson& lesson, const std::function<void(const LabQuestion&)>& requireLab)
        : m_lesson(lesson), m_requireLab(requireLab) {
        m_around.askLab = [](const LabQuestion&) { return nlohmann::ordered_json(); };
    }

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
        LessonExperiment look;
        look.id = "scene";
        look.run = scene.run;
        look.example = scene.example;
        look.compare = scene.compare;
        look.changes = scene.changes;
        Experiment opened(fresh(look), 1, m_around);
        const std::string run =
            scene.compare ? textOf(scene.compare->values.front()) : std::string();
        const Trace& trace = opened.trace(run);
        if (!scene.step.empty())
            findCells(trace, {scene.step, scene.head, scene.row, scene.column});
    }

    void checkExperiment(const LessonExperiment& experiment) {
        m_opened.try_emplace(experiment.id, fresh(experiment), 1, m_around);
        if (!experiment.lab.empty())
            m_requireLab({experiment.lab, experiment.knobs, 1, nullptr, nullptr});
        for (const ExperimentPlan& plan : planRuns(experiment))
            for (const auto& changes : {experiment.held, experiment.changes})
                for (const Intervention& change : changes)
                    requireChangeable(plan, change.node);
    }

    static void requireChangeable(const ExperimentPlan& plan, const std::string& step) {
        if (shortestModel(plan.model).graph->find(step) == noNode)
            throw Error(phrase("changes: the model has no step %1"), step);
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
    const std::function<void(const LabQuestion&)>& m_requireLab;
    ExperimentSurroundings m_around;
    std::map<std::string, Experiment> m_opened;
    std::vector<LessonProblem> m_problems;
};

} // namespace

std::vector<LessonProblem> problemsOf(const Lesson& lesson,
                                      const std::function<void(const LabQuestion&)>& requireLab) {
    return LessonCheck(lesson, requireLab).problems();
}

} // namespace gf
