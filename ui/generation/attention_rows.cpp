// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/attention_rows.h"

#include "ui/language/tr.h"
#include "ui/steps/attention.h"
#include "ui/theme/hue.h"

#include <algorithm>

namespace gf {

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
        if (!areAttentionWeights(*trace.graph, node) || node.scope.kind() != attention ||
            node.axes[1] != Axis::Target)
            continue;
        const Tensor& weights = trace.value(node.id);
        const Shape& shape = weights.shape();
        if (weights.empty() || row < 0 || row >= shape[1])
            return {};
        data.columns = self ? std::min(row + 1, shape[2]) : shape[2];
        for (Index head = 0; head < shape[0]; ++head) {
            for (Index key = 0; key < data.columns; ++key)
                data.values.push_back(weights.at({{head, row, key, 0}}));
            data.rowLabels << tr("%1·%2").arg(node.scope.layer() + 1).arg(head + 1);
            ++data.rows;
        }
        if (data.columnLabels.isEmpty()) {
            const Tokens words = trace.labelsAlong(node.id, 2);
            for (Index key = 0; key < data.columns && key < static_cast<Index>(words.size()); ++key)
                data.columnLabels << tokenText(words[static_cast<std::size_t>(key)]);
        }
    }
    return data;
}

} // namespace gf
