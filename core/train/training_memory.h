// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/model/config.h"
#include "core/model/train_config.h"

#include <cstddef>

namespace gf {

/// Bytes that a training step holds, as the backend "cpu" plans them for it.
struct TrainingMemory {
    std::size_t parameters = 0;
    std::size_t gradients = 0; ///< of the parameters that learn
    std::size_t optimizer = 0; ///< its memory of them: Adam's m and v
    /// All other buffers of the step, for the whole batch: what the forward pass keeps for the
    /// backward pass, and gradients of activations in buffers that are used again.
    std::size_t activations = 0;

    std::size_t sum() const { return parameters + gradients + optimizer + activations; }
};

/// Of a step with a batch of examples as long as these. No memory is taken for it.
TrainingMemory trainingMemory(const ModelConfig& model, const TrainConfig& train, Index source,
                              Index target, int threads = 1);

} // namespace gf
