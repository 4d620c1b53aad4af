// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of attention, norms and the loss, alone and fused; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>

namespace gf::cpu {

/// The mask that a node applies, key ids apart.
template <class T> MaskShape<T> maskShape(const Node& mask) {
    MaskShape<T> shape;
    shape.heads = mask.shape[0];
    shape.queries = mask.shape[1];
    shape.keys = mask.shape[2];
    shape.causal = mask.attributes.causal;
    shape.fill = static_cast<T>(mask.attributes.factor);
    return shape;
}

/// Calls `run(shape, offset)` for each example, with its key ids in the shape (null: none).
template <class T, class Run>
void forEachMasked(MaskShape<T> shape, const T* ids, Index examples, const Run& run) {
    const Index each = shape.heads * shape.queries * shape.keys;
    for (Index e = 0; e < examples; ++e) {
        shape.keyIds = ids ? ids + e * shape.keys : nullptr;
        run(shape, e * each);
    }
}

template <class T> Task lowerMask(const Operands<T>& o) {
    const T* ids = o.node.inputs.size() == 2 ? o.in(1) : nullptr;
    return [&k = o.kernels(), s = maskShape<T>(o.node), ids, examples = o.examples(), x = o.in(0),
            y = o.out()] {
        forEachMasked(s, ids, examples, [&](const MaskShape<T>& shape, Index offset) {
            k.mask(shape, x + offset, y + offset);
        });
    };
}

template <class T> Task lowerAttentionWeights(const Operands<T>& o, const NodeWork& work) {
    const T* ids = work.reads.size() == 2 ? o.lowering.address(work.reads[1]) : nullptr;
    return [&k = o.kernels(), s = maskShape<T>(o.lowering.graph[work.partner]), ids,
            factor = static_cast<T>(work.factor), examples = o.examples(),
            x = static_cast<const T*>(o.lowering.address(work.reads[0])), y = o.out()] {
        forEachMasked(s, ids, examples, [&](const MaskShape<T>& shape, Index offset) {
            k.attentionWeights(shape, factor, x + offset, y + offset);
        });
    };
}

template <class T> Task lowerScoresGradient(const Operands<T>& o, const NodeWork& work) {
    const T* ids = work.reads.size() == 3 ? o.lowering.address(work.reads[2]) : nullptr;
    return [&k = o.kernels(), s = maskShape<T>(o.lowering.graph[work.partner]), ids,
            factor = static_cast<T>(work.factor), examples = o.examples(),
            y = static_cast<const T*>(o.lowering.address(work.reads[0])),
            dy = static_cast<const T*>(o.lowering.address(work.reads[1])), dx = o.out()] {
        forEachMasked(s, ids, examples, [&](const MaskShape<T>& shape, Index offset) {
            k.scoresGradient(shape, factor, y + offset, dy + offset, dx + offset);
        });
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
    return [&k = o.kernels(), rows = o.examples() * o.node.shape[0], words = o.input(0).shape[1],
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
    return [n = o.examples() * o.input(0).shape.count(), ids = o.in(0), y = o.out()] {
        const auto padding = std::count(ids, ids + n, T(0));
        *y = static_cast<T>(std::max<Index>(1, n - padding));
    };
}

} // namespace gf::cpu
