// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/length_ladder.h"

#include "core/data/feed.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/tensor/row.h"
#include "core/tensor/stopped.h"
#include "core/train/generate.h"
#include "core/train/trainer.h"

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

bool isRight(const Tensor& logits, const Batch& batch) {
    const std::span<const TokenId> labels = batch.ids(inputs::labelIds);
    const std::vector<bool> labelled = batch.labelled(0);
    for (std::size_t t = 0; t < labels.size(); ++t)
        if (labelled[t] && mostLikely(rowOf(logits, static_cast<Index>(t))) != labels[t])
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
        right += isRight(program->value(built.logits), batch) ? 1 : 0;
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

const std::vector<std::string>& kindsOfPosition() {
    static const std::vector<std::string> kinds{"none",     "sinusoidal", "learned",
                                                "relative", "rotary",     "alibi"};
    return kinds;
}

LadderPlan wholeLadder(const Task& task, Index steps) {
    LadderPlan plan;
    plan.positions = kindsOfPosition();
    plan.steps = steps;
    const Index longest = task.sourceLength() - 1;
    for (Index length = std::max<Index>(longest / 2, 1); length <= longest + longest / 2; ++length)
        plan.lengths.push_back(length);
    return plan;
}

LengthClimb::LengthClimb(const Backend& backend, std::shared_ptr<const Task> task, LadderPlan plan)
    : m_backend(backend), m_task(std::move(task)),
      m_plan(std::move(plan)), m_ladder{
                                   m_task->name(), m_task->sourceLength() - 1, m_plan.lengths, {}} {
    for (const Index length : m_plan.lengths)
        examplesOfLength(*m_task, length, 1, m_plan.seed);
    begin();
}

LengthClimb::~LengthClimb() = default;

void LengthClimb::begin() {
    const std::string& kind = m_plan.positions[m_ladder.curves.size()];
    TrainConfig train = m_task->trainDefaults();
    train.seed = m_plan.seed;
    train.steps = m_plan.steps;
    const ModelConfig model = ladderModel(*m_task, configOf({{"positional", kind}}).positional,
                                          std::ranges::max(m_plan.lengths));
    m_trainer = std::make_unique<Trainer>(
        m_backend, model, train, makeTaskBatches(m_task, train.batch, train.seed), m_plan.threads);
    m_ladder.curves.push_back({kind, {}});
}

double LengthClimb::advance() {
    if (!m_trainer)
        return 1;
    if (m_trainer->stepsDone() < m_plan.steps) {
        m_trainer->steps(m_plan.steps - m_trainer->stepsDone());
        return done();
    }
    std::vector<double>& right = m_ladder.curves.back().right;
    const std::vector<Index> next{m_plan.lengths[right.size()]};
    right.push_back(
        exactMatchByLength({m_backend, m_trainer->modelConfig(), m_trainer->parameters()}, *m_task,
                           next, m_plan.examples, m_plan.seed)
            .front());
    if (right.size() < m_plan.lengths.size())
        return done();
    m_trainer.reset();
    if (m_ladder.curves.size() == m_plan.positions.size())
        return 1;
    const double part = done();
    begin();
    return part;
}

double LengthClimb::done() const {
    constexpr double training = 0.95; // of the time that a model takes
    const auto count = static_cast<double>(m_ladder.curves.size());
    double last = 1; // of the last model
    if (m_trainer)
        last = training * static_cast<double>(m_trainer->stepsDone()) /
                   static_cast<double>(std::max<Index>(m_plan.steps, 1)) +
               (1 - training) * static_cast<double>(m_ladder.curves.back().right.size()) /
                   static_cast<double>(m_plan.lengths.size());
    return (count - 1 + last) / static_cast<double>(m_plan.positions.size());
}

} // namespace gf
