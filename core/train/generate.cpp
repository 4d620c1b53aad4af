// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"

#include "core/tensor/random.h"
#include "core/train/sequence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
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
    std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::weight);
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

std::vector<float> padded(std::span<const TokenId> ids, Index length) {
    std::vector<float> values(static_cast<std::size_t>(length), static_cast<float>(padId));
    std::ranges::copy(ids, values.begin());
    return values;
}

} // namespace

TokenId mostLikely(std::span<const float> row, TokenId first) {
    const auto begin = row.begin() + first;
    return first + static_cast<TokenId>(std::max_element(begin, row.end()) - begin);
}

TokenId chooseToken(std::span<const float> logits, const Sampling& sampling,
                    std::uint64_t counter) {
    if (sampling.temperature <= 0)
        return mostLikely(logits, firstAnswer(sampling));
    std::vector<Candidate> candidates = candidatesOf(logits, sampling);
    if (sampling.topK > 0 && sampling.topK < static_cast<Index>(candidates.size()))
        candidates.resize(static_cast<std::size_t>(sampling.topK));
    const double largest = candidates.front().weight;
    for (Candidate& candidate : candidates)
        candidate.weight = std::exp(candidate.weight - largest);

    double left =
        cutNucleus(candidates, sampling.topP) * uniform(sampling.seed, drawStream, counter);
    for (const Candidate& candidate : candidates) {
        if (left < candidate.weight)
            return candidate.id;
        left -= candidate.weight;
    }
    return candidates.back().id; // rounding can leave a sliver behind the last one
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

Generation Generator::label(std::span<const TokenId> source, const Sampling& sampling) {
    std::vector<TokenId> seen(source.begin(), source.end());
    seen.push_back(eosId);
    const Index length = roundedLength(static_cast<Index>(seen.size()));
    Compiled& compiled = compiledFor(length, 0);
    compiled.program->setInput(compiled.graph.sourceIds, padded(seen, length));
    compiled.program->run();

    const Tensor logits = compiled.program->value(compiled.graph.logits);
    const Tensor probabilities = compiled.program->value(compiled.graph.probabilities);
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

Generation Generator::generate(std::span<const TokenId> source, std::span<const TokenId> prompt,
                               const Sampling& sampling, Index limit,
                               const std::function<bool()>& goOn) {
    if (m_model.hasEncoder())
        checkSequence("source", source, m_model.sourceVocab, m_model.maxLength - 1);
    if (!m_model.hasDecoder())
        return label(source, sampling);

    const bool slides = !m_model.hasEncoder();
    checkSequence("target", prompt, m_model.targetVocab,
                  slides ? std::numeric_limits<Index>::max() : m_model.maxLength - 1);
    Index room = slides ? m_model.maxLength : m_model.maxLength - static_cast<Index>(prompt.size());
    if (limit > 0)
        room = slides ? limit : std::min(room, limit);

    const Index longest = m_model.maxLength - (slides && sampling.endless ? 2 : 1);

    Index sourceLength = 0;
    std::vector<TokenId> seenSource;
    if (m_model.hasEncoder()) {
        seenSource.assign(source.begin(), source.end());
        seenSource.push_back(eosId);
        sourceLength = roundedLength(static_cast<Index>(seenSource.size()));
    }

    std::vector<TokenId> text(prompt.begin(), prompt.end());
    Generation answer;
    for (Index n = 0; n < room; ++n) {
        if (goOn && !goOn())
            break;
        const auto newest = std::min(static_cast<Index>(text.size()), longest);
        std::vector<TokenId> seen = {sosId};
        seen.insert(seen.end(), text.end() - newest, text.end());
        const auto last = static_cast<Index>(seen.size()) - 1;
        const Index targetLength = roundedLength(last + 1);

        Compiled& compiled = compiledFor(sourceLength, targetLength);
        if (m_model.hasEncoder())
            compiled.program->setInput(compiled.graph.sourceIds, padded(seenSource, sourceLength));
        compiled.program->setInput(compiled.graph.targetIds, padded(seen, targetLength));
        compiled.program->run();

        const Tensor logits = compiled.program->value(compiled.graph.logits);
        const Tensor probabilities = compiled.program->value(compiled.graph.probabilities);
        const TokenId id =
            chooseToken(rowOf(logits, last), sampling, static_cast<std::uint64_t>(n));
        const auto probability =
            static_cast<double>(rowOf(probabilities, last)[static_cast<std::size_t>(id)]);
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
