// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/presets.h"

#include "app/session/field_values.h"
#include "core/data/task.h"
#include "core/tensor/error.h"
#include "ui/language/language.h"
#include "ui/language/wording.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

/// A row of the table. A field that stands in neither object stays as it is.
struct Row {
    const char* id;
    const char* name;
    const char* help;
    const char* fields; ///< of both forms, as JSON
    bool fromTask;      ///< the task's own values first
};

constexpr std::array rows = {
    Row{"small", QT_TRANSLATE_NOOP("Glassformer", "Small"),
        QT_TRANSLATE_NOOP("Glassformer", "One layer of width 32 with two heads: the matrices are "
                                         "small, and it learns in a moment. Only the size "
                                         "changes; what kind of model it is stays."),
        R"({"layers": 1, "d_model": 32, "heads": 2, "d_ff": 64})", false},
    Row{"default", QT_TRANSLATE_NOOP("Glassformer", "Default"),
        QT_TRANSLATE_NOOP("Glassformer",
                          "What learns this task: two layers of width 64 with four heads."),
        "{}", true},
    Row{"large", QT_TRANSLATE_NOOP("Glassformer", "Large"),
        QT_TRANSLATE_NOOP("Glassformer",
                          "Four layers of width 128 with eight heads: several times the weights of "
                          "the default. Below stands how long that takes here. Only the size "
                          "changes; what kind of model it is stays."),
        R"({"layers": 4, "d_model": 128, "heads": 8, "d_ff": 512})", false},
    // Radford et al. 2019: decoder-only, the norm before each sub-layer and one after the last,
    // GELU by tanh, biases, learned positions, the embedding used again before the softmax and not
    // scaled.
    Row{"gpt", QT_TRANSLATE_NOOP("Glassformer", "GPT-2, small"),
        QT_TRANSLATE_NOOP("Glassformer",
                          "As GPT-2 is built (Radford et al. 2019): decoder-only, Pre-LN, GELU by "
                          "tanh, biases, learned positions, tied embeddings. Its size and its "
                          "training stay as they are."),
        R"({"family": "transformer", "mixer": "attention", "architecture": "decoder", "norm": "pre",
            "norm_kind": "layer", "norm_epsilon": 1e-5, "activation": "gelu_tanh", "ffn": "plain",
            "ffn_bias": true, "kv_heads": 0, "head_width": 0, "attention_bias": true,
            "scaled": true, "positional": "learned", "position_offset": 0, "embedding_norm": false,
            "output_transform": false, "output_bias": false, "tie_embeddings": true,
            "embedding_scale": false})",
        false},
    // Touvron et al. 2023: decoder-only, RMSNorm before each sub-layer, SiLU-gated feed-forward,
    // rotary positions by halves, no biases; grouped queries as in Llama 2 and 3.
    Row{"llama", QT_TRANSLATE_NOOP("Glassformer", "Llama, small"),
        QT_TRANSLATE_NOOP("Glassformer",
                          "As Llama is built (Touvron et al. 2023), but small: decoder-only, "
                          "RMSNorm before each sub-layer, a feed-forward layer gated by SiLU, four "
                          "heads that share two of keys and values, rotary positions, no biases. "
                          "Its training stays as it is."),
        R"({"family": "transformer", "mixer": "attention", "architecture": "decoder", "layers": 2,
            "d_model": 64, "heads": 4, "kv_heads": 2, "head_width": 0, "d_ff": 172,
            "ffn": "gated", "ffn_bias": false, "norm": "pre", "norm_kind": "rms",
            "norm_epsilon": 1e-6, "activation": "silu", "positional": "rotary",
            "rotary_base": 10000, "rotary_pairs": "halves", "attention_bias": false,
            "scaled": true, "embedding_norm": false, "output_transform": false,
            "output_bias": false, "tie_embeddings": false, "embedding_scale": false})",
        false},
    // Vaswani et al. 2017: sections 3.1 to 3.5 for the model, 5.3 and 5.4 for the training. Its
    // warm-up of 4000 of 100,000 steps would be longer than the whole run of a small model.
    Row{"paper", QT_TRANSLATE_NOOP("Glassformer", "The 2017 paper, small"),
        QT_TRANSLATE_NOOP("Glassformer",
                          "As Vaswani et al. 2017 built and trained it, but small: encoder and "
                          "decoder, Post-LN, ReLU, sinusoidal positions, F = 4·D, tied embeddings, "
                          "dropout 0.1; Adam with β₂ 0.98 and ε 1e-9, noam with a short warm-up, "
                          "label smoothing 0.1. The number of training steps stays as it is."),
        R"({"family": "transformer", "mixer": "attention",
            "architecture": "encoder-decoder", "layers": 2, "d_model": 64, "heads": 4,
            "d_ff": 256, "norm": "post", "activation": "relu", "positional": "sinusoidal",
            "norm_kind": "layer", "norm_epsilon": 1e-5, "ffn": "plain", "ffn_bias": true,
            "kv_heads": 0, "head_width": 0, "embedding_norm": false, "output_transform": false,
            "output_bias": true,
            "dropout": 0.1, "attention_bias": false, "scaled": true, "embedding_scale": true,
            "tie_embeddings": true,
            "optimizer": "adam", "beta1": 0.9, "beta2": 0.98, "epsilon": 1e-9,
            "schedule": "noam", "learning_rate": 0.3, "warmup": 400,
            "weight_decay": 0.0, "clip_norm": 0.0, "label_smoothing": 0.1})",
        false},
};

