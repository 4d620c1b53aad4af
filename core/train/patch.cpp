// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/patch.h"

#include "core/measure/residual_stream.h"
#include "core/model/inputs.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/forward_from_step.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace gf {

namespace {

/// ln softmax(z)_i = z_i − ln Σ exp z.
double logProbability(std::span<const float> logits, Index column) {
    const Eigen::ArrayXd z = exactly(logits);
    const double largest = z.maxCoeff();
    return z[column] - largest - std::log((z - largest).exp().sum());
}

/// Throws Error unless both runs have as many tokens.
void requireSameLengths(const Trace& own, const Trace& other) {
    for (const auto tokens : {&Trace::sourceTokens, &Trace::targetTokens})
        if ((own.*tokens).size() != (other.*tokens).size())
            throw Error(phrase("the examples have %1 and %2 tokens; a cell can be put in the "
                               "place of another only where both have as many"),
                        (own.*tokens).size(), (other.*tokens).size());
}

} // namespace

std::vector<Index> answerColumns(const Trace& trace) {
    const Tensor* const labels = trace.find(inputs::labelIds);
    const Tensor* const keep = trace.find(inputs::labelKeep);
    const NodeId loss = trace.graph->find("token_loss");
    if (!labels || !keep || loss == noNode)
        return {};
    const Index first = (*trace.graph)[loss].as<LossAttributes>().first;
    std::vector<Index> columns;
    for (Index row = 0; row < labels->count(); ++row)
        columns.push_back((*keep)[row] == 0 ? -1 : static_cast<Index>((*labels)[row]) - first);
    return columns;
}

Patch::Patch(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> own,
             std::shared_ptr<const Trace> other, std::vector<Index> answer)
    : m_backend(backend), m_parameters(parameters), m_ownTrace(std::move(own)),
      m_otherTrace(std::move(other)), m_answer(std::move(answer)) {
    requireSameLengths(*m_ownTrace, *m_otherTrace);
    const Graph& graph = *m_ownTrace->graph;
    if (const std::optional<Sentence> why = noWordsAfterLayers(graph))
        throw Error(*why);
    if (std::ranges::all_of(m_answer, [](Index column) { return column < 0; }))
        throw Error(phrase("the other example has no answer that could come back; give it one"));
    for (const ResidualStream& stream : residualStreams(graph)) {
        const std::vector<NodeId> boundaries = layerBoundaries(graph, stream);
        if (boundaries.empty())
            continue;
        const Node& last = graph[boundaries.back()];
        m_stacks.push_back({last.scope.levels.front().title, boundaries, last.shape[0]});
    }
    if (m_stacks.empty())
        throw Error(phrase("this model has no residual stream; only a transformer has one"));
    m_own = answerIn(*m_ownTrace->find("logits"));
    m_other = answerIn(*m_otherTrace->find("logits"));
}

Patch::~Patch() = default;

double Patch::answerIn(const Tensor& logits) const {
    double sum = 0;
    for (std::size_t row = 0; row < m_answer.size(); ++row)
        if (m_answer[row] >= 0)
            sum += logProbability(rowOf(logits, static_cast<Index>(row)), m_answer[row]);
    return sum;
}

Tensor Patch::logits(std::size_t stack, std::size_t boundary, Index token, Index count) {
    const NodeId from = m_stacks[stack].boundaries[boundary];
    if (!m_forward || m_from != from)
        m_forward = std::make_unique<ForwardFromStep>(m_backend, m_parameters, *m_ownTrace, from,
                                                      m_ownTrace->graph->find("logits"));
    m_from = from;
    Tensor patched = m_ownTrace->value(from);
    assert(token >= 0 && token + count <= patched.shape()[0]);
    matrixOf(patched).middleRows(token, count) =
        matrixOf(m_otherTrace->value(from)).middleRows(token, count);
    return m_forward->run(patched);
}

double Patch::restored(const Tensor& logits) const {
    return (answerIn(logits) - m_own) / (m_other - m_own);
}

} // namespace gf
