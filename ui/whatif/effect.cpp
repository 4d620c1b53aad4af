// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/effect.h"

#include "core/graph/word_at.h"
#include "core/ops/intervene.h"
#include "core/tensor/finite.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

std::optional<double> lossOf(const Trace& trace) {
    const Tensor* loss = trace.find("loss");
    return loss ? std::optional(static_cast<double>((*loss)[0])) : std::nullopt;
}

Index largestIn(const Tensor& matrix, Index row) {
    const Index columns = matrix.shape().columns();
    const auto values = matrix.values().subspan(row * columns, columns);
    return std::max_element(values.begin(), values.end()) - values.begin();
}

} // namespace

std::shared_ptr<const Trace> alignedWithout(const Trace& trace) {
    auto aligned = std::make_shared<Trace>(*trace.without);
    aligned->graph = trace.graph;
    aligned->values.clear();
    for (const Node& node : trace.graph->nodes()) {
        const Tensor* value = trace.without->find(ops::plainName(node.name));
        aligned->values.push_back(value && value->shape() == node.shape ? *value
                                                                        : trace.value(node.id));
    }
    return aligned;
}

std::optional<Effect> effectOf(const Trace& trace) {
    if (!trace.without)
        return std::nullopt;
    Effect effect;
    effect.lossBefore = lossOf(*trace.without);
    effect.lossAfter = lossOf(trace);
    const Tensor* now = trace.find("probabilities");
    const Tensor* then = trace.without->find("probabilities");
    const Tensor* logits = trace.find("logits");
    const Tensor* logitsThen = trace.without->find("logits");
    if (!now || !then || !logits || !logitsThen || now->shape() != then->shape())
        return effect;
    const Tensor* labels = trace.find("label.ids");
    const NodeId node = trace.graph->find("probabilities");
    const Tokens words = trace.labelsAlong(node, 1);
    const NodeId loss = trace.graph->find("token_loss");
    const Index firstLabel = loss == noNode ? 0 : (*trace.graph)[loss].as<LossAttributes>().first;
    const Tokens tokens = trace.labelsAlong(node, 0);
    for (Index row = 0; row < now->shape()[0]; ++row) {
        if (labels && !trace.keeps("label", row))
            continue; // what is said there counts for nothing
        const Index label = labels ? static_cast<Index>((*labels)[row]) - firstLabel : -1;
        RowEffect change;
        change.row = row;
        change.token = wordAt(tokens, row, 1);
        Index id = largestIn(*then, row);
        change.predictedBefore = wordAt(words, id);
        change.predicted = wordAt(words, largestIn(*now, row));
        id = label >= 0 ? label : id;
        change.word = wordAt(words, id);
        const Cell cell{{row, id, 0, 0}};
        change.before = static_cast<double>(then->at(cell));
        change.after = static_cast<double>(now->at(cell));
        change.logitBefore = static_cast<double>(logitsThen->at(cell));
        change.logitAfter = static_cast<double>(logits->at(cell));
        effect.rows.push_back(std::move(change));
    }
    std::ranges::stable_sort(effect.rows, isLarger<double>,
                             [](const RowEffect& row) { return std::abs(row.after - row.before); });
    return effect;
}

} // namespace gf
