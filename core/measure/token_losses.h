// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <memory>
#include <span>
#include <vector>

namespace gf {

/// What one row of a model's output costs.
struct TokenLoss {
    double loss = 0;    ///< −ln P(label), of a label that is padding too
    bool counts = true; ///< in the mean: its label is no padding
};

/// The losses of a trace row by row, as cross-entropy without smoothing has them [T]. Empty where
/// it has no labels, and where the model does not choose among words.
std::vector<TokenLoss> tokenLosses(const Trace& trace);

/// Mean losses of a batch of examples that are padded to one length.
struct BatchLosses {
    double masked = 0;   ///< over the labels that count: the loss of the batch
    double unmasked = 0; ///< over all places, as if `<pad>` were to be said where it stands
    Index labels = 0;    ///< that count
    Index places = 0;
};
BatchLosses batchLosses(std::span<const std::shared_ptr<const Trace>> examples);

} // namespace gf
