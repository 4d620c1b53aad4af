// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/batch.h"
#include "core/model/model.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// How good the model's own answers are, in a task's own measure (Task::measure()).
struct Measured {
    std::string what;
    double error = 0; ///< Σ error / Σ unit over the examples
    struct Baseline {
        std::string what;
        double error = 0;
    };
    std::vector<Baseline> baselines;
};

/// The examples of one size alone.
struct SizeEvaluation {
    Index size = 0;
    Index examples = 0;
    double accuracy = 0; ///< as in Evaluation, of whole answers
    std::optional<Measured> measured;
};

/// How well a model does on examples that it was never trained on.
struct Evaluation {
    double loss = 0; ///< mean cross-entropy over the tokens that are not padding, no smoothing
    /// Share of examples whose greedily decoded answer is right to the last token, `<eos>` included
    /// (for a decoder-only model: what follows the prompt).
    /// Where the task has a measure of its own: share of examples whose answer is as good as is
    /// asked for (Score::right). Where it counts tokens: tokenAccuracy.
    double accuracy = 0;
    bool countsTokens = false; ///< as in Task
    /// Share of the answers' tokens that are predicted right, given the right ones before.
    double tokenAccuracy = 0;
    Index examples = 0;
    std::optional<Measured> measured;   ///< where the task has a measure of its own
    std::vector<SizeEvaluation> bySize; ///< where the task tells examples apart (Task::sizeOf)
    /// Of the examples that were trained on, where there is an end to them (Task::trainedCount).
    struct Trained {
        double loss = 0;
        double accuracy = 0;
        Index examples = 0;
    };
    std::optional<Trained> trained = {};

    /// Whether it says anything: a model can be sound on what it learned and nowhere else.
    bool finite() const;
};

/// Measures a task's validation examples pass by pass of the model, each over one batch, so that a
/// caller can do something else in between. Where there is an end to the examples that are trained
/// on these follow. Dropout is off and no weight changes.
///
/// One pass with the right answers as the decoder's input is enough for the greedy accuracy: greedy
/// decoding gives exactly the answer y if and only if each token of `y <eos>` is the most likely
/// one after the tokens before it. Where the task scores the model's own answers, these are
/// computed row by row: a slice then takes as many passes as an answer has rows.
class Evaluator {
public:
    /// Looks at the first `limit` validation examples (0: at all), and at as many of the others.
    /// `parameters` must outlive the evaluator and hold the model's parameters. The interventions
    /// are built into the model (core/model/intervened_model.h).
    Evaluator(const Backend& backend, const ModelConfig& model, std::shared_ptr<const Task> task,
              Parameters& parameters, int threads, Index limit = 0,
              std::vector<Intervention> interventions = {});

    /// Forgets what was done so far.
    void restart();
    /// Does one more pass; true when that was the last one.
    bool advance();
    bool finished() const { return m_kept.isWhole() && m_trained.isWhole(); }
    /// Whether a batch of examples has been begun and not been measured to its end.
    bool isInSlice() const { return m_answers.has_value(); }
    /// Of the examples so far.
    Evaluation result() const;

    /// All passes at once.
    Evaluation run();

private:
    /// `given`: how many tokens of each example's target belong to the question.
    void countSlice(const Batch& batch, const std::vector<TextExample>& texts,
                    const std::vector<Index>& given);
    /// The losses of a slice, and with words what is right.
    void countLosses(const Batch& batch, Index examples);
    /// A slice that the model answers by itself, each row from those that it said before.
    struct Answers {
        std::vector<TextExample> examples;
        std::vector<Index> given;
        std::vector<Index> rows;       ///< of each whole answer
        std::vector<ExampleData> said; ///< the source, and as much of the target as has been said
        Index next = 0;                ///< the row that is said next
        Index end = 0;                 ///< of the longest answer

        bool areWhole() const { return next >= end; }
    };
    void startSlice();
    Index sliceCount() const; ///< of its examples; a batch may have fewer left
    Answers unanswered(std::vector<TextExample> examples, std::vector<Index> given) const;
    void sayRow(Answers& answers);
    void scoreSlice(const Answers& answers);
    void addScore(const TextExample& example, const Score& score);
    /// An example that is answered, as good as is asked for or not.
    void addAnswer(const TextExample& example, bool right);
    std::optional<Measured> measuredOf(const Score& sum) const;

    std::shared_ptr<const Task> m_task;
    DataForm m_form;
    Index m_sourceLength = 0, m_targetLength = 0;
    ModelGraph m_graph;
    std::unique_ptr<Program> m_program;
    /// Examples of a kind, and what has been counted of them.
    struct Part {
        Index count = 0;
        Index next = 0;
        double lossSum = 0;
        Index tokens = 0;
        Index answerTokens = 0, rightTokens = 0;
        Index rightExamples = 0;

        bool isWhole() const { return next >= count; }
        double loss() const { return tokens > 0 ? lossSum / static_cast<double>(tokens) : 0.0; }
        double exact() const;
    };
    Part& part() { return m_kept.isWhole() ? m_trained : m_kept; }
    const Part& part() const { return m_kept.isWhole() ? m_trained : m_kept; }
    Part m_kept;                      ///< kept aside, for validation
    Part m_trained;                   ///< trained on
    std::optional<Answers> m_answers; ///< of the slice that goes on
    Score m_score;                    ///< the sums of all scores
    struct OfSize {
        Index examples = 0, right = 0;
        Score score;
    };
    std::map<Index, OfSize> m_sizes;
};

} // namespace gf
