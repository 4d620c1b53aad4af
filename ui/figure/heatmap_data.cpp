// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_data.h"

#include "core/graph/op.h"
#include "core/ops/mask.h"
#include "core/ops/slice.h"
#include "core/ops/windows.h"
#include "ui/language/axes.h"
#include "ui/language/plain_text.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/theme/hue.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double equalShares = 3; ///< of a row of probabilities, where a scale ends at the least
constexpr qsizetype longestToken = 1000; ///< letters; drawings cut it further

/// The forward node that a gradient belongs to; the node itself otherwise.
NodeId valueNodeOf(const Graph& graph, NodeId node) {
    return isGradient(graph[node]) ? graph[node].of : node;
}

/// Operations between scores and the (dropped-out) weights that keep every cell in its place.
bool keepsPlaces(OpKind kind) {
    return kind == OpKind::Scale || kind == OpKind::Softmax || kind == OpKind::Dropout ||
           kind == OpKind::Identity || kind == OpKind::Intervene;
}

NodeId maskBefore(const Graph& graph, NodeId node) {
    while (!ops::hides(graph[node].op->kind())) {
        if (!keepsPlaces(graph[node].op->kind()))
            return noNode;
        node = graph[node].inputs[0];
    }
    return node;
}

NodeId maskAfter(const Graph& graph, NodeId node) {
    for (NodeId next = node + 1; next < static_cast<NodeId>(graph.size()); ++next) {
        const Node& user = graph[next];
        if (user.role != Role::Forward || user.inputs.empty() || user.inputs[0] != node)
            continue;
        if (user.op->kind() == OpKind::Mask)
            return next;
        if (user.op->kind() == OpKind::Scale || user.op->kind() == OpKind::Add ||
            user.op->kind() == OpKind::Intervene)
            node = next;
    }
    return noNode;
}

/// The changes by which a person has made masked cells visible again, at this step or on the way to
/// it.
std::vector<const Edit*> revealing(const Graph& graph, NodeId node) {
    std::vector<const Edit*> edits;
    for (; keepsPlaces(graph[node].op->kind()); node = graph[node].inputs[0])
        for (const Edit& edit : graph[node].as<InterveneAttributes>().edits)
            if (edit.kind != Edit::Kind::Multiply)
                edits.push_back(&edit);
    return edits;
}

/// The cell of a node at a place of one of its matrices.
Cell cellOf(const Node& node, Index head, Index row, Index column) {
    switch (node.shape.rank()) {
    case 1:
        return {{column, 0, 0, 0}};
    case 2:
        return {{row, column, 0, 0}};
    default:
        return isStacked(node) ? Cell{{row / node.shape[1], row % node.shape[1], column, 0}}
                               : Cell{{head, row, column, 0}};
    }
}

/// The cells of one matrix that the person changed; empty where there are none.
std::vector<bool> changedCells(const Node& node, Index head, Index rows, Index columns) {
    if (node.op->kind() != OpKind::Intervene || node.role != Role::Forward)
        return {};
    std::vector<bool> changed;
    changed.reserve(rows * columns);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column) {
            const Cell cell = cellOf(node, head, row, column);
            changed.push_back(
                std::ranges::any_of(node.as<InterveneAttributes>().edits,
                                    [&](const Edit& edit) { return edit.covers(cell); }));
        }
    return std::ranges::find(changed, true) == changed.end() ? std::vector<bool>() : changed;
}

/// The step that masks what a node shows in its cells, or noNode.
NodeId maskOf(const Graph& graph, NodeId node) {
    const Shape& shape = graph[node].shape;
    const NodeId forward = valueNodeOf(graph, node);
    if (shape.rank() < 2 || graph[forward].shape != shape)
        return noNode;
    NodeId mask = maskBefore(graph, forward);
    if (mask == noNode)
        mask = maskAfter(graph, forward);
    return mask == noNode || graph[mask].shape != shape ? noNode : mask;
}

/// The rows that a matrix was joined from; none where it was not.
std::vector<NodeId> joinedRows(const Graph& graph, NodeId node) {
    const Node& forward = graph[valueNodeOf(graph, node)];
    const bool joined = forward.shape.rank() >= 2 && forward.shape == graph[node].shape &&
                        ops::joinsRows(graph, forward);
    return joined ? std::vector<NodeId>(forward.inputs.begin(), forward.inputs.end())
                  : std::vector<NodeId>();
}

std::vector<Hidden> hiddenCells(const Trace& trace, NodeId node, Index head);

