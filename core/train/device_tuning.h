// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/tunable.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// How a device is tuned that was tried.
struct DeviceTuning {
    bool anew = false;                ///< though it was measured before
    std::vector<std::string> leftOut; ///< kernels at which its driver crashed
    gpu::TuneProgress progress = [](std::string_view, int, int) {};
};

/// Measures what is not kept of a device yet, and keeps it for all that open the device from now on
/// (core/io/tuning_file.h). Where time runs out, the rest is measured when the device is tried the
/// next time. Nothing is measured where it could not be kept. Returns the name of
/// a kernel of which every variant computes wrong or fails; nothing where there is none.
std::string_view tuneDevice(const Tunable& device, const DeviceTuning& how);

} // namespace gf
