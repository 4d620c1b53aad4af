// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/verify.h"

#include "core/backend/eigen/eigen_program.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gf {

namespace {

/// The same run in double precision, by node.
std::vector<BasicTensor<double>> exactValues(const Trace& trace, const Parameters& parameters) {
    const auto doubles = [](std::span<const float> numbers) {
        return std::vector<double>(numbers.begin(), numbers.end());
    };
    BasicParameters<double> exact;
    exact.addFrom(*trace.graph);
    for (const auto& entry : exact.entries())
        std::ranges::copy(doubles(parameters.values(entry.name)), exact.writable(entry).begin());
    eigen::EigenProgram<double> program(trace.graph, exact,
                                        {.batch = 1, .keepAll = true, .keep = {}});
    std::vector<Wanted> wanted;
    for (const Node& node : trace.graph->nodes()) {
        wanted.push_back({node.id});
        if (node.role == Role::Input)
            program.setInput(node.id, doubles(trace.value(node.id).values()));
    }
    program.run();
    return program.values(wanted);
}

/// Gradients of parameters, and the loss: what a program has that keeps nothing for looking at it.
std::vector<NodeId> keptInTraining(const ModelGraph& model) {
    const Graph& graph = *model.graph;
    std::vector<NodeId> kept{model.loss};
    for (const Node& node : graph.nodes())
        if (node.relation == Relation::Gradient && graph[node.of].role == Role::Parameter)
            kept.push_back(node.id);
    return kept;
}

/// Runs the same graph as training compiles it.
std::vector<Tensor> trainedValues(const Backend& backend, const Trace& trace,
                                  Parameters& parameters, const std::vector<NodeId>& kept) {
    const auto program =
        backend.compile(trace.graph, parameters, {.batch = 1, .keepAll = false, .keep = {}});
    std::vector<Wanted> wanted;
    for (const NodeId id : kept)
        wanted.push_back({id});
    for (const Node& node : trace.graph->nodes())
        if (node.role == Role::Input)
            program->setInput(node.id, trace.value(node.id).values());
    program->run();
    return program->values(wanted);
}

} // namespace

Verification verify(const Backend& backend, const Backend& reference, const ModelConfig& model,
                    Parameters& parameters, const ProbeExample& example,
                    const Vocabularies& vocabularies, double tolerance,
                    const std::vector<Intervention>& interventions) {
    Verification result;
    result.backend = backend.name();
    result.reference = reference.name();
    result.tolerance = tolerance;
    Probe expected(reference, model, parameters, example, vocabularies, {}, interventions);
    Probe found(backend, model, parameters, example, vocabularies, {}, interventions);
    result.expected = expected.run(0);
    result.found = found.run(0);
    const Trace& right = *result.expected;
    const auto exact = exactValues(right, parameters);
    const auto compare = [&](NodeId id, const Tensor& value) {
        const Tensor& there = right.value(id);
        return agreementOf(id, there, value,
                           roundingOf(there, exact[static_cast<std::size_t>(id)]));
    };
    for (const Node& node : right.graph->nodes())
        if (!right.value(node.id).empty())
            result.steps.push_back(compare(node.id, result.found->value(node.id)));
    if (!example.loss || !example.gradients)
        return result;
    const std::vector<NodeId> kept = keptInTraining(found.modelGraph());
    const std::vector<Tensor> trained = trainedValues(backend, *result.found, parameters, kept);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        result.steps.push_back(compare(kept[i], trained[i]));
        result.steps.back().training = true;
    }
    return result;
}

// ---- an example --------------------------------------------------------------------------------

namespace {

/// Rows of a drawn example, where there is room for them.
constexpr Index drawnRows = 8;

/// What a side's draws are told apart by.
enum class DrawnSide : std::uint64_t { Source = 1, Target = 2 };

std::vector<TokenId> drawnIds(Index count, Index vocabulary, std::uint64_t seed, DrawnSide side) {
    const auto words = static_cast<std::uint64_t>(vocabulary) - specialTokens;
    std::vector<TokenId> ids;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
        ids.push_back(words == 0
                          ? unkId
                          : specialTokens + static_cast<TokenId>(below(
                                                words, seed, static_cast<std::uint64_t>(side), i)));
    return ids;
}

std::vector<float> drawnNumbers(Index count, std::uint64_t seed, DrawnSide side) {
    std::vector<float> numbers;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
        numbers.push_back(static_cast<float>(uniform(seed, static_cast<std::uint64_t>(side), i)));
    return numbers;
}

/// Every row of the source once, in an order that is drawn.
std::vector<TokenId> drawnPlaces(Index rows, std::uint64_t seed) {
    std::vector<TokenId> places(static_cast<std::size_t>(rows));
    std::iota(places.begin(), places.end(), static_cast<TokenId>(firstPlace));
    for (std::size_t i = places.size(); i > 1; --i)
        std::swap(places[i - 1],
                  places[below(i, seed, static_cast<std::uint64_t>(DrawnSide::Target), i)]);
    return places;
}

} // namespace

ProbeExample drawnExample(const ModelConfig& model, std::uint64_t seed) {
    // Beside ids stands a special token.
    const auto rows = [&](bool numbers) {
        return std::min(drawnRows, model.maxLength - (numbers ? 0 : 1));
    };
    const Index read = rows(model.input == Input::Values);
    ProbeExample example;
    if (model.hasEncoder() && model.input == Input::Values)
        example.source = drawnNumbers(read * model.features, seed, DrawnSide::Source);
    else if (model.hasEncoder())
        example.source = drawnIds(read, model.sourceVocab, seed, DrawnSide::Source);
    // An encoder alone says something of each row that it reads.
    const Index said = model.hasDecoder() ? rows(model.output != Output::Words) : read;
    if (model.output == Output::Values)
        example.target = drawnNumbers(said * model.features, seed, DrawnSide::Target);
    else if (model.output == Output::Pointer)
        example.target = drawnPlaces(read, seed);
    else
        example.target = drawnIds(said, model.targetVocab, seed, DrawnSide::Target);
    return example;
}

} // namespace gf
