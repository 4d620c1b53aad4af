// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/pre_tokenizer.h"

#include "core/io/utf8.h"
#include "core/tokenizer/byte_level.h"
#include "core/tokenizer/metaspace.h"
#include "core/tokenizer/normalizer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gf {

namespace {

/// Words with the space before them, numbers, other signs, white space (Radford et al. 2019, the
/// code published with it).
constexpr const char* wordsOfGpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

std::vector<std::string> owned(const std::vector<std::string_view>& parts) {
    return {parts.begin(), parts.end()};
}

/// Splits each piece at what `matches` finds.
PreTokenizer splitAt(std::function<std::vector<Match>(std::string_view, const TextBudget&)> matches,
                     SplitBehavior behavior) {
    return [matches = std::move(matches), behavior](std::vector<Piece>& pieces,
                                                    const TextBudget& budget) {
        splitPieces(pieces, budget, [&](const Piece& piece) {
            const std::vector<std::string_view> parts =
                split(piece.text, matches(piece.text, budget), behavior);
            std::vector<std::string> result = owned(parts);
            if (!parts.empty() && parts[0].data() != piece.text.data())
                result.emplace(result.begin());
            return result;
        });
    };
}

PreTokenizer splitAtCharacters(bool (*holds)(char32_t), SplitBehavior behavior) {
    return splitAt(
        [holds](std::string_view text, const TextBudget&) { return matchesOf(text, holds); },
        behavior);
}

PreTokenizer sequenceOf(std::vector<PreTokenizer> steps) {
    return [steps = std::move(steps)](std::vector<Piece>& pieces, const TextBudget& budget) {
        for (const PreTokenizer& step : steps)
            step(pieces, budget);
    };
}

bool isMarkOfBert(char32_t c) {
    const bool isAscii = (c >= '!' && c <= '/') || (c >= ':' && c <= '@') ||
                         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    return isAscii || isPunctuation(c);
}

SplitBehavior behaviorFrom(const Field& field) {
    static constexpr std::pair<std::string_view, SplitBehavior> table[] = {
        {"Removed", SplitBehavior::Removed},
        {"Isolated", SplitBehavior::Isolated},
        {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
        {"MergedWithNext", SplitBehavior::MergedWithNext},
        {"Contiguous", SplitBehavior::Contiguous}};
    const std::string name = field.text();
    const auto found =
        std::ranges::find(table, name, &std::pair<std::string_view, SplitBehavior>::first);
    if (found == std::end(table))
        field.refuse("Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous");
    return found->second;
}

PreTokenizer splitFrom(const Field& field) {
    const bool inverted = field.at("invert").flag(false);
    return splitAt(
        [found = patternFrom(field.at("pattern")), inverted](std::string_view text,
                                                             const TextBudget& budget) {
            std::vector<Match> matches = matchesOf(text, found(text, budget));
            for (Match& match : matches)
                match.isMatch = match.isMatch != inverted;
            return matches;
        },
        behaviorFrom(field.at("behavior")));
}

/// Words and runs of other signs; what is between them goes.
PreTokenizer whitespacePreTokenizer() {
    return splitAt(
        [words = Pattern(R"(\w+|[^\w\s]+)")](std::string_view text, const TextBudget& budget) {
            std::vector<Match> matches = matchesOf(text, words.found(text, budget));
            for (Match& match : matches)
                match.isMatch = !match.isMatch;
            return matches;
        },
        SplitBehavior::Removed);
}

PreTokenizer metaspacePreTokenizer(const Metaspace& metaspace) {
    return [metaspace](std::vector<Piece>& pieces, const TextBudget& budget) {
        splitPieces(pieces, budget, [&](const Piece& piece) {
            const std::string text = metaspace.written(piece.text, piece.beginsText, budget);
            if (!metaspace.splits)
                return std::vector<std::string>{text};
            return owned(split(text, matchesOf(text, rangesOf(text, metaspace.mark)),
                               SplitBehavior::MergedWithNext));
        });
    };
}

PreTokenizer whitespaceSplit() {
    return splitAtCharacters(isWhiteSpace, SplitBehavior::Removed);
}

} // namespace

PreTokenizer markedWordsPreTokenizer() {
    return sequenceOf({whitespaceSplit(), metaspacePreTokenizer({})});
}

PreTokenizer bertPreTokenizer() {
    return sequenceOf(
        {whitespaceSplit(), splitAtCharacters(isMarkOfBert, SplitBehavior::Isolated)});
}

PreTokenizer byteLevelPreTokenizer(bool addsPrefixSpace, bool usesRegex) {
    std::optional<Pattern> words;
    if (usesRegex)
        words.emplace(wordsOfGpt2);
    return [addsPrefixSpace, words](std::vector<Piece>& pieces, const TextBudget& budget) {
        splitPieces(pieces, budget, [&](const Piece& piece) {
            const bool addsSpace = addsPrefixSpace && !piece.text.starts_with(' ');
            const std::string text = addsSpace ? " " + piece.text : piece.text;
            std::vector<std::string> parts;
            if (!words)
                return std::vector<std::string>{byteLevel(text)};
            for (const std::string_view part :
                 split(text, matchesOf(text, words->found(text, budget)), SplitBehavior::Isolated))
                parts.push_back(byteLevel(part));
            return parts;
        });
    };
}

PreTokenizer preTokenizerFrom(const Field& field) {
    if (field.isNull())
        return [](std::vector<Piece>&, const TextBudget&) {};
    const Field type = field.at("type");
    const std::string name = type.text();
    if (name == "BertPreTokenizer")
        return bertPreTokenizer();
    if (name == "ByteLevel")
        return byteLevelPreTokenizer(field.at("add_prefix_space").flag(true),
                                     field.at("use_regex").flag(true));
    if (name == "Split")
        return splitFrom(field);
    if (name == "Digits")
        return splitAtCharacters(isNumeric, field.at("individual_digits").flag(false)
                                                ? SplitBehavior::Isolated
                                                : SplitBehavior::Contiguous);
    if (name == "Metaspace")
        return metaspacePreTokenizer(metaspaceFrom(field));
    if (name == "Whitespace")
        return whitespacePreTokenizer();
    if (name == "WhitespaceSplit")
        return whitespaceSplit();
    if (name != "Sequence")
        type.refuseName();
    std::vector<PreTokenizer> steps;
    for (const Field& step : field.at("pretokenizers").items())
        steps.push_back(preTokenizerFrom(step));
    return sequenceOf(std::move(steps));
}

} // namespace gf
