// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/trained_run.h"

#include "core/tensor/error.h"
#include "core/train/schedule.h"

#include <utility>

namespace gf {

std::vector<StepResult> TrainedRun::steps(Index most) {
    const std::vector<StepResult> results = m_trainer->steps(most);
    m_description.steps = m_trainer->stepsDone();
    return results;
}

void TrainedRun::setLearningRate(double rate) {
    TrainConfig changed = m_description.train;
    setPeakLearningRate(changed, m_description.model.dModel, rate);
    const auto problems = trainProblemsIn(valuesOf(changed), FieldNames::Labels);
    if (!problems.empty())
        throw Error(problems.front().sentence);
    m_description.train = changed;
    if (m_trainer)
        m_trainer->setLearningRate(rate);
}

void TrainedRun::setBatchSize(Index batch) {
    if (m_trainer)
        m_trainer->rebuild(*m_backend.backend, batches(batch), trainingThreads());
    m_description.train.batch = batch;
}

void TrainedRun::setBackend(const OpenBackend& backend) {
    if (m_trainer)
        m_trainer->rebuild(*backend.backend, batches(m_description.train.batch), trainingThreads());
    use(backend);
}

void TrainedRun::recover(const OpenBackend& backend) {
    if (m_trainer) {
        m_trainer->recover(*backend.backend);
        m_description.steps = m_trainer->stepsDone();
        m_description.metrics.dropAfter(m_description.steps);
    }
    use(backend);
}

void TrainedRun::use(const OpenBackend& backend) {
    releasePrograms();
    m_backend = backend;
}

void TrainedRun::restoreLastGood() {
    m_trainer->restoreLastGood();
    m_description.steps = m_trainer->stepsDone();
    weightsReplaced();
}

void TrainedRun::restore(std::span<const float> numbers, Index step) {
    weights().assign(numbers);
    comeTo(step);
}

void TrainedRun::restore(SharedWeights numbers, Index step) {
    weights().adopt(std::move(numbers));
    comeTo(step);
}

/// The weights are those of this step.
void TrainedRun::comeTo(Index step) {
    if (m_trainer)
        m_trainer->setStepsDone(step);
    m_description.steps = step;
    weightsReplaced();
}

void TrainedRun::hold(Interventions interventions) {
    if (m_trainer && interventions.list() != m_interventions.list())
        m_trainer->intervene(changesWith(interventions));
    m_interventions = std::move(interventions);
}

} // namespace gf
