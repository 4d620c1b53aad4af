// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lab_tasks.h"

#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"
#include "core/train/ablation.h"
#include "core/train/evaluate.h"
#include "core/train/length_ladder.h"

#include <algorithm>

namespace gf {

namespace {

class AblationTask : public LabTask {
public:
    AblationTask(const lab::Ablate& request, const LabSubject& subject)
        : m_backend(makeBackend("cpu")), m_model(subject.run.description().model),
          m_words(subject.run.description().vocabularies), m_task(subject.run.sharedTask()),
          m_held(subject.run.changes()), m_parameters(makeParameters(m_model)),
          m_example(subject.example()), m_examples(request.examples),
          m_run(
              m_model, [this](const std::vector<Intervention>& changes) { return loss(changes); },
              request.pairs) {
        copyEntries(subject.run.parameters(), *m_parameters);
        if (!m_task && !m_example.loss)
            throw Error(phrase("without a right answer there is no loss"));
    }

    double advance() override { return m_run.advance(); }
    LabAnswer answer() override { return lab::Ablated{m_run.found()}; }

private:
    double loss(const std::vector<Intervention>& changes) {
        if (!m_task) {
            const ProbedModel model{*m_backend, m_model, *m_parameters, m_words, m_held};
            return static_cast<double>((*model.run(m_example, changes)->find("loss"))[0]);
        }
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

} // namespace

std::unique_ptr<LabTask> begin(const lab::Ablate& request, const LabSubject& subject) {
    return std::make_unique<AblationTask>(request, subject);
}

std::unique_ptr<LabTask> begin(const lab::TryLengths& request, const LabSubject& subject) {
    return std::make_unique<LengthTask>(request, subject);
}

} // namespace gf
