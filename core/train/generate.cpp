// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"

#include "core/data/feed.h"
#include "core/tensor/finite.h"
#include "core/tensor/random.h"
#include "core/train/sequence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace gf {

namespace {

/// The stream of random numbers that draws tokens; no node of a graph uses it.
constexpr std::uint64_t drawStream = 0x746f6b656e;

/// Below this a program costs more to keep apart than its extra rows cost to run.
constexpr Index shortestProgram = 8;

/// A candidate for the next token.
struct Candidate {
    TokenId id = eosId;
    double weight = 0; ///< logit over temperature, later exp of it
};

/// The first id that can be an answer.
TokenId firstAnswer(const Sampling& sampling) {
    return sampling.endless ? unkId : eosId;
}

std::vector<Candidate> candidatesOf(std::span<const float> logits, const Sampling& sampling) {
    std::vector<Candidate> candidates;
    for (TokenId id = firstAnswer(sampling); id < static_cast<TokenId>(logits.size()); ++id)
        candidates.push_back(
            {id, static_cast<double>(logits[static_cast<std::size_t>(id)]) / sampling.temperature});
    std::ranges::stable_sort(candidates, isLarger<double>, &Candidate::weight);
    return candidates;
}

/// Cuts sorted candidates to the fewest whose share reaches `topP`; returns the sum of the weights.
double cutNucleus(std::vector<Candidate>& candidates, double topP) {
    double sum = 0;
    for (const Candidate& candidate : candidates)
        sum += candidate.weight;
    if (topP >= 1)
        return sum;
    double kept = 0;
    std::size_t count = 0;
    while (count < candidates.size() && (count == 0 || kept < topP * sum))
        kept += candidates[count++].weight;
    candidates.resize(count);
    return kept;
}

std::span<const float> rowOf(const Tensor& matrix, Index row) {
    const auto columns = static_cast<std::size_t>(matrix.shape().columns());
    return matrix.values().subspan(static_cast<std::size_t>(row) * columns, columns);
}

} // namespace

TokenId mostLikely(std::span<const float> row, TokenId first) {
    const auto begin = row.begin() + first;
    return first + static_cast<TokenId>(std::max_element(begin, row.end()) - begin);
}

namespace {

/// What is left of the candidates after both cuts, the most likely first, with weights that sum to
/// `sum`.
struct Kept {
    std::vector<Candidate> candidates;
    std::size_t afterTopK = 0; ///< how many there were between the cuts
    double sum = 0;
};

Kept keptOf(std::span<const float> logits, const Sampling& sampling) {
    Kept kept;
    kept.candidates = candidatesOf(logits, sampling);
    if (sampling.topK > 0 && sampling.topK < static_cast<Index>(kept.candidates.size()))
        kept.candidates.resize(static_cast<std::size_t>(sampling.topK));
    kept.afterTopK = kept.candidates.size();
    const double largest = kept.candidates.front().weight;
    for (Candidate& candidate : kept.candidates)
        candidate.weight = std::exp(candidate.weight - largest);
    kept.sum = cutNucleus(kept.candidates, sampling.topP);
    return kept;
}

} // namespace

double drawOf(const Sampling& sampling, std::uint64_t counter) {
    return uniform(sampling.seed, drawStream, counter);
}

TokenId chooseToken(std::span<const float> logits, const Sampling& sampling,
                    std::uint64_t counter) {
    if (sampling.temperature <= 0)
        return mostLikely(logits, firstAnswer(sampling));
    const Kept kept = keptOf(logits, sampling);
    double left = kept.sum * drawOf(sampling, counter);
    for (const Candidate& candidate : kept.candidates) {
        if (left < candidate.weight)
            return candidate.id;
        left -= candidate.weight;
    }
    return kept.candidates.back().id; // rounding can leave a sliver behind the last one
}

std::vector<Choice> choicesFor(std::span<const float> logits, std::span<const float> probabilities,
                               const Sampling& sampling) {
    const bool greedy = sampling.temperature <= 0;
    Sampling drawn = sampling;
    drawn.temperature = greedy ? 1 : sampling.temperature;
    const Kept kept = greedy ? Kept{} : keptOf(logits, drawn);
    std::vector<Choice> choices;
    for (const Candidate& candidate : candidatesOf(logits, drawn)) {
        const std::size_t rank = choices.size();
        Choice choice;
        choice.id = candidate.id;
        choice.probability =
            static_cast<double>(probabilities[static_cast<std::size_t>(candidate.id)]);
        if (greedy)
            choice.cut = rank == 0 ? Choice::Cut::None : Choice::Cut::Greedy;
        else if (rank >= kept.afterTopK)
            choice.cut = Choice::Cut::TopK;
        else if (rank >= kept.candidates.size())
            choice.cut = Choice::Cut::TopP;
        if (choice.cut == Choice::Cut::None)
            choice.share = greedy ? 1 : kept.candidates[rank].weight / kept.sum;
        choices.push_back(choice);
    }
    return choices;
}

struct Generator::Compiled {
    ModelGraph graph;
    std::unique_ptr<Program> program;
};

Generator::Generator(const Backend& backend, const ModelConfig& model, Parameters& parameters,
                     std::vector<Intervention> interventions)
    : m_backend(backend), m_model(model), m_parameters(parameters),
      m_interventions(std::move(interventions)) {}

