// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/device_failure.h"

#include <array>
#include <cstdio>

namespace gf::gpu {

namespace {

Sentence failed(const std::string& device, const Sentence& what, const Sentence& words) {
    return {phrase("%1 failed at %2: %3"), device, what, words};
}

} // namespace

std::string memoryText(std::int64_t bytes) {
    constexpr std::int64_t mebibyte = std::int64_t(1) << 20;
    if (bytes < 1024 * mebibyte)
        return std::to_string((bytes + mebibyte - 1) / mebibyte) + " MiB";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f GiB",
                  static_cast<double>(bytes) / static_cast<double>(1024 * mebibyte));
    return text.data();
}

void throwOutOfMemory(const std::string& device, std::int64_t neededBytes, std::int64_t freeBytes) {
    const std::string needed = memoryText(neededBytes);
    throw DeviceOutOfMemory(
        freeBytes < 0
            ? Sentence(phrase("this needs %1 of memory, more than %2 has free"), needed, device)
            : Sentence(phrase("this needs %1 of memory; %2 has %3 free"), needed, device,
                       memoryText(freeBytes)),
        neededBytes, freeBytes);
}

void throwOutOfMemory(const std::string& device, const Sentence& what, const Sentence& words,
                      std::int64_t freeBytes) {
    throw DeviceOutOfMemory(failed(device, what, words), 0, freeBytes);
}

void throwTooLarge(const std::string& device, std::int64_t neededBytes, std::int64_t largestBytes) {
    throw DeviceOutOfMemory(
        Sentence(phrase("this needs %1 of memory in one piece; %2 gives %3 at most"),
                 memoryText(neededBytes), device, memoryText(largestBytes)),
        neededBytes, -1, largestBytes);
}

void throwLost(const std::string& device, const Sentence& what, const Sentence& words) {
    throw DeviceLost(failed(device, what, words));
}

} // namespace gf::gpu
