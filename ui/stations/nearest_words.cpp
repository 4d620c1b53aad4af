// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/measure/nearest.h"
#include "core/tensor/row.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>

namespace gf::nearest_words {

namespace {

constexpr std::size_t nearestShown = 12;

/// The table of words that a model without a head reads with; noNode where it has none, or a head.
NodeId wordTable(const Graph& graph) {
    const NodeId table = graph.find("embedding.weight");
    return lastStates(graph) != noNode && table != noNode &&
                   graph[table].axes[0] == Axis::SourceWord
               ? table
               : noNode;
}

bool shows(const Graph& graph, const Node& node) {
    const ScopeKind kind = node.scope.kind();
    const bool isStream =
        kind == ScopeKind::Norm || kind == ScopeKind::Residual || kind == ScopeKind::Input;
    return node.role == Role::Forward && node.relation == Relation::Own && isStream &&
           node.shape.rank() == 2 && node.axes[0] == Axis::Source && node.axes[1] == Axis::Model &&
           wordTable(graph) != noNode;
}

const std::vector<NearRow>& nearestTo(const StationInput& input, Index row) {
    return input.memory->once(QStringLiteral("nearest %1 %2").arg(input.node).arg(row), [&] {
        return nearestRows(input.trace.value(wordTable(input.graph())),
                           rowOf(input.trace.value(input.node), row), nearestShown);
    });
}

Block show(const StationInput& input) {
    const Index rows = input.at().shape[0];
    const Index row = std::clamp<Index>(input.focus.row, 0, rows - 1);
    const QStringList tokens = tokensAlong(input.trace, input.node, 0);
    const Tokens* words = input.trace.sourceVocabulary.get();
    std::vector<Bar> all;
    for (const NearRow& near : nearestTo(input, row)) {
        const auto place = static_cast<std::size_t>(near.row);
        all.push_back({.name = words && place < words->size() ? tokenText((*words)[place])
                                                              : QString::number(near.row),
                       .part = std::clamp(near.cosine, 0.0, 1.0),
                       .number = NumberFormat{0, 3}.text(near.cosine),
                       .colour = input.theme.hue(Hue::Residual)});
    }
    return walked(
        rows, 0,
        atLeast({420, 0},
                padded(16, 12,
                       column({chooser(tr("Token"), tokens, row),
                               line(tr("The words of the embedding nearest to the row of “%1”")
                                        .arg(tokens.value(row)),
                                    {}, type::section, true),
                               paragraph(tr("By their cosine. This model has no head that says "
                                            "words: that a row is near a word’s embedding does "
                                            "not mean that the model would say it."),
                                         input.theme.mutedText),
                               grows(bars(all))}))));
}

/// [tokens, the nearest]: cosines, in their order.
Tensor numbers(const StationInput& input) {
    const Index rows = input.at().shape[0];
    std::vector<float> cosines;
    for (Index row = 0; row < rows; ++row)
        for (const NearRow& near : nearestTo(input, row))
            cosines.push_back(static_cast<float>(near.cosine));
    const auto columns = static_cast<Index>(cosines.size()) / rows;
    return Tensor({rows, columns}, std::move(cosines));
}

} // namespace

Station station() {
    return {.id = "nearest-words",
            .title = QT_TR_NOOP("Nearest words"),
            .summary = QT_TR_NOOP("The words whose embeddings are most like a token’s row, in a "
                                  "model that says no words itself"),
            .ofRow = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::nearest_words
