// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <charconv>

namespace gf {

namespace {

/// The numbers below P, as tokens.
std::string numbersBelow(Index modulus) {
    std::string numbers;
    for (Index number = 0; number < modulus; ++number)
        numbers += (number > 0 ? " " : "") + std::to_string(number);
    return numbers;
}

TextExample sumOf(Index first, Index second, Index modulus) {
    return {std::to_string(first) + "+" + std::to_string(second),
            std::to_string((first + second) % modulus)};
}

/// A number below P as its token is written.
std::optional<Index> termIn(std::string_view text, Index modulus) {
    Index value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isToken = problem == std::errc() && std::to_string(value) == text;
    return isToken && value >= 0 && value < modulus ? std::optional(value) : std::nullopt;
}

std::optional<std::string> answerTo(std::string_view source, Index modulus) {
    const std::size_t plus = source.find('+');
    if (plus == std::string_view::npos)
        return std::nullopt;
    const auto first = termIn(source.substr(0, plus), modulus);
    const auto second = termIn(source.substr(plus + 1), modulus);
    return first && second ? std::optional(sumOf(*first, *second, modulus).target) : std::nullopt;
}

TrainConfig usualTraining() {
    TrainConfig training;
    training.steps = 7000;
    training.batch = 256;
    training.optimizer = OptimizerKind::AdamW;
    training.learningRate = 1e-3;
    training.beta2 = 0.98;
    training.weightDecay = 0.6;
    return training;
}

void shapeSums(ModelConfig& model) {
    model.layers = 1;
    model.positional = Positional::Learned;
    model.embeddingScale = false;
}

} // namespace

/// All P² sums of two numbers mod P, of which a share is trained on: "17+44=" → "2" for P = 59.
/// Each number is one token. Such a model knows what it is shown by heart long before it finds the
/// rule by which it then answers what it was never shown (Power et al. 2022, "grokking").
GeneratedProblem modularProblem(const TaskParameters& parameters) {
    const Index modulus = parameters.modulus;
    GeneratedProblem problem;
    problem.name = "modular";
    problem.tokenization = Tokenization::Numbers;
    problem.targetAlphabet = numbersBelow(modulus);
    problem.sourceAlphabet = problem.targetAlphabet + " +";
    problem.longestSource = 3;
    problem.longestTarget = 1;
    for (Index first = 0; first < modulus; ++first)
        for (Index second = 0; second < modulus; ++second) {
            TextExample sum = sumOf(first, second, modulus);
            const std::string key = sum.source;
            problem.all.push_back({std::move(sum), key});
        }
    problem.trainShare = parameters.trainShare;
    problem.answer = [modulus](std::string_view source) { return answerTo(source, modulus); };
    problem.showcase = sumOf(17 % modulus, 44 % modulus, modulus);
    problem.training = usualTraining();
    problem.shape = shapeSums;
    return problem;
}

} // namespace gf
