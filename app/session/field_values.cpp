// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/field_values.h"

#include "core/model/fields.h"

#include <limits>

namespace gf {

namespace {

constexpr qulonglong largestSigned = std::numeric_limits<qlonglong>::max();

nlohmann::json jsonOf(const QVariant& value) {
    switch (value.typeId()) {
    case QMetaType::Bool:
        return value.toBool();
    case QMetaType::Int:
    case QMetaType::LongLong:
        return value.toLongLong();
    case QMetaType::ULongLong:
        return value.toULongLong();
    case QMetaType::Double:
        return value.toDouble();
    default:
        return value.toString().toStdString();
    }
}

} // namespace

QVariant toVariant(const nlohmann::json& value) {
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_number_unsigned() && value.get<qulonglong>() > largestSigned) // a seed may be
        return QVariant::fromValue(value.get<qulonglong>());
    if (value.is_number_integer())
        return QVariant::fromValue(value.get<qlonglong>());
    if (value.is_number())
        return value.get<double>();
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    return {};
}

QVariantMap toVariantMap(const nlohmann::json& object) {
    QVariantMap values;
    for (const auto& [key, value] : object.items())
        values.insert(QString::fromStdString(key), toVariant(value));
    return values;
}

nlohmann::json toJson(const QVariantMap& values) {
    nlohmann::json json = nlohmann::json::object();
    for (auto it = values.begin(); it != values.end(); ++it)
        json[it.key().toStdString()] = jsonOf(it.value());
    return json;
}

QVariantMap modelValues(const ModelConfig& model) {
    QVariantMap values;
    for (const ConfigField& field : configFields())
        if (!field.fromTask)
            values.insert(QString::fromUtf8(field.key), toVariant(valueOf(field, model)));
    return values;
}

QString nameText(Tokenization tokenization) {
    const std::string_view name = nameOf(tokenization);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

TokenChoice tokenChoiceOf(const RunDescription& run) {
    TokenChoice choice{run.tokenization};
    if (run.tokenization == Tokenization::BytePairs && run.vocabularies.target)
        choice.merges = static_cast<Index>(run.vocabularies.target->merges().size());
    return choice;
}

QVariantMap trainingValues(const TrainConfig& train, const TokenChoice& tokens) {
    QVariantMap values = toVariantMap(toJson(train));
    values.insert(tokenizerKey, nameText(tokens.tokenization));
    values.insert(mergesKey, static_cast<qlonglong>(tokens.merges));
    return values;
}

} // namespace gf
