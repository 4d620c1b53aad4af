// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/train/probed_model.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace gf {

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

} // namespace gf
