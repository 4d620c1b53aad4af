// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/narrow_matrix.h"

#include "core/platform/memory.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

namespace gf {

namespace {

bool fitsBrain(float x) {
    return (std::bit_cast<std::uint32_t>(x) & 0xffffU) == 0;
}

bool fitsHalf(float x) {
    const float size = std::abs(x);
    return size == 0 ||
           (size >= 0x1p-24F && size < 0x1p7F && (std::bit_cast<std::uint32_t>(x) & 0x1fffU) == 0);
}

/// Of numbers that fit.
std::uint16_t toBrain(float x) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(x) >> 16);
}

std::uint16_t toHalf(float x) {
    const std::uint32_t sign = std::bit_cast<std::uint32_t>(x) >> 16 & 0x8000U;
    const auto size = std::bit_cast<std::uint32_t>(std::abs(x));
    return static_cast<std::uint16_t>(sign | (size ? (size - (halfOffset << 23)) >> 13 : 0));
}

/// Most matrices that don't fit say so with their first numbers.
std::optional<NarrowFormat> formatOf(std::span<const float> numbers) {
    if (std::ranges::all_of(numbers, fitsBrain))
        return NarrowFormat::Brain;
    if (std::ranges::all_of(numbers, fitsHalf))
        return NarrowFormat::Half;
    return {};
}

template <class Narrow> void fill(std::uint32_t* panels, const float* w, Index k, Index n,
                                  bool transposed, const Narrow& narrow) {
    constexpr Index half = narrowColumns / 2;
    const Index apart = transposed ? 1 : n; // from one row's number to the next one's
    for (Index j = 0; j < n; ++j) {
        const Index column = j % narrowColumns;
        std::uint32_t* const to = panels + (j - column) * k / 2 + column % half;
        const float* const from = w + (transposed ? j * k : j);
        const int shift = column < half ? 0 : 16;
        for (Index p = 0; p < k; ++p)
            to[p * half] |= static_cast<std::uint32_t>(narrow(from[p * apart])) << shift;
    }
}

} // namespace

std::unique_ptr<const NarrowMatrix> narrowed(const float* w, Index k, Index n, bool transposed) {
    const auto format = formatOf({w, static_cast<std::size_t>(k * n)});
    if (!format)
        return nullptr;
    const Index count = (n + narrowColumns - 1) / narrowColumns * narrowColumns * k / 2;
    const auto available = static_cast<double>(availableMemory());
    constexpr double spare = 4; // times what it takes: others follow
    if (available > 0 && spare * sizeof(std::uint32_t) * static_cast<double>(count) > available)
        return nullptr;
    auto matrix = std::make_unique<NarrowMatrix>(*format, AlignedBuffer<std::uint32_t>(count));
    if (*format == NarrowFormat::Brain)
        fill(matrix->panels.data(), w, k, n, transposed, toBrain);
    else
        fill(matrix->panels.data(), w, k, n, transposed, toHalf);
    return matrix;
}

} // namespace gf
