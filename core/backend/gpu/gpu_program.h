// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"
#include "core/backend/gpu/placement.h"
#include "core/backend/gpu/product_tuning.h"
#include "core/backend/program.h"
#include "core/tensor/random.h"

#include <memory>
#include <vector>

namespace gf::gpu {

/// The parameters' copy on a device, shared by all programs that run there.
class DeviceParameters final : public DeviceValues<float> {
public:
    explicit DeviceParameters(std::shared_ptr<Device> device) : m_device(std::move(device)) {}

    void upload(std::span<const float> flat) override;
    void download(std::span<float> flat) override;

    const std::shared_ptr<Device>& device() const { return m_device; }
    /// There once something was uploaded.
    const Buffer* buffer() const { return m_buffer.get(); }
    /// The number of the buffer among those that there were; a new one may lie where one was.
    int bufferNumber() const { return m_bufferNumber; }

private:
    std::shared_ptr<Device> m_device;
    std::unique_ptr<Buffer> m_buffer;
    int m_bufferNumber = 0;
};

/// A graph compiled for a graphics card: a list of launches over one buffer.
class GpuProgram final : public Program {
public:
    GpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
               const ProgramOptions& options, std::shared_ptr<Device> device,
               const ProductTuning& tuning = {});

    const Graph& graph() const override { return *m_graph; }
    Index batch() const override { return m_batch; }
    void setPart(NodeId input, Index first, std::span<const float> values) override;
    void setRandom(std::uint64_t seed, std::uint64_t step) override { m_random = {seed, step}; }
    void run() override;
    std::vector<Tensor> values(std::span<const Wanted> wanted) const override;
    std::vector<float> notes(Index runs) const override;
    std::size_t memoryBytes() const override;
    std::size_t launchCount() const override { return m_launches.size(); }
    void setProfiling(bool) override {}
    std::vector<OpTime> profile() const override { return {}; }

    /// The kernels that a run starts, in order.
    std::span<const Launch> launches() const { return m_launches; }
    const Placement& placement() const { return m_placement; }

private:
    void uploadConstants();
    void prepare();
    void drawKeys();
    void sortTokens();
    void countTokens();
    /// Where the numbers of a value lie.
    struct Stretch {
        Place place;
        Index count = 0;
    };
    Stretch stretchOf(const Wanted& wanted) const;
    Stretch stretchOver(std::span<const Wanted> wanted) const;
    Tensor tensorOf(NodeId id, std::vector<float> numbers) const;

    std::shared_ptr<const Graph> m_graph;
    Parameters& m_parameters;
    Index m_batch;
    std::shared_ptr<Device> m_device;
    std::shared_ptr<DeviceParameters> m_deviceParameters;
    RandomState m_random;
    ExecutionPlan m_plan;
    Fusions m_fusions;
    Placement m_placement;
    std::vector<Launch> m_launches;
    std::unique_ptr<Buffer> m_numbers;
    std::unique_ptr<Work> m_work;
    int m_preparedFor = 0;    ///< the number of the parameters' buffer that m_work knows
    std::vector<float> m_fed; ///< what is uploaded before the next run
    std::vector<Wanted> m_noted;
    std::unique_ptr<Buffer> m_notes; ///< mostNoted rows, each with all from the first of m_noted to
                                     ///< the last; null: none
    Index m_runs = 0;
};

} // namespace gf::gpu
