// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/learn_pairs.h"

#include "core/io/utf8.h"
#include "core/tokenizer/pair_words.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gf {

namespace {

using TokenNumber = std::int32_t;
using Slot = std::int32_t;

constexpr Slot none = -1;
constexpr std::int64_t fewest = 2; ///< occurrences of a pair that is worth a token

std::uint64_t pairKey(TokenNumber left, TokenNumber right) {
    return (std::uint64_t{static_cast<std::uint32_t>(left)} << 32) |
           static_cast<std::uint32_t>(right);
}
TokenNumber leftOf(std::uint64_t key) {
    return static_cast<TokenNumber>(key >> 32);
}
TokenNumber rightOf(std::uint64_t key) {
    return static_cast<TokenNumber>(key & 0xFFFFFFFFU);
}

/// Every different word once, as a list of tokens that gets shorter; and how often each pair of
/// neighbours stands in the text.
class Learner {
public:
    Learner(std::string_view text, std::span<const std::string_view> reserved)
        : m_reserved(reserved) {
        std::unordered_map<std::string_view, std::size_t> known;
        std::vector<std::pair<std::string_view, std::int64_t>> words; ///< as they come first
        for (const std::string_view word : pairWordsOf(text)) {
            const auto [found, isNew] = known.emplace(word, words.size());
            if (isNew)
                words.emplace_back(word, 0);
            ++words[found->second].second;
        }
        findCharacters(words);
        std::size_t bytes = 0;
        for (const auto& [word, count] : words)
            bytes += word.size();
        for (auto* list : {&m_symbols, &m_previous, &m_next})
            list->reserve(bytes);
        m_counts.reserve(bytes);
        for (const auto& [word, count] : words)
            addWord(word, count);
        for (const auto& [key, pair] : m_pairs)
            m_queue.push(candidate(key));
    }

    LearntPairs learn(Index merges) {
        LearntPairs learnt;
        learnt.characters = m_tokens;
        while (static_cast<Index>(learnt.merges.size()) < merges) {
            const std::optional<std::uint64_t> best = nextPair();
            if (!best)
                break;
            learnt.merges.push_back(
                {tokenAt(leftOf(*best)), tokenAt(rightOf(*best)), m_pairs.at(*best).count});
            merge(*best);
        }
        return learnt;
    }

private:
    struct Pair {
        std::int64_t count = 0;
        std::vector<Slot> slots; ///< of its left tokens; some may have gone since
    };
    /// More often first, of equal ones the older tokens.
    using Candidate = std::tuple<std::int64_t, std::uint64_t>; // count, ~key
    Candidate candidate(std::uint64_t key) const { return {m_pairs.at(key).count, ~key}; }

    const std::string& tokenAt(TokenNumber number) const {
        return m_tokens[static_cast<std::size_t>(number)];
    }
    template <class List> static auto& at(List& list, Slot slot) {
        return list[static_cast<std::size_t>(slot)];
    }

    void findCharacters(const std::vector<std::pair<std::string_view, std::int64_t>>& words) {
        std::map<std::string_view, TokenNumber> all; // the order of bytes is that of code points
        for (const auto& [word, count] : words)
            for (std::size_t i = 0; i < word.size();) {
                const std::string_view character = characterAt(word, i).bytes;
                all.emplace(character, 0);
                i += character.size();
            }
        for (auto& [character, number] : all) {
            number = static_cast<TokenNumber>(m_tokens.size());
            m_tokens.emplace_back(character);
            m_numbers.emplace(character, number);
        }
    }

    void addWord(std::string_view word, std::int64_t count) {
        Slot before = none;
        for (std::size_t i = 0; i < word.size();) {
            const std::string_view character = characterAt(word, i).bytes;
            i += character.size();
            const auto slot = static_cast<Slot>(m_symbols.size());
            m_symbols.push_back(m_numbers.at(std::string(character)));
            m_counts.push_back(count);
            m_previous.push_back(before);
            m_next.push_back(none);
            if (before != none) {
                at(m_next, before) = slot;
                add(before, count);
            }
            before = slot;
        }
    }

