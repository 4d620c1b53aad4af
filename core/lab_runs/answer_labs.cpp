// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that ask what a model answers: ablation, writing, length, tour, series.
#include "core/io/quote.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/head_pattern.h"
#include "core/measure/tours.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"
#include "core/train/ablation.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/length_ladder.h"
#include "core/train/probed_model.h"
#include "core/train/sequence.h"
#include "core/train/writing_comparison.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// ---- ablation ----------------------------------------------------------------------------------

/// The example that was given, else examples of the run's task; token by token of the example that
/// was given, else of the one that the task is shown with. It is used while `asked` lives.
AblationSubject subjectOf(const LabQuestion& asked, const Backend& backend) {
    const LabModel& model = *asked.model;
    const RunDescription& run = model.description;
    const ProbeExample& example = model.example;
    const auto probed = [&backend, &run, &model](const ProbeExample& read,
                                                 const std::vector<Intervention>& changes) {
        return ProbedModel{backend, run.model, model.parameters, run.vocabularies}.run(read,
                                                                                       changes);
    };
    AblationSubject subject;
    if (example.loss)
        subject.tokens = [probed, &example](const std::vector<Intervention>& changes) {
            return rowLosses(*probed(example, changes));
        };
    if (!model.isExampleGiven && !run.task.empty()) {
        const std::shared_ptr<const Task> task = taskOf(run);
        const Index examples = asked.knobs.whole("examples");
        subject.loss = [&backend, &run, &model, task,
                        examples](const std::vector<Intervention>& changes) {
            return Evaluator(backend, run.model, task, model.parameters, 1, examples, changes)
                .run()
                .loss;
        };
        subject.examples = std::min(examples, task->validationCount());
        subject.run = [probed, task](Index index) {
            return probed(validationExample(*task, index), {});
        };
        return subject;
    }
    if (!example.loss)
        throw LabUsageError("a loss needs the right answer; give it with --target or --target-ids");
    subject.loss = [probed, &example](const std::vector<Intervention>& changes) {
        return static_cast<double>((*probed(example, changes)->find("loss"))[0]);
    };
    subject.examples = 1;
    subject.run = [probed, &example](Index) { return probed(example, {}); };
    return subject;
}

/// How far each head keeps to each pattern that is asked of it, by its place among headsOf().
std::vector<std::map<std::string, double>> patternsOf(const Trace& trace,
                                                      const std::vector<HeadName>& heads) {
    std::vector<std::map<std::string, double>> patterns;
    for (const HeadName& head : heads) {
        auto& measured = patterns.emplace_back();
        const NodeId weights = trace.graph->find(head.attention + ".weights");
        if (weights == noNode)
            continue;
        const std::vector<HeadMeasures> all = measureHeads(trace, weights);
        for (const HeadEvidence& one : all[static_cast<std::size_t>(head.head)].evidence)
            measured[std::string(nameOf(one.rule.pattern))] = one.measured;
    }
    return patterns;
}

Finding namedNumbers(const std::map<std::string, double>& numbers) {
    Finding::Fields fields;
    for (const auto& [name, number] : numbers)
        fields.emplace_back(name, number);
    return fields;
}

/// What muting each head costs each token.
Finding costsOf(const Ablation::Head& head, const Ablation& found) {
    Finding costs = Finding::List();
    for (std::size_t t = 0; t < head.tokens.size(); ++t)
        costs.push_back(head.tokens[t] - found.tokens[t]);
    return costs;
}

/// ", previous_token, first_token, …"
std::string patternList() {
    std::string list;
    for (const HeadRule& rule : headRules())
        list += ", " + std::string(nameOf(rule.pattern));
    return list;
}

/// By what the heads are ranked: the number of a head's place; nothing where a head has none.
using HeadNumber = std::function<std::optional<double>(std::size_t head)>;

HeadNumber rankedBy(const std::string& by, const Ablation& found, const Ablation& byMean,
                    const std::vector<std::map<std::string, double>>& patterns) {
    if (by == "loss")
        return [&found](std::size_t head) { return found.heads[head].loss - found.whole; };
    if (by == "loss_with_mean")
        return [&byMean](std::size_t head) { return byMean.heads[head].loss - byMean.whole; };
    for (const HeadRule& rule : headRules())
        if (by == nameOf(rule.pattern))
            return [&patterns, by](std::size_t head) -> std::optional<double> {
                const auto measured = patterns[head].find(by);
                return measured == patterns[head].end() ? std::nullopt
                                                        : std::optional(measured->second);
            };
    std::size_t token = 0;
    const auto [end, problem] = std::from_chars(by.data(), by.data() + by.size(), token);
    if (problem != std::errc() || end != by.data() + by.size() || token < 1 ||
        token > found.tokens.size())
        throw LabUsageError("--by is " + inQuotes(by) + ", but must be loss, loss_with_mean" +
                            patternList() + ", or a token of the answer, 1 to " +
                            std::to_string(found.tokens.size()));
    return [&found, place = token - 1](std::size_t head) {
        return found.heads[head].tokens[place] - found.tokens[place];
    };
}

