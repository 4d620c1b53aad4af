// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch_list.h"

#include <span>

namespace gf::gpu {

/// Whether an operation can be one of a chain (ChainWork).
bool isChainKind(OpKind kind);

/// ChainWork: one launch whose table says what is done to each number.
void lowerChain(LaunchList& list, std::span<const NodeId> nodes);

} // namespace gf::gpu
