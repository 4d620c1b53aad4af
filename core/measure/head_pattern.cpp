// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_pattern.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace gf {

namespace {

// Half of the attention at one place is far above chance, and no two places can both have more.
constexpr double half = 0.5;
constexpr double nearlyUniform = 0.9;

constexpr std::array rules{
    HeadRule{HeadPattern::PreviousToken, half, true, false},
    HeadRule{HeadPattern::FirstToken, half, true, true},
    HeadRule{HeadPattern::SameToken, half, true, true},
    HeadRule{HeadPattern::Diagonal, half, false, true},
    HeadRule{HeadPattern::BackwardDiagonal, half, true, true},
    HeadRule{HeadPattern::Broad, nearlyUniform, true, true},
};

/// A mean that grows.
struct Mean {
    double sum = 0;
    Index count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    double value() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
};

Index places(const std::vector<int>& words) {
    return static_cast<Index>(words.size());
}

Index filled(const std::vector<int>& words) {
    return places(words) - std::count(words.begin(), words.end(), -1);
}

/// −Σ w ln w, in float: an overview asks for millions of them in a frame. Not a number when one of
/// the weights is none.
double rowEntropy(std::span<const float> row) {
    const auto w = vectorOf(row).array();
    return static_cast<double>((w <= 0).select(0, -w * w.log()).sum());
}

/// A head's weights with the queries that count.
class Head {
public:
    Head(const AttentionSides& sides, std::span<const float> weights, std::span<const float> masked)
        : m_sides(sides), m_weights(weights), m_keys(places(sides.keyWords)) {
        assert(static_cast<Index>(weights.size()) == places(sides.queryWords) * m_keys);
        for (Index i = 0; i < places(sides.queryWords); ++i) {
            Index visible = m_keys;
            if (!masked.empty())
                visible -=
                    std::count(masked.begin() + i * m_keys, masked.begin() + (i + 1) * m_keys,
                               -std::numeric_limits<float>::infinity());
            if (visible < 2 || sides.queryWords[static_cast<std::size_t>(i)] < 0)
                continue;
            m_counted.push_back(i);
            m_uniform.add(std::log(static_cast<double>(visible)));
            m_entropy.add(rowEntropy(row(i)));
        }
    }

    Index queries() const { return static_cast<Index>(m_counted.size()); }
    double entropy() const { return m_entropy.value(); }
    double uniform() const { return m_uniform.value(); }

    double measure(HeadPattern pattern) const {
        switch (pattern) {
        case HeadPattern::PreviousToken:
            return along([](Index i) { return i - 1; });
        case HeadPattern::FirstToken:
            return along([](Index) { return 0; });
        case HeadPattern::SameToken:
            return onSameWord();
        case HeadPattern::Diagonal:
            return onDiagonal(false);
        case HeadPattern::BackwardDiagonal:
            return onDiagonal(true);
        case HeadPattern::Broad:
            break;
        }
        return m_counted.empty() ? 0 : entropy() / uniform();
    }

private:
    std::span<const float> row(Index i) const {
        return m_weights.subspan(static_cast<std::size_t>(i * m_keys),
                                 static_cast<std::size_t>(m_keys));
    }

    /// The mean weight on the key `keyOf(i)`, over the queries that have such a key.
    template <class KeyOf> double along(const KeyOf& keyOf) const {
        Mean mean;
        for (const Index i : m_counted)
            if (const Index key = keyOf(i); key >= 0 && key < m_keys)
                mean.add(row(i)[static_cast<std::size_t>(key)]);
        return mean.count >= fewestQueries ? mean.value() : 0;
    }

    double onSameWord() const {
        std::unordered_map<int, std::vector<std::size_t>> keysOf;
        for (std::size_t j = 0; j < m_sides.keyWords.size(); ++j)
            keysOf[m_sides.keyWords[j]].push_back(j);
        Mean mean;
        for (const Index i : m_counted) {
            double sum = 0;
            for (const std::size_t j : keysOf[m_sides.queryWords[static_cast<std::size_t>(i)]])
                sum += row(i)[j];
            mean.add(sum);
        }
        return mean.value();
    }

