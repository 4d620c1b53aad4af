// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace gf {

/// Counter-based random bits: a pure function of its arguments, so that the same (seed, stream,
/// counter) gives the same number on every backend and any number of threads. Two rounds of the
/// SplitMix64 finaliser (Steele et al. 2014) over a mixed key.
constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t stream,
                                   std::uint64_t counter) {
    auto mix = [](std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    };
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
    const std::uint64_t key = mix(seed + golden * (stream + 1));
    return mix(mix(key + golden * (counter + 1)) ^ key);
}

/// Uniform in [0, 1) with 53 bits.
constexpr double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    return static_cast<double>(randomBits(seed, stream, counter) >> 11) * 0x1p-53;
}

/// Uniform in {0, …, n − 1}; n > 0.
constexpr std::uint64_t below(std::uint64_t n, std::uint64_t seed, std::uint64_t stream,
                              std::uint64_t counter) {
    return static_cast<std::uint64_t>(uniform(seed, stream, counter) * static_cast<double>(n));
}

/// Standard normal (Box and Muller 1958); uses counters 2·counter and 2·counter + 1.
inline double normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    const double u = 1.0 - uniform(seed, stream, 2 * counter); // (0, 1]
    const double v = uniform(seed, stream, 2 * counter + 1);
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

/// What counter-based randomness draws from in one run of a program.
struct RandomState {
    std::uint64_t seed = 0;
    std::uint64_t step = 0;
};

/// 32 well-mixed bits of a counter under a key, cheap enough for every element of a matrix; the
/// multipliers are MurmurHash3's. Part of whoever calls it, because kernels are compiled for
/// several instruction sets.
[[gnu::always_inline]] constexpr std::uint32_t hashOf(std::uint32_t counter, std::uint64_t key) {
    std::uint32_t z = (counter ^ static_cast<std::uint32_t>(key)) * 0x9e3779b9U;
    z ^= z >> 16;
    z *= 0x85ebca6bU;
    z ^= (z >> 13) ^ static_cast<std::uint32_t>(key >> 32);
    z *= 0xc2b2ae35U;
    return z ^ (z >> 16);
}

/// A hash below this drops its element: 24 bits of it against the rate, exact in float and double.
[[gnu::always_inline]] constexpr std::int32_t dropoutThreshold(double rate) {
    return static_cast<std::int32_t>(rate * 16777216.0);
}

/// Whether dropout keeps the element with this number.
[[gnu::always_inline]] constexpr bool isKept(std::uint32_t element, std::uint64_t key,
                                             std::int32_t threshold) {
    return static_cast<std::int32_t>(hashOf(element, key) >> 8) >= threshold;
}

} // namespace gf
