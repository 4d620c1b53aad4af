// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/batching.h"

namespace gf {

bool mayBeShared(OpKind kind, std::size_t operand) {
    switch (kind) {
    case OpKind::Add:
    case OpKind::MatMul:
    case OpKind::Mask:
    case OpKind::MeanTokensGradient:
        return true;
    case OpKind::AdditiveScores:         // the vector
    case OpKind::AdditiveScoresGradient: // the vector
        return operand == 2;
    case OpKind::Linear:    // weight and bias
    case OpKind::LayerNorm: // gain and bias
    case OpKind::RmsNorm:   // gain
        return operand >= 1;
    case OpKind::LinearInputGradient:    // the weight
    case OpKind::LayerNormInputGradient: // the gain
    case OpKind::RmsNormInputGradient:   // likewise
    case OpKind::MeanTokens:             // the number of tokens
        return operand == 1;
    case OpKind::Embedding: // the table
        return operand == 0;
    default:
        return false;
    }
}

bool isBatchedWell(const Graph& graph, const Node& node) {
    bool anyBatched = false;
    bool anyAlone = false; // one for all examples where it may not be
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const bool batched = graph[node.inputs[i]].batched;
        anyBatched = anyBatched || batched;
        anyAlone = anyAlone || (!batched && !mayBeShared(node.op->kind(), i));
    }
    if (node.inputs.empty())
        return true;
    if (anyBatched && anyAlone)
        return false;
    // A result for each example comes from operands of each example.
    return !node.batched || anyBatched || node.op->kind() == OpKind::MeanTokensGradient;
}

} // namespace gf
