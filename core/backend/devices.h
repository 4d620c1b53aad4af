// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"
#include "core/tensor/error.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// A device can't be opened, by a fault that has a name.
class DeviceUnusable : public Error {
public:
    DeviceUnusable(DeviceFault fault, std::string detail, Sentence sentence)
        : Error(std::move(sentence)), m_fault(fault), m_detail(std::move(detail)) {}

    DeviceFault fault() const { return m_fault; }
    /// As that of ComputeDevice.
    const std::string& detail() const { return m_detail; }

private:
    DeviceFault m_fault;
    std::string m_detail;
};

/// What computes on the processor itself and is always there.
std::vector<ComputeDevice> builtInDevices();

/// The kinds of drivers of graphics cards: "cuda", "opencl".
std::span<const std::string_view> driverNames();

/// Whether the library of a driver ("opencl", or of a device: "opencl:1") is there. Nothing of it
/// runs.
bool isDriverInstalled(std::string_view driver);

/// What a driver names, untried; where there is none, one entry that says why. Drivers crash and
/// hang when they are asked: whoever must not asks in a child (core/train/device_survey.h).
std::vector<ComputeDevice> devicesOf(std::string_view driver);

/// Throws Error for what is not the name of a backend: "cpu", "opencl", "opencl:1". Whether that
/// device is there is seen when it is opened.
void requireBackendName(std::string_view id);

} // namespace gf
