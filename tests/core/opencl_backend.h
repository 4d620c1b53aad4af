// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"
#include "core/backend/program.h"
#include "core/tensor/error.h"

#include <memory>
#include <string>

/// The device that kernels are tested on: the first that OpenCL has, PoCL where there is no card.
namespace gf::test {

/// Opened once for all tests of a program; null where there is none.
inline const Backend* openClBackend() {
    static const std::unique_ptr<Backend> backend = []() -> std::unique_ptr<Backend> {
        const auto devices = devicesOf("opencl");
        return devices.front().isUsable() ? makeBackend(devices.front().id) : nullptr;
    }();
    return backend.get();
}

/// Why there is none.
inline std::string whyNoOpenCl() {
    return "no OpenCL device: " + devicesOf("opencl").front().reason().english();
}

} // namespace gf::test

/// Ends a test, and says why, where no device is found.
#define GF_NEED_OPENCL                                                                             \
    if (!gf::test::openClBackend())                                                                \
    QSKIP(gf::test::whyNoOpenCl().c_str())
