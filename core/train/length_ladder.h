// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/measure/ladders.h"
#include "core/train/probed_model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

class Trainer;

/// Examples of a task whose sources have exactly `length` tokens, drawn from its vocabulary, as
/// token ids: longer ones too than it trains on. Throws Error where the task has no answer to such
/// a source.
std::vector<ExampleData> examplesOfLength(const Task& task, Index length, Index count,
                                          std::uint64_t seed);

/// The model of a task with one kind of position, with room for sources of up to `longest` tokens.
ModelConfig ladderModel(const Task& task, Positional positional, Index longest);

/// The share of examples of each length that the model answers right to the last token when it
/// writes greedily. Greedy decoding gives the answer exactly where each token of it is the
/// likeliest after those before it, so one pass an example is enough.
std::vector<double> exactMatchByLength(const ProbedModel& model, const Task& task,
                                       std::span<const Index> lengths, Index examples,
                                       std::uint64_t seed, const std::stop_token& stop = {});

/// Models that are trained alike but for their positions, and what they are tried on.
struct LadderPlan {
    std::vector<std::string> positions; ///< "rotary", as configurations have it: a model for each
    std::vector<Index> lengths;         ///< of the sources that are tried, in tokens without <eos>
    Index steps = 0;                    ///< of training each
    Index examples = 64;                ///< of each length
    std::uint64_t seed = 1;
    int threads = 1;
};
const std::vector<std::string>& kindsOfPosition();
/// All kinds, at each length up to half as long again as those of training.
LadderPlan wholeLadder(const Task& task, Index steps);

/// Trains and tries the models of a plan, one after the other, piece by piece.
class LengthClimb {
public:
    /// Throws Error as examplesOfLength does. `backend` has to outlive it.
    LengthClimb(const Backend& backend, std::shared_ptr<const Task> task, LadderPlan plan);
    ~LengthClimb();
    LengthClimb(const LengthClimb&) = delete;
    LengthClimb& operator=(const LengthClimb&) = delete;

    /// A piece of about a hundredth of a second, or one length. Returns which part of the work is
    /// done, 1 for all of it.
    double advance();
    /// As far as it has come.
    const LengthLadder& ladder() const { return m_ladder; }

private:
    void begin();
    double done() const;

    const Backend& m_backend;
    std::shared_ptr<const Task> m_task;
    LadderPlan m_plan;
    std::unique_ptr<Trainer> m_trainer; ///< of the model that is trained or tried; null: all are
    LengthLadder m_ladder;              ///< the last curve may be unfinished
};

} // namespace gf
