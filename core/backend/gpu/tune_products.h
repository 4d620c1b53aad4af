// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"
#include "core/backend/gpu/product_tuning.h"

#include <chrono>
#include <functional>
#include <string_view>

namespace gf::gpu {

/// How much time tuning takes of a device.
struct TuneLimits {
    /// What would probably not end by then is not begun.
    std::chrono::milliseconds all = std::chrono::seconds(2);
    /// Of a launch: what took longer is made no larger, by four at most. A device that also draws a
    /// screen is reset when it is kept much longer.
    std::chrono::milliseconds launch = std::chrono::milliseconds(10);
};

/// Said before a kernel is tried, the `number`th `of` those that are left.
using TuneProgress = std::function<void(std::string_view kernel, int number, int of)>;

/// Measures the kernels of products that `known` has not tried yet, each compared with what the
/// host computes first. One that is wrong, or whose driver fails, is left out; where the device is
/// lost by it, what comes after stays untried, and the device can't be used any more.
ProductTuning tuneProducts(Device& device, const ProductTuning& known, const TuneProgress& progress,
                           const TuneLimits& limits = {});

} // namespace gf::gpu
