// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_pattern.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

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
    HeadRule{HeadPattern::OwnField, half, true, false, true},
    HeadRule{HeadPattern::Separators, half, true, true, true},
    HeadRule{HeadPattern::Fields, half, false, true, true},
    HeadRule{HeadPattern::Broad, nearlyUniform, true, true},
};

const HeadRule& ruleOf(HeadPattern pattern) {
    return rules[static_cast<std::size_t>(pattern)];
}

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

int fieldCount(const std::vector<int>& fields) {
    return fields.empty() ? 0 : *std::ranges::max_element(fields) + 1;
}

/// −Σ w ln w, in float: an overview asks for millions of them in a frame. Not a number when one of
/// the weights is none.
double rowEntropy(std::span<const float> row) {
    const auto w = vectorOf(row).array();
    return static_cast<double>((w <= 0).select(0, -w * w.log()).sum());
}

/// Σ_j w_j |i − j|
double rowDistance(std::span<const float> row, Index i) {
    const auto j = Eigen::ArrayXf::LinSpaced(static_cast<Index>(row.size()), 0.0F,
                                             static_cast<float>(row.size() - 1));
    return static_cast<double>((vectorOf(row).array() * (j - static_cast<float>(i)).abs()).sum());
}

/// A head's weights with the queries that count.
class Head {
public:
    Head(const AttentionSides& sides, std::span<const float> weights, std::span<const float> masked)
        : m_sides(sides), m_weights(weights), m_masked(masked), m_keys(places(sides.keyWords)) {
        assert(static_cast<Index>(weights.size()) == places(sides.queryWords) * m_keys);
        for (Index i = 0; i < places(sides.queryWords); ++i) {
            Index visible = m_keys;
            if (!masked.empty())
                visible -=
                    std::count(masked.begin() + i * m_keys, masked.begin() + (i + 1) * m_keys,
                               -std::numeric_limits<float>::infinity());
            if (visible < 2 || sides.queryWords[i] < 0)
                continue;
            m_counted.push_back(i);
            m_uniform.add(std::log(static_cast<double>(visible)));
            m_entropy.add(rowEntropy(row(i)));
            if (sides.self)
                m_distance.add(rowDistance(row(i), i));
        }
    }

    Index queries() const { return static_cast<Index>(m_counted.size()); }
    double entropy() const { return m_entropy.value(); }
    double uniform() const { return m_uniform.value(); }
    double distance() const { return m_distance.value(); }

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
            return m_counted.empty() ? 0 : entropy() / uniform();
        case HeadPattern::OwnField:
        case HeadPattern::Separators:
        case HeadPattern::Fields:
            break; // wide: below
        }
        return 0;
    }

    HeadEvidence evidence(const HeadRule& rule, const std::vector<FieldReading>& readings) const {
        if (!rule.wide)
            return {rule, measure(rule.pattern)};
        if (rule.pattern != HeadPattern::Fields)
            return onKeys(rule);
        HeadEvidence best{rule};
        for (const FieldReading& reading : readings) {
            const HeadEvidence one{rule, reading.weight, reading.chance};
            if (std::pair(one.holds(), one.measured) > std::pair(best.holds(), best.measured))
                best = one;
        }
        return best;
    }

    /// Of each field that two rows or more write, the field on which they have the most weight.
    std::vector<FieldReading> readings() const {
        const Index written = fieldCount(m_sides.writtenFields);
        const Index read = fieldCount(m_sides.keyFields);
        if (written == 0 || read < 2)
            return {};
        // [written, read]: sums over the rows that write a field.
        Eigen::ArrayXXd weight = Eigen::ArrayXXd::Zero(written, read);
        Eigen::ArrayXXd chance = weight;
        Eigen::ArrayXd rows = Eigen::ArrayXd::Zero(written);
        for (const Index i : m_counted) {
            const int field = m_sides.writtenFields[i];
            if (field < 0)
                continue;
            ++rows[field];
            const double seen = seenKeys(i);
            for (std::size_t j = 0; j < m_sides.keyFields.size(); ++j) {
                if (m_sides.keyFields[j] < 0 || !isSeen(i, j))
                    continue;
                weight(field, m_sides.keyFields[j]) += row(i)[j];
                chance(field, m_sides.keyFields[j]) += 1 / seen;
            }
        }
        std::vector<FieldReading> found;
        for (Index field = 0; field < written; ++field) {
            Index best = 0;
            weight.row(field).maxCoeff(&best);
            if (rows[field] > 1)
                found.push_back({static_cast<int>(field), static_cast<int>(best),
                                 weight(field, best) / rows[field],
                                 chance(field, best) / rows[field]});
        }
        return found;
    }

