// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <Eigen/Core>

#include <span>
#include <type_traits>
#include <vector>

/// How a tensor is seen as a matrix of Eigen. Tensors are row-major, and so are these types: a row
/// is a token, a query or a key.
namespace gf {

template <class T> using RowMatrix =
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using ColumnVector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

/// A matrix that lies elsewhere, in rows that need not follow each other. A view of `const float`
/// cannot be written to.
template <class T> using MatrixView = Eigen::Map<
    std::conditional_t<std::is_const_v<T>, const RowMatrix<std::remove_const_t<T>>, RowMatrix<T>>,
    Eigen::Unaligned, Eigen::OuterStride<>>;

/// rows × columns numbers from `first` on, the rows `stride` numbers apart.
template <class T> MatrixView<T> matrixAt(T* first, Index rows, Index columns, Index stride) {
    return {first, rows, columns, Eigen::OuterStride<>(stride)};
}

/// All of a tensor, the matrices of a rank above 2 beneath each other; a scalar is 1 × 1.
template <class T> MatrixView<const T> matrixOf(const BasicTensor<T>& tensor) {
    return matrixAt(tensor.data(), tensor.shape().rows(), tensor.shape().columns(),
                    tensor.shape().columns());
}
template <class T> MatrixView<T> matrixOf(BasicTensor<T>& tensor) {
    return matrixAt(tensor.data(), tensor.shape().rows(), tensor.shape().columns(),
                    tensor.shape().columns());
}

/// Matrix number `slice` of a tensor of rank 3: of a head.
template <class T> MatrixView<const T> matrixOf(const BasicTensor<T>& tensor, Index slice) {
    const Index rows = tensor.shape()[1];
    const Index columns = tensor.shape()[2];
    return matrixAt(tensor.data() + slice * rows * columns, rows, columns, columns);
}
template <class T> MatrixView<T> matrixOf(BasicTensor<T>& tensor, Index slice) {
    const Index rows = tensor.shape()[1];
    const Index columns = tensor.shape()[2];
    return matrixAt(tensor.data() + slice * rows * columns, rows, columns, columns);
}

/// Numbers as a column, which is also what a row of a tensor is here.
template <class T> Eigen::Map<const ColumnVector<T>> vectorOf(std::span<const T> numbers) {
    return {numbers.data(), static_cast<Index>(numbers.size())};
}

/// The same in double precision, to calculate with element by element.
inline Eigen::ArrayXd exactly(std::span<const float> numbers) {
    return vectorOf(numbers).cast<double>();
}

/// What was calculated, as a tensor and as numbers.
template <class Expression> Tensor tensorOf(const Expression& matrix) {
    Tensor tensor(Shape{matrix.rows(), matrix.cols()});
    matrixOf(tensor) = matrix.template cast<float>();
    return tensor;
}
inline std::vector<float> numbersOf(const Eigen::ArrayXd& array) {
    std::vector<float> numbers(array.size());
    Eigen::Map<Eigen::ArrayXf>(numbers.data(), array.size()) = array.cast<float>();
    return numbers;
}

} // namespace gf
