// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_form.h"

#include "core/measure/products.h"

namespace gf {

namespace {

/// The columns of the head in one row of W (or in b).
std::span<const float> ofHead(const Tensor& weight, Index row, const HeadWeights& weights) {
    const Index columns = weight.shape().columns();
    return weight.values().subspan(
        static_cast<std::size_t>(row * columns + weights.head * weights.width),
        static_cast<std::size_t>(weights.width));
}

/// W_h · b, [D].
std::vector<float> timesBias(const Tensor& weight, const Tensor& bias, const HeadWeights& weights) {
    std::vector<float> result;
    for (Index row = 0; row < weight.shape()[0]; ++row)
        result.push_back(
            static_cast<float>(dot(ofHead(weight, row, weights), ofHead(bias, 0, weights))));
    return result;
}

} // namespace

Tensor headForm(const HeadWeights& weights) {
    const Index rows = weights.query.shape()[0];
    const Index columns = weights.key.shape()[0];
    Tensor form(Shape{rows, columns});
    for (Index a = 0; a < rows; ++a)
        for (Index b = 0; b < columns; ++b)
            form[a * columns + b] = static_cast<float>(
                dot(ofHead(weights.query, a, weights), ofHead(weights.key, b, weights)));
    return form;
}

Tensor biasScores(const HeadWeights& weights, const Tensor& queries, const Tensor& keys) {
    assert(weights.queryBias && weights.keyBias);
    const std::vector<float> fromQueries = timesBias(weights.query, *weights.keyBias, weights);
    const std::vector<float> fromKeys = timesBias(weights.key, *weights.queryBias, weights);
    const double both =
        dot(ofHead(*weights.queryBias, 0, weights), ofHead(*weights.keyBias, 0, weights));
    const Index columns = keys.shape()[0];
    Tensor result(Shape{queries.shape()[0], columns});
    std::vector<double> ofKey;
    for (Index j = 0; j < columns; ++j)
        ofKey.push_back(dot(rowOf(keys, j), fromKeys) + both);
    for (Index i = 0; i < queries.shape()[0]; ++i) {
        const double ofQuery = dot(rowOf(queries, i), fromQueries);
        for (Index j = 0; j < columns; ++j)
            result[i * columns + j] =
                static_cast<float>(ofQuery + ofKey[static_cast<std::size_t>(j)]);
    }
    return result;
}

double formValue(const Tensor& form, std::span<const float> query, std::span<const float> key) {
    double sum = 0;
    for (std::size_t a = 0; a < query.size(); ++a)
        sum += query[a] * dot(rowOf(form, static_cast<Index>(a)), key);
    return sum;
}

} // namespace gf
