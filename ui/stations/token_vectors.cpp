// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf::token_vectors {

namespace {

constexpr double leastBar = 4; ///< pixels for a row of bars
constexpr double leastRow = 24;
constexpr double mostRow = 72;
constexpr Index mostFullRows = 64; ///< longer texts get lower rows instead of more room

/// What looks the rows up, also where a person changed them afterwards.
const Node& lookupOf(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)];
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && lookupOf(graph, node).op->kind() == OpKind::Embedding;
}

/// "“m” · row 17": which row of the table the token picks.
QString labelOf(const StationInput& input, const HeatmapData& data, Index row) {
    const Tensor& ids = input.trace.value(lookupOf(input.graph(), input.at()).inputs[1]);
    return ids.empty() ? rowLabel(data, row)
                       : tr("%1 · id %2").arg(rowLabel(data, row)).arg(std::lround(ids[row]));
}

/// One number as a bar from the middle of its row, scaled so that `largest` fills that.
void drawBar(Drawing& drawing, const HeatmapData& data, const HeatmapLayout& layout, Index row,
             Index column, double largest) {
    const double value = data.at(row, column);
    if (!std::isfinite(value))
        return;
    const QRectF area = layout.rowRect(row);
    const double middle = area.center().y();
    const double height =
        std::clamp(std::abs(value) * area.height() * 0.46 / largest, 0.5, area.height() / 2);
    const double width = layout.cellWidth >= 4 ? layout.cellWidth * 0.8 : layout.cellWidth;
    const QRectF bar(area.left() + static_cast<double>(column) * layout.cellWidth,
                     value > 0 ? middle - height : middle, width, height);
    drawing.canvas.rectangle(bar,
                             column == drawing.input.focus.column
                                 ? drawing.theme().highlight
                                 : drawing.theme().hue(Hue::Residual),
                             "bar");
    if (data.changedAt(row, column))
        markChanged(drawing.canvas, bar);
}

void drawVector(Drawing& drawing, const HeatmapData& data, const HeatmapLayout& layout, Index row,
                double largest) {
    for (Index c = 0; c < data.columns; ++c)
        drawBar(drawing, data, layout, row, c, largest);
}

/// Bars of a pixel or two say nothing, colours still do.
bool isLow(const HeatmapLayout& layout) {
    return layout.cellHeight < leastBar;
}

/// The row and the feature in focus, and what stands over all bars: their middles and names.
void drawLight(Drawing& drawing, const HeatmapData& data, const HeatmapLayout& layout,
               double largest) {
    const double size = drawing.fontSize();
    const double left = layout.cells.left();
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / layout.cellHeight)));
    const Index row = within(drawing.input.focus.row, data.rows);
    const Index column = within(drawing.input.focus.column, data.columns);
    std::vector<QLineF> middles;
    for (Index r = 0; r < data.rows; ++r) {
        const QRectF area = layout.rowRect(r);
        const bool highlighted = r == row;
        if (highlighted)
            drawing.canvas.rectangle(area, drawing.theme().grid, "highlighted");
        if (!isLow(layout)) {
            if (highlighted)
                drawVector(drawing, data, layout, r, largest);
            else if (column >= 0)
                drawBar(drawing, data, layout, r, column, largest);
            middles.emplace_back(area.left(), area.center().y(), area.right(), area.center().y());
        }
        if (highlighted || r % step == 0)
            drawLine(drawing, {left - 10, area.center().y()}, labelOf(drawing.input, data, r),
                     highlighted ? drawing.theme().textHue(Hue::Residual) : drawing.theme().text,
                     Qt::AlignRight, highlighted);
    }
    drawing.canvas.lines(middles, drawing.theme().border, 1, "middle");
    if (row >= 0 && column >= 0)
        drawLine(drawing, {left, layout.cells.bottom() + leastRow * 0.5},
                 tr("feature %1 of %2: %3")
                     .arg(column + 1)
                     .arg(rowLabel(data, row), numberText(data.at(row, column), 5)),
                 drawing.theme().text);
}

void drawRows(Drawing& drawing, const HeatmapData& data, const QRectF& area) {
    const TextMeasure measure = measureWith(drawing.input.font);
    double labels = 0;
    for (Index r = 0; r < data.rows; ++r)
        labels = std::max(labels, measure(labelOf(drawing.input, data, r), drawing.fontSize()));
    const auto rows = static_cast<double>(data.rows);
    const double row = std::min(mostRow, (area.height() - leastRow) / rows);
    const HeatmapLayout layout = cellsIn(
        QRectF(area.topLeft(), QSizeF(area.width(), row * rows)).adjusted(labels + 12, 0, 0, 0),
        data.rows, data.columns);
    const auto range = data.colourRange();
    const double largest = std::max(std::abs(range.first), range.second);
    if (isLow(layout))
        drawHeatmap(drawing.canvas, data, layout, {drawing.theme(), drawing.input.font});
    else
        for (Index r = 0; r < data.rows; ++r)
            drawVector(drawing, data, layout, r, largest);
    drawing.onFocus([=](Drawing& now) { drawLight(now, data, layout, largest); });
    drawing.picture.grids.push_back({layout, [data](Index r, Index c) {
                                         return StationPlace{
                                             r, c, -1, QString(),
                                             tr("%1 · feature %2\n%3")
                                                 .arg(rowLabel(data, r))
                                                 .arg(c + 1)
                                                 .arg(numberText(data.at(r, c), 6))};
                                     }});
}

Block show(const StationInput& input) {
    const HeatmapData data = heatmapOf(input, input.node);
    const auto range = data.colourRange();
    const auto lines = static_cast<double>(std::min(data.rows, mostFullRows) + 1);
    Block rows;
    rows.draw = [data](Drawing& drawing, const QRectF& area) { drawRows(drawing, data, area); };
    return walked(
        data.rows, data.columns,
        padded(20, 20,
               column({paragraph(
                           tr("%n features, from %1 to %2", nullptr, static_cast<int>(data.columns))
                               .arg(numberText(range.first, 3), numberText(range.second, 3)),
                           input.theme.mutedText),
                       grows(atLeast({360, lines * leastRow}, rows))},
                      4)));
}

} // namespace

Station station() {
    return {.id = "vectors",
            .title = QT_TR_NOOP("Vectors"),
            .summary =
                QT_TR_NOOP("Each token’s row of the embedding table as bars, one for each feature"),
            .preferred = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::token_vectors
