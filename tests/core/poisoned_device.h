// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gf::test {

/// A device in whose memory NaN stands wherever nobody has written yet, so that reading it shows,
/// and which takes the groups of its launches for so much work that it does them in many pieces.
class PoisonedDevice final : public gpu::Device {
public:
    /// `groupWork` is 0 where the launches say it themselves.
    explicit PoisonedDevice(std::shared_ptr<gpu::Device> device, Index groupWork = 0)
        : m_device(std::move(device)), m_groupWork(groupWork) {}

    std::string name() const override { return m_device->name(); }
    std::string driver() const override { return m_device->driver(); }
    std::int64_t memoryBytes() const override { return m_device->memoryBytes(); }
    std::unique_ptr<gpu::Buffer> allocate(Index count) override {
        auto buffer = m_device->allocate(count);
        m_device->upload(*buffer, 0,
                         std::vector<float>(count, std::numeric_limits<float>::quiet_NaN()));
        m_allocated.push_back(buffer.get());
        return buffer;
    }
    void upload(const gpu::Buffer& to, Index at, std::span<const float> values) override {
        m_device->upload(to, at, values);
    }
    void copy(const gpu::Buffer& from, Index at, const gpu::Buffer& to, Index place,
              Index count) override {
        m_device->copy(from, at, to, place, count);
    }
    void download(const gpu::Buffer& from, Index at, std::span<float> values) override {
        m_device->download(from, at, values);
    }
    std::unique_ptr<gpu::Work> prepare(std::span<const gpu::Launch> launches,
                                       const gpu::Buffers& buffers) override {
        std::vector<gpu::Launch> heavy(launches.begin(), launches.end());
        for (gpu::Launch& launch : heavy)
            if (m_groupWork > 0)
                launch.groupWork = m_groupWork;
        return m_device->prepare(heavy, buffers);
    }

    /// In their order, also those that are gone.
    const std::vector<const gpu::Buffer*>& allocated() const { return m_allocated; }

private:
    std::shared_ptr<gpu::Device> m_device;
    Index m_groupWork;
    std::vector<const gpu::Buffer*> m_allocated;
};

} // namespace gf::test
