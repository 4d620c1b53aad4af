// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>

namespace gf::row_similarity {

namespace {

constexpr Index mostRows = 512; ///< of a vocabulary; beyond that no word can be found any more
constexpr const char* measureKey = "similarity";

/// What computes a step, also where a person changed it afterwards.
OpKind kindOf(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)].op->kind();
}

bool isPosition(const Graph& graph, const Node& node) {
    return kindOf(graph, node) == OpKind::SinusoidalPosition ||
           kindOf(graph, node) == OpKind::LearnedPosition ||
           (node.role == Role::Parameter && node.scope.kind() == ScopeKind::Position);
}

bool shows(const Graph& graph, const Node& node) {
    if (node.shape.rank() != 2 || node.shape[0] > mostRows)
        return false;
    const bool table = node.role == Role::Parameter && node.scope.kind() == ScopeKind::Embedding;
    return isPosition(graph, node) || table || isInput(node) ||
           kindOf(graph, node) == OpKind::Embedding;
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    StationControl measure;
    measure.key = QLatin1String(measureKey);
    measure.label = tr("Compare by");
    measure.help = tr("The cosine leaves the length of the rows aside: 1 is the same direction");
    measure.kind = StationControl::Kind::Choice;
    measure.choices = {tr("dot product"), tr("cosine")};
    return {measure};
}

bool byCosine(const StationInput& input) {
    return input.setting(measureKey, 0) > 0;
}

Tensor numbers(const StationInput& input) {
    const Tensor& rows = input.trace.value(input.node);
    return byCosine(input) ? cosines(rows) : similarities(rows);
}

/// The similarity of the chosen row to all of them, one bar for each.
Block barsOfRow(const StationInput& input, const std::shared_ptr<const HeatmapData>& data) {
    const Index row = std::max<Index>(0, within(input.focus.row, data->rows));
    const Index first = firstNumber(input.at(), 0);
    const auto values = data->values.begin() + row * data->columns;
    return plot(
        {"row",
         {tr("%1, with every row")
              .arg(placeText(placeName(input.at(), 0), row + first, rowLabel(*data, row))),
          data->rowTitle},
         {static_cast<double>(first) - 0.5, static_cast<double>(first + data->columns) - 0.5},
         rangeAround(data->values)},
        {barsOf({values, values + data->columns}, input.theme.hue(Hue::Residual),
                input.focus.column),
         placesAlong(first, data->columns, [data, row](Index column) {
             return StationPlace{row, column, -1, QString(),
                                 tr("“%1” with “%2”\n%3")
                                     .arg(rowLabel(*data, row), rowLabel(*data, column),
                                          numberText(data->at(row, column), 6))};
         })});
}

HeatmapData similarityOf(const StationInput& input) {
    const HeatmapData rows = heatmapOf(input, input.node);
    const QString product = isPosition(input.graph(), input.at()) ? tr("P · Pᵀ") : tr("X · Xᵀ");
    HeatmapData data =
        heatmapOf(numbers(input), byCosine(input) ? tr("cosine of the rows") : product);
    data.rowLabels = data.columnLabels = rows.rowLabels;
    data.rowTitle = data.columnTitle = rows.rowTitle;
    data.rowOffset = data.columnOffset = rows.rowOffset;
    data.accent = rows.accent;
    fitScale(data);
    return data;
}

Block show(const StationInput& input) {
    const QString key = QStringLiteral("alike %1/%2").arg(input.node).arg(byCosine(input));
    HeatmapData data = input.memory->once(key, [&] { return similarityOf(input); });
    data.range = drawnRange(input, input.node, QStringLiteral("alike %1").arg(byCosine(input)),
                            data.colourRange());
    const Block all = matrix(data);
    const Block ofRow = live([shared = std::make_shared<const HeatmapData>(data)](
                                 const StationInput& now) { return barsOfRow(now, shared); });
    return walked(
        data.rows, data.rows,
        atLeast({380, 480}, padded(14, 14,
                                   fit({row({grows(all, 0.58), grows(ofRow, 0.42)}, 24),
                                        column({grows(all, 0.62), grows(ofRow, 0.38)})}))));
}

} // namespace

Station station() {
    return {.id = "similarity",
            .title = QT_TR_NOOP("Similarity"),
            .summary = QT_TR_NOOP("Every row compared with every other: how alike they are"),
            .shows = shows,
            .controls = controls,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::row_similarity
