// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

constexpr std::string_view opening = "([{";
constexpr std::string_view closing = ")]}";
constexpr std::string_view brackets = "([{)]}";
constexpr Index mostPairs = 8;
constexpr char sound = '.';
constexpr char wrong = 'x';

/// What a text of brackets is, as one reads it from the left.
struct Reading {
    std::size_t firstWrong = std::string_view::npos; ///< its place; none of a balanced text
    Index depth = 0; ///< the most brackets that are open at once, up to there
};

/// The first that is wrong is a closing one that does not fit what is open. In a text that ends too
/// early it is the first one that is never closed.
Reading reading(std::string_view text) {
    Reading read;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t closes = closing.find(text[at]);
        if (closes == std::string_view::npos) {
            open.push_back(at);
            read.depth = std::max(read.depth, static_cast<Index>(open.size()));
        } else if (!open.empty() && text[open.back()] == opening[closes]) {
            open.pop_back();
        } else {
            read.firstWrong = at;
            return read;
        }
    }
    if (!open.empty())
        read.firstWrong = open.front();
    return read;
}

std::optional<std::string> marksOf(std::string_view text) {
    if (text.find_first_not_of(brackets) != std::string_view::npos)
        return std::nullopt;
    std::string marks(text.size(), sound);
    if (const Reading read = reading(text); read.firstWrong != std::string_view::npos)
        marks[read.firstWrong] = wrong;
    return marks;
}

/// Opens or closes by chance wherever it can do both.
std::string drawBalanced(Draws& draws) {
    const auto length = 2 * (1 + draws.below(mostPairs));
    std::string text;
    std::vector<std::size_t> open; ///< kinds
    while (text.size() < length) {
        const bool mustClose = open.size() == length - text.size();
        if (open.empty() || (!mustClose && draws.below(2) == 0)) {
            open.push_back(draws.below(opening.size()));
            text += opening[open.back()];
        } else {
            text += closing[open.back()];
            open.pop_back();
        }
    }
    return text;
}

Drawn drawBrackets(Draws& draws) {
    std::string text = drawBalanced(draws);
    if (draws.below(2) == 1) {
        char& spoilt = text[draws.below(text.size())];
        const std::size_t others = 1 + draws.below(brackets.size() - 1);
        spoilt = brackets[(brackets.find(spoilt) + others) % brackets.size()];
    }
    return {{text, *marksOf(text)}, text};
}

} // namespace

/// 2 to 16 brackets of three kinds, half of the texts balanced and the others with one bracket
/// exchanged: a mark for each, "x" where it first goes wrong: "([{}])" → "......", "([)]" → "..x.".
/// What fits a bracket stands at any distance: a stack in the place of a memory of single tokens.
GeneratedProblem bracketsProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "brackets";
    problem.sourceAlphabet = brackets;
    problem.targetAlphabet = {sound, wrong};
    problem.longestSource = 2 * mostPairs;
    problem.longestTarget = 2 * mostPairs;
    problem.tokenByToken = true;
    problem.draw = drawBrackets;
    problem.answer = marksOf;
    problem.showcase = {"([{}])", "......"};
    problem.training = noamTraining(4000, 64, 100);
    problem.shape = [](ModelConfig& model) {
        model.layers = 3;
        model.positional = Positional::Relative;
    };
    problem.sizeWord = "deep";
    problem.size = [](std::string_view text) { return reading(text).depth; };
    return problem;
}

} // namespace gf
