// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/token_reads.h"

#include "core/measure/token_mixing.h"
#include "ui/language/tr.h"
#include "ui/theme/hue.h"

namespace gf {

QString readersTitle() {
    return tr("who reads whom");
}

HeatmapData readersOf(const Trace& trace, const Scope& scope) {
    const Graph& graph = *trace.graph;
    const Tensor numbers = tokenMixing(trace, scope);
    HeatmapData data;
    if (!numbers.empty())
        data = heatmapOf(numbers, {});
    data.title = readersTitle();
    data.scale = HeatmapData::Scale::Sequential;
    data.accent = hueColour(Hue::Attention);
    data.rowTitle = tr("who reads");
    data.columnTitle = tr("whom");
    for (const std::string& token : trace.labelsAlong(graph.find(scope, "output"), 0))
        data.rowLabels << tokenText(token);
    if (data.rowLabels.size() != data.rows)
        data.rowLabels.clear();
    data.columnLabels = data.rowLabels;
    if (const NodeId weights = graph.find(scope, "weights"); weights != noNode)
        data.hidden = heatmapOf(trace, weights).hidden;
    return data;
}

} // namespace gf
