// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/vocabulary.h"
#include "core/graph/trace.h"

#include <span>
#include <string_view>

namespace gf {

/// Throws Error when a sequence of ids cannot be given to a model: an id that the vocabulary of
/// `vocabulary` tokens does not have, `<pad>`, `<sos>` or `<eos>` (they are added by themselves),
/// or more than `room` ids. `what` names the sequence: "source".
void checkSequence(std::string_view what, std::span<const TokenId> ids, Index vocabulary,
                   Index room);

/// The words of ids as the model's inputs have them; where nobody knows the vocabulary (null) the
/// ids themselves.
Tokens wordsOf(const Vocabulary* vocabulary, std::span<const TokenId> ids);

} // namespace gf
