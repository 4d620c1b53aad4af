// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/homework/exercise_values.h"

#include "core/data/batch.h"
#include "core/train/generate.h"
#include "core/train/run.h"
#include "core/train/step_walk.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <string>

namespace gf {

namespace {

constexpr Index padding = 3;   ///< tokens behind each sequence
constexpr Index adamSteps = 4; ///< before the one that is shown, whose bias correction is large
constexpr Index fewTokens = 4; ///< fewer than an answer has

std::shared_ptr<const Task> dateTask() {
    TaskRequest request;
    request.name = "date";
    return makeTask(request);
}

/// A small run, and what of it has been looked at.
class SmallRun {
public:
    SmallRun(ExerciseSource kind, std::uint64_t seed)
        : m_task(dateTask()), m_backend(makeBackend("cpu")), m_words(vocabulariesOf(m_task)),
          m_trainer(*m_backend, modelOf(kind), trainingOf(kind, seed),
                    makeTaskBatches(m_task, trainingOf(kind, seed).batch, seed), 1) {
        while (m_trainer.stepsDone() < adamSteps)
            m_trainer.steps(adamSteps - m_trainer.stepsDone());
        m_step = StepWalk(m_trainer, m_words, "").trace(0);
        const Index last = m_trainer.trainConfig().steps;
        while (m_trainer.stepsDone() < last)
            m_trainer.steps(last - m_trainer.stepsDone());
        m_example = exampleOf(seed);
    }

    std::shared_ptr<const Trace> trace(ExerciseSource source) {
        if (source == ExerciseSource::Step)
            return m_step;
        std::shared_ptr<const Trace>& known = m_traces[source];
        if (!known)
            known = probed(exampleFor(source));
        return known;
    }

private:
    ModelConfig modelOf(ExerciseSource kind) const {
        ModelConfig model = m_task->modelDefaults();
        model.layers = 1;
        model.dModel = 16;
        model.heads = 2;
        model.dFf = 32;
        model.norm = kind == ExerciseSource::Post ? Norm::Post : Norm::Pre;
        if (kind == ExerciseSource::Bahdanau) {
            model.family = Family::Recurrent;
            model.alignment = Alignment::Bahdanau;
        }
        return model;
    }

    /// One of the validation examples, whose source is as long as nothing else is: where a student
    /// takes one size for another, the numbers differ.
    ProbeExample exampleOf(std::uint64_t seed) const {
        const ModelConfig& model = m_trainer.modelConfig();
        const auto count = static_cast<std::uint64_t>(m_task->validationCount());
        for (std::uint64_t i = 0;; ++i) {
            ProbeExample example = probeExampleOf(
                m_task->validationData(static_cast<Index>((seed % count + i) % count)));
            const Index sources = example.source.length(1) + 1;
            const Index targets = example.target.length(1) + 1;
            if (i == count ||
                (sources != targets && sources != model.dModel && sources != model.headWidth()))
                return example;
        }
    }

    static TrainConfig trainingOf(ExerciseSource kind, std::uint64_t seed) {
        TrainConfig train;
        train.steps = kind == ExerciseSource::Pre ? 300 : 60;
        train.learningRate = 1e-2;
        train.seed = seed;
        return train;
    }

    ProbeExample exampleFor(ExerciseSource source) {
        ProbeExample example = m_example;
        example.padding = source == ExerciseSource::Padded ? padding : 0;
        if (source == ExerciseSource::Answer) {
            const ModelConfig& model = m_trainer.modelConfig();
            Generator generator(*m_backend, model, m_trainer.parameters(), {}, m_words);
            example.target =
                generator.generate(example.source, {}, Sampling{}, model.maxLength - 1).ids;
            example.answered = true;
            example.gradients = example.loss = false;
        }
        return example;
    }

    std::shared_ptr<const Trace> probed(const ProbeExample& example) {
        Probe probe(*m_backend, m_trainer.modelConfig(), m_trainer.parameters(), example, m_words,
                    "");
        return probe.run(m_trainer.stepsDone());
    }

