// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/patch.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/norm_steps.h"
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
    PatchPath path;
    NodeId from = noNode;                ///< queries or keys; or what values become, [T,H·K]
    ForwardFromStep toOperand, toLogits; ///< from what is read, and from there on
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
    if (m_way)
        return alongPath(at, patched);
    if (!m_forward || m_from != at.node)
        m_forward = std::make_unique<ForwardFromStep>(m_backend, m_parameters, *m_ownTrace, at.node,
                                                      m_ownTrace->graph->find("logits"));
    m_from = at.node;
    return m_forward->run(patched);
}

// ---- Along one path ----------------------------------------------------------------------------

namespace {

/// A row behind a norm.
std::vector<float> normed(const Trace& trace, NodeId node, std::span<const float> row) {
    const Node& norm = (*trace.graph)[computedNode(*trace.graph, node)];
    const double epsilon = norm.as<NormAttributes>().epsilon;
    const auto gain = trace.value(norm.inputs[1]).values();
    return norm.op->kind() == OpKind::LayerNorm
               ? normSteps(row, gain, trace.value(norm.inputs[2]).values(), epsilon).result
               : rmsNormSteps(row, gain, epsilon).result;
}

} // namespace

std::string Patch::follow(const std::string& into) {
    const Graph& graph = *m_ownTrace->graph;
    PatchPath path = patchPathInto(graph, into);
    m_stacks = patchStacks(graph, m_what, &path);
    if (m_stacks.empty())
        throw Error(phrase("nothing of the kind is added to the stream before %1 is read"), into);
    const auto between = [&](NodeId from, NodeId to) {
        return ForwardFromStep(m_backend, m_parameters, *m_ownTrace, from, to);
    };
    const NodeId from =
        path.isValue ? graph.find(graph[path.operand].scope, "concat") : path.operand;
    m_way = std::make_unique<Way>(
        Way{path, from, between(path.read, path.operand), between(from, graph.find("logits"))});
    return path.name;
}

Tensor Patch::added(const PatchRow& row, const Tensor& patched) const {
    const Graph& graph = *m_ownTrace->graph;
    const Tensor& own = m_ownTrace->value(row.node);
    if (row.head < 0)
        return tensorOf(matrixOf(patched) - matrixOf(own));
    const Scope& scope = graph[row.node].scope;
    const Node& output = graph[computedNode(graph, graph.find(scope, "output"))];
    const NodeId heads = graph.find(scope, "heads");
    const Index width = graph[heads].shape[2];
    const auto weight =
        matrixOf(m_ownTrace->value(output.inputs[1])).middleRows(row.head * width, width);
    if (row.width > 0)
        return tensorOf((matrixOf(patched) - matrixOf(own)).middleCols(row.head * width, width) *
                        weight);
    const NodeId values = graph[computedNode(graph, heads)].inputs[1];
    const Eigen::MatrixXf moved = matrixOf(patched, row.head) - matrixOf(own, row.head);
    return tensorOf(moved * matrixOf(m_ownTrace->value(values), row.head) * weight);
}

Tensor Patch::alongPath(const PatchRow& row, const Tensor& patched) {
    const Trace& own = *m_ownTrace;
    const Tensor change = added(row, patched);
    const PatchPath& path = m_way->path;
    const std::size_t from = *path.pointOf(*own.graph, row);
    const ResidualStream& stream = path.place.stream;
    Tensor read = own.value(path.read);
    for (Index t = 0; t < change.shape()[0]; ++t) {
        if (std::ranges::all_of(rowOf(change, t), [](float number) { return number == 0; }))
            continue; // as it was, to the bit
        const auto sum = [&](std::span<const float> a, std::span<const float> b) {
            return numbersOf(exactly(a) + exactly(b));
        };
        std::vector<float> x = sum(rowOf(own.value(stream[from].node), t), rowOf(change, t));
        for (std::size_t i = from + 1; i < path.end(); ++i) {
            if (stream[i].kind == StreamPoint::Kind::Sum)
                x = sum(x, rowOf(own.value(stream[i].update), t));
            else if (stream[i].kind == StreamPoint::Kind::Norm)
                x = normed(own, stream[i].node, x);
            else // what a person set stays as far from what was computed
                x = numbersOf(exactly(x) + exactly(rowOf(own.value(stream[i].node), t)) -
                              exactly(rowOf(own.value(stream[i - 1].node), t)));
        }
        if (path.isNormed)
            x = normed(own, path.read, x);
        std::ranges::copy(x, matrixOf(read).row(t).data());
    }
    return reached(m_way->toOperand.run(read));
}

/// The logits where one head's queries, keys or values are these. What values become, Σ_j w_ij v_j,
/// stands beside that of other heads.
Tensor Patch::reached(const Tensor& operand) {
    const PatchPath& path = m_way->path;
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
