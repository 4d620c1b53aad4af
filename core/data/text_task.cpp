// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_task.h"

#include "core/data/draws.h"
#include "core/data/task_base.h"
#include "core/data/vocabulary_builder.h"
#include "core/io/utf8.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace gf {

namespace {

constexpr std::size_t fewestCharacters = 100;
constexpr std::size_t longestWindow = longestTextLength - 1;
constexpr std::size_t mostValidationWindows = 256;
constexpr std::size_t longestShowcase = 24;
constexpr Index shortestMaxLength = 32; ///< has room for the showcase of the shortest text

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

/// The first line that is not empty, or its beginning.
std::string showcaseOf(const Vocabulary& vocabulary, std::span<const TokenId> ids) {
    const TokenId newline = vocabulary.id("\n");
    const auto begin =
        std::find_if(ids.begin(), ids.end(), [&](TokenId id) { return id != newline; });
    const auto end = std::find(begin, ids.end(), newline);
    const auto length = std::min<std::ptrdiff_t>(end - begin, longestShowcase);
    return vocabulary.decode({begin, begin + length});
}

class TextTask final : public TaskBase {
public:
    TextTask(TaskFacts facts, std::vector<TokenId> ids, std::size_t trained, std::size_t window)
        : TaskBase(std::move(facts)), m_ids(std::move(ids)), m_trained(trained), m_window(window) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return window(Draws(seed, index).below(m_trained - m_window + 1));
    }
    Index validationCount() const override {
        return static_cast<Index>(
            std::min((m_ids.size() - m_trained) / m_window, mostValidationWindows));
    }
    TextExample validation(Index index) const override {
        assert(index >= 0 && index < validationCount());
        return window(m_trained + static_cast<std::size_t>(index) * m_window);
    }
    /// A text has no separator: half of it is given, the model writes on.
    Index promptLength(const TextExample& example) const override {
        return static_cast<Index>(targetVocabulary()->encode(example.target).size() / 2);
    }
    /// As long as a window, so that every position is learnt: text past it is written by sliding
    /// on.
    ModelConfig modelDefaults() const override {
        ModelConfig config = TaskBase::modelDefaults();
        config.maxLength = std::max(targetLength(), shortestMaxLength);
        return config;
    }

private:
    TextExample window(std::size_t begin) const {
        const auto first = m_ids.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = first + static_cast<std::ptrdiff_t>(m_window);
        return {"", targetVocabulary()->decode({first, last})};
    }

    std::vector<TokenId> m_ids; ///< the whole text
    std::size_t m_trained;      ///< how much of it, from the start, is for training
    std::size_t m_window;
};

} // namespace

std::unique_ptr<Task> makeTextTask(std::string_view text) {
    refuseLoneReturns(text);
    VocabularyBuilder builder;
    std::size_t count = 0;
    forEachCharacter(text, [&](std::string_view character) {
        builder.add(character);
        ++count;
    });
    if (count == 0)
        throw Error(phrase("The text is empty; a text to learn from has at least %1 characters."),
                    fewestCharacters);
    if (count < fewestCharacters)
        throw Error(phrase("The text has only %1; a text to learn from has at least %2."),
                    counted(count, noun::characters), fewestCharacters);

    Vocabulary vocabulary = builder.build(Tokenization::Characters);
    std::vector<TokenId> ids;
    ids.reserve(count);
    forEachCharacter(text,
                     [&](std::string_view character) { ids.push_back(vocabulary.id(character)); });

    const std::size_t trained = count - count / 10;
    const std::size_t window = std::min(count - trained, longestWindow);
    TaskFacts facts;
    facts.name = "text";
    facts.architecture = Architecture::Decoder;
    facts.targetLength = static_cast<Index>(window) + 1;
    facts.showcase.target = showcaseOf(vocabulary, ids);
    facts.target = std::move(vocabulary);
    facts.training = fileTraining();
    return std::make_unique<TextTask>(std::move(facts), std::move(ids), trained, window);
}

} // namespace gf
