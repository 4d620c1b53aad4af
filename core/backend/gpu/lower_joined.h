// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/stages.h"

namespace gf::gpu {

/// The launches of all forms but Own and Products.
void lowerJoined(LaunchList& list, const Stage& stage, const std::vector<bool>& hasValue);

} // namespace gf::gpu
