// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/peak.h"
#include "core/backend/eigen/eigen_program.h"
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

} // namespace

std::vector<std::string> backendNames() {
    return {"cpu", "eigen"};
}

std::unique_ptr<Backend> makeBackend(std::string_view name) {
    if (name == "cpu")
        return std::make_unique<CpuBackend>();
    if (name == "eigen")
        return std::make_unique<EigenBackend>();
    std::string known;
    for (const std::string& other : backendNames())
        known += (known.empty() ? "" : ", ") + other;
    throw Error("there is no backend \"" + std::string(name) + "\"; this build has: " + known);
}

} // namespace gf
