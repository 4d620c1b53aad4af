// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace gf {

/// Sizes, counts and positions inside tensors. Signed, so that differences are safe.
using Index = std::int64_t;

/// The extents of a tensor, outermost first; rank 0 (a scalar) to 4.
class Shape {
public:
    static constexpr int maxRank = 4;

    Shape() = default;
    Shape(std::initializer_list<Index> extents)
        : Shape(std::span<const Index>(extents.begin(), extents.size())) {}
    explicit Shape(std::span<const Index> extents) : m_rank(static_cast<int>(extents.size())) {
        assert(extents.size() <= maxRank);
        for (std::size_t i = 0; i < extents.size(); ++i) {
            assert(extents[i] >= 0);
            m_extents[i] = extents[i];
        }
    }

    int rank() const { return m_rank; }

    /// The extent of dimension `i`; negative counts from the last, so shape[-1] is the row length.
    Index operator[](int i) const {
        const int at = i < 0 ? m_rank + i : i;
        assert(at >= 0 && at < m_rank);
        return m_extents[at];
    }

    /// Number of elements; 1 for a scalar.
    Index count() const {
        Index product = 1;
        for (int i = 0; i < m_rank; ++i)
            product *= m_extents[i];
        return product;
    }

    /// Number of rows when the last dimension is a row: count() / shape[-1]; 1 for a scalar.
    Index rows() const {
        Index product = 1;
        for (int i = 0; i + 1 < m_rank; ++i)
            product *= m_extents[i];
        return product;
    }

    /// Number of matrices [shape[-2], shape[-1]], such as those of heads; 1 below rank 3.
    Index matrices() const {
        Index product = 1;
        for (int i = 0; i + 2 < m_rank; ++i)
            product *= m_extents[i];
        return product;
    }
    /// The rows of each of them; 1 below rank 2.
    Index matrixRows() const { return m_rank < 2 ? 1 : (*this)[-2]; }

    /// Length of a row: the last extent; 1 for a scalar.
    Index columns() const { return m_rank == 0 ? 1 : (*this)[-1]; }

    std::span<const Index> extents() const {
        return {m_extents.data(), static_cast<std::size_t>(m_rank)};
    }

    /// For people: "4 × 11 × 11", "scalar".
    std::string toString() const {
        if (m_rank == 0)
            return "scalar";
        std::string text;
        for (int i = 0; i < m_rank; ++i)
            text += (i ? " × " : "") + std::to_string((*this)[i]);
        return text;
    }

    friend bool operator==(const Shape&, const Shape&) = default;

private:
    std::array<Index, maxRank> m_extents{};
    int m_rank = 0;
};

} // namespace gf
