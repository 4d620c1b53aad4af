// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ablation.h"

#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/train/forward_from_step.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

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

HeadMeans::HeadMeans(const ModelConfig& model) {
    for (HeadName& head : headsOf(model))
        m_sums.push_back({std::move(head), {}, 0});
}

void HeadMeans::add(const Trace& trace) {
    for (Sum& sum : m_sums) {
        const NodeId id = trace.graph->find(sum.head.attention + ".heads");
        if (id == noNode)
            continue;
        const Node& node = (*trace.graph)[id];
        const std::string_view sequence = node.axes[1] == Axis::Source ? "source" : "target";
        const Index width = node.shape[2];
        sum.numbers.resize(static_cast<std::size_t>(width));
        for (Index t = 0; t < node.shape[1]; ++t) {
            if (!trace.keeps(sequence, t))
                continue;
            ++sum.rows;
            for (Index k = 0; k < width; ++k)
                sum.numbers[static_cast<std::size_t>(k)] +=
                    static_cast<double>(trace.value(id).at(Cell{{sum.head.head, t, k}}));
        }
    }
}

std::vector<Intervention> HeadMeans::inPlaceOf(const HeadName& head) const {
    const Sum& sum = *std::ranges::find(m_sums, head, &Sum::head);
    if (sum.rows == 0)
        return {muted(head)};
    std::vector<Intervention> changes;
    for (std::size_t k = 0; k < sum.numbers.size(); ++k) {
        Intervention one = muted(head);
        one.edit.value = sum.numbers[k] / static_cast<double>(sum.rows);
        one.edit.cells[2] = only(static_cast<Index>(k));
        changes.push_back(std::move(one));
    }
    return changes;
}

std::vector<Intervention> withoutOutputProjection(const std::string& attention,
                                                  const ModelConfig& model) {
    const std::string weight = attention + ".w_o";
    std::vector<Intervention> identity{{weight, {Edit::Kind::Set, 0, {}}}};
    for (Index i = 0; i < std::min(model.dModel, model.heads * model.valueWidth()); ++i) {
        Edit one{Edit::Kind::Set, 1, {}};
        one.cells[0] = one.cells[1] = only(i);
        identity.push_back({weight, one});
    }
    return identity;
}

ResampledLosses resampled(const Backend& backend, Parameters& parameters, const Trace& trace,
                          const Trace& other, const std::vector<HeadName>& heads) {
    const Graph& graph = *trace.graph;
    ResampledLosses found;
    found.labels = static_cast<double>((*trace.find("token_count"))[0]);
    std::unique_ptr<ForwardFromStep> forward;
    NodeId from = noNode;
    for (const HeadName& head : heads) {
        const std::string concat = head.attention + ".concat";
        const NodeId node = graph.find(concat);
        if (node != from)
            forward = std::make_unique<ForwardFromStep>(backend, parameters, trace, node,
                                                        graph.find("token_loss"));
        from = node;
        Tensor value = trace.value(node);
        const Index width = graph[graph.find(head.attention + ".heads")].shape[2];
        const Tensor& others = *other.find(concat);
        for (Index t = 0; t < value.shape()[0]; ++t)
            matrixOf(value).row(t).segment(head.head * width, width) =
                matrixOf(others).row(t % others.shape()[0]).segment(head.head * width, width);
        const Tensor losses = forward->run(value);
        found.heads.push_back(std::accumulate(losses.values().begin(), losses.values().end(), 0.0));
    }
    return found;
}

std::vector<double> rowLosses(const Trace& trace) {
    const Tensor* const losses = trace.find("token_loss");
    if (!losses || losses->empty())
        return {};
    return {losses->values().begin(), losses->values().end()};
}

AblationRun::AblationRun(const ModelConfig& model, AblationSubject subject, bool pairs,
                         StandIn standIn)
    : m_model(model), m_subject(std::move(subject)), m_standIn(standIn), m_means(model) {
    const std::vector<HeadName> heads = headsOf(model);
    if (heads.empty())
        throw Error(phrase("this model has no attention heads that could be muted"));
    m_wanted.push_back({});
    if (standIn == StandIn::Resample) {
        m_resampled.heads.resize(heads.size());
        return;
    }
    for (const HeadName& head : heads)
        m_wanted.push_back({{head}, {}});
    for (const HeadName& head : heads)
        if (head.head == 0 && standIn == StandIn::Zero)
            m_wanted.push_back({{}, head.attention});
    for (std::size_t i = 0; pairs && i < heads.size(); ++i)
        for (std::size_t j = i + 1; j < heads.size(); ++j)
            m_wanted.push_back({{heads[i], heads[j]}, {}});
}

std::vector<Intervention> AblationRun::without(const Wanted& wanted) const {
    if (!wanted.projection.empty())
        return withoutOutputProjection(wanted.projection, m_model);
    std::vector<Intervention> changes;
    for (const HeadName& head : wanted.heads)
        if (m_standIn == StandIn::Zero)
            changes.push_back(muted(head));
        else
            std::ranges::move(m_means.inPlaceOf(head), std::back_inserter(changes));
    return changes;
}

void AblationRun::measure(const Wanted& wanted) {
    const std::vector<Intervention> changes = without(wanted);
    const double loss = m_subject.loss(changes);
    const auto tokens = [&] {
        return m_subject.tokens ? m_subject.tokens(changes) : std::vector<double>();
    };
    if (!wanted.projection.empty())
        m_found.projections.push_back({wanted.projection, loss});
    else if (wanted.heads.size() == 2)
        m_found.pairs.push_back({wanted.heads[0], wanted.heads[1], loss});
    else if (wanted.heads.size() == 1)
        m_found.heads.push_back({wanted.heads[0], loss, tokens()});
    else
        std::tie(m_found.whole, m_found.tokens) = std::pair(loss, tokens());
}

/// About as many as take the time of a loss.
void AblationRun::see() {
    constexpr Index atOnce = 8;
    const Index end = std::min(m_seen + atOnce, m_subject.examples);
    for (; m_seen < end; ++m_seen)
        m_means.add(*m_subject.run(m_seen));
}

/// An example; after the last one the means over all labels.
void AblationRun::resample() {
    const ResampledLosses losses = m_subject.resampled(m_seen++);
    for (std::size_t head = 0; head < losses.heads.size(); ++head)
        m_resampled.heads[head] += losses.heads[head];
    m_resampled.labels += losses.labels;
    if (m_seen < m_subject.examples)
        return;
    const std::vector<HeadName> heads = headsOf(m_model);
    for (std::size_t head = 0; head < heads.size(); ++head)
        m_found.heads.push_back({heads[head], m_resampled.heads[head] / m_resampled.labels});
}

double AblationRun::advance() {
    if (m_standIn == StandIn::Resample) {
        if (m_done == 0)
            measure(m_wanted[m_done++]);
        else
            resample();
        return static_cast<double>(1 + m_seen) / static_cast<double>(1 + m_subject.examples);
    }
    // After the loss of the model as it is, whose time says how long all of it will take.
    const Index examples = m_standIn == StandIn::Mean ? m_subject.examples : 0;
    if (m_done == 1 && m_seen < examples)
        see();
    else if (m_done < m_wanted.size())
        measure(m_wanted[m_done++]);
    constexpr double ofALoss = 0.125; ///< an example for the means
    const auto share = [&](std::size_t losses, Index seen) {
        return static_cast<double>(losses) + ofALoss * static_cast<double>(seen);
    };
    return share(m_done, m_seen) / share(m_wanted.size(), examples);
}

} // namespace gf
