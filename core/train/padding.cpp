// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/padding.h"

#include "core/graph/op.h"
#include "core/ops/mask.h"
#include "core/tensor/error.h"

#include <algorithm>

namespace gf {

namespace {

/// Sums of losses and labels.
struct LossSum {
    double sum = 0;
    double labels = 0;

    void add(const Trace& trace) {
        const auto count = static_cast<double>((*trace.find("token_count"))[0]);
        sum += static_cast<double>((*trace.find("loss"))[0]) * count;
        labels += count;
    }
    double mean() const { return labels > 0 ? sum / labels : 0; }
};

template <class Value> void cut(std::vector<Value>& rows, Index length) {
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(length)));
}

Index tokensOf(const Trace& trace, Axis axis) {
    return static_cast<Index>(
        (axis == Axis::Source ? trace.sourceTokens : trace.targetTokens).size());
}

} // namespace

std::vector<Intervention> paddingMaskedBy(PaddingMask mask, const ModelConfig& model,
                                          Index validSource, Index validTarget) {
    std::vector<Intervention> changes;
    bool masksAny = false;
    const ModelGraph built = shortestModel(model);
    for (const Node& node : built.graph->nodes()) {
        if (!ops::hides(node.op->kind()) || node.scope.kind() == ScopeKind::Pointer)
            continue;
        masksAny = true;
        if (mask == PaddingMask::Infinity || isCausal(node))
            continue;
        Intervention change{node.name, {}};
        const auto keys = static_cast<std::size_t>(node.shape.rank() - 1);
        change.edit.cells[keys] = {node.axes[keys] == Axis::Source ? validSource : validTarget, 0};
        change.edit.value = mask == PaddingMask::Million ? maskedMillion : 0;
        // A layer of means has zeros where attention has scores.
        if (mask == PaddingMask::None && node.op->kind() == OpKind::Mask)
            change.edit.kind = Edit::Kind::Reveal;
        changes.push_back(change);
    }
    if (!masksAny)
        throw Error(phrase("this model has no mask that hides padding"));
    return changes;
}

ProbeExample shortened(const ProbeExample& example, Index tokens, const ModelConfig& model) {
    ProbeExample shorter = example;
    if (model.hasEncoder()) {
        cut(shorter.source.ids, tokens);
        cut(shorter.source.numbers, tokens * model.features);
    }
    if (!model.hasEncoder() || !model.hasDecoder()) {
        cut(shorter.target.ids, tokens);
        cut(shorter.target.numbers, tokens * model.features);
    }
    if (model.output == Output::Pointer)
        std::erase_if(shorter.target.ids,
                      [&](TokenId id) { return Index(id) - firstPlace >= tokens; });
    return shorter;
}

PaddingLosses paddingLosses(const ProbedModel& model, const ProbeExample& example,
                            const std::vector<Index>& lengths, Index pads) {
    LossSum single, masked, unmasked, million;
    const Index longest = std::ranges::max(lengths);
    paddingMaskedBy(PaddingMask::Infinity, model.model, 0, 0); // there is one
    for (const Index length : lengths) {
        ProbeExample shorter = shortened(example, length, model.model);
        shorter.gradients = false;
        const auto alone = model.run(shorter);
        single.add(*alone);
        shorter.padding = longest - length + pads;
        // Without padding no mask changes anything.
        const auto changed = [&](PaddingMask mask) {
            return shorter.padding == 0
                       ? alone
                       : model.run(shorter, paddingMaskedBy(mask, model.model,
                                                            tokensOf(*alone, Axis::Source),
                                                            tokensOf(*alone, Axis::Target)));
        };
        masked.add(*changed(PaddingMask::Infinity));
        unmasked.add(*changed(PaddingMask::None));
        million.add(*changed(PaddingMask::Million));
    }
    return {single.mean(), masked.mean(), unmasked.mean(), million.mean()};
}

} // namespace gf
