// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of attention, norms and the loss, alone and fused; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>

namespace gf::cpu {

/// The mask that a node applies to so many heads, key ids apart.
template <class T> MaskShape<T> maskShape(const Node& mask, Index heads) {
    MaskShape<T> shape;
    shape.heads = heads;
    shape.queries = mask.shape[1];
    shape.keys = mask.shape[2];
    shape.causal = mask.attributes.causal;
    shape.fill = static_cast<T>(mask.attributes.factor);
    return shape;
}

template <class T> MaskShape<T> ofExample(MaskShape<T> shape, const T* ids, Index example) {
    shape.keyIds = ids ? ids + example * shape.keys : nullptr;
    return shape;
}

/// Where a mask's key ids lie; null: it has none.
template <class T> const T* keyIds(const Operands<T>& o, const Node& mask) {
    return mask.inputs.size() == 2 ? o.lowering.address(mask.inputs[1]) : nullptr;
}

template <class T> Task lowerMask(const Operands<T>& o) {
    return [&k = o.kernels(), s = maskShape<T>(o.node, o.node.shape[0]), ids = keyIds(o, o.node),
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
template <class T>
auto attentionWeightsOf(const Operands<T>& o, const NodeWork& work, Index heads) {
    const Node& mask = o.lowering.graph[work.partner];
    return [&k = o.kernels(), s = maskShape<T>(mask, heads), ids = keyIds(o, mask),
            factor = static_cast<T>(work.factor), x = headMatrix(o, work.reads[0]),
            y = headMatrix(o, o.node.id)](Index e, Index h) {
        k.attentionWeights(ofExample(s, ids, e), factor, x.of(e, h), y.of(e, h));
    };
}

/// The same for scale(mask(softmaxGradient(y, dy))).
template <class T> auto scoresGradientOf(const Operands<T>& o, const NodeWork& work, Index heads) {
    const Node& mask = o.lowering.graph[work.partner];
    return [&k = o.kernels(), s = maskShape<T>(mask, heads), ids = keyIds(o, mask),
            factor = static_cast<T>(work.factor), y = headMatrix(o, work.reads[0]),
            dy = headMatrix(o, work.reads[1]), dx = headMatrix(o, o.node.id)](Index e, Index h) {
        k.scoresGradient(ofExample(s, ids, e), factor, y.of(e, h), dy.of(e, h), dx.of(e, h));
    };
}

/// All heads of an example in one call of a kernel.
template <class T, class Example> Task forEachExample(const Operands<T>& o, const Example& work) {
    return [examples = o.examples(o.node), work] {
        for (Index e = 0; e < examples; ++e)
            work(e, 0);
    };
}

template <class T> Task lowerLayerNormGradients(const Operands<T>& o, const NodeWork& work) {
    return [&k = o.kernels(), rows = o.rows(o.node), columns = Operands<T>::columns(o.node),
            epsilon = static_cast<T>(o.node.attributes.epsilon), x = o.in(0), gain = o.in(1),
            dy = o.in(2), dx = o.out(), dgain = o.lowering.address(work.partner)] {
        k.layerNormGradients(rows, columns, epsilon, x, gain, dy, dx, dgain);
    };
}

template <class T> Task lowerCrossEntropy(const Operands<T>& o) {
    return [&k = o.kernels(), rows = o.rows(o.input(0)), words = o.input(0).shape[1],
            smoothing = static_cast<T>(o.node.attributes.rate), logits = o.in(0),
            probabilities = o.in(1), labels = o.in(2), y = o.out()] {
        k.crossEntropy(rows, words, smoothing, logits, probabilities, labels, y);
    };
}

template <class T> Task lowerCrossEntropyGradient(const Operands<T>& o) {
    return [&k = o.kernels(), rows = o.rows(o.node), words = o.node.shape[1],
            smoothing = static_cast<T>(o.node.attributes.rate), probabilities = o.in(0),
            labels = o.in(1), dy = o.in(2), y = o.out()] {
        k.crossEntropyGradient(rows, words, smoothing, probabilities, labels, dy, y);
    };
}

template <class T> Task lowerCountTokens(const Operands<T>& o) {
    return [n = o.examples(o.input(0)) * o.input(0).shape.count(), ids = o.in(0), y = o.out()] {
        const auto padding = std::count(ids, ids + n, T(0));
        *y = static_cast<T>(std::max<Index>(1, n - padding));
    };
}

} // namespace gf::cpu
