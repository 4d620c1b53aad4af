// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/new_model/model_form.h"
#include "core/data/task.h"
#include "core/model/config.h"
#include "core/model/train_config.h"
#include "ui/messages/run_messages.h"

#include <QStringList>

#include <map>
#include <string>

namespace gf::test {

/// What the form of a new model proposes, as its dialog would ask for it.
inline ModelRequest proposedBy(const ModelForm& form, const QString& task,
                               const QString& file = {}) {
    ModelRequest request{{}, {}, task.toStdString(), file.toStdString()};
    for (const FormField& field : form.model)
        request.model.insert(*form.values.find(field.key));
    for (const auto* fields : {&form.training, &form.tokens, &form.parameters})
        for (const FormField& field : *fields)
            request.training.insert(*form.values.find(field.key));
    return request;
}

/// A model that trains fast even where every access is checked, for longer than any test takes.
inline ModelRequest smallRequest(const ModelForm& form, const QString& task = "copy",
                                 const FieldValues& model = {}, const FieldValues& training = {}) {
    ModelRequest request = proposedBy(form, task);
    give(request.model, {{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}});
    give(request.model, model);
    give(request.training, {{"batch", 4}, {"steps", 100000}, {"schedule", "constant"}});
    give(request.training, training);
    return request;
}

/// Of what a check says: which fields.
inline QStringList keysOf(const std::map<std::string, Sentence>& sentences) {
    QStringList keys;
    for (const auto& [key, sentence] : sentences)
        keys += QString::fromStdString(key);
    return keys;
}

/// One layer that learns to copy, fast even where every access is checked.
inline ModelConfig smallCopyModel(Index width) {
    ModelConfig model = makeTask(taskNamed("copy"))->modelDefaults();
    model.dModel = width;
    model.heads = 2;
    model.dFf = width;
    model.layers = 1;
    return model;
}

/// Small batches, and no end that a test would see.
inline TrainConfig longTraining() {
    TrainConfig train;
    train.batch = 4;
    train.steps = 100000;
    return train;
}

} // namespace gf::test
