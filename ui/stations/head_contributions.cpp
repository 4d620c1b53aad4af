// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/word_at.h"
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/head_contributions.h"
#include "core/ops/intervene.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf::head_contributions {

namespace {

constexpr double barRoom = 130;
constexpr double leastRow = 17;

/// The end of one attention: heads → concat → output = concat·W_O (+ b_O).
struct OutputProjection {
    NodeId heads = noNode;
    NodeId concat = noNode;
    NodeId weight = noNode;
    NodeId bias = noNode; ///< noNode where there is none
    NodeId output = noNode;
    NodeId changed = noNode; ///< what the model reads as output: changed by a person, or the same
};

/// The projection that a concat, an output or a W_O belongs to, or nothing.
std::optional<OutputProjection> projectionOf(const Graph& graph, const Node& node) {
    if (node.role != Role::Forward && node.role != Role::Parameter)
        return std::nullopt;
    for (const Node& linear : graph.nodes()) {
        if (linear.role != Role::Forward || linear.op->kind() != OpKind::Linear)
            continue;
        const NodeId concat = linear.inputs[0];
        const Node& join = graph[computedNode(graph, concat)];
        if (join.op->kind() != OpKind::JoinHeads)
            continue;
        const NodeId weight = linear.inputs[1];
        if (linear.id != computedNode(graph, node.id) && concat != node.id && weight != node.id &&
            computedNode(graph, weight) != node.id)
            continue;
        const NodeId changed = graph.find(linear.scope, linear.part);
        return OutputProjection{
            join.inputs[0], concat,
            weight,         linear.inputs.size() > 2 ? linear.inputs[2] : noNode,
            linear.id,      changed == noNode ? linear.id : changed};
    }
    return std::nullopt;
}

bool shows(const Graph& graph, const Node& node) {
    return projectionOf(graph, node).has_value();
}

/// Which features are whose. What is drawn over a figure outlives its numbers and keeps no more.
struct Slices {
    Index heads = 0;
    Index width = 0; ///< K
    Index head = 0;  ///< in focus
};

/// The projection with its numbers and the token in focus.
struct Parts {
    OutputProjection nodes;
    Slices slices;
    Index token = 0;
    Tensor rows; ///< [H,D], or [H+1,D] with the bias: what adds up to the output's row
    std::span<const float> output;
};

Index tokenOf(const StationInput& input, const OutputProjection& nodes) {
    // Rows of W_O are no tokens.
    return input.node == nodes.weight
               ? 0
               : std::clamp<Index>(input.focus.row, 0, input.graph()[nodes.heads].shape[1] - 1);
}

Parts partsOf(const StationInput& input) {
    const Graph& graph = input.graph();
    Parts parts;
    parts.nodes = *projectionOf(graph, input.at());
    const Shape& shape = graph[parts.nodes.heads].shape;
    parts.slices.heads = shape[0];
    parts.slices.width = shape[2];
    parts.slices.head = std::clamp<Index>(input.focus.head, 0, parts.slices.heads - 1);
    parts.token = tokenOf(input, parts.nodes);
    const Tensor byHead = headContributions(input.trace.value(parts.nodes.heads),
                                            input.trace.value(parts.nodes.weight), parts.token);
    const auto features = static_cast<std::size_t>(byHead.shape()[1]);
    std::vector<float> all(byHead.values().begin(), byHead.values().end());
    if (parts.nodes.bias != noNode) {
        const auto bias = input.trace.value(parts.nodes.bias).values();
        all.insert(all.end(), bias.begin(), bias.end());
    }
    parts.rows = Tensor({static_cast<Index>(all.size() / features), byHead.shape()[1]}, all);
    parts.output = input.trace.value(parts.nodes.output)
                       .values()
                       .subspan(static_cast<std::size_t>(parts.token) * features, features);
    return parts;
}

/// Lines between the slices of the heads and a frame around the one in focus. Slices are columns of
/// the concatenated heads and rows of W_O.
void drawSlices(Drawing& drawing, const HeatmapLayout& layout, const Slices& slices, bool columns) {
    std::vector<QLineF> lines;
    const QRectF& cells = layout.cells;
    const double slice =
        static_cast<double>(slices.width) * (columns ? layout.cellWidth : layout.cellHeight);
    for (Index h = 1; h < slices.heads; ++h) {
        const double at = static_cast<double>(h) * slice;
        lines.push_back(
            columns
                ? QLineF(cells.left() + at, cells.top() - 3, cells.left() + at, cells.bottom() + 3)
                : QLineF(cells.left() - 3, cells.top() + at, cells.right() + 3, cells.top() + at));
    }
    drawing.canvas.lines(lines, drawing.theme().text, 1, "slice");
    const double at = static_cast<double>(slices.head) * slice;
    const QRectF chosen = columns ? QRectF(cells.left() + at, cells.top(), slice, cells.height())
                                  : QRectF(cells.left(), cells.top() + at, cells.width(), slice);
    drawing.canvas.outline(chosen.adjusted(-2, -2, 2, 2), drawing.theme().highlight, 2.5);
}

/// The cells of the joined heads that a person changed in the heads themselves.
std::vector<bool> joinedChanges(const StationInput& input, NodeId heads) {
    Matrix joined;
    joined.node = heads;
    joined.heads = Matrix::Heads::Joined;
    return input.graph()[heads].op->kind() == OpKind::Intervene
               ? heatmapOf(input.trace, joined).changed
               : std::vector<bool>();
}

/// concat × W_O = output, as matrices.
Block productOf(const StationInput& input, const Parts& parts) {
    const Graph& graph = input.graph();
    const Index k = parts.slices.width;
    const auto term = [&](NodeId id, bool tokens, auto headAt, double share) {
        HeatmapData data = heatmapOf(input, id);
        data.title = shortTitleOf(graph, graph[id]);
        if (id == parts.nodes.concat && data.changed.empty())
            data.changed = joinedChanges(input, parts.nodes.heads);
        const auto highlighted = [tokens, nodes = parts.nodes](const StationInput& now) {
            return HeatmapHighlight{tokens ? tokenOf(now, nodes) : -1, -1};
        };
        const bool isHere = id == input.node;
        const auto placeOf = [=](Index row, Index column) {
            return StationPlace{.row = tokens ? row : -1,
                                .column = isHere ? column : -1,
                                .head = headAt(row, column)};
        };
        // Over a row that is highlighted they stand above its highlight.
        const bool hasSlices = id != parts.nodes.changed;
        const auto slices = [=, of = parts.slices](Drawing& drawing, const HeatmapLayout& layout) {
            if (hasSlices)
                drawing.onFocus([=](Drawing& now) { drawSlices(now, layout, of, tokens); });
        };
        return Term{data, {.highlighted = highlighted, .placeOf = placeOf, .over = slices}, share};
    };
    const auto inColumns = [k](Index, Index column) { return static_cast<int>(column / k); };
    const auto inRows = [k](Index row, Index) { return static_cast<int>(row / k); };
    const auto nowhere = [](Index, Index) { return -1; };
    return equation(
        {term(parts.nodes.concat, true, inColumns, 0.31),
         term(parts.nodes.weight, false, inRows, 0.38),
         term(parts.nodes.changed, true, nowhere, 0.31)},
        {QStringLiteral("×"), parts.nodes.bias == noNode ? QStringLiteral("=") : tr("+ b =")});
}

/// What the rows of the sum are called.
QStringList rowNames(const StationInput& input, const Parts& parts) {
    QStringList names;
    for (Index h = 0; h < parts.slices.heads; ++h)
        names << (heatmapOf(input, parts.nodes.heads, static_cast<int>(h)).changed.empty()
                      ? headTitle(h)
                      : tr("%1, changed").arg(headTitle(h)));
    if (parts.rows.shape()[0] > parts.slices.heads)
        names << QStringLiteral("b_O");
    return names << tr("sum = output");
}

double lengthOfRow(std::span<const float> row) {
    double square = 0;
    for (const float value : row)
        square += static_cast<double>(value) * value;
    return std::sqrt(square);
}

/// One row for each head and the bias, and under a line their sum, the row of the output.
HeatmapData sumOf(const Parts& parts) {
    HeatmapData data;
    data.rows = parts.rows.shape()[0] + 1;
    data.columns = parts.rows.shape()[1];
    data.values.assign(parts.rows.values().begin(), parts.rows.values().end());
    data.values.insert(data.values.end(), parts.output.begin(), parts.output.end());
    return data;
}

/// The length of each row as a bar and how far it points along the output.
void drawBars(Drawing& drawing, const Parts& parts, const QRectF& area, double row) {
    const HeatmapData data = sumOf(parts);
    const std::vector<double> shares = sharesAlong(parts.rows, parts.output);
    const auto features = static_cast<std::size_t>(data.columns);
    std::vector<double> lengths;
    for (Index i = 0; i < data.rows; ++i)
        lengths.push_back(lengthOfRow(
            std::span(data.values).subspan(static_cast<std::size_t>(i) * features, features)));
    const double longest =
        drawnAxis(drawing.input, QStringLiteral("lengths"), {0, largestFinite<double>(lengths)})
            .second;
    const double numbers = barRoom * 0.55;
    const QColor hue = drawing.theme().hue(Hue::Attention);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const double y = area.top() + (static_cast<double>(i) + 0.5) * row;
        const double full = area.width() - numbers;
        drawing.canvas.rectangle(
            {area.left(), y - row * 0.3, full * partOf(lengths[i], longest), row * 0.6},
            i < shares.size() ? hue : drawing.theme().hue(Hue::Residual), "length");
        const QString length = numberText(lengths[i], 3);
        const QString text =
            i < shares.size() ? tr("%1, %2 %").arg(length, NumberFormat{0, 0}.text(100 * shares[i]))
                              : length;
        drawLine(drawing, {area.right(), y}, text, drawing.theme().text, Qt::AlignRight,
                 static_cast<Index>(i) == parts.slices.head);
    }
}

