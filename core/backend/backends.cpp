// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/peak.h"
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/backend/program.h"
#include "core/tensor/error.h"

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

/// A graphics card, or whatever OpenCL has: "opencl:1" is the second of them.
class OpenClBackend final : public Backend {
public:
    explicit OpenClBackend(std::string name, std::shared_ptr<gpu::Device> device)
        : m_name(std::move(name)), m_device(std::move(device)) {}

    std::string name() const override { return m_name; }

    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<gpu::GpuProgram>(std::move(graph), parameters, options, m_device);
    }

    double measuredPeak(int) const override { return 0; }

private:
    std::string m_name;
    std::shared_ptr<gpu::Device> m_device;
};

} // namespace

std::vector<std::string> backendNames() {
    return {"cpu", "eigen", "opencl"};
}

std::unique_ptr<Backend> makeBackend(std::string_view name) {
    if (name == "cpu")
        return std::make_unique<CpuBackend>();
    if (name == "eigen")
        return std::make_unique<EigenBackend>();
    if (name == "opencl") {
        const gpu::OpenClDevices devices;
        if (devices.entries().empty())
            throw Error("no device for the backend \"opencl\": " + devices.problem());
        return std::make_unique<OpenClBackend>("opencl", devices.open(0));
    }
    std::string known;
    for (const std::string& other : backendNames())
        known += (known.empty() ? "" : ", ") + other;
    throw Error("there is no backend \"" + std::string(name) + "\"; this build has: " + known);
}

} // namespace gf
