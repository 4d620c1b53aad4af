// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/moved_back.h"
#include "core/train/probed_model.h"

#include <cstdint>

namespace gf {

/// The example with the tokens of its source in another order: the i-th is what stood at order[i];
/// `<eos>` stays at the end. The labels of an encoder alone move along, and a pointer's choices
/// name the same rows. Throws Error where the model reads no source, and unless `order` has every
/// place of the source once.
ProbeExample shuffled(const ProbeExample& example, const std::vector<Index>& order,
                      const ModelConfig& model);

/// An order of so many tokens, drawn (Fisher and Yates).
std::vector<Index> drawnOrder(Index count, std::uint64_t seed);

/// Both runs in double precision, every step moved back.
struct ShuffleResult {
    std::shared_ptr<const Trace> original, shuffled;
    std::vector<ShuffledStep> steps;
};
ShuffleResult shuffle(const ProbedModel& model, const ProbeExample& example,
                      const std::vector<Index>& order);

} // namespace gf
