// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/products.h"

#include "core/tensor/eigen.h"

namespace gf {

double dot(std::span<const float> a, std::span<const float> b) {
    return vectorOf(a).cast<double>().dot(vectorOf(b).cast<double>());
}

double lengthOf(std::span<const float> a) {
    return vectorOf(a).cast<double>().norm();
}

Tensor rowProducts(const Tensor& a, const Tensor& b) {
    return tensorOf(matrixOf(a).cast<double>() * matrixOf(b).cast<double>().transpose());
}

Tensor similarities(const Tensor& x) {
    return rowProducts(x, x);
}

Tensor cosines(const Tensor& x) {
    RowMatrix<double> directions = matrixOf(x).cast<double>();
    for (auto row : directions.rowwise())
        row /= row.norm() > 0 ? row.norm() : 1;
    return tensorOf(directions * directions.transpose());
}

} // namespace gf
