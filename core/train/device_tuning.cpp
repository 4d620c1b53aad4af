// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_tuning.h"

#include "core/io/tuning_file.h"
#include "core/tensor/error.h"

namespace gf {

std::string_view tuneDevice(const Tunable& device, const DeviceTuning& how) {
    const TuningKey key = device.tuningKey();
    gpu::ProductTuning tuning;
    if (!how.anew)
        tuning = keptTuning(key).value_or(tuning);
    for (const std::string& kernel : how.leftOut)
        if (gpu::KernelCost* const cost = tuning.find(kernel))
            *cost = {.state = gpu::KernelCost::State::LeftOut};
    if (tuning.isComplete())
        return tuning.unusable();
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
