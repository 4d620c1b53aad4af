// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task_base.h"

#include <memory>
#include <string_view>

namespace gf {

/// How an opened model goes on learning where nobody says otherwise: AdamW with a small constant
/// rate, about as Devlin et al. 2019, section A.3; docs/decisions.md says why this one.
TrainConfig openedTraining();

/// What tasks of opened models have in common: exact ids, and openedTraining().
TaskFacts openedFacts(const char* name, Architecture architecture, const Vocabulary& words);

/// Tokens of a window of an opened model where nobody says how many.
inline constexpr Index usualOpenedContext = 128;

/// A text as windows of tokens for a model of others that goes on learning: at most `context`
/// tokens, or as many as the model has `room` for. The text is cut into tokens once, and a window
/// is a run of them. Windows for training and for validation lie as in makeTextTask(), and it
/// trains as openedTraining() says.
///
/// A decoder learns what follows; nothing is added at a window's ends. An encoder learns hidden
/// words (Devlin et al. 2019, section 3.1): its tokenizer frames each window, 15 % of the tokens
/// between are chosen, at least one, and only these are labels that count. Of the chosen 80 % are
/// read as the mask token, 10 % as a token drawn from the vocabulary, and 10 % stay.
///
/// Requires a vocabulary with a tokenizer, and for an encoder one with a mask token. Throws Error
/// where the text has too few tokens.
std::unique_ptr<Task> makeOpenedTextTask(std::string_view text, const Vocabulary& words, Index room,
                                         Architecture architecture,
                                         Index context = usualOpenedContext);

} // namespace gf
