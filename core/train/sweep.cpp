// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sweep.h"

#include "core/io/quote.h"
#include "core/model/frozen.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/tensor/phrase.h"
#include "core/train/schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gf {

namespace {

/// Keys that say what is trained, and for how long: with them at several values rows could not be
/// compared, or would not be of the task.
constexpr std::array<std::string_view, 8> notSwept{
    "architecture", "input", "output", "features", "source_vocab", "target_vocab", "steps", "seed"};

template <class Fields> bool hasKey(const Fields& fields, std::string_view key) {
    return std::ranges::any_of(fields, [&](const auto& field) { return field.key == key; });
}

TrainConfig trainWith(const SweepTraining& like, std::string_view key, const FieldValue& value) {
    FieldValues values = valuesOf(like.train);
    values[std::string(key)] = value;
    TrainConfig train = trainConfigOf(values);
    if (key == "learning_rate" && !like.isScheduleChosen)
        chooseLearningRate(train, train.learningRate);
    return train;
}

/// A task that it is a parameter of, with it.
std::shared_ptr<const Task> taskWith(const SweepTraining& training, std::string_view key) {
    const TaskInfo* const info = findTask(training.task->name());
    if (!info || !info->hasParameter(key))
        throw Error(phrase("the task %1 has no %2"), inQuotes(std::string(training.task->name())),
                    std::string(key));
    if (info->takesFile())
        throw Error(phrase("%1 is of the task's file and cannot be swept"), std::string(key));
    TaskRequest request;
    request.name = training.task->name();
    request.architecture = training.model.architecture;
    request.parameters = training.train;
    return makeTask(request);
}

} // namespace

SweepTraining withSwept(const SweepTraining& like, std::string_view key, const FieldValue& value,
                        std::uint64_t seed) {
    SweepTraining training = like;
    training.value = value;
    const bool isOfTraining = hasKey(trainFields(), key);
    const bool isOfModel = hasKey(configFields(), key);
    if ((!isOfTraining && !isOfModel) || std::ranges::count(notSwept, key) > 0)
        throw Error(phrase("%1 is no key of the model or of its training that can be swept; such "
                           "are learning_rate, batch, layers, heads, dropout"),
                    inQuotes(std::string(key)));
    if (isOfTraining) {
        training.train = trainWith(like, key, value);
        const TaskParameters& now = training.train;
        const TaskParameters& before = like.train;
        if (!(now == before)) {
            training.task = taskWith(training, key);
            training.model.sourceVocab = training.task->modelDefaults().sourceVocab;
            training.model.targetVocab = training.task->modelDefaults().targetVocab;
            training.model.maxLength =
                std::max(training.model.maxLength, training.task->modelDefaults().maxLength);
        }
    } else {
        FieldValues values = valuesOf(like.model);
        values[std::string(key)] = value;
        training.model = configOf(values);
    }
    requireRoom(*training.task, training.model);
    training.train.seed = seed;
    requireFreezable(training.model, training.train, FieldNames::Keys);
    return training;
}

// ---- Sweep -------------------------------------------------------------------------------------

Sweep::Sweep(const Backend& backend, std::vector<SweepTraining> trainings, int threads)
    : m_backend(backend), m_trainings(std::move(trainings)), m_threads(threads) {
    if (!m_trainings.empty())
        begin();
}

Sweep::~Sweep() = default;

void Sweep::begin() {
    const SweepTraining& training = m_trainings[m_next];
    m_trainer = std::make_unique<Trainer>(
        m_backend, training.model, training.train,
        makeTaskBatches(training.task, training.train.batch, training.train.seed), m_threads);
    m_rows.push_back({training.value, training.train.seed});
}

void Sweep::take(const StepResult& step) {
    SweepRow& row = m_rows.back();
    row.losses.push_back({step.step, static_cast<float>(step.loss)});
    row.loss = step.loss;
    if (!step.finite())
        row.divergedAt = step.step;
}

/// The row is whole.
void Sweep::finish() {
    SweepRow& row = m_rows.back();
    if (row.divergedAt)
        row.loss = std::numeric_limits<double>::quiet_NaN();
    m_evaluator.reset();
    m_trainer.reset();
    if (++m_next < m_trainings.size())
        begin();
}

double Sweep::advance() {
    if (m_next == m_trainings.size())
        return 1;
    const SweepTraining& training = m_trainings[m_next];
    if (m_trainer->stepsDone() < training.train.steps)
        train(training);
    else
        evaluate(training);
    if (m_next == m_trainings.size())
        return 1;
    constexpr double trainingsShare = 0.9; // the rest is validation
    const Index steps = std::max<Index>(m_trainings[m_next].train.steps, 1);
    const double done =
        trainingsShare * static_cast<double>(m_trainer->stepsDone()) / static_cast<double>(steps);
    return (static_cast<double>(m_next) + done) / static_cast<double>(m_trainings.size());
}

/// As many steps as take a hundredth of a second.
void Sweep::train(const SweepTraining& training) {
    const Index steps = training.train.steps;
    for (const StepResult& step : m_trainer->steps(steps - m_trainer->stepsDone()))
        take(step);
    SweepRow& row = m_rows.back();
    if (m_trainer->stepsDone() == steps && !row.divergedAt &&
        !allFinite(m_trainer->parameters().flat()))
        row.divergedAt = steps; // by the last update
    if (row.divergedAt)
        finish();
}

/// One pass.
void Sweep::evaluate(const SweepTraining& training) {
    if (training.task->validationCount() == 0)
        return finish();
    if (!m_evaluator)
        m_evaluator.emplace(m_backend, training.model, training.task, m_trainer->parameters(),
                            m_threads);
    if (!m_evaluator->advance())
        return;
    m_rows.back().evaluation = m_evaluator->result();
    finish();
}

// ---- RateFinder --------------------------------------------------------------------------------

namespace {

constexpr double farAboveTheLeast = 4;

TrainConfig atConstantRate(TrainConfig train, double rate) {
    train.schedule = ScheduleKind::Constant;
    train.learningRate = rate;
    return train;
}

} // namespace

RateFinder::RateFinder(const Backend& backend, const SweepTraining& training, int threads,
                       double lowest, double highest)
    : m_most(std::max<Index>(training.train.steps, 2)), m_lowest(lowest),
      m_factor(std::pow(highest / lowest, 1.0 / static_cast<double>(m_most - 1))),
      m_trainer(backend, training.model, atConstantRate(training.train, lowest),
                makeTaskBatches(training.task, training.train.batch, training.train.seed), threads),
      m_least(std::numeric_limits<double>::infinity()) {}

double RateFinder::advance() {
    const double rate = m_lowest * std::pow(m_factor, static_cast<double>(m_steps.size()));
    m_trainer.setLearningRate(rate);
    const StepResult step = m_trainer.step();
    m_steps.push_back({rate, step.loss});
    m_least = std::min(m_least, step.loss);
    const bool isOver = !step.finite() || step.loss > farAboveTheLeast * m_least;
    const double done = static_cast<double>(m_steps.size()) / static_cast<double>(m_most);
    return isOver || std::ssize(m_steps) >= m_most ? 1 : done;
}

} // namespace gf
