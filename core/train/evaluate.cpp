// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/evaluate.h"

#include "core/data/feed.h"
#include "core/train/generate.h"

#include <algorithm>

namespace gf {

namespace {

constexpr Index sliceSize = 64;

std::vector<TokenId> encode(const Vocabulary* vocabulary, const std::string& text) {
    return vocabulary ? vocabulary->encode(text) : std::vector<TokenId>{};
}

} // namespace

Evaluator::Evaluator(const Backend& backend, const ModelConfig& model,
                     std::shared_ptr<const Task> task, Parameters& parameters, int threads,
                     Index limit, std::vector<Intervention> interventions)
    : m_task(std::move(task)), m_architecture(model.architecture) {
    m_count = m_task->validationCount();
    if (limit > 0)
        m_count = std::min(m_count, limit);
    m_graph = buildModel(model, {.sourceLength = model.hasEncoder() ? m_task->sourceLength() : 0,
                                 .targetLength = model.hasDecoder() ? m_task->targetLength() : 0,
                                 .training = false,
                                 .loss = true,
                                 .gradients = false,
                                 .labelSmoothing = 0,
                                 .interventions = std::move(interventions)});
    m_program = backend.compile(m_graph.graph, parameters,
                                {.batch = std::clamp<Index>(m_count, 1, sliceSize),
                                 .keepAll = false,
                                 .keep = {m_graph.logits, m_graph.tokenLoss},
                                 .threads = threads});
}

void Evaluator::restart() {
    m_next = 0;
    m_lossSum = 0;
    m_tokens = 0;
    m_answerTokens = 0;
    m_rightTokens = 0;
    m_rightExamples = 0;
}

bool Evaluator::advance() {
    if (finished())
        return true;
    // The program's batch is fixed: what is missing in the last slice repeats its last example.
    std::vector<std::vector<TokenId>> sources;
    std::vector<std::vector<TokenId>> targets;
    std::vector<Index> given;
    for (Index i = 0; i < m_program->batch(); ++i) {
        const TextExample example = m_task->validation(std::min(m_next + i, m_count - 1));
        sources.push_back(encode(m_task->sourceVocabulary(), example.source));
        targets.push_back(encode(m_task->targetVocabulary(), example.target));
        given.push_back(m_task->promptLength(example));
    }
    const Batch batch =
        makeBatch(m_architecture, sources, targets, m_task->sourceLength(), m_task->targetLength());
    feed(*m_program, m_graph, batch);
    m_program->run();
    countSlice(batch, given);
    return finished();
}

void Evaluator::countSlice(const Batch& batch, const std::vector<Index>& given) {
    const Index examples = std::min(m_program->batch(), m_count - m_next);
    std::vector<Wanted> wanted;
    for (Index example = 0; example < examples; ++example) {
        wanted.push_back({m_graph.logits, example});
        wanted.push_back({m_graph.tokenLoss, example});
    }
    const std::vector<Tensor> values = m_program->values(wanted);
    for (Index example = 0; example < examples; ++example) {
        const Tensor& logits = values[static_cast<std::size_t>(2 * example)];
        const Tensor& loss = values[static_cast<std::size_t>(2 * example + 1)];
        const auto row = static_cast<std::size_t>(logits.shape().columns());
        const std::span<const TokenId> labels = batch.ids(inputs::labelIds, example);
        bool right = true;
        for (Index t = 0; t < static_cast<Index>(labels.size()); ++t) {
            const TokenId label = labels[static_cast<std::size_t>(t)];
            if (label == padId)
                continue;
            m_lossSum += static_cast<double>(loss[t]);
            ++m_tokens;
            if (t < given[static_cast<std::size_t>(example)])
                continue; // part of the question
            ++m_answerTokens;
            const TokenId answer =
                mostLikely(logits.values().subspan(static_cast<std::size_t>(t) * row, row));
            m_rightTokens += answer == label;
            right = right && answer == label;
        }
        m_rightExamples += right;
    }
    m_next += examples;
}

Evaluation Evaluator::result() const {
    Evaluation evaluation;
    evaluation.examples = m_next;
    const auto share = [](Index part, Index whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    evaluation.loss = m_tokens > 0 ? m_lossSum / static_cast<double>(m_tokens) : 0.0;
    evaluation.tokenAccuracy = share(m_rightTokens, m_answerTokens);
    evaluation.accuracy = share(m_rightExamples, m_next);
    return evaluation;
}

Evaluation Evaluator::run() {
    restart();
    while (!advance()) {
    }
    return result();
}

} // namespace gf