/// What is hidden in each of the rows that a matrix was joined from.
std::vector<Hidden> hiddenInRows(const Trace& trace, const std::vector<NodeId>& rows,
                                 Index columns) {
    std::vector<Hidden> hidden;
    for (const NodeId row : rows) {
        std::vector<Hidden> cells = hiddenCells(trace, row, 0);
        cells.resize(columns, Hidden::No);
        hidden.insert(hidden.end(), cells.begin(), cells.end());
    }
    const bool any = std::ranges::any_of(hidden, [](Hidden cell) { return cell != Hidden::No; });
    return any ? hidden : std::vector<Hidden>();
}

std::vector<Hidden> hiddenCells(const Trace& trace, NodeId node, Index head) {
    const Graph& graph = *trace.graph;
    const Shape& shape = graph[node].shape;
    if (const std::vector<NodeId> rows = joinedRows(graph, node); !rows.empty())
        return hiddenInRows(trace, rows, shape[1]);
    const NodeId mask = maskOf(graph, node);
    if (mask == noNode)
        return {};
    const Node& masking = graph[mask];
    const bool read = std::ranges::none_of(
        masking.inputs, [&](NodeId input) { return trace.value(input).empty(); });
    if (!read)
        return {};
    std::vector<Hidden> hidden = ops::hiddenBy(graph, masking, trace.reader());
    for (const Edit* edit : revealing(graph, valueNodeOf(graph, node)))
        for (Index i = 0; i < shape.matrixRows(); ++i)
            for (Index j = 0; j < shape.columns(); ++j)
                if (edit->covers(cellOf(masking, head, i, j)))
                    hidden[i * shape.columns() + j] = Hidden::No;
    const bool any =
        std::any_of(hidden.begin(), hidden.end(), [](Hidden cell) { return cell != Hidden::No; });
    return any ? hidden : std::vector<Hidden>();
}

/// Probabilities: the result of a softmax, also behind dropout.
bool isProbability(const Graph& graph, NodeId node) {
    while (graph[node].op->kind() == OpKind::Dropout ||
           graph[node].op->kind() == OpKind::Identity ||
           (graph[node].op->kind() == OpKind::Join && !graph[node].inputs.empty()) ||
           (graph[node].op->kind() == OpKind::Intervene && graph[node].role == Role::Forward))
        node = graph[node].inputs[0];
    return graph[node].op->kind() == OpKind::Softmax;
}

/// Which word each token is, not how much of anything.
bool isTokenIds(const Node& node) {
    return node.op->kind() == OpKind::Input && node.scope.kind() == ScopeKind::Tokens &&
           node.part == "ids";
}

bool isTokens(Axis axis) {
    return axis == Axis::Source || axis == Axis::Target;
}

/// Whether the rows of a node along a dimension are what a decoder asks with: the rows of tokens
/// against tokens, and those of the queries themselves.
bool areDecoderQueries(const Node& node, int dimension) {
    const int last = node.shape.rank() - 1;
    if (dimension != last - 1 || node.axes[dimension] != Axis::Target)
        return false;
    return isTokens(node.axes[last]) || node.part == "q" || node.part == "queries";
}

/// What a row of a decoder writes, which reads the token at `row`; empty where that is not known,
/// and where it is padding.
std::string writtenAt(const Trace& trace, std::size_t row) {
    const Tokens& read = trace.targetTokens;
    const auto kept = [&](const char* sequence, const Tokens& words, std::size_t at) {
        return trace.keeps(sequence, static_cast<Index>(at)) ? words[at] : std::string();
    };
    return row < trace.labels.size() ? kept("label", trace.labels, row)
           : row + 1 < read.size()   ? kept("target", read, row + 1)
                                     : std::string();
}

/// "<sos> → 1": what a query of a decoder reads, and what is written next with what it finds.
QString queryWord(const Trace& trace, std::size_t row) {
    const QString read = tokenText(trace.targetTokens[row]);
    const std::string written = writtenAt(trace, row);
    return written.empty() ? read : tr("%1 → %2").arg(read, tokenText(written));
}

QStringList words(const Trace& trace, NodeId node, int dimension) {
    QStringList list;
    const Node& of = (*trace.graph)[node];
    const Axis axis = dimension < 0 ? Axis::None : of.axes[dimension];
    if (axis == Axis::Offset || axis == Axis::PastOffset)
        for (Index i = 0; i < of.shape[dimension]; ++i)
            list << withMinus(QString::number(
                ops::windowOffset(i, of.shape[dimension], axis == Axis::PastOffset)));
    if (axis == Axis::Bucket) // as its formula counts them
        for (Index i = 0; i < of.shape[dimension]; ++i)
            list << QString::number(i);
    return list + tokenWords(trace, node, dimension);
}

