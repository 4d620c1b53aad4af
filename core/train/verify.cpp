// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/verify.h"

#include "core/backend/eigen/eigen_program.h"
#include "core/graph/op.h"
#include "core/tensor/random.h"
#include "core/train/exact.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace gf {

namespace {

constexpr const char* referenceName = "eigen";

/// By the input of a ReLU, 1 where a gradient goes back through it and 0 where it does not.
using Sides = std::map<NodeId, std::vector<float>>;

/// The inputs of the ReLUs that gradients go back through.
std::vector<NodeId> kinksOf(const Graph& graph) {
    std::vector<NodeId> kinks;
    for (const Node& node : graph.nodes())
        if (node.op->kind() == OpKind::ReluGradient)
            kinks.push_back(node.inputs[0]);
    return kinks;
}

std::vector<NodeId> everyNode(const Graph& graph) {
    std::vector<NodeId> ids(graph.size());
    std::iota(ids.begin(), ids.end(), NodeId(0));
    return ids;
}

Index countApart(const Sides& a, const Sides& b) {
    Index count = 0;
    for (const auto& [kink, sides] : a)
        for (std::size_t i = 0; i < sides.size(); ++i)
            count += sides[i] != b.at(kink)[i] ? 1 : 0;
    return count;
}

void feedAsIn(Program& program, const Trace& example) {
    for (const Node& node : example.graph->nodes())
        if (node.role == Role::Input)
            program.setInput(node.id, example.value(node.id).values());
}

/// What the reference computes of an example on given sides of its kinks.
class Reference {
public:
    /// `own` is its run on its own sides.
    Reference(const Trace& own, Parameters& parameters, const std::stop_token& stop)
        : m_own(own), m_parameters(parameters), m_stop(stop) {}

    std::vector<Tensor> values(const std::vector<NodeId>& wanted, const Sides& sides) const {
        std::vector<Tensor> values;
        read(m_parameters, wanted, sides,
             [&](Tensor value) { values.push_back(std::move(value)); });
        return values;
    }

    /// How far such values are from exact ones.
    std::vector<double> roundings(const std::vector<NodeId>& wanted, const Sides& sides,
                                  const std::vector<Tensor>& values) const {
        BasicParameters<double> exact = exactParameters(*m_own.graph, m_parameters);
        std::vector<double> roundings;
        read(exact, wanted, sides, [&](const BasicTensor<double>& value) {
            roundings.push_back(roundingOf(values[roundings.size()], value));
        });
        return roundings;
    }

private:
    /// Runs a program for as long as it is read, node by node.
    template <class T, class Read> void read(BasicParameters<T>& parameters,
                                             const std::vector<NodeId>& wanted, const Sides& sides,
                                             const Read& take) const {
        throwIfStopped(m_stop);
        eigen::EigenProgram<T> program(m_own.graph, parameters,
                                       {.batch = 1, .keepAll = true, .keep = {}});
        for (const Node& node : m_own.graph->nodes())
            if (node.role == Role::Input) {
                const auto numbers = m_own.value(node.id).values();
                program.setInput(node.id, std::vector<T>(numbers.begin(), numbers.end()));
            }
        for (const auto& [kink, numbers] : sides)
            program.takeSides(kink, numbers);
        program.run();
        for (const NodeId id : wanted)
            take(program.value(id));
    }

    const Trace& m_own;
    Parameters& m_parameters;
    const std::stop_token& m_stop;
};

/// Where a ReLU's input is expected to be above 0, or, of numbers that are found and agree, is.
std::vector<float> sidesOf(const Tensor& expected, const Tensor& found, double slack) {
    std::vector<float> sides;
    for (Index i = 0; i < expected.count(); ++i) {
        const double apart = std::abs(static_cast<double>(found[i]) - expected[i]);
        sides.push_back((apart <= slack ? found[i] : expected[i]) > 0 ? 1.0F : 0.0F);
    }
    return sides;
}

/// Gradients of parameters, and the loss: what a program has that keeps nothing for looking at it.
std::vector<NodeId> readAfterTraining(const Graph& graph, NodeId loss) {
    std::vector<NodeId> ids{loss};
    for (const Node& node : graph.nodes())
        if (node.relation == Relation::Gradient && graph[node.of].role == Role::Parameter)
            ids.push_back(node.id);
    return ids;
}

/// Runs the same graph as training compiles it; the inputs of ReLUs are there for others anyway.
std::vector<Tensor> trainedValues(const Backend& backend, const Trace& trace,
                                  Parameters& parameters, const std::vector<NodeId>& kept) {
    const auto program = backend.compile(
        trace.graph, parameters, {.batch = 1, .keepAll = false, .keep = kinksOf(*trace.graph)});
    feedAsIn(*program, trace);
    program->run();
    std::vector<Wanted> wanted;
    for (const NodeId id : kept)
        wanted.push_back({id});
    return program->values(wanted);
}

/// One verification while it is made.
class Comparison {
public:
    Comparison(Trace expected, Parameters& parameters, double tolerance,
               const std::stop_token& stop)
        : m_expected(std::make_shared<Trace>(std::move(expected))), m_tolerance(tolerance),
          m_kinks(kinksOf(*m_expected->graph)), m_reference(*m_expected, parameters, stop) {
        for (const NodeId kink : m_kinks)
            m_sides[kink] = sidesOf(m_expected->value(kink), m_expected->value(kink), 0);
        m_rounding = m_reference.roundings(all(), m_sides, m_expected->values);
    }

