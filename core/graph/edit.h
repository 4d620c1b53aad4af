// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace gf {

/// A run of places along one dimension.
struct Places {
    Index first = 0;
    Index count = 0; ///< 0: all from `first` on

    /// The end in a dimension of this extent; what lies outside is ignored.
    Index endIn(Index extent) const {
        return count == 0 ? extent : std::min(extent, first + count);
    }
    bool contains(Index place) const {
        return place >= first && (count == 0 || place < first + count);
    }

    friend bool operator==(const Places&, const Places&) = default;
};

/// A change of some cells of a matrix that a person made to see what follows. Cells that a shape
/// does not have are left alone, so that one edit serves examples of any length.
struct Edit {
    enum class Kind : std::uint8_t {
        Set,      ///< the cells become `value`
        Multiply, ///< the cells are multiplied by `value`; by 0 gives 0, also where they were −∞
        Reveal,   ///< the cells of a masked matrix become what they were before the mask
        /// No query of a masked matrix is kept from later keys any more; padding stays hidden. It
        /// is the mask that changes, as a whole: `cells` do not count.
        LiftCausal,
    };

    Kind kind = Kind::Set;
    double value = 0;
    std::array<Places, Shape::maxRank> cells{}; ///< by dimension; unused ones are "all"

    /// Whether it changes this cell.
    bool covers(const Cell& cell) const {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (!cells[i].contains(cell.at[i]))
                return false;
        return true;
    }

    friend bool operator==(const Edit&, const Edit&) = default;
};

/// The places that are one index alone.
inline Places only(Index place) {
    return {place, 1};
}

/// An edit of a named node, for all graphs of a model.
struct Intervention {
    std::string node; ///< "encoder.0.self_attn.heads"; a parameter or a step up to the logits
    Edit edit;

    friend bool operator==(const Intervention&, const Intervention&) = default;
};

} // namespace gf
