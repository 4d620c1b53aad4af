// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/cost_timing.h"

#include "core/data/vocabulary.h"
#include "core/model/model.h"
#include "core/ops/subgraph.h"
#include "core/tensor/random.h"
#include "core/tensor/stopped.h"
#include "core/train/run.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace gf {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t fewestRuns = 5;
constexpr std::size_t mostRuns = 200;
constexpr Milliseconds longEnough{20};

/// Numbers that are neither 0 nor large.
std::vector<float> someNumbers(Index count, NodeId stream) {
    std::vector<float> numbers;
    for (Index i = 0; i < count; ++i)
        numbers.push_back(static_cast<float>(
            uniform(1, static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(i))));
    return numbers;
}

double medianRun(Program& program) {
    using Clock = std::chrono::steady_clock;
    program.run(); // takes memory into the caches
    std::vector<double> times;
    const auto began = Clock::now();
    while (times.size() < fewestRuns ||
           (times.size() < mostRuns && Clock::now() - began < longEnough)) {
        const auto start = Clock::now();
        program.run();
        times.push_back(Milliseconds(Clock::now() - start).count());
    }
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

} // namespace

double millisecondsOf(const Backend& backend, Parameters& parameters, const Graph& graph,
                      CostPart part) {
    ops::Chosen chosen(graph.size());
    for (const Node& node : graph.nodes())
        chosen[node.id] = costPartOf(node) == part;
    const ops::Subgraph subgraph = ops::subgraphOf(graph, chosen);
    if (subgraph.graph->size() == 0)
        return 0;
    const auto program = backend.compile(subgraph.graph, parameters,
                                         {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
    for (const ops::Subgraph::Fed& fed : subgraph.fed)
        program->setInput(fed.here, someNumbers(graph[fed.of].shape.count(), fed.of));
    return medianRun(*program);
}

double millisecondsOfPass(const Backend& backend, const ModelConfig& model, Index source,
                          Index target) {
    const ModelGraph built =
        buildModel(model, {.sourceLength = source, .targetLength = target, .loss = false});
    const std::unique_ptr<Parameters> parameters = makeParameters(model);
    initialize(*parameters, model, 1);
    const auto program = backend.compile(
        built.graph, *parameters,
        {.batch = 1, .keepAll = false, .keep = {built.said().front()}, .threads = 1});
    for (const ModelInput& input : built.inputs) {
        const auto count = static_cast<std::size_t>((*built.graph)[input.node].shape.count());
        // Any token will do, and nothing is hidden.
        program->setInput(input.node, std::vector<float>(count, input.isWhole() ? 0.0F : 1.0F));
    }
    return medianRun(*program);
}

std::vector<PassCost> costsInstead(const Backend& backend, const ModelConfig& model, Index source,
                                   Index target, const std::stop_token& stop) {
    using Change = void (*)(ModelConfig&);
    static constexpr std::pair<const char*, Change> others[] = {
        {"attention", [](ModelConfig& c) { c.mixer = Mixer::Attention; }},
        {"mean", [](ModelConfig& c) { c.mixer = Mixer::Mean; }},
        {"convolution", [](ModelConfig& c) { c.mixer = Mixer::Convolution; }},
        {"recurrence",
         [](ModelConfig& c) {
             c.family = Family::Recurrent;
             c.alignment = Alignment::None;
         }},
    };
    std::vector<PassCost> costs;
    for (const auto& [name, change] : others) {
        throwIfStopped(stop);
        ModelConfig other = model;
        other.family = Family::Transformer;
        other.positional = Positional::Sinusoidal;
        change(other);
        const Index m = model.hasEncoder() ? source : 0;
        const Index n = model.hasDecoder() ? target : 0;
        const Cost cost =
            costOf(*buildModel(other, {.sourceLength = m, .targetLength = n, .loss = false}).graph);
        costs.push_back({name, cost.total, millisecondsOfPass(backend, other, m, n), cost.chain});
    }
    return costs;
}

MeasuredCost measureCost(const Backend& backend, ModelConfig model, Index source, Index target,
                         const std::stop_token& stop) {
    model.maxLength = std::max({model.maxLength, source, target});
    const ModelGraph built = buildModel(model, {.sourceLength = model.hasEncoder() ? source : 0,
                                                .targetLength = model.hasDecoder() ? target : 0,
                                                .loss = false});
    const std::unique_ptr<Parameters> parameters = makeParameters(model);
    initialize(*parameters, model, 1);
    MeasuredCost measured;
    for (std::size_t i = 0; i < costParts; ++i) {
        throwIfStopped(stop);
        measured.milliseconds[i] =
            millisecondsOf(backend, *parameters, *built.graph, static_cast<CostPart>(i));
    }
    measured.instead = costsInstead(backend, model, source, target, stop);
    return measured;
}

} // namespace gf
