// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_light.h"

#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"

namespace gf {

namespace {

/// All cells that an expression names.
void collect(const Expression& e, std::vector<NamedCell>& cells) {
    if (e.kind == Expression::Kind::Operand)
        cells.emplace_back(e.node, e.cell);
    for (const Expression& argument : e.arguments)
        collect(argument, cells);
}

/// The light on a matrix that covers `cells`: one row, one column, one cell, or nothing when they
/// are spread over several rows and columns.
HeatmapHighlight lightOver(const std::vector<CellPlace>& cells) {
    if (cells.empty())
        return {};
    HeatmapHighlight light{cells[0].row, cells[0].column, false};
    for (const CellPlace& cell : cells) {
        if (cell.row != light.row)
            light.row = -1;
        if (cell.column != light.column)
            light.column = -1;
    }
    return light;
}

} // namespace

std::vector<NamedCell> operandsInFocus(const Trace& trace, NodeId id, const Focus& focus) {
    const Node& node = (*trace.graph)[id];
    std::vector<NamedCell> operands;
    if (const auto cell = focusedCell(node, focus); cell && node.shape.rank() > 0) {
        const Explanation explanation = trace.explain(id, *cell);
        for (const ExplanationLine& line : explanation.lines)
            collect(line.expression, operands);
    }
    return operands;
}

HeatmapHighlight lightFor(const Graph& graph, const StagePanel& panel, NodeId id,
                          const Focus& focus, const std::vector<NamedCell>& operands) {
    const CellPlace place = placeOf(graph[id], focus);
    const CellPlace highlighted{focus.row < 0 ? -1 : place.row,
                                focus.row < 0 && focus.column < 0 ? -1 : place.column};
    HeatmapHighlight light;
    if (panel.place == StagePlace::Related)
        return light;
    const bool own = panel.item.matrix.node == id || panel.place != StagePlace::Operation;
    if (own && !(panel.place == StagePlace::Operation && !panel.item.result)) {
        light = {highlighted.row, highlighted.column, focus.pinned};
        return light;
    }
    std::vector<CellPlace> places;
    const Node& node = graph[panel.item.matrix.node];
    bool named = false;
    for (const auto& [operand, cell] : operands)
        if (operand == node.id) {
            named = true;
            if (const auto at = placeOf(node, panel.item.matrix, cell))
                places.push_back(*at);
        }
    light = named ? lightOver(places) : tiedHighlight(panel.item, highlighted);
    light.pinned = focus.pinned && (light.row >= 0 || light.column >= 0);
    return light;
}

Focus pointedAt(const StagePanel& panel, CellPlace place, Focus focus) {
    if (panel.place == StagePlace::Operation && !panel.item.result)
        place = tiedPlace(panel.item, place);
    if (panel.place == StagePlace::Related)
        place = {};
    if (panel.place == StagePlace::Grid)
        focus.head = panel.item.matrix.head;
    focus.row = place.row;
    focus.column = place.column;
    focus.pinned = place != CellPlace{};
    return focus;
}

} // namespace gf
