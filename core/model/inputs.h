// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <string>
#include <string_view>

namespace gf {

/// What is fed into an input.
enum class InputKind : std::uint8_t {
    Ids,    ///< token ids
    Values, ///< real numbers
    Keep,   ///< a keep-mask: 0 for what is hidden
    Types,  ///< which segment each token belongs to; 0 where nobody says
    Places, ///< the row of the table of positions that each token has; follows from the ids
};

/// One input of a model. A batch has an array of its name for it, and for each example as many
/// numbers as its node has.
struct ModelInput {
    std::string name; ///< the node's
    NodeId node = noNode;
    InputKind kind = InputKind::Ids;
    Index words = 0; ///< Ids, Types, Places: each is less than this
    /// Places: the first token's. The token whose id is one less is padding: it has the row of its
    /// id, and counts as no place.
    Index firstPlace = 0;

    /// Whether whole numbers are fed.
    bool isWhole() const { return kind != InputKind::Values && kind != InputKind::Keep; }
};

/// The id of the first row that a pointer can choose, the next one has the next: what stands before
/// it are the special tokens, as in a vocabulary.
inline constexpr Index firstPlace = 4;

/// The names of inputs, in graphs and in batches.
namespace inputs {
inline constexpr std::string_view sourceIds = "source.ids";       ///< [S] `x <eos>`
inline constexpr std::string_view targetIds = "target.ids";       ///< [T] `<sos> y`
inline constexpr std::string_view sourceTypes = "source.types";   ///< [S] segments
inline constexpr std::string_view sourcePlaces = "source.places"; ///< [S] rows of positions
inline constexpr std::string_view sourceValues = "source.values"; ///< [S,f]
inline constexpr std::string_view sourceKeep = "source.keep";     ///< [S]: 0 for padding
inline constexpr std::string_view targetValues = "target.values"; ///< [T,f]: zeros, then the labels
inline constexpr std::string_view targetKeep = "target.keep";     ///< [T]
inline constexpr std::string_view labelValues = "label.values";   ///< [T,f]; encoder-only [S,f]
inline constexpr std::string_view labelKeep = "label.keep";       ///< [T]; encoder-only [S]
/// [T,S]: 0 where a row of the source cannot be chosen: it has been, or it is padding
inline constexpr std::string_view pointerKeep = "pointer.keep";
inline constexpr std::string_view labelIds = "label.ids"; ///< [T] `y <eos>`; encoder-only [S]
} // namespace inputs

} // namespace gf
