// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string_view>

namespace gf {

/// A text as windows of tokens for a model of others that goes on learning, a decoder: at most 128
/// tokens, or as many as the model has room for. The text is cut into tokens once, and a window is
/// a run of them, so nothing is added at its ends. Windows for training and for validation lie as
/// in makeTextTask(). How it trains is usual for such models (Devlin et al. 2019, section A.3):
/// AdamW with a small constant rate.
///
/// Requires a vocabulary with a tokenizer. Throws Error where the text has too few tokens.
std::unique_ptr<Task> makeOpenedTextTask(std::string_view text, const Vocabulary& words,
                                         Index room);

} // namespace gf
