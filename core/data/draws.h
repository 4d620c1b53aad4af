// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/random.h"

#include <cstdint>
#include <string_view>

namespace gf {

/// The random choices that make one example: a counter that moves on with every choice. A pure
/// function of (seed, example), so that example 17 is the same whether or not 16 was asked for.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t example) : m_seed(seed ^ salt), m_example(example) {}

    /// Uniform in {0, …, n − 1}; n > 0.
    std::uint64_t below(std::uint64_t n) { return gf::below(n, m_seed, m_example, m_counter++); }

private:
    /// Keeps a run's data apart from its weights and masks, which use the same seed.
    static constexpr std::uint64_t salt = 0x6578616d706c6573ULL;

    std::uint64_t m_seed;
    std::uint64_t m_example;
    std::uint64_t m_counter = 0;
};

/// A well-mixed number that depends on the bytes of `text` alone (FNV-1a, Fowler, Noll and Vo, then
/// the random bits of that): what decides on which side of a split something lies, for ever.
constexpr std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return randomBits(hash, 0, 0);
}

} // namespace gf
