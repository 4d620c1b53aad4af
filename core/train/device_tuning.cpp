// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_tuning.h"

#include "core/io/tuning_file.h"
#include "core/tensor/error.h"

namespace gf {

namespace {

gpu::ProductTuning without(const std::vector<std::string>& kernels) {
    gpu::ProductTuning tuning;
    for (const std::string& kernel : kernels)
        if (gpu::KernelCost* const cost = tuning.find(kernel))
            *cost = {.state = gpu::KernelCost::State::LeftOut};
    return tuning;
}

} // namespace

std::string_view tuneDevice(const Tunable& device, const DeviceTuning& how) {
    const TuningKey key = device.tuningKey();
    if (const auto kept = keptTuning(key); kept && !how.anew && how.leftOut.empty())
        return kept->unusable();
    gpu::ProductTuning tuning = without(how.leftOut);
    try {
        requireTuningCanBeKept(key);
        tuning = device.tuned(tuning, how.progress);
        keepTuning(key, tuning);
    } catch (const Error&) {
        // It can't be kept: whoever opens the device goes without.
    }
    return tuning.unusable();
}

} // namespace gf
