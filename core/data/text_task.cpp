// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_task.h"

#include "core/data/vocabulary_builder.h"
#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace gf {

namespace {

constexpr std::size_t fewestCharacters = 100;
constexpr std::size_t fewestPairTokens = 40;
constexpr Index mostValidationWindows = 256;
constexpr std::size_t longestShowcase = 24;     ///< characters
constexpr std::size_t longestPairShowcase = 48; ///< of byte pairs, which are fewer
constexpr Index shortestMaxLength = 32;         ///< has room for the showcase of the shortest text

constexpr Noun mergesNoun = {phrase("1 merge"), phrase("%1 merges")};

/// Calls `visit` with each character, "\r\n" as the one character "\n".
template <class Visit> void forEachCharacter(std::string_view text, Visit visit) {
    for (std::size_t at = startOf(text); at < text.size();) {
        const Character character = characterAt(text, at);
        at += character.bytes.size();
        if (character.codePoint == U'\r' && at < text.size() && text[at] == '\n')
            continue;
        visit(character.bytes);
    }
}

/// The first line that is not empty, or its beginning; of byte pairs more, up to the end of a word.
std::string showcaseOf(std::string_view text, bool pairs) {
    const std::size_t most = pairs ? longestPairShowcase : longestShowcase;
    const std::size_t begin = std::min(text.find_first_not_of('\n'), text.size());
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    std::size_t end = 0;
    for (std::size_t count = 0; count < most && end < line.size(); ++count)
        end += characterAt(line, end).bytes.size();
    if (pairs && end < line.size())
        if (const std::size_t space = line.substr(0, end).rfind(' ');
            space != 0 && space != std::string_view::npos)
            end = space;
    return std::string(line.substr(0, end));
}

/// The text with "\n" for "\r\n", and without a byte order mark.
struct PlainText {
    std::string text;
    std::size_t characters = 0;
};

PlainText plainTextOf(std::string_view text) {
    refuseLoneReturns(text);
    PlainText plain;
    plain.text.reserve(text.size());
    forEachCharacter(text, [&](std::string_view character) {
        plain.text += character;
        ++plain.characters;
    });
    if (plain.characters == 0)
        throw Error(phrase("The text is empty; a text to learn from has at least %1 characters."),
                    fewestCharacters);
    if (plain.characters < fewestCharacters)
        throw Error(phrase("The text has only %1; a text to learn from has at least %2."),
                    counted(plain.characters, noun::characters), fewestCharacters);
    return plain;
}

Vocabulary charactersOf(std::string_view text) {
    VocabularyBuilder builder;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = characterAt(text, at).bytes;
        builder.add(character);
        at += character.size();
    }
    return builder.build(Tokenization::Characters);
}

Vocabulary pairsOf(std::string_view text, const TextTokens& tokens) {
    if (tokens.known)
        return *tokens.known;
    if (tokens.merges < 0 || tokens.merges > mostMerges)
        throw Error(phrase("The number of merges is %1; it must be %2."), tokens.merges,
                    Sentence(phrase("between %1 and %2"), 0, mostMerges));
    constexpr std::array<std::string_view, 5> reserved = {"<pad>", "<sos>", "<eos>", "<unk>",
                                                          maskToken};
    charactersOf(text); // so many that there is room for merges
    return Vocabulary(learnBytePairs(text, tokens.merges, reserved));
}

/// Throws Error where a text that is read by byte pairs of another one has what those lack.
void requireKnown(std::string_view text, const Vocabulary& vocabulary,
                  const std::vector<TokenId>& ids) {
    if (std::ranges::find(ids, unkId) == ids.end())
        return;
    if (const std::vector<std::string> unknown = vocabulary.unknownIn(text); !unknown.empty())
        throw Error(phrase("The text has %1, which was not in the text that the run's byte "
                           "pairs were learnt from; train on that text, or begin a new run."),
                    inQuotes(unknown.front()));
}

void requireTokens(std::size_t count, std::size_t merges) {
    if (count < fewestPairTokens)
        throw Error(phrase("With %1 the text has only %2; a text to learn from has at least %3. "
                           "Make fewer merges, or take a longer text."),
                    counted(merges, mergesNoun), counted(count, noun::tokens), fewestPairTokens);
}

class TextTask final : public WindowsTask {
public:
    using WindowsTask::WindowsTask;

    /// A text has no separator: half of it is given, the model writes on.
    Index promptLength(const TextExample&) const override { return (targetLength() - 1) / 2; }
    /// As long as a window, so that every position is learnt: text past it is written by sliding
    /// on.
    ModelConfig modelDefaults() const override {
        ModelConfig config = TaskBase::modelDefaults();
        config.maxLength = std::max(targetLength(), shortestMaxLength);
        return config;
    }

protected:
    /// A text that begins or ends inside a word can have more tokens by itself: the last ones go.
    TextExample textOf(const ExampleData& data) const override {
        const Vocabulary& vocabulary = *targetVocabulary();
        std::vector<TokenId> ids = data.target.ids;
        const std::size_t most = ids.size();
        std::string text = vocabulary.decode(ids);
        while (vocabulary.encode(text).size() > most) {
            ids.pop_back();
            text = vocabulary.decode(ids);
        }
        return {"", std::move(text)};
    }
};

} // namespace

TextExample WindowsTask::training(std::uint64_t seed, std::uint64_t index) const {
    return textOf(trainingData(seed, index));
}

ExampleData WindowsTask::trainingData(std::uint64_t seed, std::uint64_t index) const {
    Draws draws(seed, index);
    const auto places = static_cast<std::uint64_t>(m_windows.trained - m_windows.length + 1);
    const auto begin = static_cast<Index>(draws.below(places));
    return exampleOf(window(begin), draws);
}

Index WindowsTask::validationCount() const {
    const Index rest = std::ssize(m_windows.ids) - m_windows.trained;
    return std::min(rest / m_windows.length, m_windows.mostValidated);
}

TextExample WindowsTask::validation(Index index) const {
    return textOf(validationData(index));
}

ExampleData WindowsTask::validationData(Index index) const {
    assert(index >= 0 && index < validationCount());
    Draws draws(0, static_cast<std::uint64_t>(index)); // whatever the seed of a run
    return exampleOf(window(m_windows.trained + index * m_windows.length), draws);
}

std::vector<TokenId> WindowsTask::window(Index begin) const {
    const auto first = m_windows.ids.begin() + begin;
    return {first, first + m_windows.length};
}

std::unique_ptr<Task> makeTextTask(std::string_view text, const TextTokens& tokens, Index context) {
    assert(context >= 2);
    const PlainText plain = plainTextOf(text);
    const bool pairs = tokens.kind == Tokenization::BytePairs;
    Vocabulary vocabulary = pairs ? pairsOf(plain.text, tokens) : charactersOf(plain.text);
    std::vector<TokenId> ids = vocabulary.encode(plain.text);
    if (pairs) {
        requireKnown(plain.text, vocabulary, ids);
        requireTokens(ids.size(), vocabulary.merges().size());
    }
    const Index trained = std::ssize(ids) - std::ssize(ids) / 10;
    const Index window = std::min(std::ssize(ids) - trained, context);
    TaskFacts facts;
    facts.name = "text";
    facts.architecture = Architecture::Decoder;
    facts.targetLength = window + 1;
    facts.showcase.target = showcaseOf(plain.text, pairs);
    facts.target = std::move(vocabulary);
    facts.training = fileTraining();
    facts.training.context = window;
    return std::make_unique<TextTask>(
        std::move(facts), Windows{std::move(ids), trained, window, mostValidationWindows});
}

} // namespace gf
