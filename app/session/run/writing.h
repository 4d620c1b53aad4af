// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/stopped.h"
#include "core/train/beam.h"
#include "core/train/generate.h"
#include "ui/messages/generation_report.h"

#include <functional>
#include <vector>

namespace gf {

/// What a model is to write from.
struct WritingTask {
    Sequence source;             ///< empty for a decoder-only model
    std::vector<TokenId> prompt; ///< what a decoder-only model goes on from
    Index limit = 0;             ///< most tokens, `<eos>` included; 0: what there is room for
};

/// What was written, and how.
struct Written {
    GenerationReport report; ///< without a trace
    /// What the model read on the way: the prompt and the answer, without a last token after which
    /// it read nothing. A trace of it has a row for each moment of the report.
    std::vector<TokenId> text;
};

/// Hears after each token what there is of the report.
using Grew = std::function<void(const GenerationReport& soFar)>;

/// Lets the model write and notes how each token was chosen; for the answer that a beam search
/// found, the numbers which decided are computed once more. Throws Error for an encoder-only model
/// and for what it cannot read, and Stopped when `stop` is requested, before each token.
Written writeDown(Generator& generator, const WritingTask& task, const GenerationSettings& settings,
                  const Vocabulary& words, const std::stop_token& stop = {}, const Grew& grew = {});

} // namespace gf
