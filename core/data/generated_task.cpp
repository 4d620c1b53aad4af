// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"

#include "core/data/task_base.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>
#include <utility>

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

/// In the order of the tokens; of numbers in that of the alphabet.
Vocabulary vocabularyOf(std::string_view alphabet, Tokenization tokenization) {
    if (tokenization == Tokenization::Numbers)
        return {tokenize(alphabet, Tokenization::Words), tokenization};
    const std::vector<std::string> all = tokenize(alphabet, tokenization);
    const std::set<std::string> distinct(all.begin(), all.end());
    return {{distinct.begin(), distinct.end()}, tokenization};
}

/// That of a decoder alone. What numbers are asked with are the numbers of the answer too.
std::string alphabetOfBoth(const GeneratedProblem& problem) {
    if (problem.tokenization == Tokenization::Numbers)
        return problem.sourceAlphabet + " " + problem.separator;
    return joined({problem.sourceAlphabet, problem.targetAlphabet}, problem.tokenization,
                  problem.separator)
        .target;
}

class GeneratedTask final : public TaskBase {
public:
    GeneratedTask(const GeneratedProblem& problem, TaskFacts facts)
        : TaskBase(std::move(facts)), m_problem(problem) {
        if (m_problem.all.empty())
            drawValidation();
        else
            divide();
    }

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        Draws draws(seed, index);
        if (!m_trained.empty())
            return m_trained[draws.below(m_trained.size())];
        Drawn drawn = m_problem.draw(draws);
        while (isValidationKey(drawn.key))
            drawn = m_problem.draw(draws);
        return asWritten(std::move(drawn.example));
    }
    Index validationCount() const override { return static_cast<Index>(m_validation.size()); }
    TextExample validation(Index index) const override { return m_validation.at(index); }
    Index trainedCount() const override { return static_cast<Index>(m_trained.size()); }
    TextExample trained(Index index) const override { return m_trained.at(index); }

    /// A decoder-only model reads source and target as one text: there nothing is the source alone.
    std::optional<std::string> answerTo(std::string_view source) const override {
        const bool knows = architecture() != Architecture::Decoder && m_problem.answer;
        return knows ? m_problem.answer(source) : std::nullopt;
    }

    std::optional<Score> score(const TextExample& example, const Sequence& answer) const override {
        return m_problem.score ? m_problem.score(example, answer) : std::nullopt;
    }
    std::string_view measure() const override { return m_problem.measure; }
    std::vector<std::string_view> baselines() const override { return m_problem.baselines; }
    std::optional<double> guessLoss() const override { return m_problem.guessLoss; }
    std::string_view tokenWord() const override { return m_problem.tokenWord; }
    std::string_view sizeWord() const override {
        const bool isOneOfNumbers =
            architecture() == Architecture::Decoder && m_problem.form.sourceIsNumbers();
        return isOneOfNumbers ? std::string_view() : m_problem.sizeWord;
    }
    Index sizeOf(const TextExample& example) const override {
        return sizeWord().empty() ? 0 : m_problem.size(sourceIn(example));
    }
    Index promptLength(const TextExample& example) const override {
        if (m_problem.form.targetIsNumbers())
            return architecture() == Architecture::Decoder ? m_problem.longestSource : 0;
        return TaskBase::promptLength(example);
    }

private:
    TextExample asWritten(TextExample example) const {
        if (architecture() != Architecture::Decoder)
            return example;
        return m_problem.form.sourceIsNumbers()
                   ? joinedRows(example)
                   : joined(example, m_problem.tokenization, m_problem.separator);
    }

    /// A decoder-only model has source and target in one.
    std::string_view sourceIn(const TextExample& example) const {
        if (architecture() != Architecture::Decoder)
            return example.source;
        const std::string_view text = example.target;
        const std::string_view before = text.substr(0, text.find(m_problem.separator));
        return before.substr(0, before.find_last_not_of(' ') + 1);
    }

    void drawValidation() {
        std::unordered_set<std::string> seen;
        for (std::uint64_t i = 0; i < validationDraws && m_validation.size() < validationExamples;
             ++i) {
            Draws draws(validationSeed, i);
            Drawn drawn = m_problem.draw(draws);
            if (isValidationKey(drawn.key) && seen.insert(drawn.key).second)
                m_validation.push_back(asWritten(std::move(drawn.example)));
        }
    }

    /// Which examples are trained on and which are not.
    void divide() {
        std::vector<Drawn> all = std::move(m_problem.all);
        std::ranges::sort(all, {}, [](const Drawn& each) {
            return std::pair(hashOf(each.key), std::string_view(each.key));
        });
        const auto count = static_cast<Index>(all.size());
        const auto share =
            static_cast<Index>(std::llround(m_problem.trainShare * static_cast<double>(count)));
        const Index trained = std::clamp<Index>(share, 1, count - 1);
        for (Index i = 0; i < count; ++i)
            (i < trained ? m_trained : m_validation)
                .push_back(asWritten(std::move(all[i].example)));
    }

    GeneratedProblem m_problem;
    std::vector<TextExample> m_trained; ///< of a problem that has an end
    std::vector<TextExample> m_validation;
};

/// The same for rows of numbers, and for the rows of the source that are chosen.
TaskFacts factsOfNumbers(const GeneratedProblem& problem, TaskFacts facts) {
    if (facts.architecture == Architecture::Encoder)
        throw Error(phrase("The task \"%1\" cannot be put to the architecture \"encoder\", which "
                           "says as much as it reads: its targets have another length. Choose "
                           "\"encoder-decoder\"."),
                    problem.name);
    if (facts.architecture == Architecture::Decoder && problem.form.points())
        throw Error(phrase("The task \"%1\" cannot be put to the architecture \"decoder\": what it "
                           "points at are rows that an encoder reads. Choose \"encoder-decoder\"."),
                    problem.name);
    const bool alone = facts.architecture == Architecture::Decoder;
    facts.sourceLength = alone ? 0 : problem.longestSource;
    facts.targetLength = problem.longestTarget + (alone ? problem.longestSource : 0);
    if (alone)
        facts.showcase = joinedRows(problem.showcase);
    if (problem.form.points())
        facts.target = placeWords();
    if (problem.form.output == Output::Words) {
        facts.target = vocabularyOf(problem.targetAlphabet, problem.tokenization);
        facts.targetLength += 1; // `<eos>`
    }
    return facts;
}

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
    facts.form = problem.form;
    facts.shape = problem.shape;
    facts.separator = problem.separator;
    if (problem.form.sourceIsNumbers())
        return std::make_unique<GeneratedTask>(problem, factsOfNumbers(problem, std::move(facts)));
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
        facts.target = vocabulary(alphabetOfBoth(problem));
        facts.targetLength = problem.longestSource + problem.longestTarget + 2;
        facts.showcase = joined(problem.showcase, problem.tokenization, problem.separator);
        break;
    }
    return std::make_unique<GeneratedTask>(problem, std::move(facts));
}

} // namespace gf
