// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/example_draws.h"
#include "core/data/task.h"

#include <functional>
#include <memory>
#include <string>

namespace gf {

/// One example as a problem makes it.
struct Drawn {
    TextExample example;
    /// What must not be seen both in training and in validation: the source itself, or what lies
    /// behind it (a day, however it is spelled).
    std::string key;
};

/// What one task family says about itself; everything else about a task follows from it.
struct GeneratedProblem {
    std::string name;
    Tokenization tokenization = Tokenization::Characters;
    /// Every character that can occur, or every word. Where tokens are numbers: all tokens with
    /// spaces between them, in the order of their ids.
    std::string sourceAlphabet;
    std::string targetAlphabet;
    /// Stands between source and target where a decoder-only model reads both as one text. It may
    /// occur in neither of them.
    std::string separator = "=";
    Index longestSource = 0; ///< in tokens
    Index longestTarget = 0;
    DataForm form;             ///< rows of numbers have no alphabet
    bool tokenByToken = false; ///< the target has the source's length: an encoder alone can do it
    std::function<Drawn(Draws& draws)> draw;
    /// In the place of `draw`, of a problem that has an end: all of its examples, of which a share
    /// is trained on, and all others are validated.
    std::vector<Drawn> all = {};
    double trainShare = 0;
    /// The target of any source; nothing for a text that is none.
    std::function<std::optional<std::string>(std::string_view source)> answer;
    TextExample showcase;
    TrainConfig training;
    void (*shape)(ModelConfig& model) = nullptr; ///< what differs from the usual model
    // As in Task.
    std::optional<Score> (*score)(const TextExample& example, const Sequence& answer) = nullptr;
    std::string_view measure;
    std::vector<std::string_view> baselines;
    std::optional<double> guessLoss;
    std::string_view sizeWord;
    /// Of a source.
    Index (*size)(std::string_view source) = nullptr;
    std::string_view tokenWord = {};
};

// The problems of core/data/task_table.def: copyProblem(), …. What they draw says the file that
// makes them. Those without parameters take no notice of any.
#define GF_GENERATED(problem, name, summary, ...)                                                  \
    GeneratedProblem problem(const TaskParameters& parameters);
#include "core/data/task_table.def"

/// The task of a problem, put to an encoder–decoder, to an encoder alone (where the target is as
/// long as the source; throws Error where it is not) or to a decoder alone ("source=target").
///
/// One key in sixteen belongs to validation, by its hash; training draws again where it meets one.
/// Of a problem that has an end those with the smallest hashes are trained on, at least one, and at
/// least one is not.
std::unique_ptr<Task> makeGeneratedTask(const GeneratedProblem& problem, Architecture architecture);

} // namespace gf
