// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

namespace gf {

namespace {

constexpr Index fewestBits = 4;
constexpr Index mostBits = 16;

/// After each bit "1" where the ones so far are odd.
std::optional<std::string> paritiesOf(std::string_view bits) {
    if (bits.find_first_not_of("01") != std::string_view::npos)
        return std::nullopt;
    std::string parities;
    bool odd = false;
    for (const char bit : bits) {
        odd = odd != (bit == '1');
        parities += odd ? '1' : '0';
    }
    return parities;
}

} // namespace

/// After each of 4 to 16 bits whether the ones so far are odd: "01101" → "01001". Every length is
/// drawn as often as the others. One bit changes all labels from its own on, so that a model must
/// count all of them: what recurrent models do with one bit of memory, and attention finds hard
/// (Hahn 2020).
GeneratedProblem parityProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "parity";
    problem.sourceAlphabet = "01";
    problem.targetAlphabet = "01";
    problem.longestSource = mostBits;
    problem.longestTarget = mostBits;
    problem.tokenByToken = true;
    problem.draw = [](Draws& draws) -> Drawn {
        std::string bits(fewestBits + draws.below(mostBits - fewestBits + 1), '0');
        for (char& bit : bits)
            bit = draws.below(2) == 1 ? '1' : '0';
        return {{bits, *paritiesOf(bits)}, bits};
    };
    problem.answer = paritiesOf;
    problem.showcase = {"01101", "01001"};
    problem.training = noamTraining(5000, 64, 100);
    problem.sizeWord = "bits";
    problem.size = [](std::string_view bits) { return static_cast<Index>(bits.size()); };
    return problem;
}

} // namespace gf
