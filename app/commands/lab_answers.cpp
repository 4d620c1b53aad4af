// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that ask what a model answers: ablation, writing, length, tour, series.
#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/lab_model.h"
#include "app/commands/numbers.h"
#include "app/commands/output.h"
#include "app/commands/probing.h"
#include "app/commands/progress.h"
#include "core/io/quote.h"
#include "core/measure/head_pattern.h"
#include "core/measure/tours.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/ablation.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/length_ladder.h"
#include "core/train/sequence.h"
#include "core/train/writing_comparison.h"

#include <CLI/CLI.hpp>

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

struct AblationOptions {
    LabModelOptions model;
    Index examples = 64;
    bool pairs = false;
    std::string by = "loss"; ///< what heads are ranked by
};

/// The example that was given, else examples of the run's task; token by token of the example that
/// was given, else of the one that the task is shown with.
AblationSubject subjectOf(const AblationOptions& options, Run& run, const Backend& backend,
                          const ProbeExample& example) {
    const ModelConfig& model = run.description.model;
    const auto probed = [&run, &backend, &model](const ProbeExample& read,
                                                 const std::vector<Intervention>& changes) {
        return ProbedModel{backend, model, *run.parameters, run.description.vocabularies}.run(
            read, changes);
    };
    AblationSubject subject;
    if (example.loss)
        subject.tokens = [probed, example](const std::vector<Intervention>& changes) {
            return rowLosses(*probed(example, changes));
        };
    if (!options.model.example.isGiven() && !run.description.task.empty()) {
        const std::shared_ptr<const Task> task = taskOf(run.description);
        subject.loss = [&options, &run, &backend, &model,
                        task](const std::vector<Intervention>& changes) {
            return Evaluator(backend, model, task, *run.parameters, 1, options.examples, changes)
                .run()
                .loss;
        };
        subject.examples = std::min(options.examples, task->validationCount());
        subject.run = [probed, task](Index index) {
            return probed(validationExample(*task, index), {});
        };
        return subject;
    }
    if (!example.loss)
        throw UsageError("a loss needs the right answer; give it with --target or --target-ids");
    subject.loss = [probed, example](const std::vector<Intervention>& changes) {
        return static_cast<double>((*probed(example, changes)->find("loss"))[0]);
    };
    subject.examples = 1;
    subject.run = [probed, example](Index) { return probed(example, {}); };
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

/// What muting each head costs each token.
LabNumbers costsOf(const Ablation::Head& head, const Ablation& found) {
    LabNumbers costs = LabNumbers::array();
    for (std::size_t t = 0; t < head.tokens.size(); ++t)
        costs.push_back(labNumber(head.tokens[t] - found.tokens[t]));
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
        throw UsageError("--by is " + inQuotes(by) + ", but must be loss, loss_with_mean" +
                         patternList() + ", or a token of the answer, 1 to " +
                         std::to_string(found.tokens.size()));
    return [&found, place = token - 1](std::size_t head) {
        return found.heads[head].tokens[place] - found.tokens[place];
    };
}

LabNumbers rankingOf(const Ablation& found, const HeadNumber& numberOf) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t head = 0; head < found.heads.size(); ++head)
        if (const std::optional<double> number = numberOf(head))
            order.emplace_back(*number, head);
    std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& one) {
        return std::isnan(one.first) ? -std::numeric_limits<double>::infinity() : one.first;
    });
    LabNumbers ranking = LabNumbers::array();
    for (const auto& [number, head] : order)
        ranking.push_back({{"attention", found.heads[head].head.attention},
                           {"head", found.heads[head].head.head + 1},
                           {"value", labNumber(number)}});
    return ranking;
}

