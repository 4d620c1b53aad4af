// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/differentiate.h"
#include "core/graph/op.h"

#include <string>
#include <utility>
#include <vector>

/// What the op files share: an Op with its kind and name, and a node that starts as a copy of
/// another one's form. Not for use outside `core/ops`.
namespace gf::ops {

/// An op's identity; the rest is overridden.
template <OpKind Kind> class OpBase : public Op {
public:
    explicit OpBase(std::string_view name) : m_name(name) {}
    OpKind kind() const override { return Kind; }
    std::string_view name() const override { return m_name; }

private:
    std::string_view m_name;
};

/// A node with the shape, axes, batching and storage of `form`.
inline Node nodeLike(const Node& form, const Op& op, std::string name, std::vector<NodeId> inputs) {
    Node node;
    node.name = std::move(name);
    node.op = &op;
    node.inputs = std::move(inputs);
    node.shape = form.shape;
    node.axes = form.axes;
    node.batched = form.batched;
    node.storage = form.storage;
    return node;
}

/// A cell from up to four indices.
inline Cell cell(Index a = 0, Index b = 0, Index c = 0, Index d = 0) {
    return {{a, b, c, d}};
}

/// An explanation of one line.
inline Explanation oneLine(std::string symbol, Expression expression) {
    Explanation explanation;
    explanation.lines.push_back({std::move(symbol), std::move(expression)});
    return explanation;
}

/// The expression x·y of two cells.
inline Expression times(Expression x, Expression y) {
    std::vector<Expression> factors;
    factors.push_back(std::move(x));
    factors.push_back(std::move(y));
    return expr::product(std::move(factors));
}

/// The expression x + y.
inline Expression plus(Expression x, Expression y) {
    std::vector<Expression> terms;
    terms.push_back(std::move(x));
    terms.push_back(std::move(y));
    return expr::sum(std::move(terms));
}

// Every op object, by file; `table.cpp` maps kinds to them.
const Op& inputOp();
const Op& parameterOp();
const Op& constantOp();
const Op& identityOp();
const Op& addOp();
const Op& batchSumOp();
const Op& interveneOp();
const Op& embeddingOp();
const Op& embeddingGradientOp();
const Op& sinusoidalPositionOp();
const Op& learnedPositionOp();
const Op& learnedPositionGradientOp();
const Op& dropoutOp();
const Op& linearOp();
const Op& linearInputGradientOp();
const Op& linearWeightGradientOp();
const Op& columnSumOp();
const Op& matmulOp();
const Op& scaleOp();
const Op& maskOp();
const Op& softmaxOp();
const Op& softmaxGradientOp();
const Op& joinHeadsOp();
const Op& splitHeadsOp();
const Op& layerNormOp();
const Op& layerNormInputGradientOp();
const Op& layerNormGainGradientOp();
const Op& reluOp();
const Op& reluGradientOp();
const Op& geluOp();
const Op& geluGradientOp();
const Op& countTokensOp();
const Op& crossEntropyOp();
const Op& crossEntropyGradientOp();
const Op& meanTokensOp();
const Op& meanTokensGradientOp();
const Op& gradientNormOp();
const Op& clipFactorOp();
const Op& clipGradientOp();
const Op& decayGradientOp();
const Op& adamMoment1Op();
const Op& adamMoment2Op();
const Op& adamUpdateOp();
const Op& momentumOp();
const Op& sgdUpdateOp();
const Op& applyOp();

} // namespace gf::ops