/// "−2 · 1": a word for each row of matrices beneath each other.
QStringList stackedWords(const Trace& trace, NodeId id) {
    const QStringList outer = words(trace, id, 0);
    const Index rows = (*trace.graph)[id].shape[1];
    QStringList list;
    for (const QString& word : outer)
        for (Index row = 0; row < rows; ++row)
            list << QStringLiteral("%1 · %2").arg(word).arg(row + 1);
    return list;
}

/// Of a token that begins with what is only seen on the letter before it: a mark on a circle of
/// dots, as it is printed alone; joiners and selectors, which have no shape, as their codes. Empty
/// for all others.
QString seenAlone(const QString& token) {
    const QList<uint> letters = token.toUcs4();
    const auto isShapeless = [](uint letter) {
        return letter == 0x200C || letter == 0x200D || (letter >= 0xFE00 && letter <= 0xFE0F) ||
               (letter >= 0xE0100 && letter <= 0xE01EF);
    };
    if (std::ranges::all_of(letters, isShapeless)) {
        QString codes;
        for (const uint letter : letters)
            codes += QStringLiteral("\\u%1").arg(letter, 4, 16, QLatin1Char('0'));
        return codes;
    }
    return QChar::isMark(letters.front()) ? QChar(0x25CC) + oneLine(token, longestToken)
                                          : QString();
}

/// The token that a time step reads, for what has one row for it; empty for all else.
QString tokenOfTimeStep(const Trace& trace, const Node& node) {
    const ScopeLevel* step = node.scope.find(ScopeKind::TimeStep);
    const ScopeLevel* stack = node.scope.find(ScopeKind::Stack);
    if (!step || !stack || node.shape.rank() != 2 || node.shape[0] != 1)
        return {};
    const Tokens& tokens = stack->title == "encoder" ? trace.sourceTokens : trace.targetTokens;
    const auto place = static_cast<std::size_t>(step->index);
    if (place >= tokens.size())
        return {};
    const bool asks = &tokens == &trace.targetTokens && isTokens(node.axes[1]);
    return asks ? queryWord(trace, place) : tokenText(tokens[place]);
}

} // namespace

bool isStacked(const Node& node) {
    return node.shape.rank() == 3 && node.axes[0] != Axis::Head;
}

std::pair<double, double> HeatmapData::colourRange() const {
    if (range)
        return *range;
    double lowest = 0;
    double highest = 0;
    for (const float value : values)
        if (std::isfinite(value)) {
            lowest = std::min(lowest, static_cast<double>(value));
            highest = std::max(highest, static_cast<double>(value));
        }
    if (scale == Scale::Sequential) {
        if (outcomes > 0)
            highest = std::max(highest, std::min(1.0, equalShares / static_cast<double>(outcomes)));
        return {0, highest > 0 ? highest : 1};
    }
    const double largest = std::max(-lowest, highest);
    return largest > 0 ? std::pair(-largest, largest) : std::pair(-1.0, 1.0);
}

NumberFormat HeatmapData::format() const {
    return scale == Scale::Names ? NumberFormat{0, 0} : numberFormatFor(colourRange());
}