LabNumbers ablation(const AblationOptions& options) {
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const std::vector<HeadName> names = headsOf(model);
    const std::size_t heads = names.size();
    const auto attentions = static_cast<std::size_t>(std::ranges::count(names, 0, &HeadName::head));
    const std::size_t losses =
        2 + 2 * heads + attentions + (options.pairs ? heads * (heads - 1) / 2 : 0);
    const ProbeExample example = labExample(options.model.example, run);
    const AblationSubject subject = subjectOf(options, run, *backend, example);
    const auto began = Clock::now();
    subject.loss({});
    announce(losses, "losses are measured", Seconds(Clock::now() - began).count());
    const Ablation found = ablate(model, subject, options.pairs);
    const Ablation byMean = ablate(model, subject, false, StandIn::Mean);
    const ProbedModel probed{*backend, model, *run.parameters, run.description.vocabularies};
    const std::shared_ptr<const Trace> trace = probed.run(example);
    const auto patterns = patternsOf(*trace, names);
    LabNumbers single = LabNumbers::array();
    for (std::size_t i = 0; i < heads; ++i) {
        const Ablation::Head& head = found.heads[i];
        const Ablation::Head& mean = byMean.heads[i];
        single.push_back({{"attention", head.head.attention},
                          {"head", head.head.head + 1},
                          {"loss", labNumber(head.loss)},
                          {"difference", labNumber(head.loss - found.whole)},
                          {"loss_with_mean", labNumber(mean.loss)},
                          {"difference_with_mean", labNumber(mean.loss - byMean.whole)},
                          {"patterns", patterns[i]}});
        if (!found.tokens.empty()) {
            single.back()["token_costs"] = costsOf(head, found);
            single.back()["token_costs_with_mean"] = costsOf(mean, byMean);
        }
    }
    LabNumbers projections = LabNumbers::array();
    for (const Ablation::Projection& of : found.projections)
        projections.push_back({{"attention", of.attention}, {"loss", labNumber(of.loss)}});
    LabNumbers pairs = LabNumbers::array();
    for (const Ablation::Pair& pair : found.pairs)
        pairs.push_back({{"attention", {pair.first.attention, pair.second.attention}},
                         {"heads", {pair.first.head + 1, pair.second.head + 1}},
                         {"loss", labNumber(pair.loss)}});
    LabNumbers numbers{{"loss", labNumber(found.whole)},
                       {"heads", single},
                       {"output_projection_is_identity", projections}};
    if (!found.tokens.empty()) {
        numbers["tokens"] = trace->labels;
        numbers["token_losses"] = found.tokens;
    }
    numbers["ranked_by"] = options.by;
    numbers["ranking"] = rankingOf(found, rankedBy(options.by, found, byMean, patterns));
    if (options.pairs)
        numbers["pairs"] = pairs;
    return numbers;
}

// ---- writing -----------------------------------------------------------------------------------

struct WritingOptions {
    LabModelOptions model;
    std::string start = "sos";
    Index given = 0;
};

LabNumbers writing(const WritingOptions& options) {
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const ProbeExample example = labExample(options.model.example, run);
    if (example.answered)
        throw UsageError("the right answer is needed; give it with --target or --target-ids");
    const Vocabulary* const words = run.description.vocabularies.target.get();
    WritingStart start{{}, options.given};
    if (options.start == "eos")
        start.token = words ? words->end() : eosId;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const std::vector<WrittenToken> tokens = compareWriting(
        {*backend, model, *run.parameters, run.description.vocabularies}, example, start);
    const auto word = [&](TokenId id) { return wordsOf(words, std::vector{id}).front(); };
    LabNumbers rows = LabNumbers::array();
    Index forced = 0;
    Index free = 0;
    for (const WrittenToken& token : tokens) {
        forced += token.forced == token.label ? 1 : 0;
        free += token.free == token.label ? 1 : 0;
        rows.push_back({{"label", word(token.label)},
                        {"forced", word(token.forced)},
                        {"forced_probability", labNumber(token.forcedProbability)},
                        {"free", token.free ? word(*token.free) : "<pad>"},
                        {"free_probability", labNumber(token.freeProbability)}});
    }
    const TokenId own = model.exactIds ? example.target.ids.front() : sosId;
    return {{"start", word(start.token.value_or(own))},
            {"tokens", rows},
            {"right_forced", forced},
            {"right_free", free}};
}

