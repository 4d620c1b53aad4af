// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/form/field_values.h"
#include "core/model/config.h"
#include "core/model/train_config.h"
#include "core/train/run.h"

namespace gf {

/// The keys of the training fields that are the task's and no configuration's: what its tokens are,
/// and how many byte pairs are merged.
inline constexpr const char* tokenizerKey = "tokenizer";
inline constexpr const char* mergesKey = "merges";
/// One of the configuration's, which stands beside those in a form: windows are cut from a file.
inline constexpr const char* contextKey = "context";

/// The values of both.
struct TokenChoice {
    Tokenization tokenization = Tokenization::Characters;
    Index merges = usualMerges;
};
/// Those of a run: of byte pairs, as many as were made.
TokenChoice tokenChoiceOf(const RunDescription& run);

/// The fields of a model as the New model dialog has them; vocabularies follow from the task.
FieldValues modelValues(const ModelConfig& model);
/// The fields of its training, and of its tokens.
FieldValues trainingValues(const TrainConfig& train, const TokenChoice& tokens = {});

} // namespace gf
