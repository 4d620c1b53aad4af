// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

namespace gf {

/// Positions that training has made, of models that are like one another but for those.
struct PositionTables {
    Tensor learned;  ///< [T,D]: a row for each place
    Tensor relative; ///< [H,2R+1]: what a key at offset j − i adds to the scores of a head
};

} // namespace gf
