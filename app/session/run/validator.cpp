// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/validator.h"

#include "core/backend/copy_entries.h"

#include <algorithm>

namespace gf {

namespace {

/// More would not make the curve more telling, only slower to draw.
constexpr Index validationExamples = 256;

} // namespace

Index Validator::count() const {
    return m_run.task() ? std::min(m_run.task()->validationCount(), validationExamples) : 0;
}

void Validator::start() {
    const ModelConfig& model = m_run.description().model;
    if (!m_weights)
        m_weights = makeParameters(model);
    if (!m_evaluator)
        m_evaluator =
            std::make_unique<Evaluator>(*m_run.backend().backend, model, m_run.sharedTask(),
                                        *m_weights, 1, validationExamples, m_run.changes());
    copyEntries(m_run.parameters(), *m_weights);
    m_evaluator->restart();
    m_step = m_run.stepsDone();
    m_active = true;
}

std::optional<Evaluation> Validator::advance() {
    m_active = false; // unless there is more to do
    do
        m_evaluator->advance();
    while (m_evaluator->isInSlice());
    if (m_evaluator->finished())
        return m_evaluator->result();
    m_active = true;
    return std::nullopt;
}

void Validator::giveUp() {
    m_active = false;
}

void Validator::forgetPrograms() {
    m_active = false;
    m_evaluator.reset();
    m_weights.reset(); // they lie where they were measured
}

} // namespace gf