// ---- length ------------------------------------------------------------------------------------

struct LengthOptions {
    std::string task = "copy";
    std::string lengths = "5,10,11,12,15";
    std::vector<std::string> kinds;
    std::optional<Index> steps;
    Index examples = 64;
    int threads = 1;
    std::uint64_t seed = 1;
};

LabNumbers length(const LengthOptions& options) {
    TaskRequest request;
    request.name = options.task;
    const std::shared_ptr<const Task> task = makeTask(request);
    const std::vector<Index> lengths = indexList("--lengths", options.lengths);
    if (std::ranges::min(lengths) < 1 || std::ranges::max(lengths) > 512 || lengths.size() > 64)
        throw UsageError("--lengths is at most 64 numbers, each 1 to 512");
    const LadderPlan plan{options.kinds.empty() ? kindsOfPosition() : options.kinds,
                          lengths,
                          options.steps.value_or(task->trainDefaults().steps),
                          options.examples,
                          options.seed,
                          options.threads};
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    LengthClimb climb(*backend, task, plan);
    const auto began = Clock::now();
    constexpr double enough = 0.02; // of the work, to say how long all of it takes
    bool isSaid = false;
    for (double part = 0; part < 1 && isPrintWanted();) {
        part = climb.advance();
        if (!isSaid && part >= enough)
            note(counted(plan.positions.size(), "model") + " of " + std::to_string(plan.steps) +
                 " steps each, about " +
                 shortNumber(Seconds(Clock::now() - began).count() / part, 2) + " s");
        isSaid = isSaid || part >= enough;
    }
    LabNumbers shares = LabNumbers::object();
    for (const LengthLadder::Curve& curve : climb.ladder().curves)
        shares[curve.positions] = curve.right;
    return {{"task", options.task}, {"lengths", lengths}, {"exact_match", shares}};
}

// ---- tour --------------------------------------------------------------------------------------

/// The cities by their rows in the source, the first of which is 1.
LabNumbers citiesOf(const Tour& tour) {
    LabNumbers cities = LabNumbers::array();
    for (const int city : tour)
        cities.push_back(city + 1);
    return cities;
}

LabNumbers tour(const LabModelOptions& options) {
    Run run = loadLabModel(options);
    const ModelConfig& model = run.description.model;
    if (model.output != Output::Pointer || model.features != 2)
        throw Error("this model chooses no cities; a model of the task salesman does");
    const ProbeExample example = labExample(options.example, run);
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, model, *run.parameters);
    const Generation answer = generator.generate(example.source, {}, Sampling{});
    const std::vector<City> cities = citiesIn(example.source.numbers);
    Tour order;
    for (const TokenId id : answer.ids)
        order.push_back(static_cast<int>(id - firstPlace));
    LabNumbers numbers{{"tour", citiesOf(order)},
                       {"length", labNumber(lengthOf(cities, order))},
                       {"nearest_city", labNumber(lengthOf(cities, nearestNeighbourTour(cities)))},
                       {"at_random", labNumber(meanTourLength(cities))}};
    if (cities.size() <= mostCities) {
        const Tour best = shortestTour(cities);
        numbers["shortest_tour"] = citiesOf(best);
        numbers["shortest"] = labNumber(lengthOf(cities, best));
    }
    return numbers;
}

// ---- series ------------------------------------------------------------------------------------

LabNumbers series(const LabModelOptions& options) {
    Run run = loadLabModel(options);
    const ModelConfig& model = run.description.model;
    if (model.output != Output::Values)
        throw Error("this model foretells no numbers; a model of the task series does");
    const ProbeExample example = labExample(options.example, run);
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, model, *run.parameters);
    const Index rows = example.target.empty() ? forecastLength(run.description)
                                              : example.target.length(model.features);
    const std::vector<float> said = generator.forecast(example.source, {}, rows).numbers;
    LabNumbers numbers{{"past", labNumbers(example.source.numbers)},
                       {"forecast", labNumbers(said)}};
    if (example.answered || example.target.empty())
        return numbers;
    numbers["right"] = labNumbers(example.target.numbers);
    double off = 0;
    const std::size_t count = std::min(said.size(), example.target.numbers.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double apart =
            static_cast<double>(said[i]) - static_cast<double>(example.target.numbers[i]);
        off += apart * apart;
    }
    numbers["squared_error"] =
        labNumber(off / static_cast<double>(std::max<std::size_t>(count, 1)));
    return numbers;
}

} // namespace

