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
    const NextToken next = generator.next(source, pursued.text);
    const double logSum = logSumOf(next.logits);
    const AnswerTokens& answers = generator.answerTokens();
    const std::vector<float> logits = answers.allowed(next.logits);
    std::vector<Choice> choices = choicesFor(logits, next.probabilities, {}, answers.first);
    if (const auto forced = answers.forcedAt(pursued.length, room))
        std::erase_if(choices, [&](const Choice& choice) { return choice.id != *forced; });
    choices.resize(std::min(choices.size(), static_cast<std::size_t>(count)));
    for (const Choice& choice : choices) {
        BeamNode node;
        node.parent = pursued.node;
        node.depth = pursued.length;
        node.id = choice.id;
        node.probability = choice.probability;
        const auto logit = static_cast<double>(next.logits[choice.id]);
        const bool isForced = answers.forcedAt(pursued.length, room).has_value();
        node.logProbability = pursued.logProbability + (isForced ? 0 : logit - logSum);
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

Hypothesis hypothesisAt(const BeamSearch& search, int last, bool finished, double lengthPenalty) {
    const BeamNode& node = search.nodes[last];
    Hypothesis found;
    found.node = last;
    found.finished = finished;
    found.ids = pathTo(search.nodes, last);
    const auto length = static_cast<double>(found.ids.size());
    if (found.finished)
        found.ids.pop_back();
    found.logProbability = node.logProbability;
    found.score = node.logProbability / std::pow((5 + length) / 6, lengthPenalty);
    return found;
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
    BeamSearch search;
    std::vector<Pursued> beam(1);
    beam.front().text.assign(prompt.begin(), prompt.end());
    Index open = options.width; // places in the beam that no finished hypothesis has taken
    for (Index depth = 0; depth < room && !beam.empty(); ++depth) {
        std::vector<Continuation> level;
        for (std::size_t from = 0; from < beam.size(); ++from) {
            if (stop.stop_requested())
                return search;
            addContinuations(level, generator, source, beam, from, options.width, room);
            if (looked)
                looked();
        }
        std::ranges::stable_sort(level, isLarger<double>, [](const Continuation& continuation) {
            return continuation.node.logProbability;
        });
        const Index kept = std::min(open, static_cast<Index>(level.size()));
        if (!options.keepRejected)
            level.resize(kept);
        std::vector<Pursued> next;
        for (std::size_t i = 0; i < level.size(); ++i) {
            BeamNode& node = level[i].node;
            const auto index = static_cast<int>(search.nodes.size());
            node.kept = static_cast<Index>(i) < kept;
            search.nodes.push_back(node);
            if (!node.kept)
                continue;
            const bool ends = generator.answerTokens().isEnd(node.id);
            if (ends || depth + 1 == room)
                search.found.push_back(hypothesisAt(search, index, ends, options.lengthPenalty));
            if (ends)
                --open;
            else
                next.push_back(
                    extended(beam[level[i].from], node, index, generator.model().maxLength));
        }
        beam = std::move(next);
    }
    std::ranges::stable_sort(search.found, [](const Hypothesis& a, const Hypothesis& b) {
        return a.finished != b.finished ? a.finished : isLarger(a.score, b.score);
    });
    return search;
}

} // namespace gf
