// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_contributions.h"

#include "core/tensor/eigen.h"

#include <cassert>

namespace gf {

namespace {

/// The rows of W_O that head h is multiplied by, [K,D].
auto outputRows(const Tensor& weight, const Tensor& heads, Index head) {
    const Index width = heads.shape()[2];
    return matrixOf(weight).middleRows(head * width, width);
}

} // namespace

Tensor headContributions(const Tensor& heads, const Tensor& weight, Index token) {
    assert(heads.shape().rank() == 3 && token >= 0 && token < heads.shape()[1]);
    assert(weight.shape()[0] == heads.shape()[0] * heads.shape()[2]);
    Tensor rows({heads.shape()[0], weight.shape()[1]});
    for (Index h = 0; h < heads.shape()[0]; ++h)
        matrixOf(rows).row(h) = matrixOf(heads, h).row(token) * outputRows(weight, heads, h);
    return rows;
}

Tensor contributionNorms(const Tensor& heads, const Tensor& weight) {
    Tensor norms({heads.shape()[1], heads.shape()[0]});
    for (Index h = 0; h < heads.shape()[0]; ++h)
        matrixOf(norms).col(h) =
            (matrixOf(heads, h) * outputRows(weight, heads, h)).rowwise().norm();
    return norms;
}

Tensor muteEstimates(const Tensor& heads, const Tensor& gradient) {
    assert(heads.shape() == gradient.shape());
    Tensor estimates({heads.shape()[1], heads.shape()[0]});
    for (Index h = 0; h < heads.shape()[0]; ++h)
        matrixOf(estimates).col(h) =
            -matrixOf(heads, h).cwiseProduct(matrixOf(gradient, h)).rowwise().sum();
    return estimates;
}

std::vector<double> sharesAlong(const Tensor& parts, std::span<const float> whole) {
    assert(parts.shape()[1] == static_cast<Index>(whole.size()));
    const Eigen::VectorXd direction = exactly(whole);
    const double square = direction.squaredNorm();
    const Eigen::VectorXd along = matrixOf(parts).cast<double>() * direction;
    std::vector<double> shares(along.size(), 0.0);
    if (square > 0)
        Eigen::Map<Eigen::VectorXd>(shares.data(), along.size()) = along / square;
    return shares;
}

} // namespace gf