Finding rankingOf(const Ablation& found, const HeadNumber& numberOf) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t head = 0; head < found.heads.size(); ++head)
        if (const std::optional<double> number = numberOf(head))
            order.emplace_back(*number, head);
    std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& one) {
        return std::isnan(one.first) ? -std::numeric_limits<double>::infinity() : one.first;
    });
    Finding ranking = Finding::List();
    for (const auto& [number, head] : order)
        ranking.push_back({{"attention", found.heads[head].head.attention},
                           {"head", found.heads[head].head.head + 1},
                           {"value", number}});
    return ranking;
}

} // namespace

LabFound lab_run::ablation(const LabQuestion& asked, const LabWatch& watch) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    const bool wantsPairs = asked.knobs.isOn("pairs");
    const std::string by = asked.knobs.text("by");
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const std::vector<HeadName> names = headsOf(model);
    const std::size_t heads = names.size();
    const auto attentions = static_cast<std::size_t>(std::ranges::count(names, 0, &HeadName::head));
    const std::size_t losses =
        2 + 2 * heads + attentions + (wantsPairs ? heads * (heads - 1) / 2 : 0);
    const AblationSubject subject = subjectOf(asked, *backend);
    const auto began = Clock::now();
    subject.loss({});
    announce(watch, losses, "losses are measured", Seconds(Clock::now() - began).count());
    const Ablation found = ablate(model, subject, wantsPairs, StandIn::Zero, watch.stop);
    const Ablation byMean = ablate(model, subject, false, StandIn::Mean, watch.stop);
    const ProbedModel probed{*backend, model, asked.model->parameters, run.vocabularies};
    const std::shared_ptr<const Trace> trace = probed.run(asked.model->example);
    const auto patterns = patternsOf(*trace, names);
    Finding single = Finding::List();
    for (std::size_t i = 0; i < heads; ++i) {
        const Ablation::Head& head = found.heads[i];
        const Ablation::Head& mean = byMean.heads[i];
        Finding one{{"attention", head.head.attention},
                    {"head", head.head.head + 1},
                    {"loss", head.loss},
                    {"difference", head.loss - found.whole},
                    {"loss_with_mean", mean.loss},
                    {"difference_with_mean", mean.loss - byMean.whole},
                    {"patterns", namedNumbers(patterns[i])}};
        if (!found.tokens.empty()) {
            one["token_costs"] = costsOf(head, found);
            one["token_costs_with_mean"] = costsOf(mean, byMean);
        }
        single.push_back(std::move(one));
    }
    Finding projections = Finding::List();
    for (const Ablation::Projection& of : found.projections)
        projections.push_back({{"attention", of.attention}, {"loss", of.loss}});
    Finding pairs = Finding::List();
    for (const Ablation::Pair& pair : found.pairs)
        pairs.push_back({{"attention", std::vector{pair.first.attention, pair.second.attention}},
                         {"heads", std::vector{pair.first.head + 1, pair.second.head + 1}},
                         {"loss", pair.loss}});
    Finding numbers{
        {"loss", found.whole}, {"heads", single}, {"output_projection_is_identity", projections}};
    if (!found.tokens.empty()) {
        numbers["tokens"] = trace->labels;
        numbers["token_losses"] = found.tokens;
    }
    numbers["ranked_by"] = by;
    numbers["ranking"] = rankingOf(found, rankedBy(by, found, byMean, patterns));
    if (wantsPairs)
        numbers["pairs"] = pairs;
    return numbers;
}

// ---- writing -----------------------------------------------------------------------------------

