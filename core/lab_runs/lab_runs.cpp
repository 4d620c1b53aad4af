// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab_runs/lab_runs.h"

#include "core/lab_runs/each_lab.h"
#include "core/train/probe_backend.h"

#include <algorithm>

namespace gf {

namespace {

struct LabRun {
    std::string_view name;
    LabFound (*run)(const LabQuestion& asked, const LabWatch& watch);
};

constexpr LabRun runs[] = {
    {"variance", lab_run::variance},
    {"shuffle", lab_run::shuffle},
    {"dictionary", lab_run::dictionary},
    {"linear", lab_run::linear},
    {"length", lab_run::length},
    {"rotation", lab_run::rotation},
    {"padding", lab_run::padding},
    {"cost", lab_run::cost},
    {"rollout", lab_run::rollout},
    {"ablation", lab_run::ablation},
    {"writing", lab_run::writing},
    {"code", lab_run::code},
    {"tour", lab_run::tour},
    {"series", lab_run::series},
    {"lens", lab_run::lens},
    {"patch", lab_run::patch},
    {"score", lab_run::score},
};

} // namespace

LabFound runLab(const LabQuestion& question, const LabWatch& watch) {
    return std::ranges::find(runs, question.lab.name, &LabRun::name)->run(question, watch);
}

Run freshRun(const std::string& name, std::uint64_t seed) {
    TaskRequest request;
    request.name = name;
    const std::shared_ptr<const Task> task = makeTask(request);
    Run run;
    run.description.model = task->modelDefaults();
    run.description.task = name;
    run.description.vocabularies = vocabulariesOf(task);
    run.parameters = makeParameters(run.description.model);
    initialize(*run.parameters, run.description.model, seed);
    return run;
}

std::shared_ptr<const Trace> traceOf(const LabModel& model, const ProbeExample& example) {
    const ProbeBackends backends;
    Probe probe(
        [&backends](const Graph& graph) -> const Backend& {
            return backends.chosenFor(graph, false);
        },
        model.description.model, model.parameters, example, model.description.vocabularies,
        model.description.caption());
    return probe.run(model.description.steps);
}

std::shared_ptr<const Trace> traceOf(const LabModel& model) {
    return model.trace ? model.trace : traceOf(model, model.example);
}

ProbedModel probed(const LabModel& model, const Backend& otherwise) {
    return {model.backend ? *model.backend : otherwise, model.description.model, model.parameters,
            model.description.vocabularies, model.held};
}

void announce(const LabWatch& watch, std::size_t count, const std::string& what, double seconds) {
    constexpr double worthSaying = 2;
    const double all = static_cast<double>(count) * seconds;
    if (watch.lasts && all > worthSaying)
        watch.lasts(std::to_string(count) + ' ' + what, all);
}

} // namespace gf
