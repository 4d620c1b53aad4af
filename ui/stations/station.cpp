// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_words.h"
#include "ui/figure/mask_hatch.h"
#include "ui/stations/station_blocks.h"

#include <QFontMetricsF>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gf {

double StationInput::fontSize() const {
    return QFontMetricsF(font).height() * 0.8;
}

double StationInput::setting(const char* key, double otherwise) const {
    return settings.value(QLatin1String(key), otherwise);
}

std::optional<StationPlace> StationPicture::at(const QPointF& point) const {
    for (auto region = hitRegions.rbegin(); region != hitRegions.rend(); ++region)
        if (region->area.contains(point))
            return region->place;
    for (auto grid = grids.rbegin(); grid != grids.rend(); ++grid)
        if (const auto cell = grid->layout.cellAt(point))
            return grid->placeOf(cell->row, cell->column);
    return std::nullopt;
}

namespace {

/// The first of so many that stands for `wanted`, or -1; negative: the first of all.
template <class Of> Index firstOf(Index count, Index wanted, const Of& of) {
    for (Index i = 0; i < count; ++i)
        if (wanted < 0 || of(i) == wanted)
            return i;
    return -1;
}

/// The cell of a grid that stands for a place, the grid being the matrix of the focus or turned.
/// Its rows may be counted on from another grid's, and stand in another order.
void addCell(std::vector<StationPicture::HitRegion>& hitRegions, const StationPicture::Grid& grid,
             Index row, Index column) {
    const HeatmapLayout& layout = grid.layout;
    if (layout.rows < 1 || layout.columns < 1) // a chart of nothing yet
        return;
    const auto add = [&](Index r, Index c) {
        const bool isThere = r >= 0 && c >= 0;
        if (isThere)
            hitRegions.push_back({layout.cellRect(r, c), grid.placeOf(r, c)});
        return isThere;
    };
    const Index r = firstOf(layout.rows, row, [&](Index i) { return grid.placeOf(i, 0).row; });
    const Index c = firstOf(layout.columns, column,
                            [&](Index i) { return grid.placeOf(std::max<Index>(r, 0), i).column; });
    if (add(r, c))
        return;
    const Index along =
        firstOf(layout.columns, row, [&](Index i) { return grid.placeOf(0, i).row; });
    add(firstOf(layout.rows, column,
                [&](Index i) { return grid.placeOf(i, std::max<Index>(along, 0)).column; }),
        along);
}

} // namespace

std::vector<StationPicture::HitRegion> StationPicture::hitRegionsOf(Index row, Index column) const {
    std::vector<HitRegion> found;
    std::vector<HitRegion> ofOne; // the row or the column alone
    for (const HitRegion& region : hitRegions) {
        const StationPlace& place = region.place;
        if ((row < 0 || place.row == row) && (column < 0 || place.column == column))
            found.push_back(region);
        else if ((row >= 0 && place.row == row && place.column < 0) ||
                 (column >= 0 && place.column == column && place.row < 0))
            ofOne.push_back(region);
    }
    for (const Grid& grid : grids)
        addCell(found, grid, row, column);
    return found.empty() ? ofOne : found;
}

std::vector<QRectF> StationPicture::areasOf(Index row, Index column) const {
    std::vector<QRectF> areas;
    for (const HitRegion& region : hitRegionsOf(row, column))
        areas.push_back(region.area);
    return areas;
}

std::optional<StationPlace> StationPicture::placeOf(Index row, Index column) const {
    const std::vector<HitRegion> found = hitRegionsOf(row, column);
    return found.empty() ? std::nullopt : std::optional(found.front().place);
}

void StationPicture::drawHighlights(const StationInput& input, Canvas& canvas) {
    if (!m_figure)
        m_figure = Places{hitRegions.size(), grids.size(), said.size()};
    hitRegions.erase(hitRegions.begin() + static_cast<std::ptrdiff_t>(m_figure->hitRegions),
                     hitRegions.end());
    grids.erase(grids.begin() + static_cast<std::ptrdiff_t>(m_figure->grids), grids.end());
    said.resize(m_figure->said);
    for (const StationHighlight& highlight : highlights) {
        StationPicture own; // with what is highlighted on what it draws
        Drawing drawing{input, canvas, own};
        highlight(drawing);
        own.drawHighlights(input, canvas);
        std::ranges::move(own.hitRegions, std::back_inserter(hitRegions));
        std::ranges::move(own.grids, std::back_inserter(grids));
        said << own.said;
        addMasks(masks, own.masks);
    }
}

void Drawing::text(const QPointF& at, const QString& words, double size, const QColor& colour,
                   Qt::AlignmentFlag align, bool bold, bool upwards) {
    canvas.text({at, words, size, colour, align, bold, upwards});
}