HeatmapData heatmapOf(const Trace& trace, NodeId id, int head) {
    const Graph& graph = *trace.graph;
    const Node& node = graph[id];
    const Tensor& tensor = trace.value(id);
    const int rank = node.shape.rank();

    HeatmapData data;
    data.title = shortTitleOf(graph, node);
    data.accent = accentFor(graph, node);
    data.scale = isTokenIds(node) ? HeatmapData::Scale::Names
                 : !trace.isDifference() && isProbability(graph, id)
                     ? HeatmapData::Scale::Sequential
                     : HeatmapData::Scale::Diverging;
    if (tensor.empty())
        return data;

    data.columns = node.shape.columns();
    if (data.scale == HeatmapData::Scale::Sequential)
        data.outcomes = data.columns;
    data.rows = isStacked(node) ? node.shape.rows() : rank >= 2 ? node.shape[-2] : 1;
    const Index size = data.rows * data.columns;
    if (size == 0)
        return data;
    const Index matrices = tensor.count() / size;
    const Index matrix = std::clamp<Index>(head, 0, matrices - 1);
    const auto values = tensor.values().subspan(matrix * size, size);
    data.values.assign(values.begin(), values.end());
    data.hidden = hiddenCells(trace, id, matrix);
    data.changed = changedCells(node, matrix, data.rows, data.columns);

    data.rowPairs = rank >= 2 && areDecoderQueries(node, rank - 2);
    data.rowTitle = rank < 2                            ? QString()
                    : areDecoderQueries(node, rank - 2) ? tr("reads → writes")
                                                        : axisTitle(node, rank - 2);
    data.columnTitle = rank >= 1 ? axisTitle(node, rank - 1) : QString();
    data.rowOffset = rank >= 2 ? firstNumber(node, rank - 2) - 1 : 0;
    data.columnOffset = rank >= 1 ? firstNumber(node, rank - 1) - 1 : 0;
    data.rowLabels = isStacked(node) ? stackedWords(trace, id) : words(trace, id, rank - 2);
    data.columnLabels = words(trace, id, rank - 1);
    if (const QString token = tokenOfTimeStep(trace, node); !token.isEmpty()) {
        data.rowLabels = {token};
        data.rowTitle = tr("token");
    }
    // Labels are only of use when there is one for each; an axis may be longer than its words.
    if (data.rowLabels.size() != data.rows)
        data.rowLabels.clear();
    if (data.columnLabels.size() != data.columns)
        data.columnLabels.clear();
    return data;
}

std::vector<NodeId> shownBy(const Graph& graph, NodeId id) {
    std::vector<NodeId> shown{id};
    for (const NodeId row : joinedRows(graph, id))
        std::ranges::copy(shownBy(graph, row), std::back_inserter(shown));
    if (const NodeId mask = maskOf(graph, id); mask != noNode)
        std::ranges::copy(graph[mask].inputs, std::back_inserter(shown));
    return shown;
}

HeatmapData heatmapOf(const Tensor& matrix, const QString& title) {
    HeatmapData data;
    data.title = title;
    data.rows = matrix.shape()[0];
    data.columns = matrix.shape()[1];
    data.values.assign(matrix.values().begin(), matrix.values().end());
    return data;
}

HeatmapData transposed(const HeatmapData& data) {
    HeatmapData result = data;
    std::swap(result.rows, result.columns);
    std::swap(result.rowLabels, result.columnLabels);
    std::swap(result.rowOffset, result.columnOffset);
    std::swap(result.rowTitle, result.columnTitle);
    result.rowPairs = false;
    for (Index r = 0; r < data.rows; ++r)
        for (Index c = 0; c < data.columns; ++c) {
            const auto from = static_cast<std::size_t>(r * data.columns + c);
            const auto to = static_cast<std::size_t>(c * data.rows + r);
            result.values[to] = data.values[from];
            if (!data.hidden.empty())
                result.hidden[to] = data.hidden[from];
            if (!data.changed.empty())
                result.changed[to] = data.changed[from];
        }
    return result;
}

HeatmapData rowOf(const HeatmapData& data, Index row) {
    HeatmapData one = data;
    one.rows = 1;
    const auto cut = [&](auto& cells) {
        if (!cells.empty())
            cells = {cells.begin() + row * data.columns, cells.begin() + (row + 1) * data.columns};
    };
    cut(one.values);
    cut(one.hidden);
    cut(one.changed);
    if (std::find(one.changed.begin(), one.changed.end(), true) == one.changed.end())
        one.changed.clear();
    one.rowLabels = data.rowLabels.mid(row, 1);
    one.rowOffset = data.rowOffset + row;
    return one;
}

QStringList tokensAlong(const Trace& trace, NodeId node, int dimension) {
    const Tokens words = trace.labelsAlong(node, dimension);
    // Of a table's column a blank is no character that is read.
    const bool areNames = !words.empty() && (*trace.graph)[node].axes[dimension] == Axis::Feature;
    QStringList list;
    for (const std::string& word : words)
        list << (areNames ? QString::fromStdString(word) : tokenText(word));
    return list;
}

QStringList tokenWords(const Trace& trace, NodeId node, int dimension) {
    QStringList list = tokensAlong(trace, node, dimension);
    if (!list.isEmpty() && areDecoderQueries((*trace.graph)[node], dimension))
        for (int i = 0; i < list.size(); ++i)
            list[i] = queryWord(trace, static_cast<std::size_t>(i));
    return list;
}

QString tokenText(const std::string& token) {
    const QString text = QString::fromStdString(token);
    if (const QString seen = seenAlone(text); !seen.isEmpty())
        return seen;
    return oneLine(text, longestToken).replace(QLatin1Char(' '), QChar(0x2423));
}

} // namespace gf