QString tokenName(const StationInput& input, const Parts& parts) {
    return tokenText(wordAt(input.trace.labelsAlong(parts.nodes.concat, 0), parts.token, 1));
}

/// The output's row of the token in focus as the sum of what the heads add.
void drawSum(Drawing& drawing, const Parts& parts, const QRectF& area) {
    HeatmapData data = sumOf(parts);
    data.range = drawnRange(drawing.input, drawing.input.node,
                            QStringLiteral("sum %1").arg(parts.token), data.colourRange());
    const QStringList names = rowNames(drawing.input, parts);
    const TextMeasure measure = measureWith(drawing.input.font);
    double widest = 0;
    for (const QString& name : names)
        widest = std::max(widest, measure(name, drawing.fontSize()) * 1.1);
    const double headline = drawing.fontSize() * 2;
    // What the numbers are stands there in full; bold letters are a tenth wider than measured.
    const QString numbers = tr("length, share of the sum");
    const double room = area.width() - measure(numbers, drawing.fontSize()) - drawing.fontSize();
    drawLine(drawing, {area.left(), area.top() + headline / 2},
             tr("The row of “%1” as the sum of its heads").arg(tokenName(drawing.input, parts)),
             room / 1.1, drawing.theme().text, 1, true);
    drawLine(drawing, {area.right(), area.top() + headline / 2}, numbers, drawing.theme().mutedText,
             Qt::AlignRight);
    const double row = std::min((area.height() - headline) / static_cast<double>(data.rows), 30.0);
    const QRectF cells(area.left() + widest + 8, area.top() + headline,
                       area.width() - widest - 8 - barRoom - 12,
                       row * static_cast<double>(data.rows));
    const auto highlighted = [](const StationInput& now) {
        return HeatmapHighlight{-1, now.focus.column};
    };
    placeCells(
        drawing, data, cells, highlighted,
        [data, names, heads = parts.slices.heads, token = parts.token](Index at, Index column) {
            return StationPlace{.row = token,
                                .column = column,
                                .head = at < heads ? static_cast<int>(at) : -1,
                                .tip = tr("%1, feature %2: %3")
                                           .arg(names[at], QString::number(column + 1),
                                                numberText(data.at(at, column), 6))};
        });
    for (Index i = 0; i < data.rows; ++i) {
        const double y = cells.top() + (static_cast<double>(i) + 0.5) * row;
        const bool isFocused = i == parts.slices.head;
        drawLine(drawing, {cells.left() - 8, y}, names[i],
                 isFocused ? drawing.theme().textHue(Hue::Attention) : drawing.theme().text,
                 Qt::AlignRight, isFocused);
        if (i >= parts.slices.heads)
            continue;
        drawing.place(QRectF(area.left(), y - row / 2, widest + 8, row),
                      {.head = static_cast<int>(i), .tip = names[i]});
    }
    const double line = cells.bottom() - row;
    drawing.canvas.lines({QLineF(area.left(), line, area.right(), line)}, drawing.theme().text, 1.2,
                         "sum");
    drawBars(drawing, parts, {cells.right() + 12, cells.top(), barRoom, cells.height()}, row);
}