LabFound lab_run::writing(const LabQuestion& asked, const LabWatch&) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    const ProbeExample& example = asked.model->example;
    if (example.answered)
        throw LabUsageError("the right answer is needed; give it with --target or --target-ids");
    const Vocabulary* const words = run.vocabularies.target.get();
    WritingStart start{{}, asked.knobs.whole("given")};
    if (asked.knobs.text("start") == "eos")
        start.token = words ? words->end() : eosId;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const std::vector<WrittenToken> tokens =
        compareWriting(probed(*asked.model, *backend), example, start);
    const auto word = [&](TokenId id) { return wordsOf(words, std::vector{id}).front(); };
    Finding rows = Finding::List();
    Index forced = 0;
    Index free = 0;
    for (const WrittenToken& token : tokens) {
        forced += token.forced == token.label ? 1 : 0;
        free += token.free == token.label ? 1 : 0;
        rows.push_back({{"label", word(token.label)},
                        {"forced", word(token.forced)},
                        {"forced_probability", token.forcedProbability},
                        {"free", token.free ? word(*token.free) : "<pad>"},
                        {"free_probability", token.freeProbability}});
    }
    const TokenId own = model.exactIds ? example.target.ids.front() : sosId;
    return Finding{{"start", word(start.token.value_or(own))},
                   {"tokens", rows},
                   {"right_forced", forced},
                   {"right_free", free}};
}

// ---- length ------------------------------------------------------------------------------------

LabFound lab_run::length(const LabQuestion& asked, const LabWatch& watch) {
    TaskRequest request;
    request.name = asked.knobs.text("task");
    const std::shared_ptr<const Task> task = makeTask(request);
    const std::vector<Index> lengths = asked.knobs.numbers("lengths");
    const LadderPlan plan{asked.knobs.has("kinds") ? asked.knobs.words("kinds") : kindsOfPosition(),
                          lengths,
                          asked.knobs.whole("steps"),
                          asked.knobs.whole("examples"),
                          asked.seed,
                          watch.threads};
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    LengthClimb climb(*backend, task, plan);
    const auto began = Clock::now();
    constexpr double enough = 0.02; // of the work, to say how long all of it takes
    bool isSaid = false;
    for (double part = 0; part < 1;) {
        throwIfStopped(watch.stop);
        part = climb.advance();
        if (watch.progress)
            watch.progress(part);
        if (!isSaid && part >= enough && watch.lasts)
            watch.lasts(counted(plan.positions.size(), "model") + " of " +
                            std::to_string(plan.steps) + " steps each",
                        Seconds(Clock::now() - began).count() / part);
        isSaid = isSaid || part >= enough;
    }
    Finding shares = Finding::Fields();
    for (const LengthLadder::Curve& curve : climb.ladder().curves)
        shares[curve.positions] = curve.right;
    return Finding{{"task", request.name}, {"lengths", lengths}, {"exact_match", shares}};
}

// ---- tour --------------------------------------------------------------------------------------

namespace {

/// The cities by their rows in the source, the first of which is 1.
Finding citiesOf(const Tour& tour) {
    Finding cities = Finding::List();
    for (const int city : tour)
        cities.push_back(city + 1);
    return cities;
}

} // namespace

LabFound lab_run::tour(const LabQuestion& asked, const LabWatch&) {
    const ModelConfig& model = asked.model->description.model;
    if (model.output != Output::Pointer || model.features != 2)
        throw Error("this model chooses no cities; a model of the task salesman does");
    const ProbeExample& example = asked.model->example;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, model, asked.model->parameters);
    const Generation answer = generator.generate(example.source, {}, Sampling{});
    const std::vector<City> cities = citiesIn(example.source.numbers);
    Tour order;
    for (const TokenId id : answer.ids)
        order.push_back(static_cast<int>(id - firstPlace));
    Finding numbers{{"tour", citiesOf(order)},
                    {"length", lengthOf(cities, order)},
                    {"nearest_city", lengthOf(cities, nearestNeighbourTour(cities))},
                    {"at_random", meanTourLength(cities)}};
    if (cities.size() <= mostCities) {
        const Tour best = shortestTour(cities);
        numbers["shortest_tour"] = citiesOf(best);
        numbers["shortest"] = lengthOf(cities, best);
    }
    return numbers;
}

// ---- series ------------------------------------------------------------------------------------

LabFound lab_run::series(const LabQuestion& asked, const LabWatch&) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    if (model.output != Output::Values)
        throw Error("this model foretells no numbers; a model of the task series does");
    const ProbeExample& example = asked.model->example;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, model, asked.model->parameters);
    const Index rows =
        example.target.empty() ? forecastLength(run) : example.target.length(model.features);
    const std::vector<float> said = generator.forecast(example.source, {}, rows).numbers;
    Finding numbers{{"past", example.source.numbers}, {"forecast", said}};
    if (example.answered || example.target.empty())
        return numbers;
    numbers["right"] = example.target.numbers;
    double off = 0;
    const std::size_t count = std::min(said.size(), example.target.numbers.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double apart =
            static_cast<double>(said[i]) - static_cast<double>(example.target.numbers[i]);
        off += apart * apart;
    }
    numbers["squared_error"] = off / static_cast<double>(std::max<std::size_t>(count, 1));
    return numbers;
}

} // namespace gf
