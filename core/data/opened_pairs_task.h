// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string_view>

namespace gf {

/// A person's own pairs (core/data/pairs_task.h says how the file looks) for an opened decoder that
/// goes on learning: "source = target" as one text, as a person types it, with what the tokenizer
/// puts around a text and the token that ends one, where there is any. Only what follows the "=" is
/// learned and measured; the source is read (Radford et al. 2018, section 3.3, put pairs to a
/// decoder so). An encoder–decoder reads the source by its encoder, with the vocabulary `source`,
/// and learns every token of the target behind its start. Split and validation are those of
/// makePairsTask(), and it trains like makeOpenedTextTask().
///
/// Requires a vocabulary with a tokenizer. Throws Error as pairLines() does, and for a side that is
/// empty, a source with " = " in it, a line that has more tokens than the model has room for, and
/// an architecture without a decoder.
std::unique_ptr<Task> makeOpenedPairsTask(std::string_view text, const Vocabulary* source,
                                          const Vocabulary& words, Index room,
                                          Architecture architecture);

} // namespace gf