/// By its own numbers: asking for a size notes no range for what stands beside it, nor asks the
/// stage that may have let its model go.
QSizeF minimumSizeOf(const Station& station, const StationInput& input) {
    StationInput figure = figureInput(station, input);
    figure.ranges = nullptr;
    figure.commonName = nullptr;
    return station.show(figure).minimum(figure);
}

Focus figureFocus(const Station& station, Focus focus) {
    if (!station.ofRow)
        focus.row = -1;
    focus.column = -1;
    focus.pinned = false;
    return focus;
}

StationInput figureInput(const Station& station, StationInput input) {
    input.focus = figureFocus(station, input.focus);
    return input;
}

void drawFigure(const Station& station, const StationInput& input, Canvas& canvas,
                StationPicture& picture, const QPointF& corner) {
    const StationInput figure = figureInput(station, input);
    Drawing drawing{figure, canvas, picture};
    station.show(figure).draw(drawing, QRectF(corner, figure.size));
}

void drawStation(const Station& station, const StationInput& input, Canvas& canvas,
                 StationPicture& picture, const QPointF& corner) {
    drawFigure(station, input, canvas, picture, corner);
    picture.drawHighlights(input, canvas);
}

HeatmapHighlight highlightedCell(const StationInput& input) {
    return {input.focus.row, input.focus.column, input.focus.pinned};
}

HeatmapHighlight highlightedRow(const StationInput& input) {
    return {input.focus.row, -1, input.focus.pinned};
}

HeatmapHighlight highlightedColumn(const StationInput& input) {
    return {-1, input.focus.column, input.focus.pinned};
}

HeatmapHighlight nothingHighlighted(const StationInput&) {
    return {};
}

HeatmapData heatmapOf(const StationInput& input, NodeId node, int head) {
    const QString key = QStringLiteral("matrix %1/%2").arg(node).arg(head);
    HeatmapData data = input.memory->once(key, [&] {
        HeatmapData made = heatmapOf(input.trace, node, head);
        made.range = made.colourRange();
        return made;
    });
    data.range = drawnRange(input, node, QStringLiteral("matrix %1").arg(head), *data.range);
    return data;
}

/// By the step's name, since another run's model has other numbers for its steps.
ScaleRange drawnRange(const StationInput& input, NodeId node, const QString& key,
                      const ScaleRange& now) {
    if (!input.ranges)
        return now;
    const std::string name =
        node == noNode ? input.focus.lab.toStdString() : input.graph()[node].name;
    const QString common = input.commonName ? input.commonName(name) : QString::fromStdString(name);
    return input.ranges->rangeOf(QStringLiteral("%1/%2").arg(common, key), now);
}

ScaleRange drawnAxis(const StationInput& input, const QString& key, const ScaleRange& now) {
    return drawnRange(input, input.node, QStringLiteral("axis ") + key, now);
}

HeatmapOptions heatmapOptions(const StationInput& input, HeatmapParts parts, double maxCell) {
    HeatmapOptions options;
    options.parts = parts;
    options.maxCell = maxCell;
    options.fontSize = input.fontSize();
    options.least = input.least;
    options.measure = measureWith(input.font);
    return options;
}

void noteMasks(StationPicture& picture, const HeatmapData& data) {
    addMasks(picture.masks, masksIn(data));
}

HeatmapLayout placeHeatmap(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                           HighlightedCells highlighted,
                           std::function<StationPlace(Index row, Index column)> placeOf,
                           HeatmapParts parts, double maxCell) {
    return placeHeatmap(drawing, data, area, std::move(highlighted), std::move(placeOf),
                        heatmapOptions(drawing.input, parts, maxCell));
}

HeatmapLayout placeHeatmap(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                           HighlightedCells highlighted,
                           std::function<StationPlace(Index row, Index column)> placeOf,
                           const HeatmapOptions& options) {
    // Worked out once: laying out and drawing ask for the range again and again.
    HeatmapData ranged = data;
    ranged.range = data.colourRange();
    const HeatmapLayout layout = layOutHeatmap(ranged, area, options);
    drawHeatmap(drawing.canvas, ranged, layout, {drawing.theme(), numberFont(drawing.input.font)});
    noteMasks(drawing.picture, ranged);
    const auto shared = std::make_shared<const HeatmapData>(std::move(ranged));
    drawing.onFocus([shared, layout, highlighted = std::move(highlighted)](Drawing& now) {
        drawHighlight(now.canvas, *shared, layout, {now.theme(), numberFont(now.input.font)},
                      highlighted(now.input));
    });
    drawing.picture.grids.push_back(
        {layout, [shared, placeOf = std::move(placeOf)](Index row, Index column) {
             StationPlace place = placeOf(row, column);
             if (place.tip.isEmpty())
                 place.tip = cellTip(*shared, row, column);
             return place;
         }});
    return layout;
}

} // namespace gf
