// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/labs/lab_tasks.h"

#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"
#include "core/train/ablation.h"
#include "core/train/evaluate.h"
#include "core/train/length_ladder.h"
#include "core/train/model_series.h"
#include "core/train/position_tables.h"
#include "core/train/width_ladder.h"

#include <algorithm>

namespace gf {

namespace {

class AblationTask : public LabTask {
public:
    AblationTask(const lab::Ablate& request, const LabSubject& subject)
        : m_backend(makeBackend("cpu")), m_model(subject.run.description().model),
          m_words(subject.run.description().vocabularies), m_task(subject.run.sharedTask()),
          m_held(subject.held()), m_parameters(makeParameters(m_model)),
          m_example(subject.example()), m_examples(request.examples), m_tokens(request.tokens),
          m_run(m_model, functions(), request.pairs, request.mean ? StandIn::Mean : StandIn::Zero) {
        copyEntries(subject.run.parameters(), *m_parameters);
        if ((m_tokens || !m_task) && !m_example.loss)
            throw Error(phrase("without a right answer there is no loss"));
    }

    double advance() override { return m_run.advance(); }
    LabAnswer answer() override { return lab::Ablated{m_run.found()}; }
    bool isOfExample() const override { return m_tokens || m_task == nullptr; }

private:
    AblationSubject functions() {
        AblationSubject subject;
        subject.loss = [this](const std::vector<Intervention>& changes) { return loss(changes); };
        if (m_tokens)
            subject.tokens = [this](const std::vector<Intervention>& changes) {
                return rowLosses(*probed(m_example, changes));
            };
        subject.examples = m_task ? std::min(m_examples, m_task->validationCount()) : 1;
        subject.run = [this](Index example) {
            return probed(m_task ? validationExample(*m_task, example) : m_example, {});
        };
        return subject;
    }

    std::shared_ptr<const Trace> probed(const ProbeExample& example,
                                        const std::vector<Intervention>& changes) {
        const ProbedModel model{*m_backend, m_model, *m_parameters, m_words, m_held};
        return model.run(example, changes);
    }

    double loss(const std::vector<Intervention>& changes) {
        if (!m_task)
            return static_cast<double>((*probed(m_example, changes)->find("loss"))[0]);
        std::vector<Intervention> all = m_held;
        all.insert(all.end(), changes.begin(), changes.end());
        return Evaluator(*m_backend, m_model, m_task, *m_parameters, 1, m_examples, all).run().loss;
    }

    std::unique_ptr<Backend> m_backend;
    ModelConfig m_model;
    Vocabularies m_words;
    std::shared_ptr<const Task> m_task; ///< null where it cannot be had any more
    std::vector<Intervention> m_held;   ///< what the person holds the model to
    std::unique_ptr<Parameters> m_parameters;
    ProbeExample m_example;
    Index m_examples;
    bool m_tokens; ///< their losses are wanted, too
    AblationRun m_run;
};

/// A task that has examples of any length.
std::shared_ptr<const Task> laddersTask(const std::shared_ptr<const Task>& own) {
    try {
        if (own && !examplesOfLength(*own, 1, 1, 1).empty())
            return own;
    } catch (const Error&) { // it has none
    }
    TaskRequest request;
    request.name = "copy";
    return makeTask(request);
}

class LengthTask : public LabTask {
public:
    LengthTask(const lab::TryLengths& request, const LabSubject& subject)
        : LengthTask(request, laddersTask(subject.run.sharedTask())) {}

    double advance() override { return m_climb.advance(); }
    LabAnswer answer() override { return lab::TriedLengths{m_climb.ladder()}; }

private:
    LengthTask(const lab::TryLengths& request, const std::shared_ptr<const Task>& task)
        : m_backend(makeBackend("cpu")),
          m_climb(*m_backend, task, wholeLadder(*task, request.steps)) {}

    std::unique_ptr<Backend> m_backend;
    LengthClimb m_climb;
};

/// The task that models are to be trained on, and the settings of it.
std::shared_ptr<const Task> requiredTask(const LabSubject& subject) {
    if (!subject.run.task())
        throw Error(phrase("models are trained for this, and the task of this run is not there"));
    return subject.run.sharedTask();
}

TrainConfig trainedFor(Index steps, const LabSubject& subject) {
    TrainConfig train = subject.run.description().train;
    train.steps = steps;
    train.batch = std::min(train.batch, subject.mostExamples);
    return train;
}

/// Of the work of training as the run is trained.
double shareOf(const LabSubject& subject) {
    const auto all = static_cast<double>(subject.run.description().train.batch);
    return std::min(1.0, static_cast<double>(subject.mostExamples) / all);
}

class WidthTask : public LabTask {
public:
    WidthTask(const lab::TryWidths& request, const LabSubject& subject)
        : m_backend(makeBackend("cpu")), m_task(requiredTask(subject)),
          m_words(subject.run.description().vocabularies), m_share(shareOf(subject)),
          m_series(*m_backend, m_task, modelsByWidth(subject.run.description().model),
                   trainedFor(request.steps, subject), 1,
                   [this](std::size_t, Trainer& trained) { look(trained); }) {}

    double advance() override { return m_share * m_series.advance(); }
    LabAnswer answer() override { return lab::TriedWidths{m_ladder}; }

private:
    void look(Trainer& trained) {
        constexpr Index examples = 8;
        m_ladder.widths.insert(
            m_ladder.widths.begin(),
            scoresByWidth({*m_backend, trained.modelConfig(), trained.parameters(), m_words},
                          *m_task, examples));
    }

    std::unique_ptr<Backend> m_backend;
    std::shared_ptr<const Task> m_task;
    Vocabularies m_words;
    WidthLadder m_ladder;
    double m_share;
    ModelSeries m_series;
};

class PositionTask : public LabTask {
public:
    PositionTask(const lab::TrainPositions& request, const LabSubject& subject)
        : m_backend(makeBackend("cpu")), m_share(shareOf(subject)),
          m_series(
              *m_backend, requiredTask(subject), modelsByPosition(subject.run.description().model),
              trainedFor(request.steps, subject), 1, [this](std::size_t model, Trainer& trained) {
                  (model == 0 ? m_tables.learned : m_tables.relative) =
                      positionTable(trained.modelConfig(), trained.parameters());
              }) {}

    double advance() override { return m_share * m_series.advance(); }
    LabAnswer answer() override { return lab::TrainedPositions{m_tables}; }

private:
    std::unique_ptr<Backend> m_backend;
    PositionTables m_tables;
    double m_share;
    ModelSeries m_series;
};

} // namespace

std::unique_ptr<LabTask> begin(const lab::TryWidths& request, const LabSubject& subject) {
    return std::make_unique<WidthTask>(request, subject);
}

std::unique_ptr<LabTask> begin(const lab::TrainPositions& request, const LabSubject& subject) {
    return std::make_unique<PositionTask>(request, subject);
}

std::unique_ptr<LabTask> begin(const lab::Ablate& request, const LabSubject& subject) {
    return std::make_unique<AblationTask>(request, subject);
}

std::unique_ptr<LabTask> begin(const lab::TryLengths& request, const LabSubject& subject) {
    return std::make_unique<LengthTask>(request, subject);
}

} // namespace gf
