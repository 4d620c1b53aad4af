// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/matrix.h"

#include "core/graph/op.h"
#include "core/measure/entropy.h"
#include "ui/language/tr.h"
#include "ui/steps/token_reads.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

int clampedHead(const Node& node, int head) {
    return static_cast<int>(std::clamp<Index>(head, 0, node.shape[0] - 1));
}

/// The columns [first, first + count) alone; they keep counting as in the whole.
HeatmapData columnsOf(const HeatmapData& data, Index first, Index count) {
    HeatmapData result = data;
    result.columns = count;
    result.values.clear();
    result.hidden.clear();
    result.changed.clear();
    for (Index r = 0; r < data.rows; ++r)
        for (Index c = first; c < first + count; ++c) {
            result.values.push_back(data.at(r, c));
            if (!data.hidden.empty())
                result.hidden.push_back(data.hiddenAt(r, c));
            if (!data.changed.empty())
                result.changed.push_back(data.changedAt(r, c));
        }
    result.columnLabels = data.columnLabels.mid(first, count);
    result.columnOffset = data.columnOffset + first;
    return result;
}

/// All heads of [H,T,K] side by side.
HeatmapData joined(const Trace& trace, NodeId id) {
    const Node& node = (*trace.graph)[id];
    const Index width = node.shape[2];
    const Index heads = node.shape[0];
    HeatmapData result = heatmapOf(trace, id, 0);
    result.columns = heads * width;
    result.columnLabels.clear();
    result.hidden.clear();
    result.values.assign(result.rows * result.columns, 0);
    result.changed.clear();
    const Tensor& value = trace.value(id);
    for (Index h = 0; h < heads; ++h) {
        const std::vector<bool> changed = heatmapOf(trace, id, static_cast<int>(h)).changed;
        if (!changed.empty() && result.changed.empty())
            result.changed.assign(result.values.size(), false);
        for (Index t = 0; t < result.rows; ++t)
            for (Index k = 0; k < width; ++k) {
                const auto to = static_cast<std::size_t>(t * result.columns + h * width + k);
                result.values[to] = value[(h * result.rows + t) * width + k];
                if (!changed.empty())
                    result.changed[to] = changed[t * width + k];
            }
    }
    return result;
}

} // namespace

bool hasHeads(const Node& node) {
    return node.shape.rank() == 3 && node.axes[0] == Axis::Head;
}

bool isTokenVector(const Node& node) {
    return node.shape.rank() == 1 && (node.axes[0] == Axis::Target || node.axes[0] == Axis::Source);
}

HeatmapData heatmapOf(const Trace& trace, const Matrix& matrix) {
    const Node& node = (*trace.graph)[matrix.node];
    if (matrix.heads == Matrix::Heads::Readers)
        return readersOf(trace, node.scope);
    HeatmapData data =
        hasHeads(node) && matrix.heads == Matrix::Heads::Joined
            ? joined(trace, matrix.node)
            : heatmapOf(trace, matrix.node, hasHeads(node) ? clampedHead(node, matrix.head) : 0);
    if (matrix.columnCount > 0 && matrix.firstColumn + matrix.columnCount <= data.columns)
        data = columnsOf(data, matrix.firstColumn, matrix.columnCount);
    if (matrix.transposed)
        data = transposed(data);
    return data;
}

Cell cellAt(const Node& node, const Matrix& matrix, Index row, Index column) {
    if (matrix.transposed)
        std::swap(row, column);
    column += matrix.firstColumn;
    Cell cell;
    switch (node.shape.rank()) {
    case 0:
        break;
    case 1:
        cell.at[0] = column;
        break;
    case 2:
        cell.at[0] = row;
        cell.at[1] = column;
        break;
    default:
        if (isStacked(node)) {
            cell.at = {row / node.shape[1], row % node.shape[1], column, 0};
        } else if (matrix.heads == Matrix::Heads::Joined) {
            cell.at = {column / node.shape[2], row, column % node.shape[2], 0};
        } else {
            cell.at = {clampedHead(node, matrix.head), row, column, 0};
        }
    }
    return cell;
}

