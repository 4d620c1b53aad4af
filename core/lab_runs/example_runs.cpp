// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab_runs/example_runs.h"

#include "core/backend/plan/flops.h"
#include "core/model/model.h"
#include "core/train/evaluate.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace gf {

namespace {

/// Enough for a curve, few enough for a picture while it trains.
constexpr double mostMoments = 24;
constexpr double mostFlops = 2e9; ///< in matrix products, of all of them: of a larger model fewer

/// All where they are few, or folders, which are looked at once and not while a model trains; else
/// the first and the last, and the first one from each multiple of a power of two on.
std::vector<SharedCheckpoint> spread(std::span<const SharedCheckpoint> all, double flopsOfOne) {
    if (all.empty())
        return {};
    const double affordable =
        all.front()->opened ? mostMoments : mostFlops / std::max(flopsOfOne, 1.0);
    const auto most = static_cast<Index>(std::clamp(affordable, 3.0, mostMoments));
    if (std::ssize(all) <= most)
        return {all.begin(), all.end()};
    const Index last = all.back()->step;
    Index apart = 1;
    while ((last - all.front()->step) / apart > most - 3)
        apart *= 2;
    std::vector<SharedCheckpoint> moments;
    for (const SharedCheckpoint& moment : all)
        if (moments.empty() || moment->step == last ||
            moment->step / apart > moments.back()->step / apart)
            moments.push_back(moment);
    return moments;
}

/// The weights of a moment, where `like` lies in the row of numbers from `first` on.
void bringBack(const Checkpoint& moment, std::size_t first, const Parameters& like,
               Parameters& into) {
    const SharedWeights opened = moment.opened ? moment.opened() : nullptr;
    const std::vector<float> own = opened ? std::vector<float>() : moment.values.read();
    const std::span<const float> numbers = opened ? opened->values() : std::span(own);
    for (const Parameters::Entry& entry : into.entries()) {
        const Parameters::Entry& there = *like.find(entry.name);
        const std::span<float> to = into.writable(entry);
        std::ranges::copy(
            numbers.subspan(first + static_cast<std::size_t>(there.offset), to.size()), to.begin());
    }
}

} // namespace

std::vector<ProbeExample> examplesFor(const LabQuestion& asked, Index wanted) {
    const LabModel& model = *asked.model;
    const std::shared_ptr<const Task> task = model.isExampleGiven ? nullptr : taskFor(model);
    const Index count = task ? std::min(wanted, task->validationCount()) : 0;
    if (count == 0)
        return {model.example};
    std::vector<ProbeExample> examples;
    const auto all = static_cast<std::uint64_t>(task->validationCount());
    const std::uint64_t first = (asked.seed - 1) * static_cast<std::uint64_t>(count);
    for (Index i = 0; i < count; ++i)
        examples.push_back(validationExample(
            *task, static_cast<Index>((first + static_cast<std::uint64_t>(i)) % all)));
    return examples;
}

ExampleRuns::ExampleRuns(const LabModel& model, Parameters& parameters,
                         const std::vector<ProbeExample>& examples) {
    const auto choose = [this, &model](const Graph& graph) -> const Backend& {
        return model.backend ? *model.backend : m_backends.chosenFor(graph, false);
    };
    for (const ProbeExample& example : examples)
        m_probes.emplace_back(choose, model.description.model, parameters, example,
                              model.description.vocabularies, std::string(), model.held);
}

Traces ExampleRuns::traces() {
    Traces traces;
    for (Probe& probe : m_probes)
        traces.push_back(probe.run(0));
    return traces;
}

double ExampleRuns::flops() const {
    double sum = 0;
    for (const Probe& probe : m_probes)
        sum += productFlops(*probe.modelGraph().graph, 1);
    return sum;
}

std::vector<Moment> momentsOf(const LabQuestion& asked, const std::vector<ProbeExample>& examples,
                              const std::function<Finding(const Traces& traces)>& measure,
                              KnownMoments* known) {
    const LabModel& model = *asked.model;
    KnownMoments wanted{std::string(asked.lab.name), model.description.model, model.held, examples,
                        model.history.firstNumber};
    const auto key = [](const KnownMoments& of) {
        return std::tie(of.lab, of.model, of.held, of.examples, of.firstNumber);
    };
    if (known && key(*known) == key(wanted))
        wanted = std::move(*known);
    std::unique_ptr<Parameters> past;
    std::optional<ExampleRuns> programs; // compiled where a moment is new
    const auto compiled = [&]() -> ExampleRuns& {
        if (!programs) {
            past = makeParameters(model.description.model);
            programs.emplace(model, *past, examples);
        }
        return *programs;
    };
    if (wanted.flops == 0)
        wanted.flops = compiled().flops();
    std::vector<Moment> moments;
    for (const SharedCheckpoint& moment : spread(model.history.checkpoints, wanted.flops)) {
        const auto before = std::ranges::find_if(
            wanted.found, [&](const auto& one) { return one.first.lock() == moment; });
        if (before != wanted.found.end()) {
            moments.push_back({moment, before->second});
            continue;
        }
        ExampleRuns& then = compiled();
        bringBack(*moment, model.history.firstNumber, model.parameters, *past);
        moments.push_back({moment, measure(then.traces())});
    }
    if (!known)
        return moments;
    wanted.found.clear();
    for (const Moment& moment : moments)
        wanted.found.emplace_back(moment.checkpoint, moment.finding);
    *known = std::move(wanted);
    return moments;
}

} // namespace gf
