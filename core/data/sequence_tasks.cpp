// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sequence_tasks.h"

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

/// `answer` is the task itself.
template <std::string (*answer)(std::string)> Drawn drawSequence(Draws& draws) {
    const std::string source = drawLetters(draws);
    return {{source, answer(source)}, source};
}

std::string unchanged(std::string text) {
    return text;
}

GeneratedProblem sequenceProblem(std::string name, Drawn (*draw)(Draws&), TextExample showcase,
                                 Index steps) {
    GeneratedProblem problem;
    problem.name = std::move(name);
    problem.sourceAlphabet = letters;
    problem.targetAlphabet = letters;
    problem.longestSource = longest;
    problem.longestTarget = longest;
    problem.tokenByToken = true;
    problem.draw = draw;
    problem.showcase = std::move(showcase);
    problem.training = noamTraining(steps, 64, 100);
    return problem;
}

} // namespace

GeneratedProblem copyProblem() {
    return sequenceProblem("copy", drawSequence<unchanged>, {"attention", "attention"}, 1200);
}

GeneratedProblem reverseProblem() {
    return sequenceProblem("reverse", drawSequence<reversed>, {"attention", "noitnetta"}, 1600);
}

GeneratedProblem sortProblem() {
    return sequenceProblem("sort", drawSequence<sorted>, {"attention", "aeinnottt"}, 2000);
}

} // namespace gf
