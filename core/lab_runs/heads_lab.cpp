// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that measures what each head looks for, now and over the training.
#include "core/backend/plan/flops.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/head_scores.h"
#include "core/model/model.h"
#include "core/tensor/error.h"
#include "core/train/evaluate.h"
#include "core/train/probe_backend.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace gf {

namespace {

/// Enough for a curve, few enough for a picture while it trains: how many moments, and on how many
/// examples each.
constexpr std::size_t mostMoments = 24;
constexpr Index examplesOfMoment = 8;
constexpr double mostFlops = 2e9; ///< in matrix products, of all of them: of a larger model fewer

using Traces = std::vector<std::shared_ptr<const Trace>>;

/// What is measured on: the example, or so many of those that the task keeps from training, from a
/// place on that the seed gives.
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

Finding numberOf(const std::optional<double>& number) {
    return number ? Finding(*number) : Finding();
}

Finding scoresOf(const std::vector<ScoredHead>& heads) {
    Finding list = Finding::List();
    for (const ScoredHead& head : heads) {
        Finding one{{"stack", head.stack},
                    {"layer", head.layer},
                    {"head", head.head},
                    {"attention", head.attention}};
        for (std::size_t i = 0; i < headScoreCount; ++i) {
            const auto score = static_cast<HeadScore>(i);
            one[nameOf(score)] = numberOf(head.scores.of(score));
        }
        const std::optional<HeadScore> guess = head.scores.guess();
        one["guess"] = guess ? Finding(nameOf(*guess)) : Finding();
        list.push_back(std::move(one));
    }
    return list;
}

/// Programs of some examples, which see what the parameters are when they run.
class HeadProbes {
public:
    HeadProbes(const LabModel& model, Parameters& parameters,
               const std::vector<ProbeExample>& examples) {
        const auto choose = [this, &model](const Graph& graph) -> const Backend& {
            return model.backend ? *model.backend : m_backends.chosenFor(graph, false);
        };
        for (const ProbeExample& example : examples)
            m_probes.emplace_back(choose, model.description.model, parameters, example,
                                  model.description.vocabularies, std::string(), model.held);
    }

    double flops() const {
        double sum = 0;
        for (const Probe& probe : m_probes)
            sum += productFlops(*probe.modelGraph().graph, 1);
        return sum;
    }

    std::vector<ScoredHead> scores() {
        Traces traces;
        for (Probe& probe : m_probes)
            traces.push_back(probe.run(0));
        return scoredHeads(traces);
    }

private:
    ProbeBackends m_backends;
    std::vector<Probe> m_probes;
};

/// Of what is remembered, evenly: the first and the last with them.
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

Finding trainingOf(const LabQuestion& asked, const std::vector<ProbeExample>& examples) {
    const LabModel& model = *asked.model;
    const std::unique_ptr<Parameters> past = makeParameters(model.description.model);
    HeadProbes probes(model, *past, examples);
    Finding list = Finding::List();
    for (const SharedCheckpoint& moment : momentsOf(model.history, probes.flops())) {
        bringBack(*moment, model.history.firstNumber, model.parameters, *past);
        list.push_back(
            {{"step", moment->step}, {"loss", moment->loss}, {"heads", scoresOf(probes.scores())}});
    }
    return list;
}

} // namespace

LabFound lab_run::heads(const LabQuestion& asked, const LabWatch&) {
    const LabModel& model = *asked.model;
    const Index wanted = asked.knobs.whole("examples");
    const std::vector<ProbeExample> examples = examplesFor(asked, wanted);
    const bool isShown = model.isShown() && wanted == 0;
    const std::vector<ScoredHead> heads =
        isShown ? scoredHeads(Traces{model.trace})
                : HeadProbes(model, model.parameters, examples).scores();
    if (heads.empty())
        throw Error(phrase("this model has no attention heads"));
    Finding found{{"examples", std::ssize(examples)}, {"heads", scoresOf(heads)}};
    if (model.isShown() && asked.knobs.text("view") == "training") {
        const std::vector<ProbeExample> few =
            examplesFor(asked, std::min(wanted, examplesOfMoment));
        found["training_examples"] = std::ssize(few);
        found["training"] = trainingOf(asked, few);
    }
    return found;
}

} // namespace gf
