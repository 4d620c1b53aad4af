// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/fusions.h"
#include "core/backend/gpu/launch_list.h"

namespace gf::gpu {

/// One launch, and what adds up its parts where the depth is long and the result
/// small.
void lowerProducts(LaunchList& list, const ProductsWork& work, const std::vector<bool>& hasValue);

} // namespace gf::gpu
