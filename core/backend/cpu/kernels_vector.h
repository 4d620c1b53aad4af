// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of the instruction set that this file is compiled for; included by kernels_impl.h alone.
// GCC's and Clang's vector extension: element by element like numbers, no intrinsics.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

#if defined(__AVX512F__)
inline constexpr int vectorBytes = 64;
inline constexpr int vectorRegisters = 32;
#elif defined(__AVX__)
inline constexpr int vectorBytes = 32;
inline constexpr int vectorRegisters = 16;
#else
inline constexpr int vectorBytes = 16;
inline constexpr int vectorRegisters = 16;
#endif

/// `Lanes` numbers side by side in one register.
template <class T, int Lanes> struct VectorOf {
    typedef T Type __attribute__((vector_size(Lanes * sizeof(T)))); // NOLINT: `using` cannot say it
};
template <class T, int Lanes> using Vector = typename VectorOf<T, Lanes>::Type;

/// Lanes of the widest register.
template <class T> inline constexpr int lanesOf = vectorBytes / static_cast<int>(sizeof(T));

} // namespace gf::cpu::GF_KERNEL_SET
