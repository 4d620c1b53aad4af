// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_scores.h"

#include "core/tensor/eigen.h"

#include <cassert>
#include <unordered_map>

namespace gf {

namespace {

constexpr std::array<std::string_view, headScoreCount> scoreNames{"previous", "same", "induction",
                                                                  "first",    "self", "entropy"};

/// The attentions whose weights are a matrix for each head, by their nodes.
std::vector<NodeId> attentionsOf(const Graph& graph) {
    std::vector<NodeId> found;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.relation == Relation::Own &&
            node.scope.isAttention() && node.part == "weights" && node.shape.rank() == 3)
            found.push_back(graph.find(node.scope, "weights"));
    return found;
}

} // namespace

std::string_view nameOf(HeadScore score) {
    return scoreNames[static_cast<std::size_t>(score)];
}

void HeadScores::count(HeadScore score, double value) {
    Sum& into = m_sums[static_cast<std::size_t>(score)];
    into.sum += value;
    ++into.queries;
}

void HeadScores::add(const AttentionSides& sides, std::span<const float> weights) {
    const std::size_t queries = sides.queryWords.size();
    const std::size_t keys = sides.keyWords.size();
    assert(weights.size() == queries * keys);
    std::unordered_map<int, std::vector<std::size_t>> earlier; // keys by their word
    for (std::size_t i = 0; i < queries; ++i) {
        const int word = sides.queryWords[i];
        if (word < 0) // padding
            continue;
        const auto row = weights.subspan(i * keys, keys);
        const auto w = vectorOf(row).array();
        count(HeadScore::First, static_cast<double>(row[0]));
        count(HeadScore::Entropy, static_cast<double>((w <= 0).select(0, -w * w.log()).sum()));
        if (!sides.self)
            continue;
        count(HeadScore::Self, static_cast<double>(row[i]));
        if (i > 0)
            count(HeadScore::Previous, static_cast<double>(row[i - 1]));
        std::vector<std::size_t>& before = earlier[word];
        if (!before.empty()) {
            double same = 0;
            for (const std::size_t j : before)
                same += static_cast<double>(row[j]);
            count(HeadScore::Same, same);
            count(HeadScore::Induction, static_cast<double>(row[before.back() + 1]));
        }
        before.push_back(i);
    }
}

std::optional<double> HeadScores::of(HeadScore score) const {
    const Sum& sum = m_sums[static_cast<std::size_t>(score)];
    return sum.queries > 0 ? std::optional(sum.sum / static_cast<double>(sum.queries))
                           : std::nullopt;
}

std::optional<HeadScore> HeadScores::guess() const {
    for (const HeadScore score : {HeadScore::Induction, HeadScore::Previous, HeadScore::Same,
                                  HeadScore::Self, HeadScore::First})
        if (of(score).value_or(0) >= leastHeadScore)
            return score;
    return std::nullopt;
}

std::vector<ScoredHead> scoredHeads(std::span<const std::shared_ptr<const Trace>> traces) {
    std::vector<ScoredHead> heads;
    for (const std::shared_ptr<const Trace>& trace : traces) {
        std::size_t at = 0;
        for (const NodeId weights : attentionsOf(*trace->graph)) {
            const Node& node = (*trace->graph)[weights];
            const AttentionSides sides = attentionSides(*trace, weights);
            const auto one = static_cast<std::size_t>(node.shape[1] * node.shape[2]);
            for (Index h = 0; h < node.shape[0]; ++h, ++at) {
                if (at == heads.size())
                    heads.push_back({node.scope.nameOf(""), node.scope.levels.front().title,
                                     node.scope.layer(), h});
                heads[at].scores.add(sides, trace->value(weights).values().subspan(
                                                static_cast<std::size_t>(h) * one, one));
            }
        }
    }
    return heads;
}

} // namespace gf
