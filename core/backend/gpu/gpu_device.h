// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch.h"

#include <memory>
#include <span>
#include <string>

namespace gf::gpu {

/// Numbers in a device's memory; given back when it goes.
class Buffer {
public:
    explicit Buffer(Index count) : m_count(count) {}
    virtual ~Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    Index count() const { return m_count; }

private:
    Index m_count;
};

/// Launches with everything that they need, so that running them again costs as little as can be.
class Work {
public:
    Work() = default;
    virtual ~Work() = default;
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    /// May return before it is done.
    virtual void run() = 0;
};

/// The buffers of a program, by Memory.
using Buffers = std::array<const Buffer*, 2>;

/// A graphics card, or whatever computes as one, with the kernels compiled for it. What it is asked
/// for is done in order, one after the other; download() waits until all is done. Throws
/// DeviceOutOfMemory where it has not what is asked for, and DeviceLost where its driver fails
/// (core/backend/device_error.h). One thread uses an object at a time.
class Device {
public:
    virtual ~Device() = default;

    /// "NVIDIA GeForce RTX 4060".
    virtual std::string name() const = 0;
    /// Which versions of its driver and of what compiled its kernels: "550.54.14, NVRTC 12.4".
    virtual std::string driver() const = 0;
    virtual std::int64_t memoryBytes() const = 0;

    /// What lies there at first is anybody's guess.
    virtual std::unique_ptr<Buffer> allocate(Index count) = 0;
    /// `values` may go or change at once; they may not have arrived.
    virtual void upload(const Buffer& to, Index at, std::span<const float> values) = 0;
    /// From one place to another on the device; it is not waited for.
    virtual void copy(const Buffer& from, Index at, const Buffer& to, Index place, Index count) = 0;
    virtual void download(const Buffer& from, Index at, std::span<float> values) = 0;
    /// What is prepared goes before the device and the buffers do.
    virtual std::unique_ptr<Work> prepare(std::span<const Launch> launches,
                                          const Buffers& buffers) = 0;
};

} // namespace gf::gpu
