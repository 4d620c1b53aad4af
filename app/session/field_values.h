// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/model/config.h"
#include "core/model/train_config.h"
#include "core/train/run.h"

#include <nlohmann/json.hpp>

#include <QVariantMap>

namespace gf {

/// A value of a configuration as the window has it; an invalid one for what no field can hold.
QVariant toVariant(const nlohmann::json& value);
/// The keys and values of an object.
QVariantMap toVariantMap(const nlohmann::json& object);
/// The way back.
nlohmann::json toJson(const QVariantMap& values);

/// The keys of the training fields that are the task's and no configuration's: what its tokens are,
/// and how many byte pairs are merged.
inline const QString tokenizerKey = QStringLiteral("tokenizer");
inline const QString mergesKey = QStringLiteral("merges");

/// The value of the first.
QString nameText(Tokenization tokenization);

/// The values of both.
struct TokenChoice {
    Tokenization tokenization = Tokenization::Characters;
    Index merges = usualMerges;
};
/// Those of a run: of byte pairs, as many as were made.
TokenChoice tokenChoiceOf(const RunDescription& run);

/// The fields of a model as the New model dialog has them; vocabularies follow from the task.
QVariantMap modelValues(const ModelConfig& model);
/// The fields of its training, and of its tokens.
QVariantMap trainingValues(const TrainConfig& train, const TokenChoice& tokens = {});

} // namespace gf
