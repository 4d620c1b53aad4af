// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace gf::gpu {

// Numbers that core/backend/gpu/kernels has too.

/// Threads of a group.
inline constexpr Index groupSize = 256;
/// Rows of a group where a few lanes share a row.
inline constexpr Index rowsOfGroup = 8;
/// Columns of a group where it sums columns.
inline constexpr Index columnsOfGroup = 32;
/// Numbers of a tensor for each group, where a launch works on many tensors.
inline constexpr Index runOfGroup = 1024;
/// Tables count places in units of so many numbers; every value begins at a multiple.
inline constexpr Index tableUnit = 16;
/// Of one value: kernels count in 32 bits, and the last group's count may go beyond the end.
inline constexpr Index mostNumbers = (Index(1) << 31) - runOfGroup;
/// Of all values together: tables count units in 32 bits.
inline constexpr Index mostPlaces = tableUnit << 31;
/// Of attention in one launch.
inline constexpr Index mostKeys = 512;

/// The two buffers that a program works in.
enum class Memory : std::uint8_t {
    Numbers,    ///< all of its own
    Parameters, ///< what outlives a step, and is shared by programs
};

/// A number's place in the memory of a device.
struct Place {
    Memory memory = Memory::Numbers;
    Index at = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

/// In the order and of the types of a kernel's parameters; a place stands for IN and OUT.
using Argument = std::variant<Place, std::int32_t, std::int64_t, float>;

/// Multiplications that a thread does where its kernel has no loop, and most do less.
inline constexpr Index usualWork = 64;
/// What an exponential or a tanh costs, in multiplications.
inline constexpr Index functionWork = 16;

/// One kernel run by a number of groups.
struct Launch {
    std::string_view kernel;
    std::array<Index, 3> groups{1, 1, 1};
    std::vector<Argument> arguments;
    /// About how many multiplications a group does.
    Index groupWork = usualWork * groupSize;
};

} // namespace gf::gpu
