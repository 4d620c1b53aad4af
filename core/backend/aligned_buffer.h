// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/memory.h"
#include "core/tensor/shape.h"

#include <algorithm>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace gf {

/// Elements per 64-byte cache line.
template <class Scalar> inline constexpr Index lineOf = 64 / static_cast<Index>(sizeof(Scalar));

/// `count` rounded up to whole cache lines.
template <class Scalar> constexpr Index roundUpToLine(Index count) {
    return (count + lineOf<Scalar> - 1) / lineOf<Scalar> * lineOf<Scalar>;
}

/// A zero-filled array that starts on a cache line (on a huge page when it is large) and never
/// moves. One that was moved from is empty.
template <class Scalar> class AlignedBuffer {
public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(Index count) : m_count(count) {
        constexpr std::size_t hugePage = std::size_t{2} << 20;
        const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Scalar);
        if (bytes == 0)
            return;
        const std::size_t alignment = bytes >= hugePage ? hugePage : 64;
        const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
        m_data.reset(static_cast<Scalar*>(allocateAligned(alignment, rounded)));
        if (!m_data)
            throw std::bad_alloc();
        if (alignment == hugePage)
            adviseHugePages(m_data.get(), rounded);
        std::fill_n(m_data.get(), count, Scalar{});
    }
    AlignedBuffer(AlignedBuffer&& other) noexcept
        : m_data(std::move(other.m_data)), m_count(std::exchange(other.m_count, 0)) {}
    AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
        m_data = std::move(other.m_data);
        m_count = std::exchange(other.m_count, 0);
        return *this;
    }

    Index count() const { return m_count; }
    Scalar* data() { return m_data.get(); }
    const Scalar* data() const { return m_data.get(); }
    std::span<Scalar> values() { return {m_data.get(), static_cast<std::size_t>(m_count)}; }
    std::span<const Scalar> values() const {
        return {m_data.get(), static_cast<std::size_t>(m_count)};
    }

private:
    struct Free {
        void operator()(Scalar* address) const { freeAligned(address); }
    };
    std::unique_ptr<Scalar, Free> m_data;
    Index m_count = 0;
};

} // namespace gf
