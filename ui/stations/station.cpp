// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station.h"

#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <utility>

namespace gf {

double StationInput::fontSize() const {
    return QFontMetricsF(font).height() * 0.8;
}

double StationInput::setting(const char* key, double otherwise) const {
    return settings.value(QLatin1String(key), otherwise);
}

std::optional<StationPlace> StationPicture::at(const QPointF& point) const {
    for (auto spot = spots.rbegin(); spot != spots.rend(); ++spot)
        if (spot->area.contains(point))
            return spot->place;
    for (auto grid = grids.rbegin(); grid != grids.rend(); ++grid)
        if (const auto cell = grid->layout.cellAt(point))
            return grid->placeOf(cell->row, cell->column);
    return std::nullopt;
}

namespace {

/// The cells of a grid that stand for a place, the grid being the matrix of the focus or turned.
void addCell(std::vector<QRectF>& areas, const StationPicture::Grid& grid, Index row,
             Index column) {
    const HeatmapLayout& layout = grid.layout;
    for (const auto& [down, along] : {std::pair(row, column), std::pair(column, row)}) {
        const Index r = std::max<Index>(down, 0);
        const Index c = std::max<Index>(along, 0);
        if (r >= layout.rows || c >= layout.columns)
            continue;
        const StationPlace place = grid.placeOf(r, c);
        if ((row < 0 || place.row == row) && (column < 0 || place.column == column)) {
            areas.push_back(layout.cellRect(r, c));
            return;
        }
    }
}

} // namespace

std::vector<QRectF> StationPicture::areasOf(Index row, Index column) const {
    std::vector<QRectF> areas;
    std::vector<QRectF> ofOne; // the row or the column alone
    for (const Spot& spot : spots) {
        const StationPlace& place = spot.place;
        if ((row < 0 || place.row == row) && (column < 0 || place.column == column))
            areas.push_back(spot.area);
        else if ((row >= 0 && place.row == row && place.column < 0) ||
                 (column >= 0 && place.column == column && place.row < 0))
            ofOne.push_back(spot.area);
    }
    for (const Grid& grid : grids)
        addCell(areas, grid, row, column);
    return areas.empty() ? ofOne : areas;
}

QSizeF minimumSizeOf(const Station& station, const StationInput& input) {
    return station.minimumSize ? station.minimumSize(input) : QSizeF(360, 260);
}

HeatmapData heatmapOf(const StationInput& input, NodeId node, int head) {
    const QString key = QStringLiteral("matrix %1/%2").arg(node).arg(head);
    HeatmapData data = input.memory->once(key, [&] {
        HeatmapData made = heatmapOf(input.trace, node, head);
        made.range = made.colourRange();
        return made;
    });
    data.range = lockedRange(input, key, *data.range);
    return data;
}

ScaleRange lockedRange(const StationInput& input, const QString& key, const ScaleRange& now) {
    if (!input.ranges)
        return now;
    const auto kept = input.ranges->constFind(key);
    return kept != input.ranges->cend() ? *kept : *input.ranges->insert(key, now);
}

ScaleRange lockedAxis(const StationInput& input, const QString& key, const ScaleRange& now) {
    const QString name = QStringLiteral("axis %1/%2").arg(input.node).arg(key);
    const ScaleRange kept = lockedRange(input, name, now);
    const ScaleRange grown{std::min(kept.first, now.first), std::max(kept.second, now.second)};
    if (input.ranges)
        input.ranges->insert(name, grown);
    return grown;
}

HeatmapLayout placeHeatmap(const StationInput& input, Canvas& canvas, StationPicture& picture,
                           const HeatmapData& data, const QRectF& area,
                           const HeatmapHighlight& highlight,
                           std::function<StationPlace(Index row, Index column)> placeOf,
                           HeatmapParts parts) {
    HeatmapOptions options;
    options.parts = parts;
    options.fontSize = input.fontSize();
    options.measure = measureWith(input.font);
    // Worked out once: laying out and drawing ask for the range again and again.
    HeatmapData ranged = data;
    ranged.range = data.colourRange();
    const HeatmapLayout layout = layOutHeatmap(ranged, area, options);
    const HeatmapStyle style{input.theme, numberFont(input.font)};
    drawHeatmap(canvas, ranged, layout, style);
    drawHighlight(canvas, ranged, layout, style, highlight);
    picture.grids.push_back(
        {layout, [data = std::move(ranged), placeOf = std::move(placeOf)](Index row, Index column) {
             StationPlace place = placeOf(row, column);
             if (place.tip.isEmpty())
                 place.tip = QStringLiteral("%1\n%2 · %3")
                                 .arg(numberText(data.at(row, column), 6), rowLabel(data, row),
                                      columnLabel(data, column));
             return place;
         }});
    return layout;
}

} // namespace gf
