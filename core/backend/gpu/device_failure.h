// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/device_error.h"

#include <cstdint>
#include <string>

namespace gf::gpu {

/// What a device is at when it fails.
inline constexpr Phrase takingMemory = phrase("taking memory");
inline constexpr Phrase preparingStep = phrase("preparing a training step");
inline constexpr Phrase runningStep = phrase("running a training step");
inline constexpr Phrase writingMemory = phrase("writing to its memory");
inline constexpr Phrase readingMemory = phrase("reading its memory");

/// "3.2 GiB", "12 MiB".
std::string memoryText(std::int64_t bytes);

/// Throws DeviceOutOfMemory: `device` has less than `neededBytes`. `freeBytes` is −1 where nobody
/// knows it.
[[noreturn]] void throwOutOfMemory(const std::string& device, std::int64_t neededBytes,
                                   std::int64_t freeBytes);

/// Throws DeviceOutOfMemory: `device` failed at `what` for want of memory, nobody knows how much,
/// and the driver's words for it.
[[noreturn]] void throwOutOfMemory(const std::string& device, const Sentence& what,
                                   const Sentence& words, std::int64_t freeBytes);

/// Throws DeviceOutOfMemory: `device` gives at most `largestBytes` in one piece.
[[noreturn]] void throwTooLarge(const std::string& device, std::int64_t neededBytes,
                                std::int64_t largestBytes);

/// Throws DeviceLost: `device` failed at `what`, and the driver's words for it.
[[noreturn]] void throwLost(const std::string& device, const Sentence& what, const Sentence& words);

} // namespace gf::gpu
