// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/shuffle.h"

#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/train/exact.h"

#include <algorithm>
#include <numeric>

namespace gf {

namespace {

/// Of rows that follow each other, the one that `order` names for each place.
template <class Value>
std::vector<Value> inOrder(const std::vector<Value>& rows, const std::vector<Index>& order) {
    const std::size_t each = rows.size() / std::max<std::size_t>(order.size(), 1);
    std::vector<Value> moved;
    for (const Index from : order) {
        const auto first = rows.begin() + from * static_cast<Index>(each);
        moved.insert(moved.end(), first, first + static_cast<Index>(each));
    }
    return moved;
}

void requireOrder(const std::vector<Index>& order, Index tokens) {
    std::vector<Index> sorted = order;
    std::ranges::sort(sorted);
    std::vector<Index> places(tokens);
    std::iota(places.begin(), places.end(), Index(0));
    if (sorted != places)
        throw Error(phrase("the order must have each place of the source once, 0 to %1"),
                    tokens - 1);
}

} // namespace

ProbeExample shuffled(const ProbeExample& example, const std::vector<Index>& order,
                      const ModelConfig& model) {
    if (!model.hasEncoder())
        throw Error(phrase("this model reads no source that could be shuffled"));
    requireOrder(order, example.source.length(model.features));
    ProbeExample moved = example;
    moved.source.ids = inOrder(example.source.ids, order);
    moved.source.numbers = inOrder(example.source.numbers, order);
    if (!model.hasDecoder() && !example.target.empty()) {
        moved.target.ids = inOrder(example.target.ids, order);
        moved.target.numbers = inOrder(example.target.numbers, order);
    }
    if (model.output == Output::Pointer)
        for (TokenId& id : moved.target.ids)
            if (id >= firstPlace)
                id = static_cast<TokenId>(
                    firstPlace +
                    (std::ranges::find(order, Index(id) - firstPlace) - order.begin()));
    return moved;
}

std::vector<Index> drawnOrder(Index count, std::uint64_t seed) {
    std::vector<Index> order(count);
    std::iota(order.begin(), order.end(), Index(0));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[below(i, seed, 0, i)]);
    return order;
}

ShuffleResult shuffle(const ProbedModel& model, const ProbeExample& example,
                      const std::vector<Index>& order) {
    ShuffleResult result;
    ProbeExample moved = shuffled(example, order, model.model);
    result.original = model.run(example);
    result.shuffled = model.run(moved);
    const ExactRun before(*result.original, model.parameters);
    const ExactRun after(*result.shuffled, model.parameters);
    result.steps = movedBack(
        *result.original->graph, [&](NodeId node) { return before.value(node); },
        [&](NodeId node) { return after.value(node); }, order);
    return result;
}

} // namespace gf
