// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/row_similarity.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double margin = 14;
constexpr double wideFrom = 680; ///< the bars stand beside the matrix, otherwise under it
constexpr Index mostRows = 512;  ///< of a vocabulary; beyond that no word can be found any more
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

QSizeF minimumSize(const StationInput&) {
    return {380, 480};
}

/// The similarity of the chosen row to all of them, one bar for each.
void drawRow(const StationInput& input, Canvas& canvas, StationPicture& picture,
             const HeatmapData& data, const QRectF& area) {
    const bool chosen = input.focus.row >= 0 && input.focus.row < data.rows;
    const Index row = chosen ? input.focus.row : 0;
    const std::span<const float> values(&data.values[static_cast<std::size_t>(row * data.columns)],
                                        static_cast<std::size_t>(data.columns));
    const Plot plot = placePlot(
        input, canvas, area, "row",
        {tr("Row %1, “%2”, with every row").arg(row + 1).arg(rowLabel(data, row)), data.rowTitle},
        {0.5, static_cast<double>(data.columns) + 0.5}, rangeAround(data.values));
    drawBars(input, canvas, plot, values, input.theme.hue(Hue::Residual), input.focus.column);
    picture.grids.push_back({cellsIn(plot.area, 1, data.columns), [data, row](Index, Index column) {
                                 return StationPlace{row, column, -1, QString(),
                                                     tr("“%1” with “%2”\n%3")
                                                         .arg(rowLabel(data, row),
                                                              rowLabel(data, column),
                                                              numberText(data.at(row, column), 6))};
                             }});
}

HeatmapData similarityOf(const StationInput& input) {
    const HeatmapData rows = heatmapOf(input, input.node);
    const QString product = isPosition(input.graph(), input.at()) ? tr("P · Pᵀ") : tr("X · Xᵀ");
    HeatmapData data =
        heatmapOf(numbers(input), byCosine(input) ? tr("cosine of the rows") : product);
    data.rowLabels = data.columnLabels = rows.rowLabels;
    data.rowTitle = data.columnTitle = rows.rowTitle;
    data.accent = rows.accent;
    fitScale(data);
    return data;
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const QString key = QStringLiteral("alike %1/%2").arg(input.node).arg(byCosine(input));
    HeatmapData data = input.memory->once(key, [&] { return similarityOf(input); });
    data.range = drawnRange(input, input.node, QStringLiteral("alike %1").arg(byCosine(input)),
                            data.colourRange());
    picture.rows = picture.columns = data.rows;

    const QRectF all = QRectF({0, 0}, input.size).adjusted(margin, margin, -margin, -margin);
    const bool wide = all.width() >= wideFrom;
    QRectF matrix = all;
    QRectF bars = all;
    if (wide) {
        matrix.setWidth(std::min(all.width() * 0.58, all.height() + 60));
        bars.setLeft(matrix.right() + 24);
        const double height = std::min(all.height(), 340.0);
        bars.setTop(all.center().y() - height / 2);
        bars.setHeight(height);
    } else {
        matrix.setHeight(all.height() * 0.62);
        bars.setTop(matrix.bottom() + 10);
    }
    placeHeatmap(input, canvas, picture, data, matrix, litCell, [](Index row, Index column) {
        return StationPlace{row, column};
    });
    picture.highlights.push_back(
        [=](const StationInput& now, Canvas& over, StationPicture& places) {
            drawRow(now, over, places, data, bars);
        });
}

} // namespace

Station rowSimilarity() {
    return {.id = "similarity",
            .title = QT_TR_NOOP("Similarity"),
            .summary = QT_TR_NOOP("Every row compared with every other: how alike they are"),
            .shows = shows,
            .minimumSize = minimumSize,
            .controls = controls,
            .draw = draw,
            .numbers = numbers};
}

} // namespace gf
