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

AblationRun::AblationRun(const ModelConfig& model, ChangedLoss loss, bool pairs)
    : m_loss(std::move(loss)) {
    const std::vector<HeadName> heads = headsOf(model);
    if (heads.empty())
        throw Error(phrase("this model has no attention heads that could be muted"));
    const auto add = [&](std::vector<Intervention> changes, auto put) {
        m_wanted.push_back({std::move(changes), std::move(put)});
    };
    add({}, [](Ablation& found, double whole) { found.whole = whole; });
    for (const HeadName& head : heads)
        add({muted(head)}, [head](Ablation& found, double without) {
            found.heads.push_back({head, without});
        });
    for (const HeadName& head : heads)
        if (head.head == 0)
            add(withoutOutputProjection(head.attention, model),
                [of = head.attention](Ablation& found, double without) {
                    found.projections.push_back({of, without});
                });
    for (std::size_t i = 0; pairs && i < heads.size(); ++i)
        for (std::size_t j = i + 1; j < heads.size(); ++j)
            add({muted(heads[i]), muted(heads[j])},
                [first = heads[i], second = heads[j]](Ablation& found, double without) {
                    found.pairs.push_back({first, second, without});
                });
}

double AblationRun::advance() {
    if (m_done < m_wanted.size()) {
        const Wanted& next = m_wanted[m_done++];
        next.put(m_found, m_loss(next.changes));
    }
    return static_cast<double>(m_done) / static_cast<double>(m_wanted.size());
}

Ablation ablate(const ModelConfig& model, const ChangedLoss& loss, bool pairs,
                const std::stop_token& stop) {
    AblationRun run(model, loss, pairs);
    do
        throwIfStopped(stop);
    while (run.advance() < 1);
    return run.found();
}

} // namespace gf
