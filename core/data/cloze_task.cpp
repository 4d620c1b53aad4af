// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/cloze_task.h"

#include "core/data/date_task.h"
#include "core/data/example_draws.h"
#include "core/data/generated_task.h"
#include "core/data/task_base.h"
#include "core/data/text_task.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr std::string_view equalSign = " = ";
/// With `<eos>` as many as the default model has room for.
constexpr std::size_t mostCharacters = 63;
/// Keeps the choice of what is hidden apart from that of the text.
constexpr std::uint64_t hidingSalt = 0x636c6f7a65ULL;

using Characters = std::vector<std::string>;

/// Hides `count` of the characters from `first` to before `last`, at different places.
void hide(Characters& text, std::size_t first, std::size_t last, std::size_t count,
          std::string_view hidden, Draws& draws) {
    count = std::min(count, last - first);
    while (count > 0) {
        std::string& character = text[first + draws.below(last - first)];
        count -= character != hidden;
        character = hidden;
    }
}

/// Up to a third of one side of " = ".
void hideOfOneSide(Characters& text, std::string_view hidden, Draws& draws) {
    const std::size_t right = text.size() - isoDateLength;
    const bool left = draws.below(2) == 0;
    const std::size_t first = left ? 0 : right;
    const std::size_t last = left ? right - equalSign.size() : text.size();
    hide(text, first, last, 1 + draws.below((last - first) / 3), hidden, draws);
}

/// 15 % of all characters.
void hideAnywhere(Characters& text, std::string_view hidden, Draws& draws) {
    const auto wanted =
        static_cast<std::size_t>(std::lround(0.15 * static_cast<double>(text.size())));
    hide(text, 0, text.size(), std::max<std::size_t>(1, wanted), hidden, draws);
}

/// How the texts of a task are made into questions, and what is known of a person's own.
struct Hiding {
    void (*hide)(Characters& text, std::string_view hidden, Draws& draws) = nullptr;
    /// The one text with these characters, '_' standing for a hidden one.
    std::optional<std::string> (*complete)(std::string_view text) = nullptr;
};

/// Hides characters of another task's targets.
class ClozeTask final : public TaskBase {
public:
    ClozeTask(TaskFacts facts, std::unique_ptr<const Task> texts, const Hiding& hiding)
        : TaskBase(std::move(facts)), m_texts(std::move(texts)), m_hiding(hiding) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return hidden(m_texts->training(seed, index).target, seed, index);
    }
    Index validationCount() const override { return m_texts->validationCount(); }
    TextExample validation(Index index) const override {
        return hidden(m_texts->validation(index).target, 0, static_cast<std::uint64_t>(index));
    }
    bool countsTokens() const override { return true; }
    TextExample showcase() const override {
        const TextExample own = TaskBase::showcase();
        return own.target.empty() ? hidden(m_texts->showcase().target, 0, 0) : own;
    }

    /// Where nobody knows what is hidden it stays hidden, and asks for nothing.
    std::optional<std::string> answerTo(std::string_view source) const override {
        if (m_hiding.complete) {
            std::string text(source);
            for (std::size_t at = 0; (at = text.find(maskToken, at)) != std::string::npos;)
                text.replace(at, maskToken.size(), "_");
            if (const auto whole = m_hiding.complete(text))
                return whole;
        }
        return std::string(source);
    }

private:
    TextExample hidden(const std::string& text, std::uint64_t seed, std::uint64_t index) const {
        Characters characters = tokenize(text, Tokenization::Characters);
        characters.resize(std::min(characters.size(), mostCharacters));
        TextExample example;
        for (const std::string& character : characters)
            example.target += character;
        Draws draws(seed ^ hidingSalt, index);
        m_hiding.hide(characters, sourceVocabulary()->maskText(), draws);
        for (const std::string& character : characters)
            example.source += character;
        return example;
    }

    std::unique_ptr<const Task> m_texts;
    Hiding m_hiding;
};

/// The characters of the texts, and that of a hidden one before them.
Vocabulary withMask(const Vocabulary& characters) {
    std::vector<std::string> tokens(characters.tokens().begin() + specialTokens,
                                    characters.tokens().end());
    tokens.emplace(tokens.begin(), maskToken);
    return {std::move(tokens), Tokenization::Characters};
}

TaskFacts factsOf(const Task& texts) {
    TaskFacts facts;
    facts.name = "cloze";
    facts.architecture = Architecture::Encoder;
    facts.source = facts.target = withMask(*texts.targetVocabulary());
    facts.sourceLength = std::min(texts.targetLength(), static_cast<Index>(mostCharacters) + 1);
    return facts;
}

/// Days and what they are in ISO 8601 as whole texts.
std::unique_ptr<const Task> daySentences() {
    GeneratedProblem problem = dateProblem({});
    problem.sourceAlphabet += problem.targetAlphabet;
    problem.sourceAlphabet += equalSign;
    problem.targetAlphabet = problem.sourceAlphabet;
    problem.longestTarget += problem.longestSource + static_cast<Index>(equalSign.size());
    problem.longestSource = problem.longestTarget;
    problem.draw = [](Draws& draws) {
        Drawn drawn = dateProblem({}).draw(draws);
        std::string text = drawn.example.source;
        text.append(equalSign).append(drawn.example.target);
        drawn.example = {text, text};
        return drawn;
    };
    return makeGeneratedTask(problem, Architecture::EncoderDecoder);
}

/// The only day and spelling that looks like this.
std::optional<std::string> completeDay(std::string_view text) {
    const std::size_t tail = isoDateLength + equalSign.size();
    if (text.size() <= tail)
        return std::nullopt;
    const std::size_t middle = text.size() - tail;
    for (std::size_t i = 0; i < equalSign.size(); ++i)
        if (text[middle + i] != equalSign[i] && text[middle + i] != '_')
            return std::nullopt;
    const std::optional<SpelledDay> day =
        theDayLike(text.substr(0, middle), text.substr(text.size() - isoDateLength));
    if (!day)
        return std::nullopt;
    return day->spelled + std::string(equalSign) + day->iso;
}

} // namespace

std::unique_ptr<Task> makeClozeTask() {
    std::unique_ptr<const Task> texts = daySentences();
    TaskFacts facts = factsOf(*texts);
    facts.showcase = {"3 m_rch 19__ = 1997-03-03", "3 march 1997 = 1997-03-03"};
    facts.training = noamTraining(5000, 64, 100);
    return std::make_unique<ClozeTask>(std::move(facts), std::move(texts),
                                       Hiding{hideOfOneSide, completeDay});
}

std::unique_ptr<Task> makeClozeTask(std::string_view text) {
    if (text.find(maskToken) != std::string_view::npos)
        throw Error(
            phrase("The text has %1 in it, which stands for a hidden character; write it in "
                   "another way."),
            maskToken);
    std::unique_ptr<const Task> texts = makeTextTask(text);
    TaskFacts facts = factsOf(*texts);
    facts.training = fileTraining();
    return std::make_unique<ClozeTask>(std::move(facts), std::move(texts),
                                       Hiding{hideAnywhere, nullptr});
}

} // namespace gf
