// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_contributions.h"

#include <cassert>
#include <cmath>

namespace gf {

namespace {

/// sum [D] = head_h[token,:] · W_O[hK…,:]
void addContribution(const Tensor& heads, const Tensor& weight, Index head, Index token,
                     std::span<float> sum) {
    const Index tokens = heads.shape()[1];
    const Index width = heads.shape()[2];
    const auto features = static_cast<Index>(sum.size());
    const float* row = heads.data() + (head * tokens + token) * width;
    for (Index k = 0; k < width; ++k) {
        const float* from = weight.data() + (head * width + k) * features;
        for (Index d = 0; d < features; ++d)
            sum[static_cast<std::size_t>(d)] += row[k] * from[d];
    }
}

} // namespace

Tensor headContributions(const Tensor& heads, const Tensor& weight, Index token) {
    assert(heads.shape().rank() == 3 && token >= 0 && token < heads.shape()[1]);
    assert(weight.shape()[0] == heads.shape()[0] * heads.shape()[2]);
    const Index features = weight.shape()[1];
    Tensor rows({heads.shape()[0], features});
    for (Index h = 0; h < heads.shape()[0]; ++h)
        addContribution(heads, weight, h, token,
                        rows.values().subspan(static_cast<std::size_t>(h * features),
                                              static_cast<std::size_t>(features)));
    return rows;
}

Tensor contributionNorms(const Tensor& heads, const Tensor& weight) {
    const Index count = heads.shape()[0];
    const Index tokens = heads.shape()[1];
    const Index features = weight.shape()[1];
    Tensor norms({tokens, count});
    for (Index t = 0; t < tokens; ++t) {
        const Tensor rows = headContributions(heads, weight, t);
        for (Index h = 0; h < count; ++h) {
            double square = 0;
            for (Index d = 0; d < features; ++d)
                square += static_cast<double>(rows[h * features + d]) * rows[h * features + d];
            norms[t * count + h] = static_cast<float>(std::sqrt(square));
        }
    }
    return norms;
}

Tensor muteEstimates(const Tensor& heads, const Tensor& gradient) {
    assert(heads.shape() == gradient.shape());
    const Index count = heads.shape()[0];
    const Index tokens = heads.shape()[1];
    const Index width = heads.shape()[2];
    Tensor estimates({tokens, count});
    for (Index h = 0; h < count; ++h)
        for (Index t = 0; t < tokens; ++t) {
            double sum = 0;
            for (Index at = (h * tokens + t) * width; at < (h * tokens + t + 1) * width; ++at)
                sum -= static_cast<double>(heads[at]) * gradient[at];
            estimates[t * count + h] = static_cast<float>(sum);
        }
    return estimates;
}

std::vector<double> sharesAlong(const Tensor& parts, std::span<const float> whole) {
    assert(parts.shape()[1] == static_cast<Index>(whole.size()));
    double square = 0;
    for (const float value : whole)
        square += static_cast<double>(value) * value;
    std::vector<double> shares;
    for (Index n = 0; n < parts.shape()[0]; ++n) {
        double along = 0;
        for (std::size_t d = 0; d < whole.size(); ++d)
            along +=
                static_cast<double>(parts[n * parts.shape()[1] + static_cast<Index>(d)]) * whole[d];
        shares.push_back(square > 0 ? along / square : 0);
    }
    return shares;
}

} // namespace gf
