// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/device.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gf::gpu {

class CudaDriver;

/// What CUDA says of one of its devices.
struct CudaEntry {
    std::string name; ///< "NVIDIA GeForce RTX 4060"
    std::int64_t memoryBytes = 0;
    int capability = 0;      ///< 90 for sm_90
    std::string driver = {}; ///< the version of CUDA that it knows: "12.4"
};

/// The kernels compiled by NVRTC, NVIDIA's run-time compiler.
class CudaCompiler {
public:
    CudaCompiler();
    ~CudaCompiler();

    /// Why it can't be used; empty if it can.
    std::string problem() const;
    /// "12.4"
    std::string version() const;
    /// For devices of this capability (90 for sm_90), as the driver loads it. Needs no device.
    /// Throws Error with the compiler's words.
    std::string compile(int capability) const;

private:
    class Functions;
    std::unique_ptr<const Functions> m_functions;
};

/// The names of the libraries, by which tests put their own in the place of NVIDIA's.
struct CudaLibraries {
    std::vector<const char*> driver{"libcuda.so.1", "nvcuda.dll"};
};

/// NVIDIA's cards of this machine; a machine without its driver has none and says why.
class CudaDevices {
public:
    explicit CudaDevices(const CudaLibraries& libraries = {});
    ~CudaDevices();

    const std::vector<CudaEntry>& entries() const { return m_entries; }
    /// Why there are none; empty if there are.
    const std::string& problem() const { return m_problem; }

    /// With these compiled kernels (CudaCompiler). Throws Error with the driver's words; what is
    /// opened throws DeviceOutOfMemory and DeviceLost.
    std::shared_ptr<Device> open(std::size_t index, const std::string& kernels) const;

private:
    void list();

    std::shared_ptr<const CudaDriver> m_driver;
    std::vector<CudaEntry> m_entries;
    std::string m_problem;
};

} // namespace gf::gpu
