// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of matrix products; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

namespace gf::cpu {

template <class T> Task lowerLinear(const Operands<T>& o) {
    Product p;
    p.transposeB = o.node.attributes.transposeB;
    p.m = o.rows(o.node);
    p.n = Operands<T>::columns(o.node);
    p.k = Operands<T>::columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    const T* bias = o.node.inputs.size() == 3 ? o.in(2) : nullptr;
    return [&k = o.kernels(), p, bias, x = o.in(0), w = o.in(1), y = o.out()] {
        k.product(p, x, w, bias, y);
    };
}

template <class T> Task lowerLinearInputGradient(const Operands<T>& o) {
    Product p; // dx = dy·Wᵀ, where W may itself be stored transposed
    p.transposeB = !o.node.attributes.transposeB;
    p.m = o.rows(o.node);
    p.n = Operands<T>::columns(o.node);
    p.k = Operands<T>::columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    return [&k = o.kernels(), p, dy = o.in(0), w = o.in(1), y = o.out()] {
        k.product(p, dy, w, nullptr, y);
    };
}

template <class T> Task lowerLinearWeightGradient(const Operands<T>& o) {
    // dW = xᵀ·dy, or dWᵀ = dyᵀ·x where the weight is stored transposed
    const std::size_t left = o.node.attributes.transposeB ? 1 : 0;
    Product p;
    p.transposeA = true;
    p.m = Operands<T>::columns(o.input(left));
    p.n = Operands<T>::columns(o.input(1 - left));
    p.k = o.rows(o.input(0));
    p.lda = p.m;
    p.ldb = p.n;
    p.ldc = p.n;
    return [&k = o.kernels(), p, a = o.in(left), b = o.in(1 - left), y = o.out()] {
        k.product(p, a, b, nullptr, y);
    };
}

template <class T> Task lowerMatMul(const Operands<T>& o) {
    const Node& a = o.input(0);
    const HeadMatrix ha = headMatrix(a);
    const HeadMatrix hb = headMatrix(o.input(1));
    const HeadMatrix hc = headMatrix(o.node);
    Product p;
    p.transposeA = o.node.attributes.transposeA;
    p.transposeB = o.node.attributes.transposeB;
    p.m = o.node.shape[1];
    p.n = o.node.shape[2];
    p.k = a.shape[p.transposeA ? 1 : 2];
    p.lda = ha.rowStride;
    p.ldb = hb.rowStride;
    p.ldc = hc.rowStride;
    return [&k = o.kernels(), p, ha, hb, hc, heads = o.node.shape[0], examples = o.examples(),
            left = o.in(0), right = o.in(1), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < heads; ++h)
                k.product(p, left + e * ha.perExample + h * ha.perHead,
                          right + e * hb.perExample + h * hb.perHead, nullptr,
                          y + e * hc.perExample + h * hc.perHead);
    };
}

} // namespace gf::cpu
