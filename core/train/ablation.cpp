// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ablation.h"

#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

namespace gf {

std::vector<HeadName> headsOf(const ModelConfig& model) {
    std::vector<HeadName> heads;
    const ModelGraph built = shortestModel(model);
    for (const Node& node : built.graph->nodes())
        if (node.scope.isAttention() && node.part == "heads")
            for (Index head = 0; head < node.shape[0]; ++head)
                heads.push_back({node.scope.nameOf(""), head});
    return heads;
}

Intervention muted(const HeadName& head) {
    Edit edit{Edit::Kind::Set, 0, {}};
    edit.cells[0] = only(head.head);
    return {head.attention + ".heads", edit};
}

std::vector<Intervention> withoutOutputProjection(const std::string& attention,
                                                  const ModelConfig& model) {
    const std::string weight = attention + ".w_o";
    std::vector<Intervention> identity{{weight, {Edit::Kind::Set, 0, {}}}};
    for (Index i = 0; i < model.dModel; ++i) {
        Edit one{Edit::Kind::Set, 1, {}};
        one.cells[0] = one.cells[1] = only(i);
        identity.push_back({weight, one});
    }
    return identity;
}

Ablation ablate(const ModelConfig& model, const ChangedLoss& loss, bool pairs,
                const std::stop_token& stop) {
    const std::vector<HeadName> heads = headsOf(model);
    if (heads.empty())
        throw Error(phrase("this model has no attention heads that could be muted"));
    const auto lossWith = [&](const std::vector<Intervention>& changes) {
        throwIfStopped(stop);
        return loss(changes);
    };
    Ablation found;
    found.whole = lossWith({});
    for (const HeadName& head : heads) {
        found.heads.push_back({head, lossWith({muted(head)})});
        if (head.head == 0)
            found.projections.push_back(
                {head.attention, lossWith(withoutOutputProjection(head.attention, model))});
    }
    for (std::size_t i = 0; pairs && i < heads.size(); ++i)
        for (std::size_t j = i + 1; j < heads.size(); ++j)
            found.pairs.push_back(
                {heads[i], heads[j], lossWith({muted(heads[i]), muted(heads[j])})});
    return found;
}

} // namespace gf
