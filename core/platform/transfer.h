// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gf {

/// Moves `size` bytes to or from a file in as many system calls as it takes: `call(done, count)` is
/// to move up to `count` bytes behind those that are done, and returns how many it moved, -1 when
/// it failed. How many were moved in all: fewer only where a call failed or moved none.
template <class Call> std::size_t transfer(std::size_t size, const Call& call) {
    // No single call moves more: Linux allows 2 GiB, Windows 4.
    constexpr std::size_t largest = std::size_t{1} << 26;
    std::size_t done = 0;
    while (done < size) {
        const std::int64_t count = call(done, std::min(size - done, largest));
        if (count <= 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

} // namespace gf
