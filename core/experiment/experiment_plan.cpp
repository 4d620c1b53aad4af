// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment_plan.h"

#include "core/experiment/comparison_plan.h"
#include "core/io/quote.h"
#include "core/model/model.h"
#include "core/model/train_config.h"
#include "core/tensor/error.h"
#include "core/train/run.h"

#include <map>

namespace gf {

namespace {

// What a lesson trains while one waits.
constexpr Index mostWeights = 1'000'000;
constexpr Index mostBatch = 256;
constexpr Index longestSequence = 512;
constexpr Index mostLayers = 12;

/// `defaults` with the lesson's own keys.
FieldValues merged(FieldValues defaults, const FieldValues& own) {
    give(defaults, own);
    return defaults;
}

std::shared_ptr<const Task> taskFor(const LessonRun& run) {
    const TaskInfo* const info = findTask(run.task);
    if (!info || run.task.empty() || info->needsFile) {
        std::string known;
        for (const TaskInfo& each : taskTable())
            if (!each.needsFile && !each.name.empty())
                known.append(known.empty() ? "" : ", ").append(each.name);
        throw Error(phrase("task is %1, but must be one of %2"), inQuotes(run.task), known);
    }
    TaskRequest request;
    request.name = run.task;
    if (const auto architecture = run.model.find("architecture"); architecture != run.model.end())
        request.architecture = configOf({*architecture}).architecture;
    request.parameters = taskParametersIn(run.training);
    requireParameters(run.task, run.training);
    requireArchitecture(request);
    return makeTask(request);
}

void requireSmall(const ExperimentPlan& plan) {
    const Index weights = parameterCount(plan.model);
    if (weights > mostWeights || plan.model.layers > mostLayers ||
        plan.model.maxLength > longestSequence || plan.train.batch > mostBatch)
        throw Error(
            phrase("the model has %1 weights, %2 layers, room for %3 tokens and %4 examples "
                   "in a batch, but in a lesson at most %5, %6, %7 and %8"),
            weights, plan.model.layers, plan.model.maxLength, plan.train.batch, mostWeights,
            mostLayers, Sentence(std::to_string(longestSequence)), mostBatch);
}

} // namespace

ExperimentPlan planRun(const LessonRun& run) {
    ExperimentPlan plan;
    plan.task = taskFor(run);
    const ModelConfig defaults = plan.task->modelDefaults();
    plan.model = configOf(merged(valuesOf(defaults), run.model));
    if (plan.model.input != defaults.input || plan.model.output != defaults.output ||
        plan.model.features != defaults.features ||
        plan.model.sourceVocab != defaults.sourceVocab ||
        plan.model.targetVocab != defaults.targetVocab)
        throw Error(phrase("input, output, features and vocabularies are those of the task %1; "
                           "leave them out"),
                    inQuotes(run.task));
    requireRoom(*plan.task, plan.model);
    plan.train = trainConfigOf(merged(valuesOf(plan.task->trainDefaults()), run.training));
    plan.train.steps = run.steps;
    requireSmall(plan);
    return plan;
}

std::vector<ExperimentPlan> planRuns(const LessonExperiment& experiment) {
    return experiment.run ? planRuns(*experiment.run, experiment.compare)
                          : std::vector<ExperimentPlan>();
}

std::vector<ExperimentPlan> planRuns(const LessonRun& run,
                                     const std::optional<LessonComparison>& compare) {
    std::vector<ExperimentPlan> plans;
    if (!compare)
        plans.push_back(planRun(run));
    else
        for (const FieldValue& value : compare->values) {
            LessonRun compared = run;
            compared.model[compare->key] = value;
            plans.push_back(planRun(compared));
            plans.back().name = textOf(value);
        }
    return plans;
}

std::vector<ExperimentPlan> planShown(const LessonRun& run,
                                      const std::optional<LessonComparison>& compare) {
    std::vector<ExperimentPlan> plans = planRuns(run, compare);
    std::vector<ComparedRunPlan> compared;
    for (const ExperimentPlan& plan : plans)
        compared.push_back({plan.model, plan.train, {}});
    if (compare)
        changeOfKey(compared, compare->key);
    return plans;
}

LabPlan planLab(const LessonExperiment& experiment) {
    const Lab* const known = findLab(experiment.lab);
    if (!known)
        throw Error(phrase("the experiment %1 has no lab"), inQuotes(experiment.id));
    const Lab& lab = *known;
    LessonRun fresh;
    fresh.task = lab.task;
    LessonExample example, other;
    std::map<std::string_view, std::string*> words; // beside the knobs
    if (lab.takesModel())
        words = {{"source", &example.source}, {"target", &example.target}};
    if (lab.takesModel() && !experiment.run)
        words["task"] = &fresh.task;
    if (lab.takesTwoExamples()) {
        words["other-source"] = &other.source;
        words["other-target"] = &other.target;
    }
    FieldValues knobs;
    for (const auto& [name, value] : experiment.knobs)
        if (const auto word = words.find(name); word != words.end())
            *word->second = textOf(value);
        else
            knobs[name] = value; // or nothing that the lab has, which is said there
    if (lab.takesTwoExamples() && other.source.empty() && other.target.empty())
        throw Error(
            phrase("knobs: the other example is missing; give %1, or %2 of a decoder alone"),
            "other-source", "other-target");
    return {
        lab,  KnobValues(lab, knobs), lab.looksAtModel(experiment.run.has_value()), fresh, example,
        other};
}

ProbeExample exampleOf(const LessonExample& given, const ExperimentPlan& plan) {
    TextExample text = plan.task->showcase();
    if (!given.source.empty() || !given.target.empty())
        text = {given.source, given.target};
    if (text.target.empty()) {
        const std::optional<std::string> answer = plan.task->answerTo(text.source);
        if (!answer)
            throw Error(phrase("the task has no answer to %1; give the example a target"),
                        inQuotes(text.source));
        text.target = *answer;
    }
    const Vocabularies words = vocabulariesOf(plan.task);
    const DataForm form(plan.model);
    ExampleData data = exampleData(text, form, words.source.get(), words.target.get());
    ProbeExample example = probeExampleOf(std::move(data));
    example.padding = given.padding;
    return example;
}

} // namespace gf
