// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string>

namespace gf {

/// A person's own pairs, one a line: source, tab, target. Lines end in "\n" or "\r\n"; empty lines
/// are passed over. A tenth of the different sources (at most 400, at least one), chosen by their
/// hash, is for validation; a source that comes twice is on one side with all its targets.
///
/// An encoder alone needs as many labels in the target as there are tokens in the source; a decoder
/// alone needs pairs without "=", which stands between the two.
///
/// Throws Error with the line's number for a missing or a second tab, an empty side, a side of more
/// than 511 tokens, a word that is the name of a special token, and whatever does not fit the
/// architecture; and when the text is not UTF-8 or has fewer than two different sources.
std::unique_ptr<Task> makePairsTask(std::string text, Architecture architecture,
                                    Tokenization tokenization);

} // namespace gf
