// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <algorithm>

namespace gf {

namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
constexpr Index longest = 10;

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

} // namespace

// Each draws one to ten of the 26 letters, every length as often as the others.

/// The letters as they are: "glass" → "glass". The smallest thing that cross-attention can learn.
GeneratedProblem copyProblem() {
    return sequenceProblem<unchanged>("copy", {"attention", "attention"}, 1200);
}

/// The letters backwards: "glass" → "ssalg". Attention along the other diagonal.
GeneratedProblem reverseProblem() {
    return sequenceProblem<reversed>("reverse", {"attention", "noitnetta"}, 1600);
}

/// The letters in the order of the alphabet: "glass" → "aglss". Attention by content, not by place.
GeneratedProblem sortProblem() {
    return sequenceProblem<sorted>("sort", {"attention", "aeinnottt"}, 2000);
}

} // namespace gf
