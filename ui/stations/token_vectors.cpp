// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/token_vectors.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stations/parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double margin = 20;
constexpr double leastBar = 4; ///< pixels for a row of bars
constexpr double leastRow = 24;
constexpr double mostRow = 72;
constexpr Index mostFullRows = 64; ///< longer texts get lower rows instead of more room

QString tr(const char* text, const char* comment = nullptr, int count = -1) {
    return QCoreApplication::translate("gf::Stations", text, comment, count);
}

/// What looks the rows up, also where a person changed them afterwards.
const Node& lookupOf(const Graph& graph, const Node& node) {
    return graph[computedNode(graph, node.id)];
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && lookupOf(graph, node).op->kind() == OpKind::Embedding;
}

QSizeF minimumSize(const StationInput& input) {
    const Index rows = std::min(input.at().shape[0], mostFullRows);
    return {400, 2 * margin + static_cast<double>(rows + 2) * leastRow};
}

/// "“m” · row 17": which row of the table the token picks.
QString labelOf(const StationInput& input, const HeatmapData& data, Index row) {
    const Tensor& ids = input.trace.value(lookupOf(input.graph(), input.at()).inputs[1]);
    return ids.empty() ? rowLabel(data, row)
                       : tr("%1 · id %2").arg(rowLabel(data, row)).arg(std::lround(ids[row]));
}

/// The bars of one token around the middle of its row, scaled so that `largest` fills it.
void drawVector(const StationInput& input, Canvas& canvas, const HeatmapData& data,
                const HeatmapLayout& layout, Index row, double largest) {
    const QRectF area = layout.rowRect(row);
    const double middle = area.center().y();
    const double scale = area.height() * 0.46 / largest;
    const double width = layout.cellWidth >= 4 ? layout.cellWidth * 0.8 : layout.cellWidth;
    const QColor colour = input.theme.hue(Hue::Residual);
    for (Index c = 0; c < data.columns; ++c) {
        const double value = data.at(row, c);
        if (!std::isfinite(value))
            continue;
        // While ranges are locked a number may leave them.
        const double height = std::clamp(std::abs(value) * scale, 0.5, area.height() / 2);
        const double x = area.left() + static_cast<double>(c) * layout.cellWidth;
        canvas.rectangle({x, value > 0 ? middle - height : middle, width, height},
                         c == input.focus.column ? input.theme.highlight : colour, "bar");
        if (data.changedAt(row, c))
            markChanged(canvas, {x, value > 0 ? middle - height : middle, width, height});
    }
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const HeatmapData data = heatmapOf(input, input.node);
    const TextMeasure measure = measureWith(input.font);
    const double size = input.fontSize();
    const auto rows = static_cast<double>(data.rows);
    const double row = std::min(mostRow, (input.size.height() - 2 * margin - 2 * leastRow) / rows);
    double labels = 0;
    for (Index r = 0; r < data.rows; ++r)
        labels = std::max(labels, measure(labelOf(input, data, r), size));
    const double left = margin + labels + 12;
    const double top = margin + leastRow;
    const HeatmapLayout layout = cellsIn(
        {left, top, input.size.width() - margin - left, row * rows}, data.rows, data.columns);
    picture.rows = data.rows;
    picture.columns = data.columns;

    const auto range = data.colourRange();
    drawLine(input, canvas, {left, margin + leastRow * 0.4},
             tr("%n features, from %1 to %2", nullptr, static_cast<int>(data.columns))
                 .arg(numberText(range.first, 3), numberText(range.second, 3)),
             input.theme.mutedText);
    const double largest = std::max(std::abs(range.first), range.second);
    const bool crowded = row < size;
    // Bars of a pixel or two say nothing, colours still do.
    const bool low = row < leastBar;
    if (low)
        drawHeatmap(canvas, data, layout, {input.theme, input.font});
    std::vector<QLineF> middles;
    for (Index r = 0; r < data.rows; ++r) {
        const bool lit = r == input.focus.row;
        const QRectF area = layout.rowRect(r);
        if (lit)
            canvas.rectangle(area, input.theme.grid, "lit");
        if (!low) {
            drawVector(input, canvas, data, layout, r, largest);
            middles.emplace_back(area.left(), area.center().y(), area.right(), area.center().y());
        }
        if (lit || !crowded || r % static_cast<Index>(std::ceil(size / row)) == 0)
            drawLine(input, canvas, {left - 10, area.center().y()}, labelOf(input, data, r),
                     lit ? input.theme.textHue(Hue::Residual) : input.theme.text, Qt::AlignRight,
                     lit);
    }
    canvas.lines(middles, input.theme.border, 1, "middle");
    const double below = layout.cells.bottom() + leastRow * 0.5;
    if (input.focus.row >= 0 && input.focus.row < data.rows && input.focus.column >= 0 &&
        input.focus.column < data.columns)
        drawLine(input, canvas, {left, below},
                 tr("feature %1 of %2: %3")
                     .arg(input.focus.column + 1)
                     .arg(rowLabel(data, input.focus.row),
                          numberText(data.at(input.focus.row, input.focus.column), 5)),
                 input.theme.text);
    picture.grids.push_back({layout, [data](Index r, Index c) {
                                 return StationPlace{r, c, -1, QString(),
                                                     tr("%1 · feature %2\n%3")
                                                         .arg(rowLabel(data, r))
                                                         .arg(c + 1)
                                                         .arg(numberText(data.at(r, c), 6))};
                             }});
}

} // namespace

Station tokenVectors() {
    return {.id = "vectors",
            .title = QT_TRANSLATE_NOOP("gf::Stations", "Vectors"),
            .summary = QT_TRANSLATE_NOOP(
                "gf::Stations",
                "Each token’s row of the embedding table as bars, one for each feature"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
