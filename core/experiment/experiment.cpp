// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include "core/backend/copy_entries.h"
#include "core/io/quote.h"
#include "core/lab_runs/lab_runs.h"
#include "core/model/model.h"
#include "core/model/name_hash.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/tensor/stopped.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/probe_backend.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace gf {

namespace {

constexpr Index mostWritten = 100; ///< examples that a model writes token by token

using What = LessonMeasure::What;
using Of = LessonMeasure::Of;

double meanOf(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(numbers.size(), 1));
}

double statisticOf(const std::vector<double>& numbers, Of of) {
    switch (of) {
    case Of::Largest:
        return std::ranges::max(numbers);
    case Of::Smallest:
        return std::ranges::min(numbers);
    case Of::Sum:
        return std::accumulate(numbers.begin(), numbers.end(), 0.0);
    case Of::Zeros:
        return static_cast<double>(std::ranges::count(numbers, 0.0)) /
               static_cast<double>(numbers.size());
    case Of::Norm:
        return std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0));
    case Of::Variance: {
        std::vector<double> squares = numbers;
        const double mean = meanOf(numbers);
        std::ranges::transform(squares, squares.begin(),
                               [mean](double each) { return (each - mean) * (each - mean); });
        return meanOf(squares);
    }
    case Of::Mean:
        break;
    }
    return meanOf(numbers);
}

/// The largest difference of two rows.
double distanceOf(const Trace& trace, const LessonMeasure& measure) {
    const std::vector<double> first = findCells(trace, measure.cells).numbers();
    LessonCells other = measure.cells;
    other.row = measure.from;
    return largestDifference(first, findCells(trace, other).numbers());
}

double labNumberOf(const Finding& finding, const std::string& key) {
    const Finding* const value = finding.find(key);
    const std::optional<double> number = value ? value->number() : std::nullopt;
    if (!number)
        throw Error(phrase("the lab has no number %1"), inQuotes(key));
    return *number; // NaN: what is no number
}

/// The weights with random numbers added to those of a layer.
std::unique_ptr<Parameters> nudged(const Parameters& weights, const RunDescription& run,
                                   const LessonNudge& nudge) {
    std::unique_ptr<Parameters> copy = makeParameters(run.model, run.train);
    copyEntries(weights, *copy);
    bool isAny = false;
    const std::shared_ptr<const Graph> graph = shortestModel(run.model).graph;
    for (const Node& node : graph->nodes()) {
        if (node.role != Role::Parameter || node.scope.layerScope().nameOf("") != nudge.layer)
            continue;
        isAny = true;
        std::uint64_t drawn = 0;
        for (float& weight : copy->writable(node.name))
            weight += static_cast<float>(nudge.by *
                                         normal(run.train.seed + 1, nameHash(node.name), drawn++));
    }
    if (!isAny)
        throw Error(phrase("nudge: the model has no layer %1"), inQuotes(nudge.layer));
    return copy;
}

} // namespace

/// One of the compared runs, trained. What is dear is found when it is first asked for.
class Experiment::Run {
public:
    Run(ExperimentPlan plan, const LessonExperiment& experiment, std::uint64_t seed,
        const ExperimentSurroundings& around, TrainedModels& models)
        : m_plan(std::move(plan)), m_experiment(experiment), m_around(around),
          m_backend(makeBackend("cpu")), m_changes(experiment.held) {
        std::ranges::copy(experiment.changes, std::back_inserter(m_changes));
        TrainingWatch watch{around.threads, around.stop, {}};
        if (around.progress)
            watch.progress = [this](Index step, Index steps) {
                m_around.progress({m_experiment.id, name(), step, steps});
            };
        m_model = models.get(m_plan, seed, experiment.held, watch);
        if (experiment.nudge)
            m_nudged = nudged(*m_model->parameters, m_model->description, *experiment.nudge);
    }

    const std::string& name() const { return m_plan.name; }
    const RunDescription& description() const { return m_model->description; }
    const ExperimentPlan& plan() const { return m_plan; }
    /// For what computes with them and changes none.
    Parameters& weights() { return m_nudged ? *m_nudged : *m_model->parameters; }

    double measure(const LessonMeasure& measure) {
        switch (measure.what) {
        case What::ExactMatch:
            return evaluation().accuracy;
        case What::TokenAccuracy:
            return evaluation().tokenAccuracy;
        case What::Loss:
            return evaluation().loss;
        case What::FirstLoss:
        case What::LastLoss:
            if (description().steps == 0)
                throw Error(phrase("no step was trained that would have a loss"));
            return measure.what == What::FirstLoss ? m_model->firstLoss : m_model->lastLoss;
        case What::GuessLoss:
            return m_plan.task->guessLoss().value_or(
                std::log(static_cast<double>(m_plan.model.targetVocab)));
        case What::ParameterCount:
            return static_cast<double>(parameterCount(m_plan.model));
        case What::Written:
            return shareWritten();
        case What::Answered:
            return answersRightly(exampleOf(m_experiment.example, m_plan)) ? 1 : 0;
        case What::Value:
            return statisticOf(findCells(trace(), measure.cells).numbers(), measure.of);
        case What::Distance:
            return distanceOf(trace(), measure);
        case What::Difference: // of two experiments
        case What::Lab:
            break;
        }
        return std::nan("");
    }

