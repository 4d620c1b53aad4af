// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/name_hash.h"
#include "core/tensor/random.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace gf {

/// The random choices that make one example: a counter that moves on with every choice. A pure
/// function of (seed, example), so that example 17 is the same whether or not 16 was asked for.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t example) : m_seed(seed ^ salt), m_example(example) {}

    /// Uniform in {0, …, n − 1}; n > 0.
    std::uint64_t below(std::uint64_t n) { return gf::below(n, m_seed, m_example, m_counter++); }

    /// Uniform in [from, to).
    double between(double from, double to) {
        constexpr std::uint64_t places = std::uint64_t{1} << 53U;
        return from + (to - from) * (static_cast<double>(below(places)) * 0x1p-53);
    }
    /// Standard normal (Box and Muller 1958).
    double normal() {
        const double u = 1 - between(0, 1);
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * between(0, 1));
    }

private:
    /// Keeps a run's data apart from its weights and masks, which use the same seed.
    static constexpr std::uint64_t salt = 0x6578616d706c6573ULL;

    std::uint64_t m_seed;
    std::uint64_t m_example;
    std::uint64_t m_counter = 0;
};

/// A well-mixed number that depends on the bytes of `text` alone (the random bits of its
/// nameHash()): what decides on which side of a split something lies, for ever.
constexpr std::uint64_t hashOf(std::string_view text) {
    return randomBits(nameHash(text), 0, 0);
}

} // namespace gf
