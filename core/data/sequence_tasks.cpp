// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <algorithm>

namespace gf {

namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
constexpr Index longest = 10;
constexpr Index shortestWord = 4; ///< of those that are written twice
constexpr Index longestWord = 12;

std::string drawLetters(Draws& draws) {
    std::string text(1 + draws.below(longest), ' ');
    for (char& c : text)
        c = letters[draws.below(letters.size())];
    return text;
}

std::string reversed(std::string text) {
    std::reverse(text.begin(), text.end());
    return text;
}

std::string sorted(std::string text) {
    std::sort(text.begin(), text.end());
    return text;
}

std::string unchanged(std::string text) {
    return text;
}

/// `change` is the task itself.
template <std::string (*change)(std::string)>
GeneratedProblem sequenceProblem(std::string name, TextExample showcase, Index steps) {
    GeneratedProblem problem;
    problem.draw = [](Draws& draws) -> Drawn {
        const std::string source = drawLetters(draws);
        return {{source, change(source)}, source};
    };
    problem.answer = [](std::string_view source) -> std::optional<std::string> {
        if (source.find_first_not_of(letters) != std::string_view::npos)
            return std::nullopt;
        return change(std::string(source));
    };
    problem.name = std::move(name);
    problem.sourceAlphabet = letters;
    problem.targetAlphabet = letters;
    problem.longestSource = longest;
    problem.longestTarget = longest;
    problem.tokenByToken = true;
    problem.showcase = std::move(showcase);
    problem.training = noamTraining(steps, 64, 100);
    return problem;
}

std::string drawWord(Draws& draws) {
    std::string word(shortestWord + draws.below(longestWord - shortestWord + 1), ' ');
    for (char& c : word)
        c = letters[draws.below(letters.size())];
    return word;
}

} // namespace

// Each draws one to ten of the 26 letters, every length as often as the others.

/// The letters as they are: "glass" → "glass". The smallest thing that cross-attention can learn.
GeneratedProblem copyProblem(const TaskParameters&) {
    return sequenceProblem<unchanged>("copy", {"attention", "attention"}, 1200);
}

/// The letters backwards: "glass" → "ssalg". Attention along the other diagonal.
GeneratedProblem reverseProblem(const TaskParameters&) {
    return sequenceProblem<reversed>("reverse", {"attention", "noitnetta"}, 1600);
}

/// The letters in the order of the alphabet: "glass" → "aglss". Attention by content, not by place.
GeneratedProblem sortProblem(const TaskParameters&) {
    return sequenceProblem<sorted>("sort", {"attention", "aeinnottt"}, 2000);
}

/// A random word of 4 to 12 letters, a bar, and the same again, for a decoder alone: "kqzfa|kqzfa".
/// Nothing foretells the first half. In the second each letter follows the one that the letter
/// before it was followed by: what two heads in two layers find together (Elhage et al. 2021,
/// "induction").
GeneratedProblem repeatProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "repeat";
    problem.sourceAlphabet = letters;
    problem.targetAlphabet = letters;
    problem.separator = "|";
    problem.longestSource = longestWord;
    problem.longestTarget = longestWord;
    problem.draw = [](Draws& draws) -> Drawn {
        const std::string word = drawWord(draws);
        return {{word, word}, word};
    };
    problem.showcase = {"kqzfa", "kqzfa"};
    problem.training = noamTraining(1500, 64, 100);
    problem.shape = [](ModelConfig& model) { model.positional = Positional::Rotary; };
    problem.tokenWord = "letters";
    return problem;
}

} // namespace gf
