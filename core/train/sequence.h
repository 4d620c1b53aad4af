// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch.h"
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

/// The same of a model with exact ids, which may read any of its vocabulary; one at least.
void checkExactSequence(std::string_view what, std::span<const TokenId> ids, Index vocabulary,
                        Index room);

/// The same for `rows` rows of real numbers.
void checkRows(std::string_view what, Index rows, Index room);

/// Throws Error when choices are no rows of a source of so many rows, or one comes twice.
void checkPlaces(std::span<const TokenId> ids, Index rows);

/// What a row of several numbers is called: how many rows stand up to it, or "0.12,0.35".
enum class RowWords { Place, Numbers };

/// Words for rows of real numbers; one number is called by itself. Where `keep` is 0 it is `<pad>`;
/// the first row of a decoder is `<sos>`.
Tokens wordsOfRows(std::span<const float> numbers, std::span<const float> keep, bool started,
                   RowWords rows);

/// What a trace calls the rows of one example of a batch.
struct ExampleWords {
    Tokens source, target, labels;
};
ExampleWords wordsOf(const Batch& batch, Index example, const DataForm& form,
                     const Vocabulary* source, const Vocabulary* target,
                     RowWords rows = RowWords::Place);

/// The words of ids as the model's inputs have them; where nobody knows the vocabulary (null) the
/// ids themselves.
Tokens wordsOf(const Vocabulary* vocabulary, std::span<const TokenId> ids);

} // namespace gf
