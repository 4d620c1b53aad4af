// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"

#include "core/data/feed.h"
#include "core/tensor/finite.h"
#include "core/tensor/random.h"
#include "core/tensor/row.h"
#include "core/train/pass_threads.h"
#include "core/train/sequence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

namespace gf {

namespace {

/// The stream of random numbers that draws tokens; no node of a graph uses it.
constexpr std::uint64_t drawStream = 0x746f6b656e;

/// Below this a program costs more to keep apart than its extra rows cost to run.
constexpr Index shortestProgram = 8;

/// A candidate for the next token.
struct Candidate {
    TokenId id = eosId;
    double weight = 0; ///< its logit, later that of the softmax, the largest being 1
};

/// The first id that can be an answer.
TokenId firstAnswer(const Sampling& sampling, TokenId first) {
    return sampling.endless && first == eosId ? unkId : first;
}

/// The tokens that can be chosen, the largest logit first.
std::vector<Candidate> candidatesOf(std::span<const float> logits, const Sampling& sampling,
                                    TokenId first) {
    std::vector<Candidate> candidates;
    for (TokenId id = firstAnswer(sampling, first); id < static_cast<TokenId>(logits.size());
         ++id) {
        const auto logit = static_cast<double>(logits[id]);
        if (logit != -std::numeric_limits<double>::infinity()) // what cannot be chosen
            candidates.push_back({id, logit});
    }
    if (candidates.empty()) // weights so large that every logit is −∞: what greedy takes
        candidates.push_back({mostLikely(logits, firstAnswer(sampling, first)), 0});
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

} // namespace

AnswerTokens answerTokensOf(const ModelConfig& model, const Vocabularies& words) {
    if (!model.exactIds)
        return {};
    const AnswerRules& rules = words.rules;
    AnswerTokens tokens{
        .first = 0, .ends = rules.ends, .start = rules.start.value_or(0), .rules = rules};
    if (tokens.ends.empty() && words.target && words.target->end())
        tokens.ends.push_back(*words.target->end());
    return tokens;
}

std::vector<float> AnswerTokens::allowed(std::vector<float> scores,
                                         std::span<const TokenId> text) const {
    if (!rules)
        return scores;
    const auto ban = [&](TokenId id) {
        if (id < std::ssize(scores))
            scores[id] = -std::numeric_limits<float>::infinity();
    };
    std::vector<TokenId> read(text.begin(), text.end());
    if (rules->start)
        read.insert(read.begin(), start);
    const GenerationRules& asked = rules->generation;
    if (asked.repetitionPenalty != 1)
        for (const TokenId id : std::set<TokenId>(read.begin(), read.end()))
            scores[id] = static_cast<float>(scores[id] < 0 ? scores[id] * asked.repetitionPenalty
                                                           : scores[id] / asked.repetitionPenalty);
    if (const Index before = asked.noRepeatNgramSize - 1;
        before >= 0 && before < std::ssize(read)) {
        const std::span<const TokenId> newest = std::span(read).last(before);
        for (Index at = 0; at + before < std::ssize(read); ++at)
            if (std::ranges::equal(std::span(read).subspan(at, before), newest))
                ban(read[at + before]);
    }
    if (rules->bansStart)
        ban(start);
    if (std::ssize(read) < asked.minLength)
        std::ranges::for_each(ends, ban);
    return scores;
}

std::optional<TokenId> AnswerTokens::forcedAt(Index n, Index room) const {
    if (!rules)
        return std::nullopt;
    if (n == 0 && rules->forcedFirst)
        return rules->forcedFirst;
    return n + 1 == room ? rules->forcedLast : std::nullopt;
}

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

Kept keptOf(std::span<const float> logits, const Sampling& sampling, TokenId first) {
    Kept kept;
    kept.candidates = candidatesOf(logits, sampling, first);
    if (sampling.topK > 0 && sampling.topK < static_cast<Index>(kept.candidates.size()))
        kept.candidates.resize(sampling.topK);
    kept.afterTopK = kept.candidates.size();
    // Divided after the largest is taken away: whatever the temperature, that one is exp(0).
    const double largest = kept.candidates.front().weight;
    for (Candidate& candidate : kept.candidates)
        candidate.weight = candidate.weight == largest
                               ? 1
                               : std::exp((candidate.weight - largest) / sampling.temperature);
    kept.sum = cutNucleus(kept.candidates, sampling.topP);
    return kept;
}

} // namespace

double drawOf(const Sampling& sampling, std::uint64_t counter) {
    return uniform(sampling.seed, drawStream, counter);
}

TokenId chooseToken(std::span<const float> logits, const Sampling& sampling, std::uint64_t counter,
                    TokenId first) {
    if (sampling.temperature <= 0)
        return mostLikely(logits, firstAnswer(sampling, first));
    const Kept kept = keptOf(logits, sampling, first);
    double left = kept.sum * drawOf(sampling, counter);
    for (const Candidate& candidate : kept.candidates) {
        if (left < candidate.weight)
            return candidate.id;
        left -= candidate.weight;
    }
    return kept.candidates.back().id; // rounding can leave a sliver behind the last one
}

std::vector<Choice> choicesFor(std::span<const float> logits, std::span<const float> probabilities,
                               const Sampling& sampling, TokenId first) {
    const bool greedy = sampling.temperature <= 0;
    const Kept kept = greedy ? Kept{} : keptOf(logits, sampling, first);
    std::vector<Choice> choices;
    for (const Candidate& candidate : candidatesOf(logits, sampling, first)) {
        const std::size_t rank = choices.size();
        Choice choice;
        choice.id = candidate.id;
        choice.probability = static_cast<double>(probabilities[candidate.id]);
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

Index Generator::lengthOf(const GivenSource& source) const {
    return m_model.input == Input::Values
               ? static_cast<Index>(source.numbers.size()) / m_model.features
               : static_cast<Index>(source.ids.size());
}

struct Generator::Compiled {
    ModelGraph graph;
    std::unique_ptr<Program> program;
};

Generator::Generator(const Backend& backend, const ModelConfig& model, Parameters& parameters,
                     std::vector<Intervention> interventions, const Vocabularies& words)
    : m_backend(backend), m_model(model), m_answerTokens(answerTokensOf(model, words)),
      m_padding(words.rules.padding), m_parameters(parameters),
      m_interventions(std::move(interventions)) {
    if (obstacleToCaching().empty())
        m_cache = std::make_unique<KeyValueCache>(backend, model, parameters);
}

Generator::~Generator() = default;

std::string_view Generator::obstacleToCaching() const {
    if (!m_interventions.empty())
        return "a change to the model reaches into its steps";
    if (m_backend.name() != "cpu" && m_backend.name() != "eigen")
        return "a graphics card would be sent all that is kept with each token";
    return gf::obstacleToCaching(m_model);
}

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
        std::vector<NodeId> keep = fresh->graph.said();
        if (m_cache)
            std::ranges::copy(KeyValueCache::keptBy(fresh->graph), std::back_inserter(keep));
        fresh->program = m_backend.compile(fresh->graph.graph, m_parameters,
                                           {.batch = 1,
                                            .keepAll = false,
                                            .keep = keep,
                                            .threads = threadsForPass(*fresh->graph.graph)});
        compiled = std::move(fresh);
    }
    return *compiled;
}

/// A pass over `source` and what has been written so far.
Generator::Compiled& Generator::run(const GivenSource& source, const Sequence& text) {
    const DataForm form(m_model);
    ExampleData example;
    example.source.ids.assign(source.ids.begin(), source.ids.end());
    example.source.numbers.assign(source.numbers.begin(), source.numbers.end());
    if (m_model.hasDecoder())
        example.target = text;
    if (form.exact && m_model.hasEncoder() && m_model.hasDecoder())
        example.target.ids.insert(example.target.ids.begin(), m_answerTokens.start);
    // Ids have a special token beside them; so have real numbers a row that is not said yet, the
    // last that is read being the newest one.
    const Index special = form.sourceIsNumbers() || form.exact ? 0 : 1;
    if (form.points())
        example.target.ids.push_back(noLabel);
    else if (form.targetIsNumbers() && m_model.hasDecoder())
        example.target.numbers.resize(text.numbers.size() +
                                      static_cast<std::size_t>(form.features));
    const Index next = form.output == Output::Words && !form.exact ? 1 : 0;
    const Index sourceLength =
        m_model.hasEncoder() ? roundedLength(example.source.length(form.features) + special) : 0;
    const Index targetLength =
        m_model.hasDecoder() ? roundedLength(example.target.length(form.features) + next) : 0;
    if (!m_model.hasDecoder() && form.targetIsNumbers())
        example.target.numbers.clear();
    Compiled& compiled = compiledFor(sourceLength, targetLength);
    Batch batch = makeBatch(form, {example}, sourceLength, targetLength);
    hidePadding(batch, m_padding);
    feed(*compiled.program, compiled.graph, batch);
    compiled.program->run();
    return compiled;
}

Generation Generator::label(const GivenSource& source, const Sampling& sampling) {
    Compiled& compiled = run(source, {});

    const Wanted wanted[] = {{compiled.graph.logits}, {compiled.graph.probabilities}};
    const std::vector<Tensor> values = compiled.program->values(wanted);
    const Tensor& logits = values[0];
    const Tensor& probabilities = values[1];
    Generation answer;
    for (Index t = 0; t < lengthOf(source); ++t) {
        const TokenId id = chooseToken(rowOf(logits, t), sampling, static_cast<std::uint64_t>(t),
                                       m_answerTokens.first);
        answer.ids.push_back(id);
        answer.probabilities.push_back(static_cast<double>(rowOf(probabilities, t)[id]));
    }
    answer.finished = true;
    return answer;
}

FilledIn filledIn(const Generation& said, std::span<const TokenId> source,
                  const Vocabulary* sourceWords) {
    const std::vector<bool> hidden = hiddenTokens(source, sourceWords);
    if (hidden.empty() || said.ids.size() != source.size())
        return {said.ids, said};
    FilledIn filled;
    filled.text.assign(source.begin(), source.end());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (!hidden[i])
            continue;
        filled.text[i] = said.ids[i];
        filled.said.ids.push_back(said.ids[i]);
        filled.said.probabilities.push_back(said.probabilities[i]);
    }
    filled.said.finished = said.finished;
    return filled;
}

