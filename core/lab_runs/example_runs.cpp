// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab_runs/example_runs.h"

#include "core/backend/plan/flops.h"
#include "core/model/model.h"
#include "core/train/evaluate.h"

#include <algorithm>
#include <span>
#include <string>

namespace gf {

namespace {

/// Enough for a curve, few enough for a picture while it trains.
constexpr std::size_t mostMoments = 24;
constexpr double mostFlops = 2e9; ///< in matrix products, of all of them: of a larger model fewer

std::vector<SharedCheckpoint> momentsOf(const LabHistory& history, double flopsOfOne) {
    std::vector<SharedCheckpoint> moments;
    const std::size_t all = history.checkpoints.size();
    const auto afforded = static_cast<std::size_t>(
        std::clamp(mostFlops / std::max(flopsOfOne, 1.0), 2.0, double{mostMoments}));
    const std::size_t count = std::min(all, afforded);
    for (std::size_t i = 0; i < count; ++i)
        moments.push_back(history.checkpoints[count < 2 ? 0 : i * (all - 1) / (count - 1)]);
    return moments;
}

/// The weights of a moment, where `like` lies in the row of numbers from `first` on.
void bringBack(const Checkpoint& moment, std::size_t first, const Parameters& like,
               Parameters& into) {
    const std::vector<float> numbers = moment.values.read();
    for (const Parameters::Entry& entry : into.entries()) {
        const Parameters::Entry& there = *like.find(entry.name);
        const std::span<float> to = into.writable(entry);
        std::ranges::copy(
            std::span(numbers).subspan(first + static_cast<std::size_t>(there.offset), to.size()),
            to.begin());
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

void eachMoment(const LabModel& model, const std::vector<ProbeExample>& examples,
                const std::function<void(const Checkpoint& moment, const Traces& traces)>& use) {
    const std::unique_ptr<Parameters> past = makeParameters(model.description.model);
    ExampleRuns runs(model, *past, examples);
    for (const SharedCheckpoint& moment : momentsOf(model.history, runs.flops())) {
        bringBack(*moment, model.history.firstNumber, model.parameters, *past);
        use(*moment, runs.traces());
    }
}

} // namespace gf