private:
    std::span<const float> row(Index i) const { return m_weights.subspan(i * m_keys, m_keys); }

    /// The mean weight on the key `keyOf(i)`, over the queries that have such a key.
    template <class KeyOf> double along(const KeyOf& keyOf) const {
        Mean mean;
        for (const Index i : m_counted)
            if (const Index key = keyOf(i); key >= 0 && key < m_keys)
                mean.add(row(i)[key]);
        return mean.count >= fewestQueries ? mean.value() : 0;
    }

    bool isSeen(Index i, std::size_t j) const {
        return m_masked.empty() || m_masked[static_cast<std::size_t>(i * m_keys) + j] !=
                                       -std::numeric_limits<float>::infinity();
    }

    double seenKeys(Index i) const {
        double seen = 0;
        for (std::size_t j = 0; j < static_cast<std::size_t>(m_keys); ++j)
            seen += isSeen(i, j) ? 1 : 0;
        return seen;
    }

    /// The weight of each query on keys of its own field, or on those of none.
    HeadEvidence onKeys(const HeadRule& rule) const {
        const std::vector<int>& keyFields = m_sides.keyFields;
        if (fieldCount(keyFields) < 2)
            return {rule};
        const bool own = rule.pattern == HeadPattern::OwnField;
        Mean weight, chance;
        for (const Index i : m_counted) {
            const int field = own ? m_sides.queryFields[i] : -1;
            if (own && field < 0)
                continue;
            double sum = 0;
            double among = 0;
            for (std::size_t j = 0; j < keyFields.size(); ++j)
                if (keyFields[j] == field && isSeen(i, j)) {
                    sum += row(i)[j];
                    ++among;
                }
            weight.add(sum);
            chance.add(among / seenKeys(i));
        }
        return weight.count < fewestQueries ? HeadEvidence{rule}
                                            : HeadEvidence{rule, weight.value(), chance.value()};
    }

    double onSameWord() const {
        std::unordered_map<int, std::vector<std::size_t>> keysOf;
        for (std::size_t j = 0; j < m_sides.keyWords.size(); ++j)
            keysOf[m_sides.keyWords[j]].push_back(j);
        Mean mean;
        for (const Index i : m_counted) {
            double sum = 0;
            for (const std::size_t j : keysOf[m_sides.queryWords[i]])
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
    std::span<const float> m_masked;
    Index m_keys;
    std::vector<Index> m_counted;
    Mean m_entropy;
    Mean m_uniform;
    Mean m_distance;
};

std::optional<HeadEvidence> guessFrom(const std::vector<HeadEvidence>& evidence) {
    std::optional<HeadEvidence> best;
    for (const HeadEvidence& each : evidence) {
        if (!each.holds())
            continue;
        if (each.rule.pattern == HeadPattern::Broad)
            return each;
        if (!best ||
            std::pair(!each.rule.wide, each.measured) > std::pair(!best->rule.wide, best->measured))
            best = each;
    }
    return best;
}

enum class CharacterKind { Other, Letter, Digit };

/// Of a token that is one character; letters beyond ASCII are several bytes.
CharacterKind kindOf(const std::string& token) {
    if (token.empty() || token.size() > 4)
        return CharacterKind::Other;
    const auto first = static_cast<unsigned char>(token.front());
    if (first >= 0x80)
        return CharacterKind::Letter;
    if (token.size() > 1)
        return CharacterKind::Other;
    return first >= '0' && first <= '9'                       ? CharacterKind::Digit
           : (first | 0x20U) >= 'a' && (first | 0x20U) <= 'z' ? CharacterKind::Letter
                                                              : CharacterKind::Other;
}

bool isSpecial(const std::string& token) {
    return token.size() > 2 && ((token.front() == '<' && token.back() == '>') ||
                                (token.front() == '[' && token.back() == ']'));
}

/// Whether tokens are words and parts of words, as an opened model's tokenizer writes them.
bool arePartsOfWords(const std::vector<std::string>& tokens) {
    return std::ranges::any_of(tokens, [](const std::string& token) {
        const bool hasBlank = token.size() > 1 && token.starts_with(' ');
        return hasBlank || token.starts_with("##") || token == "[CLS]";
    });
}

/// Neither a letter nor a digit in it: punctuation, and what stands around a text.
bool isBetweenWords(const std::string& token) {
    return isSpecial(token) || std::ranges::none_of(token, [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return byte >= 0x80 || (byte >= '0' && byte <= '9') ||
                      ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z');
           });
}

/// The word that each token belongs to. A blank begins one where tokens have such; where they have
/// none, as of WordPiece, all but "##ing" do.
std::vector<int> wordsOf(const std::vector<std::string>& tokens) {
    const bool haveBlanks = std::ranges::any_of(
        tokens, [](const std::string& token) { return token.starts_with(' '); });
    std::vector<int> words;
    int count = 0;
    bool isInside = false;
    for (const std::string& token : tokens) {
        const bool goesOn = haveBlanks ? !token.starts_with(' ') : token.starts_with("##");
        const bool isWord = !isBetweenWords(token);
        if (isWord && !(isInside && goesOn))
            ++count;
        words.push_back(isWord ? count - 1 : -1);
        isInside = isWord;
    }
    return words;
}

} // namespace