    const std::shared_ptr<Trace>& expected() const { return m_expected; }

    /// Goes over to the sides of a run that keeps all; answers in how many places.
    Index turnTo(const Trace& found) {
        const Sides sides =
            sidesBeside([&](NodeId kink) -> const Tensor& { return found.value(kink); });
        const Index turned = countApart(sides, m_sides);
        if (turned > 0) {
            m_sides = sides;
            m_expected->values = m_reference.values(all(), sides);
            m_rounding = m_reference.roundings(all(), sides, m_expected->values);
        }
        return turned;
    }

    StepAgreement compare(NodeId id, const Tensor& found) const {
        return compare(id, m_expected->value(id), found, rounding(id));
    }

    /// What was read of a program that trains, kinks among it.
    std::vector<StepAgreement> compareTrained(const std::vector<NodeId>& ids,
                                              const std::vector<Tensor>& found) const {
        const Sides sides = sidesBeside([&](NodeId kink) -> const Tensor& {
            return found[std::ranges::find(ids, kink) - ids.begin()];
        });
        const bool same = sides == m_sides;
        std::vector<Tensor> values;
        std::vector<double> roundings;
        if (!same) {
            values = m_reference.values(ids, sides);
            roundings = m_reference.roundings(ids, sides, values);
        }
        std::vector<StepAgreement> steps;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            steps.push_back(same ? compare(ids[i], found[i])
                                 : compare(ids[i], values[i], found[i], roundings[i]));
            steps.back().training = true;
        }
        return steps;
    }

private:
    std::vector<NodeId> all() const { return everyNode(*m_expected->graph); }
    double rounding(NodeId id) const { return m_rounding[id]; }

    StepAgreement compare(NodeId id, const Tensor& expected, const Tensor& found,
                          double rounding) const {
        return agreementOf(id, expected, found, {m_tolerance, rounding});
    }

    template <class FoundOf> Sides sidesBeside(const FoundOf& found) const {
        Sides sides;
        for (const NodeId kink : m_kinks) {
            const Tensor& expected = m_expected->value(kink);
            sides[kink] =
                sidesOf(expected, found(kink), slackOf(expected, {m_tolerance, rounding(kink)}));
        }
        return sides;
    }

    std::shared_ptr<Trace> m_expected;
    double m_tolerance;
    std::vector<NodeId> m_kinks;
    Reference m_reference;
    Sides m_sides;                  ///< of `m_expected`
    std::vector<double> m_rounding; ///< of `m_expected`, by node
};

} // namespace

Verification verify(const Backend& backend, const ModelConfig& model, Parameters& parameters,
                    const ProbeExample& example, const Vocabularies& vocabularies, double tolerance,
                    const std::vector<Intervention>& interventions, const std::stop_token& stop) {
    NodeId loss = noNode;
    // Programs that keep all are large: each goes before the next one comes.
    const auto runOn = [&](const Backend& one) {
        throwIfStopped(stop);
        Probe probe(one, model, parameters, example, vocabularies, {}, interventions);
        loss = probe.modelGraph().loss;
        return probe.run(0);
    };
    Verification result;
    result.backend = backend.name();
    result.reference = referenceName;
    result.tolerance = tolerance;
    Comparison comparison(*runOn(*makeBackend(referenceName)), parameters, tolerance, stop);
    result.found = runOn(backend);
    result.turned = comparison.turnTo(*result.found);
    result.expected = comparison.expected();
    for (const Node& node : result.expected->graph->nodes())
        result.steps.push_back(comparison.compare(node.id, result.found->value(node.id)));
    if (!example.loss || !example.gradients)
        return result;
    throwIfStopped(stop);
    const Graph& graph = *result.expected->graph;
    std::vector<NodeId> kept = readAfterTraining(graph, loss);
    const std::size_t count = kept.size();
    std::ranges::copy(kinksOf(graph), std::back_inserter(kept));
    auto trained =
        comparison.compareTrained(kept, trainedValues(backend, *result.found, parameters, kept));
    trained.resize(count);
    std::ranges::move(trained, std::back_inserter(result.steps));
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
    std::vector<TokenId> places(rows);
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
