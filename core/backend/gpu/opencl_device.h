// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"

#include <memory>
#include <string>
#include <vector>

namespace gf::gpu {

class OpenCl;

/// What OpenCL says of one of its devices.
struct OpenClEntry {
    std::string name; ///< "Intel(R) UHD Graphics 770"
    std::int64_t memoryBytes = 0;
    std::int64_t largestBufferBytes = 0; ///< that it gives in one piece
    bool isProcessor = false;            ///< no graphics card: OpenCL on the CPU
    std::string driver;                  ///< its version
};

/// The names of the library, by which tests put their own in the place of the system's.
struct OpenClLibraries {
    std::vector<const char*> loader{
        "libOpenCL.so.1", "/System/Library/Frameworks/OpenCL.framework/OpenCL", "OpenCL.dll"};
};

/// The OpenCL of this machine, opened when somebody asks for it; a machine without it has no
/// devices and says why.
class OpenClDevices {
public:
    explicit OpenClDevices(const OpenClLibraries& libraries = {});
    ~OpenClDevices();

    /// Graphics cards first, processors last; otherwise in the order of the drivers.
    const std::vector<OpenClEntry>& entries() const { return m_entries; }
    /// Why there are none: "libOpenCL.so.1: cannot open shared object file". Empty if there are.
    const std::string& problem() const { return m_problem; }

    /// With all kernels compiled. Throws Error with the driver's words; what is opened throws
    /// DeviceOutOfMemory and DeviceLost.
    std::shared_ptr<Device> open(std::size_t index) const;
    /// A processor too gets the kernels of cards, whose threads are laid out otherwise: for tests.
    std::shared_ptr<Device> openAsCard(std::size_t index) const;

private:
    struct Found;
    std::shared_ptr<const OpenCl> m_openCl;
    std::vector<Found> m_found;
    std::vector<OpenClEntry> m_entries;
    std::string m_problem;
};

} // namespace gf::gpu
