// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/unigram.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace gf {

namespace {

constexpr Index enoughLabels = 20'000;
constexpr Index mostBatches = 64;

} // namespace

double unigramLoss(const BatchSource& batches) {
    std::map<TokenId, Index> counts;
    Index labels = 0;
    const Index last = batches.count() > 0 ? std::min(batches.count(), mostBatches) : mostBatches;
    for (Index step = 0; step < last && labels < enoughLabels; ++step) {
        Batch batch;
        batches.fill(step, batch);
        const auto ids = batch.ids(inputs::labelIds);
        const auto keep = batch.numbers(inputs::labelKeep);
        for (std::size_t i = 0; i < std::min(ids.size(), keep.size()); ++i)
            if (keep[i] != 0) {
                ++counts[ids[i]];
                ++labels;
            }
    }
    double loss = 0;
    for (const auto& [token, count] : counts) {
        const double share = static_cast<double>(count) / static_cast<double>(labels);
        loss -= share * std::log(share);
    }
    return loss;
}

double blindLoss(const Task* task, const BatchSource& batches) {
    const std::optional<double> known = task ? task->guessLoss() : std::nullopt;
    return known ? *known : unigramLoss(batches);
}

} // namespace gf