void Generator::check(const GivenSource& source, std::span<const TokenId> prompt) const {
    const bool numbers = m_model.input == Input::Values;
    if (m_model.exactIds) {
        if (m_model.hasEncoder())
            checkExactSequence("source", source.ids, m_model.sourceVocab, m_model.maxLength);
        // An encoder–decoder has its start before the prompt.
        if (m_model.hasDecoder() && !(m_model.hasEncoder() && prompt.empty()))
            checkExactSequence("target", prompt, m_model.targetVocab,
                               std::numeric_limits<Index>::max());
        return;
    }
    if (m_model.hasEncoder() && numbers)
        checkRows("source", lengthOf(source), m_model.maxLength);
    else if (m_model.hasEncoder())
        checkSequence("source", source.ids, m_model.sourceVocab, m_model.maxLength - 1);
    if (!m_model.hasDecoder())
        return;
    if (points())
        checkPlaces(prompt, lengthOf(source));
    else if (m_model.output == Output::Words)
        checkSequence("target", prompt, m_model.targetVocab,
                      slides() ? std::numeric_limits<Index>::max() : m_model.maxLength - 1);
}

Index Generator::roomAfter(const GivenSource& source, std::span<const TokenId> prompt,
                           Index limit) const {
    if (slides())
        return limit > 0 ? limit : m_model.maxLength;
    const Index most = points() ? lengthOf(source) : m_model.maxLength;
    const Index room = most - static_cast<Index>(prompt.size());
    return limit > 0 ? std::min(room, limit) : room;
}

