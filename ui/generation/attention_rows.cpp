// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/attention_rows.h"

#include "ui/language/tr.h"
#include "ui/steps/attention.h"
#include "ui/theme/hue.h"

#include <algorithm>

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

} // namespace

HeatmapData attentionRows(const Trace& trace, ScopeKind attention, Index row) {
    const bool self = attention == ScopeKind::SelfAttention;
    HeatmapData data;
    data.title = self ? tr("looks at the text so far") : tr("looks at the source");
    data.rowTitle = tr("layer, head");
    data.columnTitle = tr("key");
    data.scale = HeatmapData::Scale::Sequential;
    data.range = std::pair(0.0, 1.0);
    data.accent = hueColour(Hue::Attention);
    for (const Node& node : trace.graph->nodes()) {
        if (!isWanted(*trace.graph, node, attention))
            continue;
        const Tensor& weights = trace.value(node.id);
        const Shape& shape = weights.shape();
        const int rank = shape.rank();
        if (weights.empty() || row < 0 || row >= shape[rank - 2])
            return {};
        data.columns = self ? std::min(row + 1, shape[rank - 1]) : shape[rank - 1];
        const bool heads = rank == 3;
        for (Index head = 0; head < (heads ? shape[0] : 1); ++head) {
            for (Index key = 0; key < data.columns; ++key)
                data.values.push_back(heads ? weights.at({{head, row, key, 0}})
                                            : weights.at({{row, key, 0, 0}}));
            if (heads)
                data.rowLabels << tr("%1·%2").arg(node.scope.layer() + 1).arg(head + 1);
            ++data.rows;
        }
        if (!heads) { // one attention: its row is that of the token
            data.rowTitle = tr("token");
            if (const QStringList words = tokenWords(trace, node.id, 0); row < words.size())
                data.rowLabels << words[row];
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
