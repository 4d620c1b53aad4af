// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/products.h"

#include <array>
#include <cmath>

namespace gf {

double dot(std::span<const float> a, std::span<const float> b) {
    assert(a.size() == b.size());
    // Four sums that do not wait for one another.
    std::array<double, 4> sums{};
    std::size_t i = 0;
    for (; i + 4 <= a.size(); i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
    double sum = sums[0] + sums[1] + sums[2] + sums[3];
    for (; i < a.size(); ++i)
        sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

double lengthOf(std::span<const float> a) {
    return std::sqrt(dot(a, a));
}

std::span<const float> rowOf(const Tensor& matrix, Index row) {
    const auto width = static_cast<std::size_t>(matrix.shape().columns());
    return matrix.values().subspan(static_cast<std::size_t>(row) * width, width);
}

Tensor rowProducts(const Tensor& a, const Tensor& b) {
    const Index rows = a.shape()[0];
    const Index columns = b.shape()[0];
    Tensor result(Shape{rows, columns});
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            result[i * columns + j] = static_cast<float>(dot(rowOf(a, i), rowOf(b, j)));
    return result;
}

Tensor similarities(const Tensor& x) {
    const Index rows = x.shape()[0];
    Tensor result(Shape{rows, rows});
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j <= i; ++j)
            result[i * rows + j] = result[j * rows + i] =
                static_cast<float>(dot(rowOf(x, i), rowOf(x, j)));
    return result;
}

Tensor cosines(const Tensor& x) {
    Tensor result = similarities(x);
    const Index rows = x.shape()[0];
    std::vector<double> lengths;
    for (Index i = 0; i < rows; ++i)
        lengths.push_back(std::sqrt(static_cast<double>(result[i * rows + i])));
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < rows; ++j) {
            const double both =
                lengths[static_cast<std::size_t>(i)] * lengths[static_cast<std::size_t>(j)];
            float& value = result[i * rows + j];
            value = both > 0 ? static_cast<float>(value / both) : 0.0F;
        }
    return result;
}

} // namespace gf