Index Generator::longestText(bool endless) const {
    const Index special = specialTokens();
    return m_model.maxLength - (slides() && endless && special > 0 ? 2 : special);
}

NextToken Generator::next(const GivenSource& source, std::span<const TokenId> text, bool endless) {
    return next(source, text, endless, nullptr);
}

NextToken Generator::next(const GivenSource& source, std::span<const TokenId> text, bool endless,
                          KeyValueCache* cache) {
    const auto newest = std::min(static_cast<Index>(text.size()), longestText(endless));
    const std::span<const TokenId> seen = text.last(newest);
    Compiled& compiled = run(source, std::vector<TokenId>(seen.begin(), seen.end()));
    const Wanted wanted[] = {{compiled.graph.logits}, {compiled.graph.probabilities}};
    const std::vector<Tensor> values = compiled.program->values(wanted);
    const Index last = newest - 1 + specialTokens();
    if (cache)
        cache->fill(compiled.graph, *compiled.program, last + 1);
    const auto logits = rowOf(values[0], last);
    const auto probabilities = rowOf(values[1], last);
    NextToken next;
    if (points()) { // no special token can be chosen
        next.logits.assign(firstPlace, -std::numeric_limits<float>::infinity());
        next.probabilities.assign(firstPlace, 0);
    }
    next.logits.insert(next.logits.end(), logits.begin(), logits.end());
    next.probabilities.insert(next.probabilities.end(), probabilities.begin(), probabilities.end());
    return next;
}

