// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/stages.h"

namespace gf::gpu {

/// Form::Products: one launch, and what adds up its parts where the depth is long and the result
/// small.
void lowerProducts(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue);

} // namespace gf::gpu
