// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/attention_rows.h"

#include "ui/language/tr.h"
#include "ui/steps/attention_stages.h"
#include "ui/theme/hue.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace gf {

namespace {

/// Whether these are weights by which the decoder looks at its own text, or at the source.
bool isWanted(const Graph& graph, const Node& node, ScopeKind attention) {
    if (areAlignmentWeights(node))
        return node.axes[0] == Axis::Target &&
               (node.axes[1] == Axis::Target) == (attention == ScopeKind::SelfAttention);
    return areAttentionWeights(graph, node) && node.scope.kind() == attention &&
           node.axes[1] == Axis::Target;
}

/// The weights of a row in one head, for so many keys; of one attention there is a single head.
std::vector<float> weightsOf(const Tensor& weights, Index head, Index row, Index keys) {
    std::vector<float> values;
    for (Index key = 0; key < keys; ++key)
        values.push_back(weights.shape().rank() == 3 ? weights.at({{head, row, key, 0}})
                                                     : weights.at({{row, key, 0, 0}}));
    return values;
}

/// The mean over all heads.
std::vector<float> meanWeights(const Tensor& weights, Index row, Index keys) {
    std::vector<double> sums(static_cast<std::size_t>(keys));
    const Index heads = weights.shape()[0];
    for (Index head = 0; head < heads; ++head)
        std::ranges::transform(sums, weightsOf(weights, head, row, keys), sums.begin(),
                               std::plus<>());
    std::vector<float> means;
    for (const double sum : sums)
        means.push_back(static_cast<float>(sum / static_cast<double>(heads)));
    return means;
}

} // namespace

HeadCount headsIn(const Trace& trace, ScopeKind attention) {
    HeadCount count;
    for (const Node& node : trace.graph->nodes())
        if (isWanted(*trace.graph, node, attention) && node.shape.rank() == 3) {
            ++count.layers;
            count.heads += node.shape[0];
        }
    return count;
}

HeatmapData attentionRows(const Trace& trace, ScopeKind attention, Index row,
                          const HeadRows& heads) {
    const bool self = attention == ScopeKind::SelfAttention;
    HeatmapData data;
    data.title = self ? tr("looks at the text so far") : tr("looks at the source");
    data.rowTitle = heads.kind == HeadRows::Kind::Means ? tr("layer") : tr("layer, head");
    data.columnTitle = tr("key");
    data.scale = HeatmapData::Scale::Sequential;
    data.range = std::pair(0.0, 1.0);
    data.accent = hueColour(Hue::Attention);
    const auto add = [&](const std::vector<float>& values, const QString& label) {
        data.values.insert(data.values.end(), values.begin(), values.end());
        if (!label.isEmpty())
            data.rowLabels << label;
        ++data.rows;
    };
    for (const Node& node : trace.graph->nodes()) {
        if (!isWanted(*trace.graph, node, attention))
            continue;
        const Tensor& weights = trace.value(node.id);
        const Shape& shape = weights.shape();
        const int rank = shape.rank();
        if (weights.empty() || row < 0 || row >= shape[rank - 2])
            return {};
        const Index layer = node.scope.layer();
        if (rank == 3 && heads.kind == HeadRows::Kind::OfLayer && layer != heads.layer)
            continue;
        data.columns = self ? std::min(row + 1, shape[rank - 1]) : shape[rank - 1];
        if (rank != 3) { // one attention: its row is that of the token
            const QStringList words = tokenWords(trace, node.id, 0);
            data.rowTitle = tr("token");
            add(weightsOf(weights, 0, row, data.columns), words.value(static_cast<int>(row)));
        } else if (heads.kind == HeadRows::Kind::Means) {
            add(meanWeights(weights, row, data.columns), QString::number(layer + 1));
        } else {
            for (Index head = 0; head < shape[0]; ++head)
                add(weightsOf(weights, head, row, data.columns),
                    tr("%1·%2").arg(layer + 1).arg(head + 1));
        }
        if (data.columnLabels.isEmpty()) {
            const Tokens words = trace.labelsAlong(node.id, rank - 1);
            for (Index key = 0; key < data.columns && key < static_cast<Index>(words.size()); ++key)
                data.columnLabels << tokenText(words[key]);
        }
    }
    return data;
}

} // namespace gf
