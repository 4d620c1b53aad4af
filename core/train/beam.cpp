// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/beam.h"

#include "core/tensor/error.h"

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
    for (; node >= 0; node = nodes[static_cast<std::size_t>(node)].parent)
        ids.push_back(nodes[static_cast<std::size_t>(node)].id);
    std::ranges::reverse(ids);
    return ids;
}

/// The `count` most likely continuations of a node.
std::vector<BeamNode> continuations(Generator& generator, std::span<const TokenId> source,
                                    std::vector<TokenId> text, const BeamNode& from, int parent,
                                    Index count) {
    const NextToken next = generator.next(source, text);
    const double logSum = logSumOf(next.logits);
    std::vector<Choice> choices = choicesFor(next.logits, next.probabilities, {});
    choices.resize(std::min(choices.size(), static_cast<std::size_t>(count)));
    std::vector<BeamNode> nodes;
    for (const Choice& choice : choices) {
        BeamNode node;
        node.parent = parent;
        node.depth = parent < 0 ? 0 : from.depth + 1;
        node.id = choice.id;
        node.probability = choice.probability;
        const auto logit = static_cast<double>(next.logits[static_cast<std::size_t>(choice.id)]);
        node.logProbability = from.logProbability + logit - logSum;
        nodes.push_back(node);
    }
    return nodes;
}

Hypothesis hypothesisAt(const BeamSearch& search, int last, double lengthPenalty) {
    const BeamNode& node = search.nodes[static_cast<std::size_t>(last)];
    Hypothesis found;
    found.node = last;
    found.finished = node.id == eosId;
    found.ids = pathTo(search.nodes, last);
    const auto length = static_cast<double>(found.ids.size());
    if (found.finished)
        found.ids.pop_back();
    found.logProbability = node.logProbability;
    found.score = node.logProbability / std::pow((5 + length) / 6, lengthPenalty);
    return found;
}

} // namespace

BeamSearch beamSearch(Generator& generator, std::span<const TokenId> source,
                      std::span<const TokenId> prompt, const BeamOptions& options) {
    if (!generator.model().hasDecoder())
        throw Error("an encoder-only model labels its source and writes nothing; there is nothing "
                    "to search");
    generator.check(source, prompt);
    BeamSearch search;
    std::vector<int> beam = {-1};
    const Index room = generator.roomAfter(prompt, options.limit);
    Index open = options.width; // places in the beam that no finished hypothesis has taken
    for (Index depth = 0; depth < room && !beam.empty(); ++depth) {
        std::vector<BeamNode> level;
        for (const int end : beam) {
            std::vector<TokenId> text(prompt.begin(), prompt.end());
            std::ranges::copy(pathTo(search.nodes, end), std::back_inserter(text));
            const BeamNode from =
                end < 0 ? BeamNode{} : search.nodes[static_cast<std::size_t>(end)];
            std::ranges::copy(
                continuations(generator, source, std::move(text), from, end, options.width),
                std::back_inserter(level));
        }
        std::ranges::stable_sort(level, std::ranges::greater{}, &BeamNode::logProbability);
        beam.clear();
        const Index kept = std::min(open, static_cast<Index>(level.size()));
        for (std::size_t i = 0; i < level.size(); ++i) {
            const auto index = static_cast<int>(search.nodes.size());
            level[i].kept = static_cast<Index>(i) < kept;
            search.nodes.push_back(level[i]);
            if (!level[i].kept)
                continue;
            const bool last = level[i].id == eosId || depth + 1 == room;
            if (last)
                search.found.push_back(hypothesisAt(search, index, options.lengthPenalty));
            if (level[i].id == eosId)
                --open;
            else
                beam.push_back(index);
        }
    }
    std::ranges::stable_sort(search.found, [](const Hypothesis& a, const Hypothesis& b) {
        return a.finished != b.finished ? a.finished : a.score > b.score;
    });
    return search;
}

} // namespace gf
