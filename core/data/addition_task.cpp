// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/addition_task.h"

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
    problem.training.steps = 1600;
    problem.training.batch = 64;
    // Noam's rate does not depend on how many steps there will be: any run can be prolonged.
    problem.training.schedule = ScheduleKind::Noam;
    problem.training.learningRate = 0.16; // the factor; the rate itself is at most 0.002
    problem.training.warmup = 100;
    return problem;
}

} // namespace gf
