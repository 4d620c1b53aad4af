// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/fusions.h"
#include "core/backend/gpu/launch.h"
#include "core/backend/gpu/placement.h"
#include "core/backend/gpu/product_tuning.h"
#include "core/backend/plan/plan.h"
#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace gf::gpu {

/// The launches of a run of the graph, fusion after fusion. Needs no device. What launches need
/// beside the nodes is added to `placement`. Without a tuning the tiles of products follow from
/// their shapes. Throws DeviceOutOfMemory, which names the device, where that is more than a kernel
/// can count.
std::vector<Launch> lower(const Graph& graph, const ExecutionPlan& plan, const Fusions& fusions,
                          Index batch, Placement& placement, const ProductTuning& tuning = {},
                          const std::string& device = {});

} // namespace gf::gpu
