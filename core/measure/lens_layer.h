// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <string>

namespace gf {

/// What the model would say if it ended after a layer (core/train/lens.h).
struct LensLayer {
    std::string name;     ///< of the step where the residual stream is read
    Tensor probabilities; ///< [T,V], of the words (a pointer's: of the rows of its source)
};

} // namespace gf
