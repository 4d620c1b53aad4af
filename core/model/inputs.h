// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <string>
#include <string_view>

namespace gf {

/// What is fed into an input.
enum class InputKind : std::uint8_t {
    Ids,    ///< token ids, 0 being `<pad>`
    Values, ///< real numbers
    Keep,   ///< a keep-mask: 0 for what is hidden
};

/// One input of a model. A batch has an array of its name for it, and for each example as many
/// numbers as its node has.
struct ModelInput {
    std::string name; ///< the node's
    NodeId node = noNode;
    InputKind kind = InputKind::Ids;
    Index words = 0; ///< Ids: each is less than this
};

/// The names of inputs, in graphs and in batches.
namespace inputs {
inline constexpr std::string_view sourceIds = "source.ids"; ///< [S] `x <eos>`
inline constexpr std::string_view targetIds = "target.ids"; ///< [T] `<sos> y`
inline constexpr std::string_view labelIds = "label.ids";   ///< [T] `y <eos>`; encoder-only [S]
} // namespace inputs

} // namespace gf