    const Trace& trace() {
        if (!m_trace) {
            const ProbeBackends backends;
            Probe probe(
                [&backends](const Graph& graph) -> const Backend& {
                    return backends.chosenFor(graph, false);
                },
                m_plan.model, weights(), exampleOf(m_experiment.example, m_plan),
                description().vocabularies, description().caption(), m_changes);
            m_trace = probe.run(description().steps);
        }
        return *m_trace;
    }

private:
    const Evaluation& evaluation() {
        if (!m_evaluation) {
            Evaluator evaluator(*m_backend, m_plan.model, m_plan.task, weights(), m_around.threads,
                                0, m_changes);
            while (!evaluator.finished()) {
                throwIfStopped(m_around.stop);
                evaluator.advance();
            }
            m_evaluation = evaluator.result();
        }
        return *m_evaluation;
    }

    /// Whether the model's own answer is right, each token read from those that it wrote itself.
    bool answersRightly(const ProbeExample& example) {
        if (!m_plan.model.hasEncoder())
            throw Error(phrase("a decoder alone has no source to answer"));
        if (!m_writer)
            m_writer = std::make_unique<Generator>(*m_backend, m_plan.model, weights(), m_changes);
        return m_writer->generate(example.source, {}, Sampling{}, 0, m_around.stop).ids ==
               example.target.ids;
    }

    double shareWritten() {
        const Index count = std::min<Index>(m_plan.task->validationCount(), mostWritten);
        Index right = 0;
        for (Index i = 0; i < count; ++i) {
            throwIfStopped(m_around.stop);
            const TextExample text = m_plan.task->validation(i);
            right += answersRightly(exampleOf({text.source, text.target, 0}, m_plan)) ? 1 : 0;
        }
        return static_cast<double>(right) / static_cast<double>(count);
    }

    ExperimentPlan m_plan;
    const LessonExperiment& m_experiment;
    const ExperimentSurroundings& m_around;
    std::unique_ptr<Backend> m_backend;
    std::vector<Intervention> m_changes; ///< when it is measured
    std::shared_ptr<const TrainedModel> m_model;
    std::unique_ptr<Parameters> m_nudged; ///< where the experiment nudges weights
    std::optional<Evaluation> m_evaluation;
    std::unique_ptr<Generator> m_writer;
    std::shared_ptr<const Trace> m_trace;
};

Experiment::Experiment(const LessonExperiment& experiment, std::uint64_t seed,
                       const ExperimentSurroundings& surroundings,
                       std::shared_ptr<TrainedModels> models)
    : m_experiment(experiment), m_seed(seed), m_around(surroundings), m_models(std::move(models)) {
    for (ExperimentPlan& plan : planRuns(m_experiment))
        m_runs.push_back(
            std::make_unique<Run>(std::move(plan), m_experiment, seed, m_around, *m_models));
}

Experiment::~Experiment() = default;

Experiment::Run& Experiment::runOf(const std::string& name) {
    const auto found = std::ranges::find(m_runs, name, [](const auto& run) { return run->name(); });
    if (found == m_runs.end())
        throw Error(phrase("the experiment %1 has no run %2"), inQuotes(m_experiment.id),
                    inQuotes(name));
    return **found;
}

const Finding& Experiment::labOf(const std::string& run) {
    const auto known = m_labs.find(run);
    return known != m_labs.end() ? known->second : m_labs[run] = askLab(run);
}

/// On the run of the experiment, or where it has none on a fresh model of a task.
Finding Experiment::askLab(const std::string& name) {
    Run* const trained = m_experiment.run ? &runOf(name) : nullptr;
    const LabPlan lab = planLab(m_experiment);
    LabQuestion question{lab.lab, lab.knobs, m_seed};
    const LabWatch watch{m_around.threads, m_around.stop};
    if (!lab.looksAtModel)
        return runLab(question, watch).finding;
    std::unique_ptr<Run> fresh;
    if (!trained)
        fresh =
            std::make_unique<Run>(planRun(lab.fresh), m_experiment, m_seed, m_around, *m_models);
    Run& run = fresh ? *fresh : *trained;
    LabModel model{run.description(), run.weights(), exampleOf(lab.example, run.plan()),
                   !lab.example.source.empty() || !lab.example.target.empty()};
    model.example.gradients = false;
    if (lab.lab.takesTwoExamples()) {
        model.other = exampleOf(lab.other, run.plan());
        model.other->gradients = false;
    }
    question.model = &model;
    return runLab(question, watch).finding;
}

double Experiment::measure(const LessonMeasure& measure) {
    return measure.what == What::Lab ? labNumberOf(labOf(measure.run), measure.key)
                                     : runOf(measure.run).measure(measure);
}

double Experiment::differenceTo(Experiment& other, const LessonMeasure& measure) {
    std::vector<double> numbers = findCells(trace(measure.run), measure.cells).numbers();
    const std::vector<double> others = findCells(other.trace(measure.run), measure.cells).numbers();
    if (numbers.size() != others.size())
        throw Error(phrase("the step %1 has another shape in the other experiment"),
                    inQuotes(measure.cells.step));
    std::ranges::transform(numbers, others, numbers.begin(),
                           [](double a, double b) { return std::abs(a - b); });
    return statisticOf(numbers, measure.of);
}

const Trace& Experiment::trace(const std::string& run) {
    return runOf(run).trace();
}

} // namespace gf
