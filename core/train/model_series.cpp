// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/model_series.h"

#include "core/measure/cost.h"
#include "core/model/model.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gf {

namespace {

double costOfPass(const ModelConfig& model, const Task& task) {
    const ModelGraph built =
        buildModel(model, {.sourceLength = model.hasEncoder() ? task.sourceLength() : 0,
                           .targetLength = model.hasDecoder() ? task.targetLength() : 0,
                           .loss = false});
    return costOf(*built.graph).total;
}

} // namespace

ModelSeries::ModelSeries(const Backend& backend, std::shared_ptr<const Task> task,
                         std::vector<ModelConfig> models, const TrainConfig& train, int threads,
                         Look look)
    : m_backend(backend), m_task(std::move(task)), m_models(std::move(models)), m_train(train),
      m_threads(threads), m_look(std::move(look)) {
    for (const ModelConfig& model : m_models)
        m_costs.push_back(costOfPass(model, *m_task));
    const double all = std::accumulate(m_costs.begin(), m_costs.end(), 0.0);
    for (double& cost : m_costs)
        cost = all > 0 ? cost / all : 1.0 / static_cast<double>(m_costs.size());
    if (!m_models.empty())
        begin();
}

void ModelSeries::begin() {
    m_trainer =
        std::make_unique<Trainer>(m_backend, m_models[m_model], m_train,
                                  makeTaskBatches(m_task, m_train.batch, m_train.seed), m_threads);
}

double ModelSeries::advance() {
    if (!m_trainer)
        return 1;
    const double cost = m_costs[m_model];
    if (m_trainer->stepsDone() < m_train.steps) {
        m_trainer->steps(m_train.steps - m_trainer->stepsDone());
        return m_done + cost * 0.99 * static_cast<double>(m_trainer->stepsDone()) /
                            static_cast<double>(m_train.steps);
    }
    m_look(m_model, *m_trainer);
    m_trainer.reset();
    m_done += cost;
    if (++m_model == m_models.size())
        return 1;
    begin();
    return std::min(m_done, 0.99);
}

} // namespace gf
