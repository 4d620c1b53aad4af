// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/token_losses.h"

#include "core/tensor/row.h"

#include <algorithm>
#include <cmath>

namespace gf {

std::vector<TokenLoss> tokenLosses(const Trace& trace) {
    const Tensor* const logits = trace.find("logits");
    const Tensor* const labels = trace.find("label.ids");
    if (!logits || logits->empty() || !labels || labels->empty())
        return {};
    const Node& node = (*trace.graph)[trace.graph->find("logits")];
    if (node.axes[node.shape.rank() - 1] != Axis::TargetWord)
        return {}; // a pointer's
    std::vector<TokenLoss> losses;
    for (Index t = 0; t < static_cast<Index>(labels->count()); ++t) {
        const std::span<const float> row = rowOf(*logits, t);
        const auto largest = static_cast<double>(*std::ranges::max_element(row));
        double sum = 0;
        for (const float logit : row)
            sum += std::exp(static_cast<double>(logit) - largest);
        const auto label = static_cast<std::size_t>((*labels)[t]);
        losses.push_back(
            {std::log(sum) + largest - static_cast<double>(row[label]), trace.keeps("label", t)});
    }
    return losses;
}

BatchLosses batchLosses(std::span<const std::shared_ptr<const Trace>> examples) {
    BatchLosses mean;
    for (const auto& example : examples)
        for (const TokenLoss& one : tokenLosses(*example)) {
            mean.unmasked += one.loss;
            ++mean.places;
            if (!one.counts)
                continue;
            mean.masked += one.loss;
            ++mean.labels;
        }
    mean.masked /= static_cast<double>(std::max<Index>(1, mean.labels));
    mean.unmasked /= static_cast<double>(std::max<Index>(1, mean.places));
    return mean;
}

} // namespace gf
