// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/beam.h"

#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

/// ln Σ exp z, in double precision and without overflow.
double logSumOf(std::span<const float> logits) {
    const auto largest = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(static_cast<double>(logit) - largest);
    return largest + std::log(sum);
}

/// The tokens up to a node, the first first.
std::vector<TokenId> pathTo(const std::vector<BeamNode>& nodes, int node) {
    std::vector<TokenId> ids;
    for (; node >= 0; node = nodes[node].parent)
        ids.push_back(nodes[node].id);
    std::ranges::reverse(ids);
    return ids;
}

/// A hypothesis that is continued.
struct Pursued {
    int node = -1; ///< its last token; −1 before the first
    int length = 0;
    double logProbability = 0;
    std::vector<TokenId> text; ///< prompt and tokens, as many of the newest as the model can see
};

/// A token that might come next, and which hypothesis it continues.
struct Continuation {
    BeamNode node;
    std::size_t from = 0;
};

/// Appends the `count` most likely continuations of a hypothesis.
void addContinuations(std::vector<Continuation>& level, Generator& generator,
                      const GivenSource& source, std::span<const Pursued> beam, std::size_t from,
                      Index count, Index room) {
    const Pursued& pursued = beam[from];
    NextToken next = generator.next(source, pursued.text);
    const AnswerTokens& answers = generator.answerTokens();
    std::vector<float>& scores = next.logits;
    double logSum = logSumOf(scores);
    const std::optional<TokenId> forced = answers.forcedAt(pursued.length, room);
    if (answers.rules && !forced) { // which change log probabilities
        for (float& score : scores)
            score = static_cast<float>(static_cast<double>(score) - logSum);
        scores = answers.allowed(std::move(scores), pursued.text);
        logSum = answers.rules->generation.renormalizeLogits ? logSumOf(scores) : 0;
    }
    std::vector<Choice> choices = choicesFor(scores, next.probabilities, {}, answers.first);
    if (forced)
        std::erase_if(choices, [&](const Choice& choice) { return choice.id != *forced; });
    choices.resize(std::min(choices.size(), static_cast<std::size_t>(count)));
    for (const Choice& choice : choices) {
        BeamNode node;
        node.parent = pursued.node;
        node.depth = pursued.length;
        node.id = choice.id;
        node.probability = choice.probability;
        node.logProbability = pursued.logProbability;
        if (!forced)
            node.logProbability += static_cast<double>(scores[choice.id]) - logSum;
        level.push_back({node, from});
    }
}

/// The hypothesis with one token more, which has become node `index`.
Pursued extended(const Pursued& before, const BeamNode& node, int index, Index mostSeen) {
    Pursued after{index, node.depth + 1, node.logProbability, {}};
    const auto kept = std::min(static_cast<Index>(before.text.size()), mostSeen - 1);
    after.text.reserve(kept + 1);
    after.text.assign(before.text.end() - kept, before.text.end());
    after.text.push_back(node.id);
    return after;
}

/// Finds out before searching, and not in it.
void requireReach(Index width, Index room) {
    constexpr Index mostSearched = Index{1} << 22;
    if (room > mostSearched / width)
        throw Error("a beam of " + std::to_string(width) + " over " + counted(room, "token") +
                    " is more than can be searched; take at most " +
                    counted(mostSearched / width, "token") + ", or a narrower beam");
}

/// How hypotheses are compared, which must not depend on their lengths.
struct LengthNormalization {
    double penalty = 0;
    bool isOfOthers = false;

    double scoreOf(double logProbability, Index length) const {
        const auto tokens = static_cast<double>(length);
        return logProbability / std::pow(isOfOthers ? tokens : (5 + tokens) / 6, penalty);
    }
};

Hypothesis hypothesisAt(const BeamSearch& search, int last, bool finished,
                        const LengthNormalization& normalization) {
    const BeamNode& node = search.nodes[last];
    Hypothesis found;
    found.node = last;
    found.finished = finished;
    found.ids = pathTo(search.nodes, last);
    found.logProbability = node.logProbability;
    found.score = normalization.scoreOf(found.logProbability, std::ssize(found.ids));
    if (found.finished)
        found.ids.pop_back();
    return found;
}

