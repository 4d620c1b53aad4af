// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of attention, norms and the loss, alone and fused; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>

namespace gf::cpu {

/// The mask that a node applies to so many heads, key ids apart.
inline MaskShape maskShape(const Node& mask, Index heads) {
    MaskShape shape;
    shape.heads = heads;
    shape.queries = mask.shape[1];
    shape.keys = mask.shape[2];
    shape.causal = mask.attributes.causal;
    shape.fill = static_cast<float>(mask.attributes.factor);
    return shape;
}

inline MaskShape ofExample(MaskShape shape, const float* ids, Index example) {
    shape.keyIds = ids ? ids + example * shape.keys : nullptr;
    return shape;
}

/// Where a mask's key ids lie; null: it has none.
inline const float* keyIds(const Operands& o, const Node& mask) {
    return mask.inputs.size() == 2 ? o.lowering.address(mask.inputs[1]) : nullptr;
}

inline Task lowerMask(const Operands& o) {
    return [&k = o.kernels(), s = maskShape(o.node, o.node.shape[0]), ids = keyIds(o, o.node),
            examples = o.examples(o.node), each = o.node.shape.count(), x = o.in(0),
            y = o.out()]() mutable {
        for (Index e = 0; e < examples; ++e) {
            s.keyIds = ids ? ids + e * s.keys : nullptr;
            k.mask(s, x + e * each, y + e * each);
        }
    };
}

/// softmax(mask(scale(x))) of `heads` heads of one example from one of them on, as a function of
/// both.
inline auto attentionWeightsOf(const Operands& o, const NodeWork& work, Index heads) {
    const Node& mask = o.lowering.graph[work.partner];
    return [&k = o.kernels(), s = maskShape(mask, heads), ids = keyIds(o, mask),
            factor = static_cast<float>(work.factor), x = headMatrix(o, work.reads[0]),
            y = headMatrix(o, o.node.id)](Index e, Index h) {
        k.attentionWeights(ofExample(s, ids, e), factor, x.of(e, h), y.of(e, h));
    };
}

/// The same for scale(mask(softmaxGradient(y, dy))).
inline auto scoresGradientOf(const Operands& o, const NodeWork& work, Index heads) {
    const Node& mask = o.lowering.graph[work.partner];
    return [&k = o.kernels(), s = maskShape(mask, heads), ids = keyIds(o, mask),
            factor = static_cast<float>(work.factor), y = headMatrix(o, work.reads[0]),
            dy = headMatrix(o, work.reads[1]), dx = headMatrix(o, o.node.id)](Index e, Index h) {
        k.scoresGradient(ofExample(s, ids, e), factor, y.of(e, h), dy.of(e, h), dx.of(e, h));
    };
}

/// All heads of an example in one call of a kernel.
template <class Example> Task forEachExample(const Operands& o, const Example& work) {
    return [examples = o.examples(o.node), work] {
        for (Index e = 0; e < examples; ++e)
            work(e, 0);
    };
}

inline Task lowerLayerNormGradients(const Operands& o, const NodeWork& work) {
    return [&k = o.kernels(), rows = o.rows(o.node), columns = Operands::columns(o.node),
            epsilon = static_cast<float>(o.node.attributes.epsilon), x = o.in(0), gain = o.in(1),
            dy = o.in(2), dx = o.out(), dgain = o.lowering.address(work.partner)] {
        k.layerNormGradients(rows, columns, epsilon, x, gain, dy, dx, dgain);
    };
}

inline Task lowerCrossEntropy(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.input(0)), words = o.input(0).shape[1],
            smoothing = static_cast<float>(o.node.attributes.rate), logits = o.in(0),
            probabilities = o.in(1), labels = o.in(2), y = o.out()] {
        k.crossEntropy(rows, words, smoothing, logits, probabilities, labels, y);
    };
}

inline Task lowerCrossEntropyGradient(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.node), words = o.node.shape[1],
            smoothing = static_cast<float>(o.node.attributes.rate), probabilities = o.in(0),
            labels = o.in(1), dy = o.in(2), y = o.out()] {
        k.crossEntropyGradient(rows, words, smoothing, probabilities, labels, dy, y);
    };
}

inline Task lowerCountTokens(const Operands& o) {
    return [n = o.examples(o.input(0)) * o.input(0).shape.count(), ids = o.in(0), y = o.out()] {
        const auto padding = std::count(ids, ids + n, 0.0F);
        *y = static_cast<float>(std::max<Index>(1, n - padding));
    };
}

} // namespace gf::cpu
