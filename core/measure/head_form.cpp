// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_form.h"

#include "core/tensor/eigen.h"

#include <cassert>

namespace gf {

namespace {

/// The columns of the head in W (or in b), in double precision.
RowMatrix<double> ofHead(const Tensor& weight, const HeadWeights& weights) {
    return matrixOf(weight).middleCols(weights.head * weights.width, weights.width).cast<double>();
}

} // namespace

Tensor headForm(const HeadWeights& weights) {
    return tensorOf(ofHead(weights.query, weights) * ofHead(weights.key, weights).transpose());
}

Tensor biasScores(const HeadWeights& weights, const Tensor& queries, const Tensor& keys) {
    assert(weights.queryBias && weights.keyBias);
    const Eigen::VectorXd queryBias = ofHead(*weights.queryBias, weights).transpose();
    const Eigen::VectorXd keyBias = ofHead(*weights.keyBias, weights).transpose();
    const Eigen::VectorXd ofQueries =
        matrixOf(queries).cast<double>() * (ofHead(weights.query, weights) * keyBias);
    const Eigen::VectorXd ofKeys =
        matrixOf(keys).cast<double>() * (ofHead(weights.key, weights) * queryBias);
    const double both = queryBias.dot(keyBias);
    return tensorOf((ofQueries.replicate(1, ofKeys.size()).rowwise() + ofKeys.transpose()).array() +
                    both);
}

double formValue(const Tensor& form, std::span<const float> query, std::span<const float> key) {
    return vectorOf(query).cast<double>().dot(matrixOf(form).cast<double>() *
                                              vectorOf(key).cast<double>());
}

} // namespace gf
