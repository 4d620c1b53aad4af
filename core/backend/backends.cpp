// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/peak.h"
#include "core/backend/devices.h"
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/backend/kernel_store.h"
#include "core/backend/program.h"
#include "core/backend/tunable.h"
#include "core/platform/library.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace gf {

namespace {

class CpuBackend final : public Backend {
public:
    std::string name() const override { return "cpu"; }

    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<cpu::CpuProgram>(std::move(graph), parameters, options);
    }

    double measuredPeak(int threads) const override { return cpu::measuredPeak(threads); }
};

/// The reference (core/backend/eigen): every operation as the papers write it.
class EigenBackend final : public Backend {
public:
    std::string name() const override { return "eigen"; }

    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<eigen::EigenProgram<float>>(std::move(graph), parameters, options);
    }

    double measuredPeak(int threads) const override { return cpu::measuredPeak(threads); }
};

/// What a graphics card computes, by any driver.
class GpuBackend final : public Backend, public Tunable {
public:
    GpuBackend(std::string name, std::shared_ptr<gpu::Device> device)
        : m_name(std::move(name)), m_device(std::move(device)) {}

    std::string name() const override { return m_name; }

    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<gpu::GpuProgram>(std::move(graph), parameters, options, m_device,
                                                 m_tuning);
    }

    double measuredPeak(int) const override { return 0; } // nobody knows it of a card

    TuningKey tuningKey() const override {
        return {m_name.substr(0, m_name.find(':')), m_device->name(), m_device->driver(),
                gpu::kernelSource};
    }
    gpu::ProductTuning tuned(const gpu::ProductTuning& known,
                             const gpu::TuneProgress& progress) const override {
        return gpu::tuneProducts(*m_device, known, progress);
    }
    void setTuning(const gpu::ProductTuning& tuning) override { m_tuning = tuning; }

private:
    std::string m_name;
    std::shared_ptr<gpu::Device> m_device;
    gpu::ProductTuning m_tuning;
};

/// "opencl:1" is the second device of "opencl", "opencl" the first.
std::size_t indexIn(std::string_view id, std::string_view driver) {
    std::size_t index = 0;
    const std::string_view digits =
        id.size() > driver.size() ? id.substr(driver.size() + 1) : std::string_view("0");
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (problem != std::errc() || end != digits.data() + digits.size())
        throw Error(phrase("\"%1\" is no device; the first of %2 is \"%2:0\""), id, driver);
    return index;
}

/// Throws where a driver has no device of this number.
template <class Devices>
void checkHas(const Devices& devices, std::string_view id, std::size_t index) {
    if (index < devices.entries().size())
        return;
    if (!devices.problem().empty())
        throw Error(phrase("No graphics card was found that can compute (%1)"), devices.problem());
    throw Error(phrase("There is no device \"%1\"; the last one is number %2"), id,
                devices.entries().size() - 1);
}

/// OpenCL's drivers keep what they compile themselves.
std::shared_ptr<gpu::Device> openOpenCl(std::string_view id, const KernelStore&) {
    const std::size_t index = indexIn(id, "opencl");
    const gpu::OpenClDevices devices;
    checkHas(devices, id, index);
    if (id == "opencl" && devices.entries()[0].isProcessor)
        throw Error(phrase("No graphics card was found that can compute: what OpenCL offers as "
                           "\"opencl:0\" is a processor"));
    return devices.open(index);
}

std::shared_ptr<gpu::Device> openCuda(std::string_view id, const KernelStore& store) {
    const std::size_t index = indexIn(id, "cuda");
    const gpu::CudaDevices devices;
    checkHas(devices, id, index);
    return devices.open(index, store);
}

/// A kind of driver: how its devices are listed and opened.
struct Driver {
    std::string_view name;
    std::vector<const char*> (*libraries)();
    std::vector<ComputeDevice> (*list)();
    std::shared_ptr<gpu::Device> (*open)(std::string_view id, const KernelStore& store);
};