/// ‖c_h‖ of every token and head.
Tensor numbers(const StationInput& input) {
    const auto nodes = projectionOf(input.graph(), input.at());
    return contributionNorms(input.trace.value(nodes->heads), input.trace.value(nodes->weight));
}

Block lengthsOf(const StationInput& input, const Parts& parts) {
    const QString key = QStringLiteral("lengths %1").arg(parts.nodes.heads);
    HeatmapData data =
        heatmapOf(input.memory->once(key, [&] { return numbers(input); }), tr("length by token"));
    data.scale = HeatmapData::Scale::Sequential;
    data.rowTitle = tr("token");
    data.columnTitle = tr("head");
    data.range =
        drawnRange(input, parts.nodes.heads, QStringLiteral("lengths"), data.colourRange());
    for (const std::string& token : input.trace.labelsAlong(parts.nodes.concat, 0))
        data.rowLabels << tokenText(token);
    const auto highlighted = [nodes = parts.nodes,
                              head = parts.slices.head](const StationInput& now) {
        return HeatmapHighlight{tokenOf(now, nodes), head};
    };
    const auto placeOf = [](Index row, Index column) {
        return StationPlace{.row = row, .head = static_cast<int>(column)};
    };
    return matrix(data, {.highlighted = highlighted, .placeOf = placeOf});
}

