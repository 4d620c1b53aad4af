// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <cstdint>
#include <string>
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
    /// "NVIDIA GeForce RTX 4060 · CUDA"; of the processor itself its id.
    std::string title() const;
    /// What its title does not say; mostly empty.
    Sentence note() const;
    /// Why it can't be used; empty if it can.
    Sentence reason() const;
};

/// What this machine has, in the order in which it is offered.
struct DeviceList {
    std::vector<ComputeDevice> devices;
    bool complete = true; ///< false: graphics cards are still looked for
    /// A line after them that is no device, and its reason: "no graphics card"; mostly empty.
    Sentence line = {}, why = {};
};

} // namespace gf