template <class Devices> std::vector<ComputeDevice> listed(std::string_view driver) {
    const Devices devices;
    const std::string name(driver);
    if (devices.entries().empty())
        return {{name, name, name, 0, DeviceFault::NoDevice, devices.problem()}};
    std::vector<ComputeDevice> list;
    for (const auto& entry : devices.entries()) {
        list.push_back(
            {name + ":" + std::to_string(list.size()), name, entry.name, entry.memoryBytes});
        if constexpr (requires { entry.isProcessor; })
            list.back().isProcessor = entry.isProcessor;
    }
    return list;
}

std::vector<ComputeDevice> listOpenCl() {
    return listed<gpu::OpenClDevices>("opencl");
}

std::vector<ComputeDevice> listCuda() {
    return listed<gpu::CudaDevices>("cuda");
}

std::vector<const char*> openClLibraries() {
    return gpu::OpenClLibraries().loader;
}

std::vector<const char*> cudaLibraries() {
    return gpu::CudaLibraries().driver;
}

constexpr std::array drivers = {Driver{"cuda", cudaLibraries, listCuda, openCuda},
                                Driver{"opencl", openClLibraries, listOpenCl, openOpenCl}};
constexpr std::array<std::string_view, drivers.size()> driverNameTable = {drivers[0].name,
                                                                          drivers[1].name};

[[noreturn]] void throwUnknown(std::string_view id) {
    std::string list;
    for (const std::string& other : backendNames())
        list += other + ", ";
    throw Error(phrase("There is no backend \"%1\"; there are %2"), id,
                list + "opencl, opencl:N, cuda and cuda:N");
}

/// The driver of "opencl" or "opencl:1"; null for what is none.
const Driver* driverOf(std::string_view id) {
    const auto found = std::ranges::find(drivers, id.substr(0, id.find(':')), &Driver::name);
    return found == drivers.end() ? nullptr : &*found;
}

} // namespace

std::vector<ComputeDevice> builtInDevices() {
    return {{.id = "cpu", .backend = "cpu", .name = "this processor", .isProcessor = true},
            {.id = "eigen",
             .backend = "eigen",
             .name = "this processor, as the papers write it",
             .isProcessor = true}};
}

std::span<const std::string_view> driverNames() {
    return driverNameTable;
}

bool isDriverInstalled(std::string_view driver) {
    const Driver* const known = driverOf(driver);
    return known && isLibraryInstalled(known->libraries());
}

std::vector<ComputeDevice> devicesOf(std::string_view driver) {
    const Driver* const known = driverOf(driver);
    return known ? known->list() : std::vector<ComputeDevice>();
}

std::size_t plannedBytes(const Graph& graph, const ProgramOptions& options) {
    return cpu::CpuProgram::plannedBytes(graph, options);
}

std::vector<std::string> backendNames() {
    return {"cpu", "eigen"};
}

std::string compiledKernels(const KernelStore& store, const KernelKey& key,
                            const std::function<std::string()>& compile) {
    std::string kernels = store.find(key);
    if (kernels.empty()) {
        kernels = compile();
        store.keep(key, kernels);
    }
    return kernels;
}

std::unique_ptr<Backend> makeBackend(std::string_view name) {
    return makeBackend(name, {});
}

std::unique_ptr<Backend> makeBackend(std::string_view name, const KernelStore& store) {
    if (name == "cpu")
        return std::make_unique<CpuBackend>();
    if (name == "eigen")
        return std::make_unique<EigenBackend>();
    if (const Driver* const driver = driverOf(name))
        return std::make_unique<GpuBackend>(std::string(name), driver->open(name, store));
    throwUnknown(name);
}

void requireBackendName(std::string_view id) {
    const std::vector<std::string> builtIn = backendNames();
    if (std::ranges::find(builtIn, id) != builtIn.end())
        return;
    const Driver* const driver = driverOf(id);
    if (!driver)
        throwUnknown(id);
    indexIn(id, driver->name);
}

} // namespace gf