/// The output's row of the token in focus.
Block sumBlock(Index rows) {
    Block made;
    made.leastHeight = [rows](const StationInput& input, double) {
        return input.fontSize() * 2 + leastRow * static_cast<double>(rows);
    };
    made.draw = [](Drawing& drawing, const QRectF& area) {
        drawSum(drawing, partsOf(drawing.input), area);
    };
    return made;
}

Block show(const StationInput& input) {
    const Parts parts = partsOf(input);
    const Index rows = parts.rows.shape()[0] + 1;
    const Block sum = live([rows](const StationInput&) { return sumBlock(rows); });
    const double most = 1.8 * leastRow * static_cast<double>(rows) + 90;
    const Block below = row({grows(sum, 0.73), grows(lengthsOf(input, parts), 0.27, 300)}, 28);
    return walked(
        input.node != parts.nodes.weight ? input.at().shape[0] : 0, input.at().shape[1],
        atLeast({470, 0}, padded(14, 14,
                                 column({grows(atLeast({0, 170}, productOf(input, parts)), 0.55),
                                         grows(atLeast({0, 150}, below), 0.45, most)},
                                        14))));
}

} // namespace

Station station() {
    return {.id = "contributions",
            .title = QT_TR_NOOP("What each head adds"),
            .summary = QT_TR_NOOP("The heads side by side, the rows of W_O "
                                  "that belong to each, and the output as "
                                  "the sum of what every head adds"),
            .mutes = true,
            .preferred = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::head_contributions
