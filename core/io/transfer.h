// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <sys/types.h>

namespace gf {

/// What a system call returns once no signal interrupts it any more.
template <class Call> auto uninterrupted(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

/// Moves `size` bytes to or from a file in as many system calls as it takes: `call(done, count)` is
/// to move up to `count` bytes behind those that are done, and returns what read(2) and write(2)
/// do. How many were moved: fewer only where a call moved none. Nothing when one failed; errno says
/// why.
template <class Call> std::optional<std::size_t> transfer(std::size_t size, const Call& call) {
    // No single read or write is larger: the kernel allows 2 GiB.
    constexpr std::size_t largest = std::size_t{1} << 26;
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            uninterrupted([&] { return call(done, std::min(size - done, largest)); });
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

} // namespace gf
