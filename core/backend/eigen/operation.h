// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/layout.h"
#include "core/graph/op.h"
#include "core/tensor/eigen.h"
#include "core/tensor/random.h"

#include <vector>

namespace gf::eigen {

/// The numbers of a node for a whole batch, seen as matrices. Heads [H,T,K] lie side by side, token
/// by token, as a product X·W makes them: a head is a strip of K columns.
template <class T> struct Value {
    T* first = nullptr;
    const Node* node = nullptr;
    Index examples = 1; ///< 1: all examples share it
    Layout layout = Layout::Rows;

    bool liesByToken() const { return layout == Layout::ByToken; }
    const Shape& shape() const { return node->shape; }
    /// Rows of one example.
    Index rows() const { return liesByToken() ? shape()[1] : shape().rows(); }
    Index columns() const { return liesByToken() ? shape()[0] * shape()[2] : shape().columns(); }

    /// All examples beneath each other: [B·T, D].
    MatrixView<T> all() const { return matrixAt(first, examples * rows(), columns(), columns()); }

    /// All rows beneath each other, those of heads too, in the order in which they lie.
    MatrixView<T> byRow() const {
        const Index k = shape().columns();
        return matrixAt(first, examples * shape().count() / k, k, k);
    }

    /// One example: [T, D].
    MatrixView<T> of(Index example) const {
        return matrixAt(at(example), rows(), columns(), columns());
    }

    /// One head of one example: [T, K], or the [T, S] of its attention. What has no heads is one.
    MatrixView<T> head(Index example, Index head) const {
        const Index t = shape().matrixRows();
        const Index k = shape().columns();
        return liesByToken() ? matrixAt(at(example) + head * k, t, k, columns())
                             : matrixAt(at(example) + head * t * k, t, k, k);
    }

    /// The only number of a scalar.
    T& scalar() const { return *first; }

private:
    T* at(Index example) const { return first + (examples > 1 ? example : 0) * shape().count(); }
};

/// What is to be computed: a node, its operands, and where the result goes.
template <class T> struct Operation {
    const Node& node;
    std::vector<Value<T>> in;
    Value<T> out;
    const RandomState* random; ///< what dropout draws from
};

/// How an operation of this kind is computed; null for leaves, whose numbers are there.
template <class T> using Compute = void (*)(const Operation<T>&);
template <class T> Compute<T> computeOf(OpKind kind);

} // namespace gf::eigen
