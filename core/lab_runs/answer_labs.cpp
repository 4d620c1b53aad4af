// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that ask what a model answers: writing, tour, series.
#include "core/lab_runs/each_lab.h"
#include "core/measure/tours.h"
#include "core/tensor/error.h"
#include "core/train/generate.h"
#include "core/train/probed_model.h"
#include "core/train/sequence.h"
#include "core/train/writing_comparison.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace gf {

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
