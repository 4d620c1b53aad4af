// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of attention, norms and the loss, alone and fused; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>
#include <limits>

namespace gf::cpu {

/// The mask of a node for any of its examples.
class MaskOfExample {
public:
    MaskOfExample(const Operands& o, const Node& mask, Index heads) {
        m_shape.heads = heads;
        m_shape.queries = mask.shape.matrixRows();
        m_shape.keys = mask.shape.columns();
        m_shape.causal = mask.as<MaskAttributes>().causal;
        m_shape.strict = mask.as<MaskAttributes>().strict;
        m_shape.window = mask.as<MaskAttributes>().window;
        m_shape.fill = static_cast<float>(mask.as<MaskAttributes>().fill);
        if (mask.inputs.size() < 2)
            return;
        const Node& keep = o.lowering.graph[mask.inputs[1]];
        m_shape.keep = o.lowering.address(keep.id);
        m_shape.keepStride = keep.shape.rank() == 1 ? 0 : keep.shape.columns();
        m_stride = o.stride(keep);
    }

    MaskShape operator()(Index example) const {
        MaskShape shape = m_shape;
        if (shape.keep)
            shape.keep += example * m_stride;
        return shape;
    }

private:
    MaskShape m_shape;  ///< of the first example
    Index m_stride = 0; ///< from the keep-mask of an example to the next one's
};

inline Task lowerMask(const Operands& o) {
    return [&k = o.kernels(), mask = MaskOfExample(o, o.node, o.node.shape.matrices()),
            examples = o.examples(o.node), stride = o.stride(o.input(0)),
            each = o.node.shape.count(), x = o.in(0), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            k.mask(mask(e), x + e * stride, y + e * each);
    };
}

inline Task lowerVisibility(const Operands& o) {
    return [examples = o.examples(o.node), tokens = o.node.shape[0],
            causal = o.node.as<MaskAttributes>().causal,
            keep = o.node.inputs.empty() ? nullptr : o.in(0), y = o.out()] {
        float* cell = y;
        for (Index e = 0; e < examples; ++e)
            for (Index i = 0; i < tokens; ++i)
                for (Index j = 0; j < tokens; ++j) {
                    const bool seen = (!causal || j <= i) && (!keep || keep[e * tokens + j] != 0);
                    *cell++ = seen ? 0.0F : -std::numeric_limits<float>::infinity();
                }
    };
}

/// softmax(mask(scale(x))) of `heads` heads of one example from one of them on, as a function of
/// both.
inline auto attentionWeightsOf(const Operands& o, const NodeWork& work, Index heads) {
    return [&k = o.kernels(), mask = MaskOfExample(o, o.lowering.graph[work.partner], heads),
            factor = static_cast<float>(work.factor), x = headMatrix(o, work.reads[0]),
            y = headMatrix(o, o.node.id)](Index e, Index h) {
        k.attentionWeights(mask(e), factor, x.of(e, h), y.of(e, h));
    };
}

/// The same for scale(mask(softmaxGradient(y, dy))).
inline auto scoresGradientOf(const Operands& o, const NodeWork& work, Index heads) {
    return [&k = o.kernels(), mask = MaskOfExample(o, o.lowering.graph[work.partner], heads),
            factor = static_cast<float>(work.factor), y = headMatrix(o, work.reads[0]),
            dy = headMatrix(o, work.reads[1]), dx = headMatrix(o, o.node.id)](Index e, Index h) {
        k.scoresGradient(mask(e), factor, y.of(e, h), dy.of(e, h), dx.of(e, h));
    };
}

/// All heads of an example in one call of a kernel.
template <class Example> Task forEachExample(const Operands& o, const Example& work) {
    return [examples = o.examples(o.node), work] {
        for (Index e = 0; e < examples; ++e)
            work(e, 0);
    };
}

inline float epsilonOf(const Operands& o) {
    return static_cast<float>(o.node.as<NormAttributes>().epsilon);
}

inline Task lowerNorm(const Operands& o) {
    const bool centres = o.node.op->kind() == OpKind::LayerNorm;
    return [&k = o.kernels(), rows = o.headRows(o.node), columns = o.node.shape.columns(),
            epsilon = epsilonOf(o), x = o.in(0), gain = o.in(1), bias = centres ? o.in(2) : nullptr,
            y = o.out()] {
        if (bias)
            k.layerNorm(rows, columns, epsilon, x, gain, bias, y);
        else
            k.rmsNorm(rows, columns, epsilon, x, gain, y);
    };
}

inline Task lowerNormInputGradient(const Operands& o, decltype(Kernels::rmsNormInputGradient) f) {
    return [f, rows = o.headRows(o.node), columns = o.node.shape.columns(), epsilon = epsilonOf(o),
            x = o.in(0), gain = o.in(1), dy = o.in(2),
            dx = o.out()] { f(rows, columns, epsilon, x, gain, dy, dx); };
}

inline Task lowerNormGainGradient(const Operands& o, decltype(Kernels::rmsNormGainGradient) f) {
    return
        [f, rows = o.headRows(o.input(0)), columns = o.node.shape.columns(), epsilon = epsilonOf(o),
         x = o.in(0), dy = o.in(1), dgain = o.out()] { f(rows, columns, epsilon, x, dy, dgain); };
}

inline Task lowerNormGradients(const Operands& o, const NodeWork& work) {
    const bool centres = o.node.op->kind() == OpKind::LayerNormInputGradient;
    return [gradients = centres ? o.kernels().layerNormGradients : o.kernels().rmsNormGradients,
            rows = o.headRows(o.node), columns = o.node.shape.columns(), epsilon = epsilonOf(o),
            x = o.in(0), gain = o.in(1), dy = o.in(2), dx = o.out(),
            dgain = o.lowering.address(work.partner)] {
        gradients(rows, columns, epsilon, x, gain, dy, dx, dgain);
    };
}

inline Task lowerCrossEntropy(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.input(0)), words = o.input(0).shape[1],
            first = static_cast<Index>(o.node.as<LossAttributes>().first),
            smoothing = static_cast<float>(o.node.as<LossAttributes>().smoothing), logits = o.in(0),
            probabilities = o.in(1), labels = o.in(2), keep = o.in(3), y = o.out()] {
        k.crossEntropy(rows, words, first, smoothing, logits, probabilities, labels, keep, y);
    };
}

