// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/error.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// Why a device can't be used.
enum class DeviceFault {
    None,        ///< it can
    NoDriver,    ///< the library that would know of it is not installed
    NoDevice,    ///< the library is there and names none
    NoCompiler,  ///< nothing is there that compiles kernels for it
    NotCompiled, ///< its compiler refused them
    Crashed,     ///< its driver did
    NoAnswer,    ///< its driver hung
    NotTried,    ///< no process could be started to try it
    WrongStep,   ///< what it computes is not what the reference computes
    Failed       ///< its driver said what is wrong
};

/// Something that a model can be trained on.
struct ComputeDevice {
    std::string id;      ///< what makeBackend() takes: "cpu", "opencl:0"
    std::string backend; ///< "opencl"
    std::string name;    ///< "Intel(R) UHD Graphics 770"
    std::int64_t memoryBytes = 0;
    DeviceFault fault = DeviceFault::None;
    std::string detail = {};  ///< of the fault: what the driver said, or the step that was wrong
    bool isProcessor = false; ///< no graphics card: a driver that computes on the CPU

    bool isUsable() const { return fault == DeviceFault::None; }
    /// Why it can't be used; empty if it can.
    Sentence reason() const;
};

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
