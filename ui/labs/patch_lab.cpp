// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"

#include "core/measure/residual_stream.h"
#include "core/tensor/phrase.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/labs/lab_answer.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr const char* otherKey = "patch.other";
constexpr double mostOthers = 100;

std::vector<StationControl> controls(const Graph&, const Node&) {
    return {countKnob(otherKey, tr("Other example"),
                      tr("One of those that the model is never trained on, as long as this one"), 1,
                      mostOthers, 1)};
}

lab::Patch requestOf(const StationInput& input) {
    return {static_cast<Index>(input.setting(otherKey, 1)) - 1};
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

QString joined(const Tokens& tokens) {
    QStringList words;
    for (const std::string& token : tokens)
        words << tokenText(token);
    return words.join(QLatin1Char(' '));
}

/// The tokens of one example, its answer after an arrow.
QString exampleText(const Tokens& source, const Tokens& answer) {
    return source.empty() ? joined(answer)
                          : QStringLiteral("%1 → %2").arg(joined(source), joined(answer));
}

/// "a", or where the other example has another token there "a ← b".
QStringList tokenPairs(const Tokens& own, const Tokens& other) {
    QStringList pairs;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const QString mine = tokenText(own[i]);
        const bool differs = i < other.size() && other[i] != own[i];
        pairs << (differs ? QStringLiteral("%1 ← %2").arg(mine, tokenText(other[i])) : mine);
    }
    return pairs;
}

/// Rows above each other: those of the stack that is read first come first.
struct Grid {
    HeatmapData data;
    Index firstRow = 0; ///< counted through all grids
};

std::vector<Grid> gridsOf(const StationInput& input, const lab::Patched& found) {
    std::vector<Grid> grids;
    Index rows = 0;
    for (const lab::Patched::Stack& stack : found.stacks) {
        HeatmapData data = heatmapOf(stack.restored, tr(stack.name.c_str()));
        data.scale = HeatmapData::Scale::Diverging;
        data.range = {{-1, 1}};
        for (Index layer = 0; layer < data.rows; ++layer)
            data.rowLabels << (layer == 0 ? tr("input") : tr("layer %1").arg(layer));
        const bool isSource = stack.name == "encoder";
        data.columnLabels = isSource
                                ? tokenPairs(input.trace.sourceTokens, found.other->sourceTokens)
                                : tokenPairs(input.trace.targetTokens, found.other->targetTokens);
        grids.push_back({std::move(data), rows});
        rows += grids.back().data.rows;
    }
    return grids;
}

Block gridBlock(const Grid& grid) {
    const Index first = grid.firstRow;
    const Index rows = grid.data.rows;
    MatrixLook look;
    look.placeOf = [first](Index row, Index column) { return StationPlace{first + row, column}; };
    look.lit = [=](const StationInput& now) {
        const Index row = now.focus.row - first;
        return row < 0 || row >= rows ? HeatmapHighlight{}
                                      : HeatmapHighlight{row, now.focus.column, now.focus.pinned};
    };
    return matrix(grid.data, look);
}

/// The cell of all grids that brings back most, and what the one in focus does.
struct Cell {
    const Grid* grid = nullptr;
    Index row = 0, column = 0;
    float value = 0;
};

/// After the input, whose cells are the tokens themselves.
Cell strongest(const std::vector<Grid>& grids) {
    Cell best;
    for (const Grid& grid : grids)
        for (Index row = 1; row < grid.data.rows; ++row)
            for (Index column = 0; column < grid.data.columns; ++column)
                if (const float value = grid.data.at(row, column); !best.grid || value > best.value)
                    best = {&grid, row, column, value};
    return best;
}

QString percent(double share) {
    return numberText(100 * share, 3);
}

QString cellName(const Cell& cell) {
    return tr("%1, %2, “%3”")
        .arg(cell.grid->data.title, cell.grid->data.rowLabels.value(cell.row),
             cell.grid->data.columnLabels.value(cell.column));
}

QString cellWords(const StationInput& now, const std::vector<Grid>& grids) {
    for (const Grid& grid : grids) {
        const Index row = now.focus.row - grid.firstRow;
        const Index column = now.focus.column;
        if (row < 0 || row >= grid.data.rows || column < 0 || column >= grid.data.columns)
            continue;
        return tr("%1: brings back %2 % of the other answer")
            .arg(cellName({&grid, row, column, 0}), percent(grid.data.at(row, column)));
    }
    return tr("Point at a cell, or click it to keep it.");
}

QString sentenceOf(const lab::Patched& found, const std::vector<Grid>& grids) {
    const Cell best = strongest(grids);
    if (!best.grid)
        return {};
    return tr("Behind the input the cell %1 carries most: put into this run, it brings back %2 % "
              "of "
              "the other answer (ln P %3 here, %4 there).")
        .arg(cellName(best), percent(best.value), numberText(found.own, 3),
             numberText(found.others, 3));
}

Block show(const StationInput& input) {
    const lab::Patch request = requestOf(input);
    const auto* found = answerOf<lab::Patched>(input, request);
    const Block own =
        paragraph(tr("This example: %1")
                      .arg(exampleText(input.trace.sourceTokens, input.trace.targetTokens)));
    if (!found)
        return padded(14, 14, column({own, paragraph(measuringWords(input, request)), space(220)}));
    const auto grids = std::make_shared<const std::vector<Grid>>(gridsOf(input, *found));
    const QString said = withMeasuringWords(sentenceOf(*found, *grids), input, request);
    std::vector<Block> drawn;
    Index rows = 0;
    Index columns = 0;
    for (const Grid& grid : *grids) {
        drawn.push_back(grows(gridBlock(grid), static_cast<double>(grid.data.columns + 2)));
        rows += grid.data.rows;
        columns = std::max(columns, grid.data.columns);
    }
    return walked(
        rows, columns,
        atLeast({500, 0},
                padded(14, 14,
                       column({own,
                               paragraph(tr("The other one: %1")
                                             .arg(exampleText(found->other->sourceTokens,
                                                              found->other->targetTokens))),
                               atLeast({0, 2.9 * input.fontSize()}, paragraph(said)),
                               grows(fit({row(drawn), column(drawn)})),
                               live([grids](const StationInput& now) {
                                   return line(cellWords(now, *grids));
                               })}))));
}

// ---- What it is about --------------------------------------------------------------------------

NodeId nodeFor(const Graph& graph, NodeId) {
    return graph.find("logits");
}

std::optional<Sentence> missing(const Trace& trace) {
    return noWordsAfterLayers(*trace.graph);
}

} // namespace

const LabPage& patchLab() {
    static const LabPage page = {
        .drawing = {.id = "patch",
                    .summary = QT_TR_NOOP("What each cell of another example's run brings "
                                          "back of its answer"),
                    .controls = controls,
                    .show = show},
        .node = nodeFor,
        .missing = missing,
        .asks = asks};
    return page;
}

} // namespace gf
