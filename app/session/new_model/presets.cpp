// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/new_model/presets.h"

#include "app/session/run/form_values.h"
#include "core/data/task.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <iterator>

namespace gf {

namespace {

/// A row of the table. A field that stands in no values stays as it is.
struct Row {
    ModelPreset preset;
    FieldValues values;    ///< of both forms
    bool fromTask = false; ///< the task's own values first
    std::string task = {}; ///< that it brings; empty: it is of the chosen one
};

/// The values of a named transformer: `own`, and the plainest of what else tells such apart.
FieldValues named(FieldValues own) {
    own.merge(FieldValues{{"family", "transformer"},
                          {"mixer", "attention"},
                          {"norm_kind", "layer"},
                          {"norm_epsilon", 1e-5},
                          {"ffn", "plain"},
                          {"ffn_bias", true},
                          {"kv_heads", 0},
                          {"head_width", 0},
                          {"value_width", 0},
                          {"scaled", true},
                          {"embedding_norm", false},
                          {"output_transform", false}});
    return own;
}

const std::vector<Row>& rows() {
    static const std::vector<Row> table = {
        {{"small", phrase("Small"),
          phrase("One layer of width 32 with two heads: the matrices are "
                 "small, and it learns in a moment. Only the size "
                 "changes; what kind of model it is stays.")},
         {{"layers", 1}, {"d_model", 32}, {"heads", 2}, {"d_ff", 64}}},
        {{"default", phrase("Default"),
          phrase("What learns this task: two layers of width 64 with four heads.")},
         {},
         true},
        {{"large", phrase("Large"),
          phrase("Four layers of width 128 with eight heads: several times the weights of "
                 "the default. Below stands how long that takes here. Only the size "
                 "changes; what kind of model it is stays.")},
         {{"layers", 4}, {"d_model", 128}, {"heads", 8}, {"d_ff", 512}}},
        // Radford et al. 2019: decoder-only, the norm before each sub-layer and one after the last,
        // GELU by tanh, biases, learned positions, the embedding used again before the softmax and
        // not scaled.
        {{"gpt", phrase("GPT-2, small"),
          phrase("As GPT-2 is built (Radford et al. 2019): decoder-only, Pre-LN, GELU by "
                 "tanh, biases, learned positions, tied embeddings. Its size and its "
                 "training stay as they are.")},
         named({{"architecture", "decoder"},
                {"norm", "pre"},
                {"activation", "gelu_tanh"},
                {"attention_bias", true},
                {"positional", "learned"},
                {"position_offset", 0},
                {"output_bias", false},
                {"tie_embeddings", true},
                {"embedding_scale", false}})},
        // Touvron et al. 2023: decoder-only, RMSNorm before each sub-layer, SiLU-gated
        // feed-forward, rotary positions by halves, no biases; grouped queries as in Llama 2 and 3.
        {{"llama", phrase("Llama, small"),
          phrase("As Llama is built (Touvron et al. 2023), but small: decoder-only, "
                 "RMSNorm before each sub-layer, a feed-forward layer gated by SiLU, rotary "
                 "positions, no biases; four heads share two of keys and values, which came "
                 "with Llama 2 and 3. "
                 "Its training stays as it is.")},
         named({{"architecture", "decoder"},
                {"layers", 2},
                {"d_model", 64},
                {"heads", 4},
                {"kv_heads", 2},
                {"d_ff", 172},
                {"ffn", "gated"},
                {"ffn_bias", false},
                {"norm", "pre"},
                {"norm_kind", "rms"},
                {"norm_epsilon", 1e-6},
                {"activation", "silu"},
                {"positional", "rotary"},
                {"rotary_base", 10000},
                {"rotary_pairs", "halves"},
                {"attention_bias", false},
                {"output_bias", false},
                {"tie_embeddings", false},
                {"embedding_scale", false}})},
        // Vaswani et al. 2017: sections 3.1 to 3.5 for the model, 5.3 and 5.4 for the training. Its
        // warm-up of 4000 of 100,000 steps would be longer than the whole run of a small model.
        {{"paper", phrase("The 2017 paper, small"),
          phrase("As Vaswani et al. 2017 built and trained it, but small: encoder and "
                 "decoder, Post-LN, ReLU, sinusoidal positions, F = 4·D, tied embeddings, "
                 "dropout 0.1; Adam with β₂ 0.98 and ε 1e-9, noam with a short warm-up, "
                 "label smoothing 0.1. The number of training steps stays as it is.")},
         named({{"architecture", "encoder-decoder"},
                {"layers", 2},
                {"d_model", 64},
                {"heads", 4},
                {"d_ff", 256},
                {"norm", "post"},
                {"activation", "relu"},
                {"positional", "sinusoidal"},
                {"output_bias", true},
                {"dropout", 0.1},
                {"attention_bias", false},
                {"embedding_scale", true},
                {"tie_embeddings", true},
                {"optimizer", "adam"},
                {"beta1", 0.9},
                {"beta2", 0.98},
                {"epsilon", 1e-9},
                {"schedule", "noam"},
                {"learning_rate", 0.3},
                {"warmup", 400},
                {"weight_decay", 0.0},
                {"clip_norm", 0.0},
                {"label_smoothing", 0.1}})},
        {{"captions", phrase("A picture and its caption"),
          phrase("Coloured shapes are read, and a sentence is written that says what lies where. "
                 "Task, model and training are those that learn it.")},
         {},
         true,
         "caption"},
    };
    return table;
}

TaskRequest requestFor(const std::string& task, const std::string& architecture) {
    TaskRequest request;
    request.name = task;
    request.architecture = configOf({{"architecture", architecture}}).architecture;
    return request;
}

/// The longest sequence that a model of a task without a file should have room for.
Index neededLength(const std::string& task, const std::string& architecture) {
    return makeTask(requestFor(task, architecture))->modelDefaults().maxLength;
}

} // namespace

bool needsFile(const std::string& task) {
    const TaskInfo* const found = findTask(task);
    return found && found->needsFile;
}

bool hasContext(const std::string& task) {
    return hasParameter(task, contextKey);
}

bool hasParameter(const std::string& task, std::string_view key) {
    const TaskInfo* const found = findTask(task);
    return found && found->hasParameter(key);
}

bool isTaskParameter(std::string_view key) {
    return std::ranges::any_of(taskTable(),
                               [&](const TaskInfo& task) { return task.hasParameter(key); });
}

Sentence architectureFault(const std::string& task, const std::string& architecture) {
    try {
        requireArchitecture(requestFor(task, architecture));
    } catch (const Error& error) {
        return error.sentence();
    }
    return {};
}

FieldValues taskDefaults(const std::string& task) {
    const TaskDefaults defaults = defaultsWithoutFile(task);
    FieldValues values = modelValues(defaults.model);
    values.merge(trainingValues(defaults.train));
    return values;
}

std::vector<ModelPreset> modelPresets() {
    std::vector<ModelPreset> presets;
    std::ranges::transform(rows(), std::back_inserter(presets), &Row::preset);
    return presets;
}

PresetValues presetValues(std::string_view id, const std::string& task) {
    const auto row = std::ranges::find(rows(), id, [](const Row& each) { return each.preset.id; });
    if (row == rows().end())
        return {};
    PresetValues preset;
    if (row->fromTask) {
        preset.values = taskDefaults(row->task.empty() ? task : row->task);
        // The seed, the tokens, what the examples are and the room for a file's longest line are no
        // model's.
        for (const char* key : {"seed", tokenizerKey, mergesKey})
            preset.values.erase(key);
        for (const std::string_view key : taskParameterKeys())
            preset.values.erase(std::string(key));
        if (needsFile(task))
            preset.values.erase("max_length");
    }
    give(preset.values, row->values);
    if (!row->task.empty()) {
        preset.values["task"] = row->task;
        return preset;
    }
    const std::string architecture = choiceIn(preset.values, "architecture");
    if (architecture.empty())
        return preset;
    preset.obstacle = architectureFault(task, architecture);
    // A decoder reads source and target as one text, for which there may be no room yet.
    if (preset.obstacle.empty() && !row->fromTask && !needsFile(task))
        preset.atLeast["max_length"] = neededLength(task, architecture);
    return preset;
}

} // namespace gf
