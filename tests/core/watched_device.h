// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/gpu_device.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf::test {

/// A device that counts the buffers it has given and not got back, and does something else with
/// the launches of one kernel.
class WatchedDevice final : public gpu::Device {
public:
    using Change = std::function<void(gpu::Launch&)>;

    explicit WatchedDevice(std::shared_ptr<gpu::Device> device, std::string_view kernel = {},
                           Change change = {})
        : m_device(std::move(device)), m_kernel(kernel), m_change(std::move(change)) {}

    int buffers() const { return *m_buffers; }

    std::string name() const override { return m_device->name(); }
    std::string driver() const override { return m_device->driver(); }
    std::int64_t memoryBytes() const override { return m_device->memoryBytes(); }
    std::unique_ptr<gpu::Buffer> allocate(Index count) override {
        return std::make_unique<Counted>(m_device->allocate(count), m_buffers);
    }
    void upload(const gpu::Buffer& to, Index at, std::span<const float> values) override {
        m_device->upload(*innerOf(&to), at, values);
    }
    void copy(const gpu::Buffer& from, Index at, const gpu::Buffer& to, Index place,
              Index count) override {
        m_device->copy(*innerOf(&from), at, *innerOf(&to), place, count);
    }
    void download(const gpu::Buffer& from, Index at, std::span<float> values) override {
        m_device->download(*innerOf(&from), at, values);
    }
    std::unique_ptr<gpu::Work> prepare(std::span<const gpu::Launch> launches,
                                       const gpu::Buffers& buffers) override {
        std::vector<gpu::Launch> changed(launches.begin(), launches.end());
        for (gpu::Launch& launch : changed)
            if (launch.kernel == m_kernel)
                m_change(launch);
        return m_device->prepare(changed, {innerOf(buffers[0]), innerOf(buffers[1])});
    }

private:
    struct Counted final : gpu::Buffer {
        Counted(std::unique_ptr<gpu::Buffer> given, std::shared_ptr<std::atomic<int>> buffers)
            : Buffer(given->count()), inner(std::move(given)), count(std::move(buffers)) {
            ++*count;
        }
        ~Counted() override { --*count; }
        std::unique_ptr<gpu::Buffer> inner;
        std::shared_ptr<std::atomic<int>> count;
    };

    static const gpu::Buffer* innerOf(const gpu::Buffer* buffer) {
        return buffer ? static_cast<const Counted*>(buffer)->inner.get() : nullptr;
    }

    std::shared_ptr<gpu::Device> m_device;
    std::string_view m_kernel;
    Change m_change;
    std::shared_ptr<std::atomic<int>> m_buffers =
        std::make_shared<std::atomic<int>>(0); ///< it may go before its buffers
};

} // namespace gf::test