QString translatedText(const char* text) {
    return translated(QString::fromUtf8(text));
}

TaskRequest requestFor(const QString& task, const QString& architecture) {
    TaskRequest request;
    request.name = task.toStdString();
    request.architecture =
        configFromJson({{"architecture", architecture.toStdString()}}).architecture;
    return request;
}

/// The longest sequence that a model of a task without a file should have room for.
qlonglong neededLength(const QString& task, const QString& architecture) {
    return makeTask(requestFor(task, architecture))->modelDefaults().maxLength;
}

} // namespace

bool needsFile(const QString& task) {
    const auto table = taskTable();
    const auto found = std::ranges::find(table, task.toStdString(), &TaskInfo::name);
    return found != table.end() && found->needsFile;
}

QString architectureFault(const QString& task, const QString& architecture) {
    try {
        requireArchitecture(requestFor(task, architecture));
    } catch (const Error& error) {
        return translated(error.sentence());
    }
    return {};
}

QVariantMap taskDefaults(const QString& task) {
    const TaskDefaults defaults = defaultsWithoutFile(task.toStdString());
    QVariantMap values = modelValues(defaults.model);
    values.insert(trainingValues(defaults.train));
    return values;
}

QVector<ModelPreset> modelPresets() {
    QVector<ModelPreset> presets;
    for (const Row& row : rows)
        presets.push_back(
            {QString::fromUtf8(row.id), translatedText(row.name), translatedText(row.help)});
    return presets;
}

PresetValues presetValues(const QString& id, const QString& task) {
    const auto* row = std::ranges::find_if(rows, [&](const Row& r) { return id == r.id; });
    if (row == rows.end())
        return {};
    PresetValues preset;
    if (row->fromTask) {
        preset.values = taskDefaults(task);
        // The seed, the tokens and the room for a file's longest line are no model's.
        preset.values.remove(QStringLiteral("seed"));
        preset.values.remove(tokenizerKey);
        preset.values.remove(mergesKey);
        if (needsFile(task))
            preset.values.remove(QStringLiteral("max_length"));
    }
    preset.values.insert(toVariantMap(nlohmann::json::parse(row->fields)));
    const QString key = QStringLiteral("architecture");
    if (!preset.values.contains(key))
        return preset;
    const QString architecture = preset.values[key].toString();
    preset.obstacle = architectureFault(task, architecture);
    // A decoder reads source and target as one text, for which there may be no room yet.
    if (preset.obstacle.isEmpty() && !row->fromTask && !needsFile(task))
        preset.atLeast.insert(QStringLiteral("max_length"), neededLength(task, architecture));
    return preset;
}

} // namespace gf
