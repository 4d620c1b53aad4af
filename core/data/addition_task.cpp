// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/addition_task.h"

#include "core/data/task_base.h"

namespace gf {

namespace {

Drawn drawAddition(Draws& draws) {
    const std::uint64_t first = 10 + draws.below(90);
    const std::uint64_t second = 10 + draws.below(90);
    std::string source = std::to_string(first) + "+" + std::to_string(second);
    return {{source, std::to_string(first + second)}, source};
}

} // namespace

GeneratedProblem additionProblem() {
    GeneratedProblem problem;
    problem.name = "addition";
    problem.sourceAlphabet = "0123456789+";
    problem.targetAlphabet = "0123456789";
    problem.longestSource = 5;
    problem.longestTarget = 3;
    problem.draw = drawAddition;
    problem.showcase = {"27+58", "85"};
    problem.training = noamTraining(1600, 64, 100);
    return problem;
}

} // namespace gf