std::string_view nameOf(HeadPattern pattern) {
    // In the order of the enumerators.
    static constexpr std::array<std::string_view, rules.size()> names{
        "previous_token", "first_token", "same_token", "diagonal", "backward_diagonal",
        "own_field",      "separators",  "fields",     "broad"};
    return names[static_cast<std::size_t>(pattern)];
}

std::span<const HeadRule> headRules() {
    return rules;
}

AttentionSides attentionSides(const Trace& trace, NodeId weights) {
    const Node& node = (*trace.graph)[weights];
    assert(node.shape.rank() == 3);
    std::unordered_map<std::string, int> numbers;
    const auto wordsAlong = [&](int dimension) {
        const char* const side = node.axes[dimension] == Axis::Source ? "source" : "target";
        std::vector<int> words;
        for (const std::string& token : trace.labelsAlong(weights, dimension))
            words.push_back(
                trace.keeps(side, places(words))
                    ? numbers.try_emplace(token, static_cast<int>(numbers.size())).first->second
                    : -1);
        // Without words every place has one of its own.
        for (Index i = places(words); i < node.shape[dimension]; ++i)
            words.push_back(static_cast<int>(i));
        return words;
    };
    AttentionSides sides;
    sides.self = node.axes[1] == node.axes[2];
    sides.queryWords = wordsAlong(1);
    sides.keyWords = wordsAlong(2);
    const auto fieldsAlong = [](const Tokens& tokens, const std::vector<int>& words) {
        return tokens.size() == words.size() ? fieldsOf(tokens) : std::vector<int>();
    };
    sides.queryFields = fieldsAlong(trace.labelsAlong(weights, 1), sides.queryWords);
    sides.keyFields = fieldsAlong(trace.labelsAlong(weights, 2), sides.keyWords);
    if (!sides.self)
        sides.writtenFields = fieldsAlong(writtenTokens(trace), sides.queryWords);
    return sides;
}

std::vector<int> fieldsOf(const std::vector<std::string>& tokens) {
    if (arePartsOfWords(tokens))
        return wordsOf(tokens);
    std::vector<int> fields;
    int count = 0;
    CharacterKind before = CharacterKind::Other;
    for (const std::string& token : tokens) {
        const CharacterKind kind = kindOf(token);
        if (kind != before && kind != CharacterKind::Other)
            ++count;
        fields.push_back(kind == CharacterKind::Other ? -1 : count - 1);
        before = kind;
    }
    return fields;
}

std::vector<std::string> writtenTokens(const Trace& trace) {
    if (!trace.labels.empty() || trace.targetTokens.empty())
        return trace.labels;
    Tokens written(trace.targetTokens.begin() + 1, trace.targetTokens.end());
    written.emplace_back();
    return written;
}

HeadMeasures measureHead(const AttentionSides& sides, std::span<const float> weights,
                         std::span<const float> masked) {
    const Head head(sides, weights, masked);
    HeadMeasures measures;
    measures.queries = head.queries();
    measures.entropy = head.entropy();
    measures.uniform = head.uniform();
    if (sides.self)
        measures.distance = head.distance();
    const std::vector<FieldReading> readings =
        sides.self ? std::vector<FieldReading>() : head.readings();
    for (const HeadRule& rule : rules)
        if (sides.self ? rule.self : rule.cross)
            measures.evidence.push_back(head.evidence(rule, readings));
    std::ranges::copy_if(readings, std::back_inserter(measures.fields), [](const auto& reading) {
        return HeadEvidence{ruleOf(HeadPattern::Fields), reading.weight, reading.chance}.holds();
    });
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
