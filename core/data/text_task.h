// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string_view>

namespace gf {

/// Tokens of a window where nobody says how many.
inline constexpr Index usualContext = 64;

/// What the tokens of a text are.
struct TextTokens {
    Tokenization kind = Tokenization::Characters; ///< or byte pairs
    Index merges = usualMerges;                   ///< to be learnt from the text, at most
    /// Byte pairs that were learnt before, which are kept: of a run that goes on.
    std::shared_ptr<const Vocabulary> known = {};
};

/// A text as windows of (at most) `context` tokens, at least 2, for a decoder-only model. Training
/// windows begin anywhere in the first nine tenths; validation windows lie one after another in the
/// last tenth. The window is shorter for a text whose last tenth is; trainDefaults() say how long.
/// Line ends are "\n", whatever the file has.
///
/// Throws Error when `text` is not UTF-8 (with the byte offset), has under 100 characters or under
/// 40 tokens, more different ones than a vocabulary may have, or characters that `known` lacks, and
/// when `merges` are more than mostMerges or negative.
std::unique_ptr<Task> makeTextTask(std::string_view text, const TextTokens& tokens = {},
                                   Index context = usualContext);

} // namespace gf