inline Task lowerCrossEntropyGradient(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.node), words = o.node.shape[1],
            first = static_cast<Index>(o.node.as<LossAttributes>().first),
            smoothing = static_cast<float>(o.node.as<LossAttributes>().smoothing),
            probabilities = o.in(0), labels = o.in(1), keep = o.in(2), dy = o.in(3), y = o.out()] {
        k.crossEntropyGradient(rows, words, first, smoothing, probabilities, labels, keep, dy, y);
    };
}

inline Task lowerSquaredError(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.input(0)), features = o.input(0).shape[1],
            values = o.in(0), labels = o.in(1), keep = o.in(2),
            y = o.out()] { k.squaredError(rows, features, values, labels, keep, y); };
}

inline Task lowerSquaredErrorGradient(const Operands& o) {
    return [&k = o.kernels(), rows = o.rows(o.node), features = o.node.shape[1], values = o.in(0),
            labels = o.in(1), keep = o.in(2), dy = o.in(3),
            y = o.out()] { k.squaredErrorGradient(rows, features, values, labels, keep, dy, y); };
}

inline Task lowerCountTokens(const Operands& o) {
    return [n = o.examples(o.input(0)) * o.input(0).shape.count(), keep = o.in(0), y = o.out()] {
        const auto hidden = std::count(keep, keep + n, 0.0F);
        *y = static_cast<float>(std::max<Index>(1, n - hidden));
    };
}

} // namespace gf::cpu