    /// Along the line from corner to corner, or the one a place beside it: `<sos>` before the
    /// target and `<eos>` after the source shift what belongs together.
    double onDiagonal(bool backward) const {
        const Index keys = filled(m_sides.keyWords);
        const double slope =
            static_cast<double>(keys - 1) /
            static_cast<double>(std::max<Index>(filled(m_sides.queryWords) - 1, 1));
        double best = 0;
        for (const Index shift : {-1, 0, 1})
            best = std::max(best, along([&](Index i) {
                                const auto key =
                                    static_cast<Index>(std::lround(static_cast<double>(i) * slope));
                                return (backward ? keys - 1 - key : key) + shift;
                            }));
        return best;
    }

    const AttentionSides& m_sides;
    std::span<const float> m_weights;
    Index m_keys;
    std::vector<Index> m_counted;
    Mean m_entropy;
    Mean m_uniform;
};

std::optional<HeadEvidence> guessFrom(const std::vector<HeadEvidence>& evidence) {
    std::optional<HeadEvidence> best;
    for (const HeadEvidence& each : evidence) {
        if (!each.holds())
            continue;
        if (each.rule.pattern == HeadPattern::Broad)
            return each;
        if (!best || each.measured > best->measured)
            best = each;
    }
    return best;
}

} // namespace

std::span<const HeadRule> headRules() {
    return rules;
}

AttentionSides attentionSides(const Trace& trace, NodeId weights) {
    const Node& node = (*trace.graph)[weights];
    assert(node.shape.rank() == 3);
    std::unordered_map<std::string, int> numbers{{"<pad>", -1}};
    const auto wordsAlong = [&](int dimension) {
        std::vector<int> words;
        for (const std::string& token : trace.labelsAlong(weights, dimension))
            words.push_back(
                numbers.try_emplace(token, static_cast<int>(numbers.size())).first->second);
        // Without words every place has one of its own.
        for (Index i = places(words); i < node.shape[dimension]; ++i)
            words.push_back(static_cast<int>(i));
        return words;
    };
    AttentionSides sides;
    sides.self = node.axes[1] == node.axes[2];
    sides.queryWords = wordsAlong(1);
    sides.keyWords = wordsAlong(2);
    return sides;
}

HeadMeasures measureHead(const AttentionSides& sides, std::span<const float> weights,
                         std::span<const float> masked) {
    const Head head(sides, weights, masked);
    HeadMeasures measures;
    measures.queries = head.queries();
    measures.entropy = head.entropy();
    measures.uniform = head.uniform();
    for (const HeadRule& rule : rules)
        if (sides.self ? rule.self : rule.cross)
            measures.evidence.push_back({rule, head.measure(rule.pattern)});
    if (head.queries() >= fewestQueries)
        measures.guess = guessFrom(measures.evidence);
    return measures;
}

std::vector<HeadMeasures> measureHeads(const Trace& trace, NodeId weights) {
    const Node& node = (*trace.graph)[weights];
    const AttentionSides sides = attentionSides(trace, weights);
    const auto one = static_cast<std::size_t>(node.shape[1] * node.shape[2]);
    const Node& softmax = (*trace.graph)[computedNode(*trace.graph, weights)];
    const Tensor& masked = trace.value(softmax.inputs[0]);
    std::vector<HeadMeasures> heads;
    for (std::size_t h = 0; h < static_cast<std::size_t>(node.shape[0]); ++h)
        heads.push_back(measureHead(sides, trace.value(weights).values().subspan(h * one, one),
                                    masked.empty() ? std::span<const float>()
                                                   : masked.values().subspan(h * one, one)));
    return heads;
}

} // namespace gf
