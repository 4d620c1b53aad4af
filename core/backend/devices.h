// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Something that a model can be trained on.
struct ComputeDevice {
    std::string id;      ///< what makeBackend() takes: "cpu", "opencl:0"
    std::string backend; ///< "opencl"
    std::string name;    ///< "Intel(R) UHD Graphics 770"
    std::int64_t memoryBytes = 0;
    std::string reason; ///< why it can't be used; empty if it can

    bool isUsable() const { return reason.empty(); }
};

/// What computes on the processor itself and is always there.
std::vector<ComputeDevice> builtInDevices();

/// The kinds of drivers of graphics cards: "cuda", "opencl".
std::span<const std::string_view> driverNames();

/// What a driver names, untried; where there is none, one entry that says why. Drivers crash and
/// hang when they are asked: whoever must not asks in a child (core/train/device_survey.h).
std::vector<ComputeDevice> devicesOf(std::string_view driver);

} // namespace gf
