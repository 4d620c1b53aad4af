// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/launch.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace gf::gpu {

/// How the operands of a product A·B lie in memory.
enum class Storage : std::uint8_t { AsTheyAre, BTransposed, ATransposed, BothTransposed };
inline constexpr std::size_t storageCount = 4;

inline constexpr std::size_t indexOf(Storage storage) {
    return static_cast<std::size_t>(storage);
}
inline constexpr Storage storageOf(bool aTransposed, bool bTransposed) {
    return static_cast<Storage>((aTransposed ? 2 : 0) + (bTransposed ? 1 : 0));
}

/// A group of threads makes a square of the result. A large one reads less; a small one leaves no
/// part of a card without work.
struct ProductTile {
    Index side;
    std::array<std::string_view, storageCount> kernels; ///< by Storage
};
inline constexpr std::array productTiles{
    ProductTile{128,
                {"product_huge", "product_by_columns_huge", "product_of_columns_huge",
                 "product_transposed_huge"}},
    ProductTile{64,
                {"product_large", "product_by_columns_large", "product_of_columns_large",
                 "product_transposed_large"}},
    ProductTile{32,
                {"product_middle", "product_by_columns_middle", "product_of_columns_middle",
                 "product_transposed_middle"}},
    ProductTile{16,
                {"product_small", "product_by_columns_small", "product_of_columns_small",
                 "product_transposed_small"}},
};

/// How a product is cut into groups.
struct ProductCut {
    std::size_t tile = 0; ///< of productTiles
    Index partDepth = 1;
    Index parts = 1; ///< of the depth

    friend bool operator==(const ProductCut&, const ProductCut&) = default;
};

/// What a kernel of products is told; core/backend/gpu/kernels/products.cl says what of each.
struct ProductCall {
    /// Where an operand is, and how far it is from example to example, from head to head and from
    /// row to row.
    struct Matrices {
        Place place;
        Index example = 0, head = 0, row = 0;
    };
    Matrices y, a, b;
    Place bias, addend, x, active, columnSums, jobs; ///< anything where there is none
    Index rows = 0, columns = 0, depth = 0;          ///< of a product
    Index heads = 1, examples = 1, jobCount = 1, terms = 1;
    Index yPart = 0, sumsPart = 0; ///< from part to part of the depth
    bool makesY = true, hasBias = false, hasAddend = false;
    std::int32_t slope = 0, activation = 0;
    bool sumsColumns = false;

    Launch launch(Storage storage, const ProductCut& cut) const;
};

} // namespace gf::gpu
