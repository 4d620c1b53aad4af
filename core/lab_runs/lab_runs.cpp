// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab_runs/lab_runs.h"

#include "core/lab_runs/each_lab.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"
#include "core/train/probe_backend.h"

#include <algorithm>
#include <chrono>

namespace gf {

namespace {

/// How a lab finds what it finds: at once, or in pieces.
struct LabRun {
    std::string_view name;
    LabFound (*run)(const LabQuestion& asked, const LabWatch& watch) = nullptr;
    std::unique_ptr<LabWork> (*begin)(const LabQuestion& asked, int threads) = nullptr;
};

constexpr LabRun runs[] = {
#define GF_LAB(name) {#name, lab_run::name},
#define GF_LONG_LAB(name) {#name, nullptr, lab_run::name},
#include "core/lab/each_lab.def"
    {"cells", lab_run::cells},
    {"widths", nullptr, lab_run::widths},
    {"positions", nullptr, lab_run::positions},
};

const LabRun& runOf(const Lab& lab) {
    return *std::ranges::find(runs, lab.name, &LabRun::name);
}

LabFound worked(LabWork& work, const LabWatch& watch) {
    using Clock = std::chrono::steady_clock;
    constexpr double enough = 0.02; // of the work, to say how long all of it takes
    const auto began = Clock::now();
    bool isSaid = false;
    for (double part = 0; part < 1;) {
        throwIfStopped(watch.stop);
        part = work.advance();
        if (watch.progress)
            watch.progress(part);
        if (isSaid || part < enough || !watch.lasts)
            continue;
        const double seconds = std::chrono::duration<double>(Clock::now() - began).count() / part;
        if (seconds >= work.worthSaying())
            watch.lasts(work.what(), seconds);
        isSaid = true;
    }
    return work.found();
}

} // namespace

bool takesLong(const Lab& lab) {
    return runOf(lab).begin != nullptr;
}

std::unique_ptr<LabWork> beginLab(const LabQuestion& question, int threads) {
    return runOf(question.lab).begin(question, threads);
}

LabFound runLab(const LabQuestion& question, const LabWatch& watch) {
    if (takesLong(question.lab))
        return worked(*beginLab(question, watch.threads), watch);
    return runOf(question.lab).run(question, watch);
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
    if (model.backend)
        return probed(model, *model.backend).run(example);
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

std::shared_ptr<const Task> taskFor(const LabModel& model) {
    const bool isElsewhere = !model.isShown() && !model.description.task.empty();
    return isElsewhere ? taskOf(model.description) : model.task;
}

void requireAnswer(const LabModel& model) {
    if (model.example.loss)
        return;
    if (model.isShown())
        throw Error(phrase("a loss needs the right answer, and nobody knows it"));
    throw LabUsageError("a loss needs the right answer; give it with --target or --target-ids");
}

} // namespace gf
