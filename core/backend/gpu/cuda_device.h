// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"
#include "core/backend/kernel_store.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace gf::gpu {

class CudaDriver;

/// What CUDA says of one of its devices.
struct CudaEntry {
    std::string name; ///< "NVIDIA GeForce RTX 4060"
    std::int64_t memoryBytes = 0;
    int capability = 0;      ///< 90 for sm_90
    std::string driver = {}; ///< its version: "550.54.14"
};

/// The names of the libraries, by which tests put their own in the place of NVIDIA's.
struct CudaLibraries {
    struct Compiler {
        int cuda = 0; ///< the major version of CUDA that it is part of; 0: no name says it
        std::vector<const char*> names;
    };

    std::vector<const char*> driver{"libcuda.so.1", "nvcuda.dll"};
    /// NVML, which says the version of the driver.
    std::vector<const char*> management{"libnvidia-ml.so.1", "nvml.dll"};
    /// NVRTC, the newest first; in the folders of CUDA's toolkit, too.
    std::vector<Compiler> compilers{{13, {"libnvrtc.so.13", "nvrtc64_130_0.dll"}},
                                    {12, {"libnvrtc.so.12", "nvrtc64_120_0.dll"}},
                                    {11, {"libnvrtc.so.11.2", "nvrtc64_112_0.dll"}},
                                    {0, {"libnvrtc.so"}}};
};

/// The kernels compiled by NVRTC, NVIDIA's run-time compiler, for a device of a capability. Needs
/// no device.
class CudaCompiler {
public:
    /// The newest that knows the capability (90 for sm_90) and is of no later `cuda` than the
    /// driver knows, which refuses what a later one has compiled; or else the next best that there
    /// is.
    explicit CudaCompiler(int capability, int cuda = std::numeric_limits<int>::max(),
                          const CudaLibraries& libraries = {});
    ~CudaCompiler();

    /// Why it can't be used; empty if it can.
    std::string problem() const;
    /// "12.4"
    std::string version() const;
    /// Whether it compiles for such devices.
    bool knowsDevice() const;
    /// As the driver loads it. Throws DeviceUnusable with the compiler's words.
    std::string compile() const;

private:
    class Functions;
    int m_capability;
    std::unique_ptr<const Functions> m_functions;
};

/// NVIDIA's cards of this machine; a machine without its driver has none and says why.
class CudaDevices {
public:
    explicit CudaDevices(const CudaLibraries& libraries = {});
    ~CudaDevices();

    const std::vector<CudaEntry>& entries() const { return m_entries; }
    /// Why there are none; empty if there are.
    const std::string& problem() const { return m_problem; }

    /// With the kernels that are kept for it, or else are compiled now. Throws DeviceUnusable where
    /// nothing compiles them, and Error with the driver's words; what is opened throws
    /// DeviceOutOfMemory and DeviceLost.
    std::shared_ptr<Device> open(std::size_t index, const KernelStore& store = {}) const;

private:
    void list();

    CudaLibraries m_libraries;
    std::shared_ptr<const CudaDriver> m_driver;
    int m_cuda = 0; ///< the major version of CUDA that the driver knows
    std::vector<CudaEntry> m_entries;
    std::string m_problem;
};

} // namespace gf::gpu
