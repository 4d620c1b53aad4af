// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// A line of a file of pairs; views into the file's text.
struct PairLine {
    std::size_t number = 0; ///< the first is 1
    std::string_view source;
    std::string_view target;
};

/// The lines of such a file that are not empty. Throws Error where one has no tab or more than one,
/// and where the text is not UTF-8.
std::vector<PairLine> pairLines(std::string_view text);
/// Throws Error that says it of a line.
[[noreturn]] void failInLine(std::size_t number, const Sentence& what);

/// Of the hashes of all sources the largest of those that are kept for validation: these are all up
/// to it. Throws Error where there are fewer than two different ones.
std::uint64_t lastKeptAside(std::vector<std::uint64_t> keys);

/// Pairs for training and for validation, by `key`, the hash of a source.
template <class Pair> struct SplitPairs {
    std::vector<Pair> training;
    std::vector<Pair> validation;

    explicit SplitPairs(std::vector<Pair> pairs) {
        std::vector<std::uint64_t> keys;
        for (const Pair& pair : pairs)
            keys.push_back(pair.key);
        const std::uint64_t last = lastKeptAside(std::move(keys));
        for (Pair& pair : pairs)
            (pair.key <= last ? validation : training).push_back(std::move(pair));
        // A source is asked once, for the target that comes first in the file.
        std::ranges::stable_sort(validation, {}, &Pair::key);
        const auto again = std::ranges::unique(validation, {}, &Pair::key);
        validation.erase(again.begin(), again.end());
    }
};

/// A person's own pairs, one a line: source, tab, target. Lines end in "\n" or "\r\n"; empty lines
/// are passed over. A tenth of the different sources (at most 400, at least one), chosen by their
/// hash, is for validation; a source that comes twice is on one side with all its targets.
///
/// An encoder alone needs as many labels in the target as there are tokens in the source; a decoder
/// alone needs pairs without "=", which stands between the two.
///
/// Throws Error with the line's number for a missing or a second tab, an empty side, a side of more
/// than 511 tokens, a word that is the name of a special token, and whatever does not fit the
/// architecture; and when the text is not UTF-8 or has fewer than two different sources.
std::unique_ptr<Task> makePairsTask(std::string text, Architecture architecture,
                                    Tokenization tokenization);

} // namespace gf