std::optional<CellPlace> placeOf(const Node& node, const Matrix& matrix, const Cell& cell) {
    CellPlace place{0, 0};
    Index columns = node.shape.columns();
    switch (node.shape.rank()) {
    case 0:
        break;
    case 1:
        place.column = cell.at[0];
        break;
    case 2:
        place = {cell.at[0], cell.at[1]};
        break;
    default:
        place = {cell.at[1], cell.at[2]};
        if (isStacked(node)) {
            place.row += cell.at[0] * node.shape[1];
        } else if (matrix.heads == Matrix::Heads::Joined) {
            place.column += cell.at[0] * node.shape[2];
            columns *= node.shape[0];
        } else if (cell.at[0] != clampedHead(node, matrix.head)) {
            return std::nullopt;
        }
    }
    place.column -= matrix.firstColumn;
    const Index count = matrix.columnCount > 0 ? matrix.columnCount : columns;
    if (place.column < 0 || place.column >= count)
        return std::nullopt;
    if (matrix.transposed)
        std::swap(place.row, place.column);
    return place;
}

CellPlace placeOf(const Node& node, const Focus& focus) {
    const int rank = node.shape.rank();
    if (!focus.lab.isEmpty())
        return {-1, -1}; // what is pointed at is no cell of a step
    if (rank == 0)
        return {0, 0};
    if (isTokenVector(node))
        return {focus.row < node.shape[0] ? focus.row : -1, 0};
    const Index rows = rank == 1 ? 1 : isStacked(node) ? node.shape.rows() : node.shape[rank - 2];
    const Index columns = node.shape[-1];
    return {focus.row < rows ? focus.row : -1, focus.column < columns ? focus.column : -1};
}

std::optional<Cell> focusedCell(const Node& node, const Focus& focus) {
    CellPlace place = placeOf(node, focus);
    if (node.shape.rank() == 1 && !isTokenVector(node))
        place.row = 0; // a vector of features has only its columns
    if (place.row < 0 || place.column < 0)
        return std::nullopt;
    Matrix whole;
    whole.node = node.id;
    whole.head = focus.head;
    whole.transposed = isTokenVector(node);
    return cellAt(node, whole, place.row, place.column);
}

std::span<const float> shownValues(const Trace& trace, NodeId id, const Focus& focus) {
    const Node& node = (*trace.graph)[id];
    const std::span<const float> all = trace.value(id).values();
    if (!hasHeads(node) || focus.allHeads || node.shape[0] == 0)
        return all;
    const std::size_t size = all.size() / static_cast<std::size_t>(node.shape[0]);
    return all.subspan(static_cast<std::size_t>(clampedHead(node, focus.head)) * size, size);
}

bool mayBeUniform(const Node& node) {
    return node.op->kind() == OpKind::Softmax;
}

QString uniformWords(const Trace& trace, NodeId id, const Focus& focus) {
    const Node& node = (*trace.graph)[id];
    if (!mayBeUniform(node) || trace.isDifference() || trace.value(id).empty() ||
        trace.value(node.inputs[0]).empty())
        return {};
    const UniformRows uniform =
        uniformRows(shownValues(trace, id, focus), shownValues(trace, node.inputs[0], focus),
                    node.shape.columns());
    if (uniform.rows == 0)
        return {};
    if (uniform.rows < uniform.of)
        return tr("%1 of %n rows nearly uniform", nullptr, static_cast<int>(uniform.of))
            .arg(uniform.rows);
    return uniform.fewest == uniform.most
               ? tr("nearly uniform: 1/%1").arg(uniform.most)
               : tr("nearly uniform: 1/%1 to 1/%2").arg(uniform.fewest).arg(uniform.most);
}

} // namespace gf