GrowingText::GrowingText(Generator& generator, const GivenSource& source, bool endless)
    : m_generator(generator), m_source(source), m_endless(endless) {
    if (generator.m_cache)
        generator.m_cache->cut(0);
}

NextToken GrowingText::next(std::span<const TokenId> text) {
    KeyValueCache* const cache = m_generator.m_cache.get();
    const auto length = static_cast<Index>(text.size());
    if (!cache || length > m_generator.longestText(m_endless))
        return m_generator.next(m_source, text, m_endless);
    const Index special = m_generator.specialTokens();
    const auto [end, _] = std::ranges::mismatch(text, m_text);
    const Index common = std::min<Index>(end - text.begin(), cache->rows() - special);
    const Index before = length - 1 + special; // rows of the newest token's predecessors
    const bool goesOn = length > 0 && before > 0 && common >= length - 1;
    if (goesOn)
        cache->cut(before);
    NextToken next =
        goesOn ? cache->read(text.back()) : m_generator.next(m_source, text, m_endless, cache);
    m_text.assign(text.begin(), text.end());
    return next;
}

Generation Generator::forecast(const GivenSource& source, std::span<const float> prompt, Index rows,
                               const std::stop_token& stop, const Wrote& wrote) {
    const Index features = m_model.features;
    const auto width = static_cast<std::size_t>(features);
    if (m_model.hasEncoder())
        checkRows("source", lengthOf(source), m_model.maxLength);
    Generation answer;
    const auto say = [&](Compiled& compiled, Index first, Index count) {
        const Tensor said = compiled.program->value(compiled.graph.prediction);
        const std::span<const float> numbers = said.values().subspan(
            static_cast<std::size_t>(first) * width, static_cast<std::size_t>(count) * width);
        answer.numbers.insert(answer.numbers.end(), numbers.begin(), numbers.end());
    };
    answer.finished = true;
    if (!m_model.hasDecoder()) {
        say(run(source, {}), 0, lengthOf(source));
        return answer;
    }
    std::vector<float> text(prompt.begin(), prompt.end());
    for (Index n = 0; n < rows; ++n) {
        if (stop.stop_requested()) {
            answer.finished = false;
            break;
        }
        // The oldest rows are forgotten where there is no room.
        const Index newest =
            std::min(static_cast<Index>(text.size()) / features, m_model.maxLength - 1);
        say(run(source, std::vector<float>(text.end() - newest * features, text.end())), newest, 1);
        text.insert(text.end(), answer.numbers.end() - features, answer.numbers.end());
        if (wrote)
            wrote(answer);
    }
    return answer;
}

Generation Generator::generate(const GivenSource& source, std::span<const TokenId> prompt,
                               const Sampling& sampling, Index limit, const std::stop_token& stop,
                               const Wrote& wrote, const Took& took) {
    check(source, prompt);
    if (!m_model.hasDecoder())
        return label(source, sampling);

    const Index room = roomAfter(source, prompt, limit);
    std::vector<TokenId> text(prompt.begin(), prompt.end());
    Generation answer;
    GrowingText growing(*this, source, sampling.endless);
    for (Index n = 0; n < room; ++n) {
        if (stop.stop_requested())
            break;
        const NextToken after = growing.next(text);
        const TokenId id = m_answerTokens.forcedAt(n, room).value_or(
            chooseToken(m_answerTokens.allowed(after.logits, text), sampling,
                        static_cast<std::uint64_t>(n), m_answerTokens.first));
        if (took)
            took(id, after);
        const auto probability = static_cast<double>(after.probabilities[id]);
        if (m_answerTokens.isEnd(id)) {
            answer.finished = true;
            answer.end = id;
            answer.endProbability = probability;
            break;
        }
        answer.ids.push_back(id);
        answer.probabilities.push_back(probability);
        text.push_back(id);
        if (wrote)
            wrote(answer);
    }
    return answer;
}

} // namespace gf
