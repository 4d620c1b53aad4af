// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/patch.h"

#include "core/model/inputs.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/forward_from_step.h"
#include "core/train/path_run.h"

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

double logProbabilityOf(const std::vector<Index>& answer, const Tensor& logits) {
    double sum = 0;
    for (std::size_t row = 0; row < answer.size(); ++row)
        if (answer[row] >= 0)
            sum += logProbability(rowOf(logits, static_cast<Index>(row)), answer[row]);
    return sum;
}

/// Throws Error unless both runs have as many tokens.
void requireSameLengths(const Trace& own, const Trace& other) {
    for (const auto tokens : {&Trace::sourceTokens, &Trace::targetTokens})
        if ((own.*tokens).size() != (other.*tokens).size())
            throw Error(phrase("the examples have %1 and %2 tokens; a cell can be put in the "
                               "place of another only where both have as many"),
                        (own.*tokens).size(), (other.*tokens).size());
}

/// Cells of a row from those of another value: of a matrix, of one head's, or of its columns.
void putCells(Tensor& into, const Tensor& from, const PatchRow& row, Index first, Index count) {
    if (row.width > 0)
        matrixOf(into).block(first, row.head * row.width, count, row.width) =
            matrixOf(from).block(first, row.head * row.width, count, row.width);
    else if (row.head >= 0)
        matrixOf(into, row.head).middleRows(first, count) =
            matrixOf(from, row.head).middleRows(first, count);
    else
        matrixOf(into).middleRows(first, count) = matrixOf(from).middleRows(first, count);
}

} // namespace

struct Patch::Way {
    PathRun run;
    NodeId from = noNode;     ///< queries or keys; or what values become, [T,H·K]
    ForwardFromStep toLogits; ///< from there on
};

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
             std::shared_ptr<const Trace> other, std::vector<Index> answer, PatchWhat what)
    : m_backend(backend), m_parameters(parameters), m_ownTrace(std::move(own)),
      m_otherTrace(std::move(other)), m_standIn(m_otherTrace), m_answer(std::move(answer)),
      m_ownAnswer(answerColumns(*m_ownTrace)), m_what(what) {
    requireSameLengths(*m_ownTrace, *m_otherTrace);
    if (const std::optional<Sentence> why = noWordsAfterLayers(*m_ownTrace->graph))
        throw Error(*why);
    if (std::ranges::all_of(m_answer, [](Index column) { return column < 0; }))
        throw Error(phrase("the other example has no answer that could come back; give it one"));
    m_stacks = patchStacks(*m_ownTrace->graph, what);
    if (m_stacks.empty())
        throw Error(phrase("this model has nothing of the kind that could be put in"));
    m_own = answerIn(*m_ownTrace->find("logits"));
    m_other = answerIn(*m_otherTrace->find("logits"));
}

Patch::~Patch() = default;

double Patch::answerIn(const Tensor& logits) const {
    return logProbabilityOf(m_answer, logits);
}

double Patch::restored(const Tensor& logits) const {
    return (answerIn(logits) - m_own) / (m_other - m_own);
}

double Patch::change(const Tensor& logits) const {
    return logProbabilityOf(m_ownAnswer, logits) -
           logProbabilityOf(m_ownAnswer, *m_ownTrace->find("logits"));
}

Tensor Patch::logits(std::size_t stack, std::size_t row, Index token, Index count) {
    const PatchRow& at = m_stacks[stack].rows[row];
    Tensor patched = m_ownTrace->value(at.node);
    assert(token >= 0 && token + count <= m_stacks[stack].tokens);
    putCells(patched, m_standIn->value(at.node), at, token, count);
    if (m_way) {
        PathRun& run = m_way->run;
        return reached(
            run.operand(*run.path().pointOf(*m_ownTrace->graph, at), run.added(at, patched)));
    }
    if (!m_forward || m_from != at.node)
        m_forward = std::make_unique<ForwardFromStep>(m_backend, m_parameters, *m_ownTrace, at.node,
                                                      m_ownTrace->graph->find("logits"));
    m_from = at.node;
    return m_forward->run(patched);
}

// ---- Along one path ----------------------------------------------------------------------------

std::string Patch::follow(const std::string& into) {
    const Graph& graph = *m_ownTrace->graph;
    const PatchPath path = patchPathInto(graph, into);
    m_stacks = patchStacks(graph, m_what, &path);
    if (m_stacks.empty())
        throw Error(phrase("nothing of the kind is added to the stream before %1 is read"), into);
    const NodeId from =
        path.isValue ? graph.find(graph[path.operand].scope, "concat") : path.operand;
    m_way = std::make_unique<Way>(
        Way{PathRun(m_backend, m_parameters, m_ownTrace, path), from,
            ForwardFromStep(m_backend, m_parameters, *m_ownTrace, from, graph.find("logits"))});
    return path.name;
}

/// The logits where one head's queries, keys or values are these. What values become, Σ_j w_ij v_j,
/// stands beside that of other heads.
Tensor Patch::reached(const Tensor& operand) {
    const PatchPath& path = m_way->run.path();
    const Trace& own = *m_ownTrace;
    Tensor from = own.value(m_way->from);
    if (!path.isValue) {
        matrixOf(from, path.head) = matrixOf(operand, path.head);
    } else if (matrixOf(operand, path.head) != matrixOf(own.value(path.operand), path.head)) {
        const Graph& graph = *own.graph;
        const Tensor& weights = own.value(graph.find(graph[path.operand].scope, "weights"));
        const Index width = operand.shape()[2];
        matrixOf(from).middleCols(path.head * width, width) =
            matrixOf(weights, path.head) * matrixOf(operand, path.head);
    }
    return m_way->toLogits.run(from);
}

} // namespace gf
