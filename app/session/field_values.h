// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/config.h"
#include "core/model/train_config.h"

#include <nlohmann/json.hpp>

#include <QVariantMap>

namespace gf {

/// A value of a configuration as the window has it; an invalid one for what no field can hold.
QVariant toVariant(const nlohmann::json& value);
/// The keys and values of an object.
QVariantMap toVariantMap(const nlohmann::json& object);
/// The way back.
nlohmann::json toJson(const QVariantMap& values);

/// The key of the one training field that is the task's and no configuration's: words as tokens.
inline const QString wordsKey = QStringLiteral("words");

/// The fields of a model as the New model dialog has them; vocabularies follow from the task.
QVariantMap modelValues(const ModelConfig& model);
/// The fields of its training; `words` says whether they are the tokens.
QVariantMap trainingValues(const TrainConfig& train, bool words);

} // namespace gf