Generator::~Generator() = default;

Index Generator::roundedLength(Index length) const {
    const auto power = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(length)));
    return std::min(std::max(power, shortestProgram), m_model.maxLength);
}

Generator::Compiled& Generator::compiledFor(Index sourceLength, Index targetLength) {
    std::unique_ptr<Compiled>& compiled = m_programs[{sourceLength, targetLength}];
    if (!compiled) {
        auto fresh = std::make_unique<Compiled>();
        fresh->graph = buildModel(m_model, {.sourceLength = sourceLength,
                                            .targetLength = targetLength,
                                            .training = false,
                                            .loss = false,
                                            .gradients = false,
                                            .labelSmoothing = 0,
                                            .interventions = m_interventions});
        fresh->program =
            m_backend.compile(fresh->graph.graph, m_parameters,
                              {.batch = 1,
                               .keepAll = false,
                               .keep = {fresh->graph.logits, fresh->graph.probabilities},
                               .threads = 1});
        compiled = std::move(fresh);
    }
    return *compiled;
}

/// A pass over `source` and what has been written so far.
Generator::Compiled& Generator::run(std::span<const TokenId> source,
                                    std::span<const TokenId> text) {
    const auto rounded = [this](std::span<const TokenId> ids) { // and <sos> or <eos>
        return roundedLength(static_cast<Index>(ids.size()) + 1);
    };
    const Index sourceLength = m_model.hasEncoder() ? rounded(source) : 0;
    const Index targetLength = m_model.hasDecoder() ? rounded(text) : 0;
    Compiled& compiled = compiledFor(sourceLength, targetLength);
    std::vector<std::vector<TokenId>> targets;
    if (m_model.hasDecoder())
        targets.emplace_back(text.begin(), text.end());
    feed(*compiled.program, compiled.graph,
         makeBatch(m_model.architecture, {{source.begin(), source.end()}}, targets, sourceLength,
                   targetLength));
    compiled.program->run();
    return compiled;
}

Generation Generator::label(std::span<const TokenId> source, const Sampling& sampling) {
    Compiled& compiled = run(source, {});

    const Wanted wanted[] = {{compiled.graph.logits}, {compiled.graph.probabilities}};
    const std::vector<Tensor> values = compiled.program->values(wanted);
    const Tensor& logits = values[0];
    const Tensor& probabilities = values[1];
    Generation answer;
    for (Index t = 0; t < static_cast<Index>(source.size()); ++t) {
        const TokenId id = chooseToken(rowOf(logits, t), sampling, static_cast<std::uint64_t>(t));
        answer.ids.push_back(id);
        answer.probabilities.push_back(
            static_cast<double>(rowOf(probabilities, t)[static_cast<std::size_t>(id)]));
    }
    answer.finished = true;
    return answer;
}

void Generator::check(std::span<const TokenId> source, std::span<const TokenId> prompt) const {
    if (m_model.hasEncoder())
        checkSequence("source", source, m_model.sourceVocab, m_model.maxLength - 1);
    if (m_model.hasDecoder())
        checkSequence("target", prompt, m_model.targetVocab,
                      slides() ? std::numeric_limits<Index>::max() : m_model.maxLength - 1);
}

Index Generator::roomAfter(std::span<const TokenId> prompt, Index limit) const {
    if (slides())
        return limit > 0 ? limit : m_model.maxLength;
    const Index room = m_model.maxLength - static_cast<Index>(prompt.size());
    return limit > 0 ? std::min(room, limit) : room;
}

NextToken Generator::next(std::span<const TokenId> source, std::span<const TokenId> text,
                          bool endless) {
    const Index longest = m_model.maxLength - (slides() && endless ? 2 : 1);
    const auto newest = std::min(static_cast<Index>(text.size()), longest);
    Compiled& compiled = run(source, text.last(static_cast<std::size_t>(newest)));
    const Wanted wanted[] = {{compiled.graph.logits}, {compiled.graph.probabilities}};
    const std::vector<Tensor> values = compiled.program->values(wanted);
    const Tensor& logits = values[0];
    const Tensor& probabilities = values[1];
    const auto logitRow = rowOf(logits, newest);
    const auto probabilityRow = rowOf(probabilities, newest);
    return {{logitRow.begin(), logitRow.end()}, {probabilityRow.begin(), probabilityRow.end()}};
}

Generation Generator::generate(std::span<const TokenId> source, std::span<const TokenId> prompt,
                               const Sampling& sampling, Index limit,
                               const std::function<bool()>& goOn) {
    check(source, prompt);
    if (!m_model.hasDecoder())
        return label(source, sampling);

    const Index room = roomAfter(prompt, limit);
    std::vector<TokenId> text(prompt.begin(), prompt.end());
    Generation answer;
    for (Index n = 0; n < room; ++n) {
        if (goOn && !goOn())
            break;
        const NextToken given = next(source, text, sampling.endless);
        const TokenId id = chooseToken(given.logits, sampling, static_cast<std::uint64_t>(n));
        const auto probability =
            static_cast<double>(given.probabilities[static_cast<std::size_t>(id)]);
        if (id == eosId) {
            answer.finished = true;
            answer.endProbability = probability;
            break;
        }
        answer.ids.push_back(id);
        answer.probabilities.push_back(probability);
        text.push_back(id);
    }
    return answer;
}

} // namespace gf