    std::shared_ptr<const Task> m_task;
    std::unique_ptr<Backend> m_backend;
    Vocabularies m_words;
    Trainer m_trainer;
    std::shared_ptr<const Trace> m_step;
    ProbeExample m_example;
    std::map<ExerciseSource, std::shared_ptr<const Trace>> m_traces;
};

IntTensor wholeNumbers(const Tensor& values) {
    return {values.shape(),
            std::vector<std::int64_t>(values.values().begin(), values.values().end())};
}

IntTensor wholeNumber(Index value) {
    return {Shape{}, std::vector<std::int64_t>{value}};
}

/// The tokens that the rows of these logits say, up to the one that ends them; at most so many.
/// Behind the last row it is asked again.
IntTensor greedyTokens(const Tensor& logits, Index most) {
    const Index words = logits.shape()[1];
    std::vector<std::int64_t> tokens;
    while (static_cast<Index>(tokens.size()) < most) {
        const Index row = std::min(static_cast<Index>(tokens.size()), logits.shape()[0] - 1);
        const std::span<const float> all = logits.values().subspan(
            static_cast<std::size_t>(row * words), static_cast<std::size_t>(words));
        const Index token = std::ranges::max_element(all) - all.begin();
        if (token == eosId)
            break;
        tokens.push_back(token);
    }
    const auto count = static_cast<Index>(tokens.size());
    return {Shape{count}, std::move(tokens)};
}

class Values {
public:
    explicit Values(std::uint64_t seed) : m_seed(seed) {}

    /// Of an argument or a result of this function.
    std::variant<Tensor, IntTensor> of(const ExerciseFunction& function,
                                       const ExerciseValue& value) {
        if (value.source == ExerciseSource::Number) {
            if (value.isWhole)
                return wholeNumber(static_cast<Index>(value.number));
            return Tensor(Shape{}, static_cast<float>(value.number));
        }
        const std::shared_ptr<const Trace> trace = run(value.source).trace(value.source);
        if (value.source == ExerciseSource::Answer && value.isWhole)
            return ofAnswer(function, value.node, *trace->find("logits"));
        const Tensor* const found = trace->find(value.node);
        assert(found);
        if (value.isWhole)
            return wholeNumbers(*found);
        return *found;
    }

private:
    static IntTensor ofAnswer(const ExerciseFunction& function, std::string_view what,
                              const Tensor& logits) {
        // Two more than it takes: what goes on behind the end is seen.
        const Index most = logits.shape()[0] + 2;
        const bool isShort = std::ranges::any_of(
            function.inputs, [](const ExerciseValue& input) { return input.node == "few"; });
        if (what == "start")
            return wholeNumber(sosId);
        if (what == "end")
            return wholeNumber(eosId);
        if (what == "tokens")
            return greedyTokens(logits, isShort ? fewTokens : most);
        return wholeNumber(what == "few" ? fewTokens : most);
    }

    /// Trained when it is first asked for.
    SmallRun& run(ExerciseSource source) {
        const bool isOwn = source == ExerciseSource::Post || source == ExerciseSource::Bahdanau;
        const ExerciseSource kind = isOwn ? source : ExerciseSource::Pre;
        std::unique_ptr<SmallRun>& known = m_runs[kind];
        if (!known)
            known = std::make_unique<SmallRun>(kind, m_seed);
        return *known;
    }

    std::uint64_t m_seed;
    std::map<ExerciseSource, std::unique_ptr<SmallRun>> m_runs;
};

} // namespace

std::vector<NamedTensor> exerciseValues(std::span<const ExerciseFunction> functions,
                                        std::uint64_t seed) {
    Values values(seed);
    std::vector<NamedTensor> tensors;
    for (const ExerciseFunction& function : functions)
        for (const auto* list : {&function.inputs, &function.results})
            for (const ExerciseValue& value : *list)
                tensors.push_back({std::string(function.name) + '.' + std::string(value.name),
                                   values.of(function, value)});
    return tensors;
}

} // namespace gf
