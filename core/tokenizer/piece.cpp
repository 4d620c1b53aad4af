// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/piece.h"

#include <algorithm>
#include <iterator>

namespace gf {

namespace {

/// Parts of a text, each with whether it goes.
struct Part {
    TextRange range;
    bool removed = false;
};

/// Matches belong to the part before them, unless that is a match too.
std::vector<Part> mergedWithPrevious(const std::vector<Match>& matches) {
    std::vector<Part> parts;
    bool afterMatch = false;
    for (const Match& match : matches) {
        if (match.isMatch && !afterMatch && !parts.empty())
            parts.back().range.end = match.range.end;
        else
            parts.push_back({match.range});
        afterMatch = match.isMatch;
    }
    return parts;
}

std::vector<Part> mergedWithNext(const std::vector<Match>& matches) {
    std::vector<Part> parts;
    bool beforeMatch = false;
    for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
        if (match->isMatch && !beforeMatch && !parts.empty())
            parts.back().range.begin = match->range.begin;
        else
            parts.push_back({match->range});
        beforeMatch = match->isMatch;
    }
    std::ranges::reverse(parts);
    return parts;
}

/// Neighbours of one kind are one part.
std::vector<Part> contiguous(const std::vector<Match>& matches) {
    std::vector<Part> parts;
    bool afterMatch = false;
    for (const Match& match : matches) {
        if (match.isMatch == afterMatch && !parts.empty())
            parts.back().range.end = match.range.end;
        else
            parts.push_back({match.range});
        afterMatch = match.isMatch;
    }
    return parts;
}

std::vector<Part> each(const std::vector<Match>& matches, bool removesMatches) {
    std::vector<Part> parts;
    for (const Match& match : matches)
        parts.push_back({match.range, removesMatches && match.isMatch});
    return parts;
}

std::vector<Part> partsOf(const std::vector<Match>& matches, SplitBehavior behavior) {
    switch (behavior) {
    case SplitBehavior::MergedWithPrevious:
        return mergedWithPrevious(matches);
    case SplitBehavior::MergedWithNext:
        return mergedWithNext(matches);
    case SplitBehavior::Contiguous:
        return contiguous(matches);
    case SplitBehavior::Isolated:
        return each(matches, false);
    case SplitBehavior::Removed:
        break;
    }
    return each(matches, true);
}

} // namespace

std::vector<Match> matchesOf(std::string_view text, const std::vector<TextRange>& found) {
    std::vector<Match> matches;
    std::size_t done = 0;
    for (const TextRange& range : found) {
        if (range.begin > done)
            matches.push_back({{done, range.begin}, false});
        matches.push_back({range});
        done = range.end;
    }
    if (done < text.size())
        matches.push_back({{done, text.size()}, false});
    return matches;
}

std::vector<Match> matchesOf(std::string_view text,
                             const std::function<bool(char32_t codePoint)>& holds) {
    std::vector<TextRange> found;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        const std::size_t end = at + character.bytes.size();
        if (holds(character.codePoint))
            found.push_back({at, end});
        at = end;
    }
    return matchesOf(text, found);
}

Character characterBefore(std::string_view text, std::size_t end) {
    std::size_t at = end - 1;
    while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
        --at;
    return characterAt(text, at);
}

std::string_view stripped(std::string_view text, bool (*goes)(char32_t codePoint), bool atBegin,
                          bool atEnd) {
    while (atBegin && !text.empty() && goes(characterAt(text, 0).codePoint))
        text.remove_prefix(characterAt(text, 0).bytes.size());
    while (atEnd && !text.empty() && goes(characterBefore(text, text.size()).codePoint))
        text.remove_suffix(characterBefore(text, text.size()).bytes.size());
    return text;
}

std::vector<TextRange> rangesOf(std::string_view text, std::string_view wanted) {
    std::vector<TextRange> ranges;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
         at = text.find(wanted, at + wanted.size()))
        ranges.push_back({at, at + wanted.size()});
    return ranges;
}

std::string replaced(std::string_view text, const std::vector<TextRange>& ranges,
                     std::string_view by, const TextBudget& budget) {
    std::size_t length = text.size() + ranges.size() * by.size();
    for (const TextRange& range : ranges)
        length -= range.end - range.begin;
    budget.requireRoom(length);
    std::string result;
    result.reserve(length);
    std::size_t done = 0;
    for (const TextRange& range : ranges) {
        result.append(text.substr(done, range.begin - done)).append(by);
        done = range.end;
    }
    return result.append(text.substr(done));
}

std::vector<std::string_view> split(std::string_view text, std::vector<Match> matches,
                                    SplitBehavior behavior) {
    std::vector<std::string_view> parts;
    for (const Part& part : partsOf(matches, behavior))
        if (!part.removed && part.range.end > part.range.begin)
            parts.push_back(text.substr(part.range.begin, part.range.end - part.range.begin));
    return parts;
}

void splitPieces(std::vector<Piece>& pieces, const TextBudget& budget,
                 const std::function<std::vector<std::string>(const Piece&)>& parts) {
    std::vector<Piece> result;
    result.reserve(pieces.size());
    std::size_t bytes = 0;
    for (Piece& piece : pieces) {
        if (piece.token) {
            result.push_back(std::move(piece));
            continue;
        }
        bool beginsText = piece.beginsText;
        for (std::string& part : parts(piece)) {
            if (part.empty()) {
                beginsText = false;
                continue;
            }
            budget.requireRoom(bytes += part.size());
            result.push_back({std::move(part), beginsText});
            beginsText = false;
        }
    }
    pieces = std::move(result);
}

} // namespace gf
