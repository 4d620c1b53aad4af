// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/valid_length.h"
#include "core/train/probed_model.h"

#include <vector>

namespace gf {

/// What makes a model treat keys that are padding in another way; empty for −∞, which is its own.
/// `valid` tokens of the source and of the target are real. Masks that hide later tokens are left
/// alone: padding comes after every token that counts. Throws Error where the model masks no
/// padding.
std::vector<Intervention> paddingMaskedBy(PaddingMask mask, const ModelConfig& model,
                                          Index validSource, Index validTarget);

/// The first `tokens` of an example: of its source, or of the text of a decoder alone.
ProbeExample shortened(const ProbeExample& example, Index tokens, const ModelConfig& model);

/// The mean losses over all labels of a batch of examples of different lengths, padded to the
/// longest.
struct PaddingLosses {
    double single = 0; ///< each alone, without padding
    double masked = 0;
    double unmasked = 0;
    double million = 0; ///< with −10⁶ in the place of −∞
};

/// Of the example cut to each of these lengths, with `pads` more tokens of padding after all. The
/// example has its right answer.
PaddingLosses paddingLosses(const ProbedModel& model, const ProbeExample& example,
                            const std::vector<Index>& lengths, Index pads);

} // namespace gf
