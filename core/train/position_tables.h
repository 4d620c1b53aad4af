// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/model/config.h"
#include "core/tensor/tensor.h"

#include <vector>

namespace gf {

/// The model with learned positions and with relative ones.
std::vector<ModelConfig> modelsByPosition(const ModelConfig& model);

/// The table of a trained one of them: of its first stack, or of its first self-attention. Empty
/// where it has none.
Tensor positionTable(const ModelConfig& model, const Parameters& parameters);

} // namespace gf