LabCommand addAblationLab(CLI::App& labs) {
    const auto options = std::make_shared<AblationOptions>();
    CLI::App* const parser = addLab(labs, "ablation");
    addLabModelOptions(*parser, options->model);
    parser
        ->add_option("--examples", options->examples,
                     "Of so many of the task's validation examples, where no example is given")
        ->transform(wholeNumber(1, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    parser->add_flag("--pairs", options->pairs,
                     "Each two heads too; stderr says how long it takes");
    parser
        ->add_option("--by", options->by,
                     "What the heads are ranked by: what zeros in their place cost (loss), or "
                     "their mean (loss_with_mean), over the examples; what zeros cost one token of "
                     "the answer (its number, from 1); or how far they keep to a pattern" +
                         patternList())
        ->type_name("WHAT")
        ->capture_default_str();
    return {parser, [options] { return ablation(*options); }};
}

LabCommand addWritingLab(CLI::App& labs) {
    const auto options = std::make_shared<WritingOptions>();
    CLI::App* const parser = addLab(labs, "writing");
    addLabModelOptions(*parser, options->model);
    parser->add_option("--start", options->start, "What the decoder reads first: sos or eos")
        ->check(CLI::IsMember({"sos", "eos"}))
        ->type_name("NAME")
        ->capture_default_str();
    parser
        ->add_option("--given", options->given,
                     "So many tokens of the answer are given to it before it runs free")
        ->transform(wholeNumber(0, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    return {parser, [options] { return writing(*options); }};
}

LabCommand addLengthLab(CLI::App& labs) {
    const auto options = std::make_shared<LengthOptions>();
    CLI::App* const parser = addLab(labs, "length");
    parser->add_option("--task", options->task, "What is learned: copy, reverse or sort")
        ->type_name("NAME")
        ->capture_default_str();
    parser->add_option("--lengths", options->lengths, "Of the sources that are tried")
        ->type_name("LIST")
        ->capture_default_str();
    parser->add_option("--kinds", options->kinds, "Of positions, with commas; all if left out")
        ->delimiter(',')
        ->check(CLI::IsMember(kindsOfPosition()))
        ->type_name("NAME");
    parser->add_option("--steps", options->steps, "Of training each; the task's own if left out")
        ->transform(wholeNumber(0, 1'000'000))
        ->type_name("N");
    parser->add_option("--examples", options->examples, "Of each length")
        ->transform(wholeNumber(1, 10'000))
        ->type_name("N")
        ->capture_default_str();
    parser->add_option("--threads", options->threads, "That train")
        ->transform(wholeNumber(1, 1024))
        ->type_name("N")
        ->capture_default_str();
    addLabSeed(*parser, options->seed);
    parser->footer("A model is trained for each kind of position; stderr says how long it takes.");
    return {parser, [options] { return length(*options); }};
}

LabCommand addTourLab(CLI::App& labs) {
    const auto options = std::make_shared<LabModelOptions>();
    options->task = "salesman";
    CLI::App* const parser = addLab(labs, "tour");
    addLabModelOptions(*parser, *options);
    return {parser, [options] { return tour(*options); }};
}

LabCommand addSeriesLab(CLI::App& labs) {
    const auto options = std::make_shared<LabModelOptions>();
    options->task = "series";
    CLI::App* const parser = addLab(labs, "series");
    addLabModelOptions(*parser, *options);
    return {parser, [options] { return series(*options); }};
}

} // namespace gf
