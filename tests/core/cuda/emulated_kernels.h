// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gf::test {

/// A kernel of core/backend/gpu/kernels as CUDA C++, compiled for this computer.
struct EmulatedKernel {
    /// What it takes after the first group: p a pointer, 8 a number of so many bytes, 4 likewise.
    std::string types;
    /// Runs one thread. Of each parameter there is the address, the first group's before them.
    void (*call)(void** parameters) = nullptr;
};

/// Null where there is none of this name.
const EmulatedKernel* emulatedKernel(std::string_view name);

/// Runs all groups, one after another, and the warps of a group one after another from barrier to
/// barrier: what relies on more than CUDA promises finds what nobody has written yet. Says what a
/// card would not forgive, or nothing.
std::string runEmulated(const EmulatedKernel& kernel, const std::array<unsigned, 3>& groups,
                        void** parameters);

} // namespace gf::test
