// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_program.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "tests/core/runs.h"

#include <functional>
#include <memory>

namespace gf::test {

/// A training step of a small model.
struct SmallStep {
    std::shared_ptr<const Graph> graph;
    Parameters parameters;
    NodeId loss = noNode;

    SmallStep() {
        const auto task = smallTask("copy");
        BuildOptions options;
        options.sourceLength = 6;
        options.targetLength = 6;
        options.training = true;
        options.gradients = true;
        const ModelGraph model = buildModel(smallModel(*task), options);
        appendOptimizer(*model.graph, shortTraining());
        graph = model.graph;
        loss = model.loss;
        parameters.addFrom(*graph);
    }
};

/// Compiles the step for a device, runs it twice and reads both losses; `look` sees it compiled.
inline void runSmallStep(
    const std::shared_ptr<gpu::Device>& device,
    const std::function<void(const gpu::GpuProgram&)>& look = [](const gpu::GpuProgram&) {}) {
    SmallStep step;
    ProgramOptions options;
    options.batch = 2;
    options.noted = {step.loss};
    gpu::GpuProgram program(step.graph, step.parameters, options, device);
    look(program);
    program.run();
    program.run();
    program.notes(2);
}

} // namespace gf::test
