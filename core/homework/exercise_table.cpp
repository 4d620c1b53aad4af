// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/homework/exercise_table.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>

namespace gf {

namespace {

using Source = ExerciseSource;

ExerciseValue pre(std::string_view name, std::string_view node) {
    return {name, Source::Pre, node};
}

ExerciseValue padded(std::string_view name, std::string_view node) {
    return {name, Source::Padded, node};
}

ExerciseValue post(std::string_view name, std::string_view node) {
    return {name, Source::Post, node};
}

ExerciseValue recurrent(std::string_view name, std::string_view node) {
    return {name, Source::Bahdanau, node};
}

ExerciseValue step(std::string_view name, std::string_view node) {
    return {name, Source::Step, node};
}

ExerciseValue number(std::string_view name, double value) {
    return {name, Source::Number, {}, value};
}

ExerciseValue whole(ExerciseValue value) {
    value.isWhole = true;
    return value;
}

/// What of an answer is no step has a name of its own: "start", "end", "most", "few", "tokens".
ExerciseValue answer(std::string_view name, std::string_view what) {
    return {name, Source::Answer, what, 0, what != "logits"};
}

const std::vector<ExerciseFunction>& allFunctions() {
    static const std::vector<ExerciseFunction> table = {
        {"softmax",
         "softmax",
         {pre("scores", "decoder.0.cross_attn.scaled")},
         {pre("weights", "decoder.0.cross_attn.weights")}},
        {"attention",
         "attention",
         {pre("q", "decoder.0.cross_attn.q"), pre("k", "decoder.0.cross_attn.k"),
          pre("v", "decoder.0.cross_attn.v")},
         {pre("scores", "decoder.0.cross_attn.scaled"),
          pre("weights", "decoder.0.cross_attn.weights"),
          pre("context", "decoder.0.cross_attn.heads")}},
        {"causal_mask",
         "mask",
         {pre("scores", "decoder.0.self_attn.scaled")},
         {pre("masked", "decoder.0.self_attn.masked")}},
        {"padding_mask",
         "mask",
         {padded("scores", "encoder.0.self_attn.scaled"), padded("keep", "source.keep")},
         {padded("masked", "encoder.0.self_attn.masked")}},
        {"masked_weights",
         "mask",
         {pre("scores", "decoder.0.self_attn.scaled")},
         {pre("weights", "decoder.0.self_attn.weights")}},
        {"split_heads",
         "heads",
         {pre("x", "encoder.0.self_attn.concat"), whole(number("heads", 2))},
         {pre("split", "encoder.0.self_attn.heads")}},
        {"join_heads",
         "heads",
         {pre("split", "decoder.0.cross_attn.heads")},
         {pre("x", "decoder.0.cross_attn.concat")}},
        {"add_positions", "positions", {pre("x", "source.embedded")}, {pre("y", "source.input")}},
        {"layer_norm",
         "layer-norm",
         {pre("x", "encoder.0.residual1"), pre("gain", "encoder.0.norm2.gain"),
          pre("bias", "encoder.0.norm2.bias"), number("epsilon", 1e-5)},
         {pre("y", "encoder.0.norm2.output")}},
        {"feed_forward",
         "block",
         {pre("x", "encoder.0.norm2.output"), pre("w_1", "encoder.0.ffn.w_1"),
          pre("b_1", "encoder.0.ffn.b_1"), pre("w_2", "encoder.0.ffn.w_2"),
          pre("b_2", "encoder.0.ffn.b_2")},
         {pre("y", "encoder.0.ffn.output")}},
        {"pre_ln_block",
         "block",
         {pre("x", "encoder.0.residual1"), pre("gain", "encoder.0.norm2.gain"),
          pre("bias", "encoder.0.norm2.bias"), number("epsilon", 1e-5),
          pre("w_1", "encoder.0.ffn.w_1"), pre("b_1", "encoder.0.ffn.b_1"),
          pre("w_2", "encoder.0.ffn.w_2"), pre("b_2", "encoder.0.ffn.b_2")},
         {pre("y", "encoder.0.residual2")}},
        {"post_ln_block",
         "block",
         {post("x", "encoder.0.norm1.output"), post("gain", "encoder.0.norm2.gain"),
          post("bias", "encoder.0.norm2.bias"), number("epsilon", 1e-5),
          post("w_1", "encoder.0.ffn.w_1"), post("b_1", "encoder.0.ffn.b_1"),
          post("w_2", "encoder.0.ffn.w_2"), post("b_2", "encoder.0.ffn.b_2")},
         {post("y", "encoder.0.norm2.output")}},
        {"cross_attention",
         "cross-attention",
         {pre("x", "decoder.0.norm2.output"), pre("memory", "encoder.norm.output"),
          pre("w_q", "decoder.0.cross_attn.w_q"), pre("w_k", "decoder.0.cross_attn.w_k"),
          pre("w_v", "decoder.0.cross_attn.w_v"), pre("w_o", "decoder.0.cross_attn.w_o"),
          whole(number("heads", 2))},
         {pre("y", "decoder.0.cross_attn.output")}},
        {"cross_entropy",
         "loss",
         {padded("logits", "logits"), whole(padded("labels", "label.ids")),
          padded("keep", "label.keep")},
         {padded("loss", "loss")}},
        {"attention_backward",
         "backward",
         {pre("q", "decoder.0.cross_attn.q"), pre("k", "decoder.0.cross_attn.k"),
          pre("v", "decoder.0.cross_attn.v"), pre("weights", "decoder.0.cross_attn.weights"),
          pre("grad_context", "grad/decoder.0.cross_attn.heads")},
         {pre("grad_q", "grad/decoder.0.cross_attn.q"),
          pre("grad_k", "grad/decoder.0.cross_attn.k"),
          pre("grad_v", "grad/decoder.0.cross_attn.v")}},
        {"adam_step",
         "adam",
         {step("weight", "decoder.0.cross_attn.w_q"),
          step("gradient", "grad/decoder.0.cross_attn.w_q"),
          step("m", "adam_m/decoder.0.cross_attn.w_q"),
          step("v", "adam_v/decoder.0.cross_attn.w_q"), whole(step("step", "step")),
          step("rate", "learning_rate"), number("beta_1", 0.9), number("beta_2", 0.999),
          number("epsilon", 1e-8)},
         {step("m_new", "update/decoder.0.cross_attn.w_q/m"),
          step("v_new", "update/decoder.0.cross_attn.w_q/v"),
          step("weight_new", "update/decoder.0.cross_attn.w_q/apply")}},
        {"generate",
         "generate",
         {answer("next_logits", "logits"), answer("start", "start"), answer("end", "end"),
          answer("most", "most")},
         {answer("tokens", "tokens")}},
        {"generate.short",
         "generate",
         {answer("next_logits", "logits"), answer("start", "start"), answer("end", "end"),
          answer("most", "few")},
         {answer("tokens", "tokens")}},
        {"bahdanau",
         "bahdanau",
         {recurrent("state", "decoder.0.t1.state"), recurrent("memory", "encoder.0.states"),
          recurrent("w_1", "attention.w_1"), recurrent("w_2", "attention.w_2"),
          recurrent("v", "attention.v")},
         {recurrent("scores", "decoder.0.t2.scores"), recurrent("weights", "decoder.0.t2.weights"),
          recurrent("context", "decoder.0.t2.context")}},
    };
    return table;
}

} // namespace

const std::vector<Exercise>& exerciseTable() {
    static const std::vector<Exercise> table = {
        {"softmax", phrase("scores become weights"), "dictionary"},
        {"attention", phrase("scaled dot-product attention of each head"), "root"},
        {"mask", phrase("the future and padding are hidden"), "masks"},
        {"heads", phrase("columns are split into heads, and joined again"), "heads"},
        {"positions", phrase("sinusoidal positions"), "positions"},
        {"layer-norm", phrase("LayerNorm"), "depth"},
        {"block", phrase("the feed-forward layer in Pre-LN and in Post-LN"), "depth"},
        {"cross-attention", phrase("cross-attention from end to end"), "memory"},
        {"loss", phrase("cross-entropy with padding left out"), "step"},
        {"backward", phrase("the gradients of attention"), "step"},
        {"adam", phrase("one step of Adam"), "step"},
        {"generate", phrase("a greedy answer, token by token"), "writing"},
        {"bahdanau", phrase("additive attention of a recurrent decoder"), "memory"},
        {"all", phrase("all of these in one folder"), {}},
    };
    return table;
}

std::vector<OfferedExercise> offeredExercises() {
    std::vector<OfferedExercise> offered;
    for (const Exercise& each : exerciseTable()) {
        const std::vector<ExerciseFunction> functions = functionsOf(each.name);
        const ExerciseValue& first = functions.front().results.front();
        const bool isStep = !each.lesson.empty() && first.source != Source::Answer;
        OfferedExercise& one = offered.emplace_back(
            OfferedExercise{each.name, each.title, each.lesson, isStep ? first.node : "", {}});
        for (const ExerciseFunction& function : functions)
            if (function.name.find('.') == std::string_view::npos)
                one.functions.push_back(function.name);
    }
    return offered;
}

std::vector<ExerciseFunction> functionsOf(std::string_view exercise) {
    if (exercise == "all")
        return allFunctions();
    std::vector<ExerciseFunction> functions;
    std::ranges::copy_if(allFunctions(), std::back_inserter(functions),
                         [&](const ExerciseFunction& each) { return each.exercise == exercise; });
    if (functions.empty())
        throw Error(phrase("there is no exercise %1; \"glassformer exercise list\" names them"),
                    inQuotes(exercise));
    return functions;
}

} // namespace gf
