// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"

#include "core/data/task_base.h"
#include "core/tensor/error.h"

#include <set>
#include <unordered_set>

namespace gf {

namespace {

/// Enough that one wrong answer is a quarter of a percent.
constexpr std::size_t validationExamples = 400;
/// Drawing stops here for a problem so small that it has fewer examples to validate on.
constexpr std::uint64_t validationDraws = 200'000;
/// The validation list is the same for every seed of training.
constexpr std::uint64_t validationSeed = 0;

bool isValidationKey(std::string_view key) {
    return hashOf(key) % 16 == 0;
}

/// In the order of the tokens.
Vocabulary vocabularyOf(std::string_view alphabet, Tokenization tokenization) {
    const std::vector<std::string> all = tokenize(alphabet, tokenization);
    const std::set<std::string> distinct(all.begin(), all.end());
    return {{distinct.begin(), distinct.end()}, tokenization};
}

class GeneratedTask final : public TaskBase {
public:
    GeneratedTask(const GeneratedProblem& problem, TaskFacts facts)
        : TaskBase(std::move(facts)), m_draw(problem.draw), m_answer(problem.answer),
          m_tokenization(problem.tokenization) {
        std::unordered_set<std::string> seen;
        for (std::uint64_t i = 0; i < validationDraws && m_validation.size() < validationExamples;
             ++i) {
            Draws draws(validationSeed, i);
            Drawn drawn = m_draw(draws);
            if (isValidationKey(drawn.key) && seen.insert(drawn.key).second)
                m_validation.push_back(asWritten(std::move(drawn.example)));
        }
    }

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        Draws draws(seed, index);
        Drawn drawn = m_draw(draws);
        while (isValidationKey(drawn.key))
            drawn = m_draw(draws);
        return asWritten(std::move(drawn.example));
    }
    Index validationCount() const override { return static_cast<Index>(m_validation.size()); }
    TextExample validation(Index index) const override {
        return m_validation.at(static_cast<std::size_t>(index));
    }

    /// A decoder-only model reads source and target as one text: there nothing is the source alone.
    std::optional<std::string> answerTo(std::string_view source) const override {
        return architecture() == Architecture::Decoder ? std::nullopt : m_answer(source);
    }

private:
    TextExample asWritten(TextExample example) const {
        return architecture() == Architecture::Decoder ? joined(example, m_tokenization)
                                                       : std::move(example);
    }

    Drawn (*m_draw)(Draws& draws);
    std::optional<std::string> (*m_answer)(std::string_view source);
    Tokenization m_tokenization;
    std::vector<TextExample> m_validation;
};

} // namespace

std::unique_ptr<Task> makeGeneratedTask(const GeneratedProblem& problem,
                                        Architecture architecture) {
    const auto vocabulary = [&](std::string_view alphabet) {
        return vocabularyOf(alphabet, problem.tokenization);
    };
    TaskFacts facts;
    facts.name = problem.name;
    facts.architecture = architecture;
    facts.showcase = problem.showcase;
    facts.training = problem.training;
    switch (architecture) {
    case Architecture::EncoderDecoder:
        facts.source = vocabulary(problem.sourceAlphabet);
        facts.target = vocabulary(problem.targetAlphabet);
        facts.sourceLength = problem.longestSource + 1;
        facts.targetLength = problem.longestTarget + 1;
        break;
    case Architecture::Encoder:
        if (!problem.tokenByToken)
            throw Error(
                phrase("The task \"%1\" cannot be put to the architecture \"encoder\", which "
                       "gives one label to each token of the source: its targets have "
                       "another length. Choose \"encoder-decoder\" or \"decoder\"."),
                problem.name);
        facts.source = vocabulary(problem.sourceAlphabet);
        facts.target = vocabulary(problem.targetAlphabet);
        facts.sourceLength = problem.longestSource + 1;
        break;
    case Architecture::Decoder:
        facts.target = vocabulary(
            joined({problem.sourceAlphabet, problem.targetAlphabet}, problem.tokenization).target);
        facts.targetLength = problem.longestSource + problem.longestTarget + 2;
        facts.showcase = joined(problem.showcase, problem.tokenization);
        break;
    }
    return std::make_unique<GeneratedTask>(problem, std::move(facts));
}

} // namespace gf
