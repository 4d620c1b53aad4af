// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/opened_pairs_task.h"

#include "core/data/example_draws.h"
#include "core/data/opened_text_task.h"
#include "core/data/pairs_task.h"
#include "core/data/task_base.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr std::string_view seam = " = ";
constexpr std::string_view asksFor = seam.substr(0, 2); ///< what a source that is asked ends with

/// A pair as the model reads it.
struct OpenedPair {
    std::uint64_t key = 0;    ///< hash of the source, which decides on its side of the split
    std::string text;         ///< "source = target"
    std::vector<TokenId> ids; ///< of the whole
    Index given = 0;          ///< of these, up to what is learned
};

/// How many tokens of a whole pair are those of its source, as it is asked: there may be one across
/// the seam, which is not.
Index askedTokens(const std::vector<TokenId>& whole, std::string_view source,
                  const Vocabulary& words) {
    const auto asked = words.encodeFramed(std::string(source) + std::string(asksFor));
    return std::ranges::mismatch(whole, asked).in1 - whole.begin();
}

void requireBothSides(const PairLine& pair) {
    for (const std::string_view side : {pair.source, pair.target})
        if (side.find_first_not_of(' ') == std::string_view::npos)
            failInLine(pair.number,
                       side.data() == pair.source.data()
                           ? phrase("the source is empty; a line is source, tab, target.")
                           : phrase("the target is empty; a line is source, tab, target."));
}

OpenedPair readPair(const PairLine& pair, const Vocabulary& words, Index room) {
    requireBothSides(pair);
    if (pair.source.find(seam) != std::string_view::npos)
        failInLine(pair.number, {phrase("the source contains %1, which stands between source and "
                                        "target; write it in another way."),
                                 inQuotes(std::string(seam))});
    OpenedPair line;
    line.key = hashOf(pair.source);
    line.text = std::string(pair.source) + std::string(seam) + std::string(pair.target);
    line.ids = words.encodeFramed(line.text);
    if (words.end() && (line.ids.empty() || line.ids.back() != *words.end()))
        line.ids.push_back(*words.end());
    line.given =
        std::clamp<Index>(askedTokens(line.ids, pair.source, words), 1, std::ssize(line.ids) - 1);
    if (std::ssize(line.ids) > room)
        failInLine(pair.number,
                   {phrase("source and target have %1 together, but the model has room for %2."),
                    counted(std::ssize(line.ids), noun::tokens), room});
    return line;
}

class OpenedPairsTask final : public TaskBase {
public:
    OpenedPairsTask(TaskFacts facts, std::vector<OpenedPair> lines)
        : TaskBase(std::move(facts)), m_lines(std::move(lines)) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return {"", drawn(seed, index).text};
    }
    ExampleData trainingData(std::uint64_t seed, std::uint64_t index) const override {
        return dataOf(drawn(seed, index));
    }
    Index validationCount() const override { return std::ssize(m_lines.validation); }
    TextExample validation(Index index) const override {
        return {"", m_lines.validation.at(index).text};
    }
    ExampleData validationData(Index index) const override {
        return dataOf(m_lines.validation.at(index));
    }
    Index promptLength(const TextExample& example) const override {
        const std::string_view text = example.target;
        const Vocabulary& words = *targetVocabulary();
        return askedTokens(words.encodeFramed(text), text.substr(0, text.find(seam)), words);
    }

private:
    const OpenedPair& drawn(std::uint64_t seed, std::uint64_t index) const {
        return m_lines.training[Draws(seed, index).below(m_lines.training.size())];
    }
    static ExampleData dataOf(const OpenedPair& line) {
        ExampleData data;
        data.target.ids = line.ids;
        for (Index row = 0; row + 1 < std::ssize(line.ids); ++row)
            data.target.keep.push_back(row + 1 >= line.given); // it says the token behind it
        return data;
    }

    SplitPairs<OpenedPair> m_lines;
};

/// A pair as an encoder and a decoder read it.
struct TranslatedPair {
    std::uint64_t key = 0;
    TextExample text;
    ExampleData ids;
};

TranslatedPair readPair(const PairLine& pair, const Vocabulary& source, const Vocabulary& target,
                        Index room) {
    requireBothSides(pair);
    TranslatedPair line;
    line.key = hashOf(pair.source);
    line.text = {std::string(pair.source), std::string(pair.target)};
    line.ids = {source.encodeFramed(pair.source), target.encodeFramed(pair.target)};
    for (const Sequence* const side : {&line.ids.source, &line.ids.target})
        if (std::ssize(side->ids) > room)
            failInLine(pair.number, {phrase("a side has %1, but the model has room for %2."),
                                     counted(std::ssize(side->ids), noun::tokens), room});
    return line;
}

class TranslatedPairsTask final : public TaskBase {
public:
    TranslatedPairsTask(TaskFacts facts, std::vector<TranslatedPair> lines)
        : TaskBase(std::move(facts)), m_lines(std::move(lines)) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return drawn(seed, index).text;
    }
    ExampleData trainingData(std::uint64_t seed, std::uint64_t index) const override {
        return drawn(seed, index).ids;
    }
    Index validationCount() const override { return std::ssize(m_lines.validation); }
    TextExample validation(Index index) const override { return m_lines.validation.at(index).text; }
    ExampleData validationData(Index index) const override {
        return m_lines.validation.at(index).ids;
    }

private:
    const TranslatedPair& drawn(std::uint64_t seed, std::uint64_t index) const {
        return m_lines.training[Draws(seed, index).below(m_lines.training.size())];
    }

    SplitPairs<TranslatedPair> m_lines;
};

constexpr Phrase noPairs = phrase("The file has no pairs; a line is source, tab, target.");

std::unique_ptr<Task> makeTranslatedPairs(std::string_view text, const Vocabulary& source,
                                          const Vocabulary& target, Index room) {
    std::vector<TranslatedPair> lines;
    for (const PairLine& pair : pairLines(text))
        lines.push_back(readPair(pair, source, target, room));
    if (lines.empty())
        throw Error(noPairs);
    TaskFacts facts = openedFacts("pairs", Architecture::EncoderDecoder, target);
    facts.source = source;
    for (const TranslatedPair& line : lines) {
        facts.sourceLength = std::max<Index>(facts.sourceLength, std::ssize(line.ids.source.ids));
        facts.targetLength = std::max<Index>(facts.targetLength, std::ssize(line.ids.target.ids));
    }
    facts.showcase = lines.front().text;
    return std::make_unique<TranslatedPairsTask>(std::move(facts), std::move(lines));
}

} // namespace

std::unique_ptr<Task> makeOpenedPairsTask(std::string_view text, const Vocabulary* source,
                                          const Vocabulary& words, Index room,
                                          Architecture architecture) {
    if (architecture == Architecture::EncoderDecoder && source)
        return makeTranslatedPairs(text, *source, words, room);
    if (architecture != Architecture::Decoder)
        throw Error(phrase("Pairs are learned by an opened model that writes, as GPT-2 or T5 does; "
                           "one that fills in hidden words learns from a text."));
    std::vector<OpenedPair> lines;
    for (const PairLine& pair : pairLines(text))
        lines.push_back(readPair(pair, words, room));
    if (lines.empty())
        throw Error(noPairs);
    TaskFacts facts = openedFacts("pairs", architecture, words);
    for (const OpenedPair& line : lines)
        facts.targetLength = std::max<Index>(facts.targetLength, std::ssize(line.ids));
    facts.showcase.target = lines.front().text;
    return std::make_unique<OpenedPairsTask>(std::move(facts), std::move(lines));
}

} // namespace gf
