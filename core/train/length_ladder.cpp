// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/length_ladder.h"

#include "core/data/feed.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/tensor/row.h"
#include "core/tensor/stopped.h"
#include "core/train/generate.h"

#include <algorithm>
#include <bit>

namespace gf {

namespace {

std::string drawnSource(const Vocabulary& words, Index length, std::uint64_t seed,
                        std::uint64_t stream) {
    std::vector<TokenId> ids;
    for (Index i = 0; i < length; ++i)
        ids.push_back(static_cast<TokenId>(
            specialTokens + below(static_cast<std::uint64_t>(words.size() - specialTokens), seed,
                                  stream, static_cast<std::uint64_t>(i))));
    return words.decode(ids);
}

bool isRight(const Tensor& logits, std::span<const TokenId> labels) {
    for (std::size_t t = 0; t < labels.size(); ++t)
        if (labels[t] != padId && mostLikely(rowOf(logits, static_cast<Index>(t))) != labels[t])
            return false;
    return true;
}

/// How many of the examples, whose sources are of one length, the model answers right.
Index countRight(const ProbedModel& model, const std::vector<ExampleData>& examples,
                 const std::stop_token& stop) {
    const DataForm form(model.model);
    const Index source = examples.front().source.length(1) + 1;
    Index target = 0;
    for (const ExampleData& example : examples)
        target = std::max(target, form.hasTarget() ? example.target.length(1) + 1 : 0);
    const ModelGraph built =
        buildModel(model.model, {.sourceLength = source, .targetLength = target, .loss = false});
    const auto program = model.backend.compile(
        built.graph, model.parameters, {.batch = 1, .keepAll = false, .keep = {built.logits}});
    Index right = 0;
    for (const ExampleData& example : examples) {
        throwIfStopped(stop);
        const Batch batch = makeBatch(form, {example}, source, target);
        feed(*program, built, batch);
        program->run();
        right += isRight(program->value(built.logits), batch.ids(inputs::labelIds)) ? 1 : 0;
    }
    return right;
}

} // namespace

std::vector<ExampleData> examplesOfLength(const Task& task, Index length, Index count,
                                          std::uint64_t seed) {
    const Vocabulary* const words = task.sourceVocabulary();
    std::vector<ExampleData> examples;
    for (Index i = 0; words && task.form().hasSource() && i < count; ++i) {
        const std::string source = drawnSource(*words, length, seed, static_cast<std::uint64_t>(i));
        const std::optional<std::string> target = task.answerTo(source);
        if (!target)
            break;
        examples.push_back(
            exampleData({source, *target}, task.form(), words, task.targetVocabulary()));
    }
    if (static_cast<Index>(examples.size()) != count)
        throw Error(phrase("the task %1 has no examples of a length that is asked for; copy, "
                           "reverse and sort have"),
                    task.name());
    return examples;
}

ModelConfig ladderModel(const Task& task, Positional positional, Index longest) {
    ModelConfig model = task.modelDefaults();
    model.positional = positional;
    model.maxLength =
        std::max(model.maxLength,
                 static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(longest + 1))));
    return model;
}

std::vector<double> exactMatchByLength(const ProbedModel& model, const Task& task,
                                       std::span<const Index> lengths, Index examples,
                                       std::uint64_t seed, const std::stop_token& stop) {
    std::vector<double> shares;
    for (const Index length : lengths)
        shares.push_back(static_cast<double>(countRight(
                             model, examplesOfLength(task, length, examples, seed), stop)) /
                         static_cast<double>(examples));
    return shares;
}

} // namespace gf
