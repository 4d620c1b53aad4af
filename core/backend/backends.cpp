// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/peak.h"
#include "core/backend/devices.h"
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/backend/program.h"
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
class GpuBackend final : public Backend {
public:
    GpuBackend(std::string name, std::shared_ptr<gpu::Device> device)
        : m_name(std::move(name)), m_device(std::move(device)) {}

    std::string name() const override { return m_name; }

    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<gpu::GpuProgram>(std::move(graph), parameters, options, m_device);
    }

    double measuredPeak(int) const override { return 0; } // of a card nothing is measured

private:
    std::string m_name;
    std::shared_ptr<gpu::Device> m_device;
};

/// "opencl:1" is the second device of "opencl", "opencl" the first.
std::size_t indexIn(std::string_view id, std::string_view driver) {
    std::size_t index = 0;
    const std::string_view digits =
        id.size() > driver.size() ? id.substr(driver.size() + 1) : std::string_view("0");
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (problem != std::errc() || end != digits.data() + digits.size())
        throw Error("\"" + std::string(id) + "\" is no device; the first of " +
                    std::string(driver) + " is \"" + std::string(driver) + ":0\"");
    return index;
}

/// Throws where a driver has no device of this number.
template <class Devices>
void checkHas(const Devices& devices, std::string_view id, std::size_t index) {
    if (index < devices.entries().size())
        return;
    throw Error("there is no device \"" + std::string(id) + "\": " +
                (devices.problem().empty()
                     ? "the last one is number " + std::to_string(devices.entries().size() - 1)
                     : devices.problem()));
}

std::shared_ptr<gpu::Device> openOpenCl(std::string_view id) {
    const std::size_t index = indexIn(id, "opencl");
    const gpu::OpenClDevices devices;
    checkHas(devices, id, index);
    return devices.open(index);
}

std::shared_ptr<gpu::Device> openCuda(std::string_view id) {
    const std::size_t index = indexIn(id, "cuda");
    const gpu::CudaDevices devices;
    checkHas(devices, id, index);
    const gpu::CudaCompiler compiler;
    if (!compiler.problem().empty())
        throw Error("NVRTC, NVIDIA's run-time compiler, is needed: " + compiler.problem());
    return devices.open(index, compiler.compile(devices.entries()[index].capability));
}

/// A kind of driver: how its devices are listed and opened.
struct Driver {
    std::string_view name;
    std::vector<ComputeDevice> (*list)();
    std::shared_ptr<gpu::Device> (*open)(std::string_view id);
};

template <class Devices> std::vector<ComputeDevice> listed(std::string_view driver) {
    const Devices devices;
    const std::string name(driver);
    if (devices.entries().empty())
        return {{name, name, name, 0, devices.problem()}};
    std::vector<ComputeDevice> list;
    for (const auto& entry : devices.entries())
        list.push_back(
            {name + ":" + std::to_string(list.size()), name, entry.name, entry.memoryBytes, ""});
    return list;
}

std::vector<ComputeDevice> listOpenCl() {
    return listed<gpu::OpenClDevices>("opencl");
}

std::vector<ComputeDevice> listCuda() {
    return listed<gpu::CudaDevices>("cuda");
}

constexpr std::array drivers = {Driver{"cuda", listCuda, openCuda},
                                Driver{"opencl", listOpenCl, openOpenCl}};
constexpr std::array<std::string_view, drivers.size()> driverNameTable = {drivers[0].name,
                                                                          drivers[1].name};

/// The driver of "opencl" or "opencl:1"; null for what is none.
const Driver* driverOf(std::string_view id) {
    const auto found = std::ranges::find(drivers, id.substr(0, id.find(':')), &Driver::name);
    return found == drivers.end() ? nullptr : &*found;
}

} // namespace

std::vector<ComputeDevice> builtInDevices() {
    return {{"cpu", "cpu", "this processor", 0, ""},
            {"eigen", "eigen", "this processor, as the papers write it", 0, ""}};
}

std::span<const std::string_view> driverNames() {
    return driverNameTable;
}

std::vector<ComputeDevice> devicesOf(std::string_view driver) {
    const Driver* const known = driverOf(driver);
    return known ? known->list() : std::vector<ComputeDevice>();
}

std::vector<std::string> backendNames() {
    return {"cpu", "eigen"};
}

std::unique_ptr<Backend> makeBackend(std::string_view name) {
    if (name == "cpu")
        return std::make_unique<CpuBackend>();
    if (name == "eigen")
        return std::make_unique<EigenBackend>();
    if (const Driver* const driver = driverOf(name))
        return std::make_unique<GpuBackend>(std::string(name), driver->open(name));
    std::string known;
    for (const std::string& other : backendNames())
        known += other + ", ";
    throw Error("there is no backend \"" + std::string(name) + "\"; this build has: " + known +
                "opencl:N, cuda:N");
}

} // namespace gf