    std::uint64_t keyAt(Slot left) const {
        return pairKey(at(m_symbols, left), at(m_symbols, at(m_next, left)));
    }
    /// The pair that begins here is there `count` times more.
    void add(Slot left, std::int64_t count) {
        Pair& pair = m_pairs[keyAt(left)];
        pair.count += count;
        pair.slots.push_back(left);
    }
    void remove(Slot left) { m_pairs.at(keyAt(left)).count -= at(m_counts, left); }

    bool canBeMade(std::uint64_t key) const {
        const std::string& left = tokenAt(leftOf(key));
        const std::string& right = tokenAt(rightOf(key));
        return left.size() + right.size() <= longestPair &&
               std::ranges::find(m_reserved, left + right) == m_reserved.end();
    }

    /// That to be merged next; none where no pair is left that occurs twice.
    std::optional<std::uint64_t> nextPair() {
        while (!m_queue.empty()) {
            const auto [count, inverse] = m_queue.top();
            const std::uint64_t key = ~inverse;
            m_queue.pop();
            const std::int64_t now = m_pairs.at(key).count;
            if (now < fewest || !canBeMade(key))
                continue;
            if (now == count)
                return key;
            m_queue.push(candidate(key)); // it was counted before something became of it
        }
        return std::nullopt;
    }

    TokenNumber numberOf(const std::string& token) {
        const auto [found, isNew] =
            m_numbers.emplace(token, static_cast<TokenNumber>(m_tokens.size()));
        if (isNew)
            m_tokens.push_back(token);
        return found->second;
    }

    /// A pair that was merged before and has come about again, where two pairs make the same token,
    /// is merged at once: so a text is split by the merges as it was when they were learnt.
    void merge(std::uint64_t key) {
        m_merged.insert(key);
        const TokenNumber becomes = numberOf(tokenAt(leftOf(key)) + tokenAt(rightOf(key)));
        std::vector<Slot> slots = std::exchange(m_pairs.at(key).slots, {});
        std::ranges::sort(slots); // from left to right: of "aaa" the first two are one
        std::vector<std::uint64_t> grown;
        for (const Slot left : slots) {
            const Slot right = at(m_symbols, left) == gone ? none : at(m_next, left);
            if (right == none || keyAt(left) != key)
                continue; // has become another since
            mergeAt(left, right, becomes, grown);
        }
        std::ranges::sort(grown);
        const auto [first, last] = std::ranges::unique(grown);
        grown.erase(first, last);
        for (const std::uint64_t pair : grown)
            if (m_merged.contains(pair))
                merge(pair);
            else
                m_queue.push(candidate(pair));
    }

    void mergeAt(Slot left, Slot right, TokenNumber becomes, std::vector<std::uint64_t>& grown) {
        const std::int64_t count = at(m_counts, left);
        const Slot before = at(m_previous, left);
        const Slot behind = at(m_next, right);
        remove(left);
        if (before != none)
            remove(before);
        if (behind != none)
            remove(right);
        at(m_symbols, left) = becomes;
        at(m_symbols, right) = gone;
        at(m_next, left) = behind;
        if (behind != none)
            at(m_previous, behind) = left;
        for (const Slot first : {before, left})
            if (first != none && at(m_next, first) != none) {
                add(first, count);
                grown.push_back(keyAt(first));
            }
    }

    static constexpr TokenNumber gone = -1;

    std::span<const std::string_view> m_reserved;
    std::vector<std::string> m_tokens;
    std::unordered_map<std::string, TokenNumber> m_numbers;
    // A slot for each character of the different words.
    std::vector<TokenNumber> m_symbols;
    std::vector<std::int64_t> m_counts; ///< of the word
    std::vector<Slot> m_previous, m_next;
    std::unordered_map<std::uint64_t, Pair> m_pairs;
    std::unordered_set<std::uint64_t> m_merged;
    std::priority_queue<Candidate> m_queue;
};

} // namespace

LearntPairs learnBytePairs(std::string_view text, Index merges,
                           std::span<const std::string_view> reserved) {
    return Learner(text, reserved).learn(merges);
}

} // namespace gf
