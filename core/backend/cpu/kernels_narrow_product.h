// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of one row with weights in 16 bits: half the memory to read, and numbers that are those
// of float32 to the bit. The sums are those of kernels_product.h, too. Included by kernels_impl.h
// alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// The floats that the upper half of each word stands for.
template <NarrowFormat Format, class Bits, class V = Vector<float, sizeof(Bits) / sizeof(float)>>
GF_INLINE V widened(Bits words) {
    if constexpr (Format == NarrowFormat::Brain)
        return std::bit_cast<V>(words & 0xffff0000U);
    using Signed = Vector<int, sizeof(Bits) / sizeof(int)>; // its sign goes along when it is moved
    return std::bit_cast<V>(std::bit_cast<Signed>(words) >> 3 & static_cast<int>(0x8fffe000U)) *
           std::bit_cast<float>((127U + halfOffset) << 23);
}

/// sums = `depth` numbers of a times the rows of a panel.
template <NarrowFormat Format>
GF_INLINE void sumPanel(Index depth, const float* a, const std::uint32_t* panel, float* sums) {
    constexpr int lanes = lanesOf<float>;
    constexpr int half = static_cast<int>(narrowColumns) / 2;
    constexpr int all = half / lanes;
    constexpr int together = all < vectorRegisters / 4 ? all : vectorRegisters / 4;
    constexpr int line = 16;    // words
    constexpr Index ahead = 32; // rows: what comes is not always foreseen in time
    for (int first = 0; first < half; first += together * lanes) {
        Vector<float, lanes> lower[together] = {};
        Vector<float, lanes> upper[together] = {};
        for (Index p = 0; p < depth; ++p)
#pragma GCC unroll 4
            for (int v = 0; v < together; ++v) {
                const std::uint32_t* const from = panel + p * half + first + v * lanes;
                if (v * lanes % line == 0)
                    __builtin_prefetch(from + ahead * half, 0, 2);
                const auto words = load<Vector<std::uint32_t, lanes>>(from);
                lower[v] += a[p] * widened<Format>(words << 16);
                upper[v] += a[p] * widened<Format>(words);
            }
#pragma GCC unroll 4
        for (int v = 0; v < together; ++v) {
            store(sums + first + v * lanes, lower[v]);
            store(sums + half + first + v * lanes, upper[v]);
        }
    }
}

template <NarrowFormat Format> void rowTimesPanels(Index k, Index n, const float* a,
                                                   const std::uint32_t* panels, const float* bias,
                                                   float* c) {
    alignas(64) float sums[narrowColumns];
    for (Index first = 0; first < n; first += narrowColumns)
        for (Index begin = 0; begin < k; begin += sumDepth) {
            const Index depth = k - begin < sumDepth ? k - begin : sumDepth;
            sumPanel<Format>(depth, a + begin, panels + (first * k + begin * narrowColumns) / 2,
                             sums);
            finishSums(n - first < narrowColumns ? n - first : narrowColumns, sums, begin > 0,
                       bias ? bias + first : nullptr, c + first);
        }
}

inline void narrowProduct(NarrowFormat format, Index k, Index n, const float* a,
                          const std::uint32_t* panels, const float* bias, float* c) {
    if (format == NarrowFormat::Brain)
        rowTimesPanels<NarrowFormat::Brain>(k, n, a, panels, bias, c);
    else
        rowTimesPanels<NarrowFormat::Half>(k, n, a, panels, bias, c);
}

} // namespace gf::cpu::GF_KERNEL_SET
