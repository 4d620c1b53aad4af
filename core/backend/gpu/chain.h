// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/stages.h"

namespace gf::gpu {

/// Whether an operation can be one of a chain (Form::Chain).
bool isChainKind(OpKind kind);

/// Form::Chain: one launch whose table says what is done to each number.
void lowerChain(LaunchList& list, const Stage& stage);

} // namespace gf::gpu
