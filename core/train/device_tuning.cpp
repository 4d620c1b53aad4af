// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_tuning.h"

#include "core/io/tuning_file.h"
#include "core/tensor/error.h"

namespace gf {

namespace {

/// What need not be measured.
gpu::ProductTuning knownOf(const TuningKey& key, const DeviceTuning& how) {
    gpu::ProductTuning known;
    if (!how.anew)
        known = keptTuning(key).value_or(known);
    for (const std::string& kernel : how.leftOut)
        if (gpu::KernelCost* const cost = known.find(kernel))
            *cost = {.state = gpu::KernelCost::State::LeftOut};
    return known;
}

bool canBeKept(const TuningKey& key, const gpu::ProductTuning& tuning) {
    try {
        keepTuning(key, tuning);
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

std::string_view tuneDevice(const Tunable& device, const DeviceTuning& how) {
    const TuningKey key = device.tuningKey();
    gpu::ProductTuning tuning = knownOf(key, how);
    // A kernel that takes the process with it is not tried again then.
    if ((!tuning.isComplete() || !how.leftOut.empty()) && canBeKept(key, tuning)) {
        tuning = device.tuned(tuning, how.progress);
        canBeKept(key, tuning);
    }
    return tuning.unusable();
}

} // namespace gf
