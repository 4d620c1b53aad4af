// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of matrix products; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>

namespace gf::cpu {

/// A product with a weight is cut into parts of whole groups of so many columns, which any tile's
/// width divides.
inline constexpr Index columnsOfAPart = 64;
static_assert(columnsOfAPart % narrowColumns == 0);

/// Multiplications below which waking other threads costs more than they bring.
inline constexpr Index fewestForParts = Index{1} << 19;

/// A product with its matrices.
struct ProductCall {
    Product shape;
    const float *a, *b, *bias; ///< no bias: null
    float* c;
    const NarrowMatrix* narrow = nullptr; ///< b in 16 bits, where there is that

    /// Makes the columns [first, last) of the result.
    void makeColumns(const Kernels& kernels, Index first, Index last) const {
        if (narrow) {
            kernels.narrowProduct(narrow->format, shape.k, last - first, a,
                                  narrow->panels.data() + first * shape.k / 2,
                                  bias ? bias + first : nullptr, c + first);
            return;
        }
        Product part = shape;
        part.n = last - first;
        kernels.product(part, a, b + (shape.transposeB ? first * shape.ldb : first),
                        bias ? bias + first : nullptr, c + first);
    }
};

inline ProductCall linearOf(const Operands& o) {
    Product p;
    p.transposeB = o.node.as<ProductAttributes>().transposeB;
    p.m = o.rows(o.node);
    p.n = o.columns(o.node);
    p.k = o.columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    ProductCall call{p, o.in(0), o.in(1), o.node.inputs.size() == 3 ? o.in(2) : nullptr, o.out()};
    if (p.m == 1 && o.lowering.narrow)
        call.narrow = o.lowering.narrow(o.node.inputs[1], p.k, p.n, p.transposeB);
    return call;
}

inline ProductCall linearInputGradientOf(const Operands& o) {
    Product p; // dx = dy·Wᵀ, where W may itself be stored transposed
    p.transposeB = !o.node.as<ProductAttributes>().transposeB;
    p.m = o.rows(o.node);
    p.n = o.columns(o.node);
    p.k = o.columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    return {p, o.in(0), o.in(1), nullptr, o.out()};
}

inline ProductCall linearWeightGradientOf(const Operands& o) {
    // dW = xᵀ·dy, or dWᵀ = dyᵀ·x where the weight is stored transposed
    const std::size_t left = o.node.as<ProductAttributes>().transposeB ? 1 : 0;
    Product p;
    p.transposeA = true;
    p.m = o.columns(o.input(left));
    p.n = o.columns(o.input(1 - left));
    p.k = o.rows(o.input(0));
    p.lda = p.m;
    p.ldb = p.n;
    p.ldc = p.n;
    return {p, o.in(left), o.in(1 - left), nullptr, o.out()};
}

/// The product of a node that is one with a weight, or its gradient.
inline ProductCall weightProductOf(const Operands& o) {
    switch (o.node.op->kind()) {
    case OpKind::LinearInputGradient:
        return linearInputGradientOf(o);
    case OpKind::LinearWeightGradient:
        return linearWeightGradientOf(o);
    default:
        return linearOf(o);
    }
}

inline Task lowerWeightProduct(const Operands& o) {
    return [&k = o.kernels(), call = weightProductOf(o)] { call.makeColumns(k, 0, call.shape.n); };
}

/// The columns of each part, but for the last, are whole tiles.
inline PartTask lowerColumns(const Operands& o, Index parts) {
    return [&k = o.kernels(), call = weightProductOf(o), parts](Index part) {
        const auto begin = [&](Index of) {
            const Index columns = call.shape.n * of / parts;
            return of == parts ? columns : columns / columnsOfAPart * columnsOfAPart;
        };
        call.makeColumns(k, begin(part), begin(part + 1));
    };
}

/// Terms of the numbers in the rows from `row` on that are left out before the others: queries that
/// see none of these keys. Sums are cut where they would be cut with all terms.
inline Index hiddenBefore(const Product& whole, Index row) {
    if (!whole.transposeA)
        return 0;
    return whole.k <= sumDepth ? row : row / sumDepth * sumDepth;
}

/// What of a product makes the rows of its result from `row` on, without the first `hidden` terms.
inline Product triangleRowsOf(const Product& whole, Triangle triangle, Index row, Index hidden) {
    Product p = whole;
    p.m = std::min(triangleRows, whole.m - row);
    if (triangle == Triangle::Result)
        p.n = row + p.m;
    else if (p.transposeA)
        p.k = whole.k - hidden;
    else
        p.k = row + p.m;
    return p;
}

/// The product of one head of one example, as a function of both.
inline auto matMulOfHead(const Operands& o, Triangle triangle) {
    const auto a = headMatrix(o, o.node.inputs[0]);
    const auto b = headMatrix(o, o.node.inputs[1]);
    const auto c = headMatrix(o, o.node.id);
    Product p;
    p.transposeA = o.node.as<ProductAttributes>().transposeA;
    p.transposeB = o.node.as<ProductAttributes>().transposeB;
    p.m = o.node.shape.matrixRows();
    p.n = o.node.shape.columns();
    p.k = o.input(0).shape[p.transposeA ? -2 : -1];
    p.lda = a.rowStride;
    p.ldb = b.rowStride;
    p.ldc = c.rowStride;
    const bool whole = triangle == Triangle::None || p.m <= triangleRows;
    return [&k = o.kernels(), p, a, b, c, triangle, whole](Index e, Index h) {
        if (whole) {
            k.product(p, a.of(e, h), b.of(e, h), nullptr, c.of(e, h));
            return;
        }
        for (Index row = 0; row < p.m; row += triangleRows) {
            const Index hidden = hiddenBefore(p, row);
            const Index left = p.transposeA ? hidden * p.lda + row : row * p.lda;
            k.product(triangleRowsOf(p, triangle, row, hidden), a.of(e, h) + left,
                      b.of(e, h) + hidden * p.ldb, nullptr, c.of(e, h) + row * p.ldc);
        }
    };
}

inline Task lowerMatMul(const Operands& o, Triangle triangle) {
    return [examples = o.examples(o.node), heads = o.node.shape.matrices(),
            multiply = matMulOfHead(o, triangle)] {
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < heads; ++h)
                multiply(e, h);
    };
}

} // namespace gf::cpu
