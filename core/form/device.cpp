// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/device.h"

namespace gf {

std::string ComputeDevice::title() const {
    const std::string driver = backend == "opencl" ? "OpenCL" : backend == "cuda" ? "CUDA" : "";
    return driver.empty() ? id : name == backend ? driver : name + " · " + driver;
}

Sentence ComputeDevice::note() const {
    return isProcessor && id != backend ? Sentence(phrase("a processor, not a graphics card"))
                                        : Sentence();
}

Sentence ComputeDevice::reason() const {
    switch (fault) {
    case DeviceFault::None:
        break;
    case DeviceFault::NoDriver:
        return phrase("its driver is not installed");
    case DeviceFault::NoDevice:
        return {phrase("No graphics card was found that can compute (%1)"), detail};
    case DeviceFault::NoCompiler:
        return {phrase("NVRTC, NVIDIA's run-time compiler, is needed; CUDA's toolkit has it: %1"),
                detail};
    case DeviceFault::NotCompiled:
        return {phrase("its driver could not compile the kernels: %1"), detail};
    case DeviceFault::Crashed:
        return phrase("its driver crashed when it was tried");
    case DeviceFault::NoAnswer:
        return {phrase("its driver did not answer within %1 seconds"), detail};
    case DeviceFault::NotTried:
        return phrase("it could not be tried");
    case DeviceFault::WrongStep:
        return {phrase("it computed \"%1\" wrong when it was tried"), detail};
    case DeviceFault::Failed:
        return detail;
    }
    return {};
}

} // namespace gf
