// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/form_values.h"

#include "core/model/fields.h"

namespace gf {

FieldValues modelValues(const ModelConfig& model) {
    FieldValues values;
    for (const ConfigField& field : configFields())
        if (!field.fromTask)
            values.emplace(field.key, valueOf(field, model));
    return values;
}

TokenChoice tokenChoiceOf(const RunDescription& run) {
    TokenChoice choice{run.tokenization};
    if (run.tokenization == Tokenization::BytePairs && run.vocabularies.target)
        choice.merges = static_cast<Index>(run.vocabularies.target->merges().size());
    return choice;
}

FieldValues trainingValues(const TrainConfig& train, const TokenChoice& tokens) {
    FieldValues values = valuesOf(train);
    values.emplace(tokenizerKey, std::string(nameOf(tokens.tokenization)));
    values.emplace(mergesKey, tokens.merges);
    return values;
}

} // namespace gf