/// Whether what goes on can still become better than the worst of so many hypotheses of a model of
/// others, as its reference guesses it.
bool canImprove(const BeamSearch& search, Index width, std::span<const Pursued> beam, Index room,
                const GenerationRules& rules, const LengthNormalization& normalization) {
    using EarlyStopping = GenerationRules::EarlyStopping;
    if (std::ssize(search.found) < width || beam.empty())
        return true;
    if (rules.earlyStopping == EarlyStopping::Yes)
        return false;
    const bool reachesTheEnd =
        rules.earlyStopping == EarlyStopping::Never && normalization.penalty > 0;
    const Index length = reachesTheEnd ? room : beam.front().length;
    return normalization.scoreOf(beam.front().logProbability, length) > search.found.back().score;
}

} // namespace

BeamSearch beamSearch(Generator& generator, const GivenSource& source,
                      std::span<const TokenId> prompt, const BeamOptions& options,
                      const std::stop_token& stop, const std::function<void()>& looked) {
    if (!generator.model().hasDecoder())
        throw Error("an encoder-only model labels its source and writes nothing; there is nothing "
                    "to search");
    generator.check(source, prompt);
    const Index room = generator.roomAfter(source, prompt, options.limit);
    requireReach(options.width, room);
    const AnswerTokens& answers = generator.answerTokens();
    const GenerationRules* const rules =
        answers.rules && options.width > 1 ? &answers.rules->generation : nullptr;
    const LengthNormalization normalization{
        options.lengthPenalty.value_or(rules ? rules->lengthPenalty : 0), rules != nullptr};
    // A place in the beam for each that goes on; of a model of ours complete ones take theirs.
    const Index each =
        options.width * (rules ? 1 + std::max<Index>(1, std::ssize(answers.ends)) : 1);
    Index open = options.width;
    BeamSearch search;
    std::vector<Pursued> beam(1);
    beam.front().text.assign(prompt.begin(), prompt.end());
    for (Index depth = 0; depth < room && !beam.empty(); ++depth) {
        if (rules && depth > 0 &&
            !canImprove(search, options.width, beam, room, *rules, normalization))
            break;
        std::vector<Continuation> level;
        for (std::size_t from = 0; from < beam.size(); ++from) {
            if (stop.stop_requested())
                return search;
            addContinuations(level, generator, source, beam, from, each, room);
            if (looked)
                looked();
        }
        std::ranges::stable_sort(level, isLarger<double>, [](const Continuation& continuation) {
            return continuation.node.logProbability;
        });
        if (rules)
            level.resize(std::min(std::ssize(level), each));
        std::vector<Pursued> next;
        const Index places = open;
        for (Index rank = 0; rank < std::ssize(level); ++rank) {
            BeamNode& node = level[rank].node;
            const bool ends = answers.isEnd(node.id);
            const bool completes = ends || depth + 1 == room;
            node.kept = rules && !completes ? std::ssize(next) < options.width : rank < places;
            if (!node.kept && !options.keepRejected)
                continue;
            const auto index = static_cast<int>(search.nodes.size());
            search.nodes.push_back(node);
            if (!node.kept)
                continue;
            if (completes)
                search.found.push_back(hypothesisAt(search, index, ends, normalization));
            else
                next.push_back(
                    extended(beam[level[rank].from], node, index, generator.model().maxLength));
            if (ends && !rules)
                --open;
        }
        if (rules) {
            std::ranges::stable_sort(search.found, isLarger<double>, &Hypothesis::score);
            search.found.resize(std::min(std::ssize(search.found), options.width));
        }
        beam = std::move(next);
    }
    if (!rules)
        std::ranges::stable_sort(search.found, [](const Hypothesis& a, const Hypothesis& b) {
            return a.finished != b.finished ? a.finished : isLarger(a.score, b.score);
        });
    return search;
}

} // namespace gf
