// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/attention_lines.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stations/line_fan.h"
#include "ui/stations/parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace gf {

namespace {

constexpr double margin = 20;
constexpr double leastRow = 18; ///< pixels between two tokens
constexpr double mostRow = 46;
constexpr double widestLine = 9;   ///< for a weight of 1
constexpr float leastSeen = 0.02F; ///< weaker lines are left out unless their query is in focus
constexpr Index mostFullRows = 64; ///< longer texts get lower rows instead of more room
constexpr Index mostLines = 4096;  ///< of longer texts each query shows only its strongest keys

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Stations", text);
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.axes[0] == Axis::Head &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Softmax;
}

HeatmapData weightsOf(const StationInput& input) {
    return heatmapOf(input, input.node, input.focus.head);
}

QSizeF minimumSize(const StationInput& input) {
    const Shape& shape = input.at().shape;
    const auto tokens = static_cast<double>(std::min(mostFullRows, std::max(shape[1], shape[2])));
    return {360, 2 * margin + (tokens + 2) * leastRow};
}

/// The heights of one column of tokens, in the middle of the room.
struct Column {
    double x;
    double top;
    double row;
    double at(Index i) const { return top + (static_cast<double>(i) + 0.5) * row; }
};

double wordSize(const StationInput& input, const Column& column) {
    return std::clamp(column.row * 0.75, 9.0, input.fontSize() * 1.15);
}

void drawTokens(const StationInput& input, Canvas& canvas, StationPicture& picture,
                const HeatmapData& data, const Column& column, bool queries) {
    const Index count = queries ? data.rows : data.columns;
    const Index lit = queries ? input.focus.row : input.focus.column;
    const QColor colour = input.theme.textHue(queries ? Hue::Query : Hue::Key);
    const auto align = queries ? Qt::AlignRight : Qt::AlignLeft;
    const double size = wordSize(input, column);
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / column.row)));
    canvas.text({{column.x, column.top - std::max(column.row * 0.6, input.fontSize())},
                 queries ? data.rowTitle : data.columnTitle,
                 input.fontSize() * 1.15,
                 colour,
                 align,
                 true,
                 false});
    for (Index i = 0; i < count; ++i) {
        const QString word = queries ? rowLabel(data, i) : columnLabel(data, i);
        if (i % step == 0 || i == lit)
            canvas.text({{column.x, column.at(i)},
                         word,
                         size,
                         i == lit ? colour : input.theme.text,
                         align,
                         i == lit,
                         false});
        StationPlace place;
        (queries ? place.row : place.column) = i;
        place.tip = word;
        const double width = 90;
        picture.spots.push_back({QRectF(queries ? column.x - width : column.x,
                                        column.at(i) - column.row / 2, width, column.row),
                                 place});
    }
}

/// The weight under which a query's lines are left out: a small one, or in a long text the weight
/// of its strongest keys of which there are enough.
float leastOf(const HeatmapData& data, Index row) {
    const Index kept = std::max<Index>(1, mostLines / data.rows);
    if (kept >= data.columns)
        return std::min(leastSeen, 0.5F / static_cast<float>(data.columns));
    const auto first = data.values.begin() + row * data.columns;
    std::vector<float> weights(first, first + data.columns);
    // What is no number has no place in an order.
    std::ranges::replace_if(
        weights, [](float weight) { return std::isnan(weight); }, 0.0F);
    std::nth_element(weights.begin(), weights.begin() + kept - 1, weights.end(),
                     std::greater<float>());
    return weights[static_cast<std::size_t>(kept - 1)];
}

void drawWeights(const StationInput& input, Canvas& canvas, const HeatmapData& data,
                 const Column& queries, const Column& keys) {
    const Index row = within(input.focus.row, data.rows);
    const Index column = within(input.focus.column, data.columns);
    const bool any = row >= 0 || column >= 0;
    std::vector<FanLine> lines, changed;
    for (Index i = 0; i < data.rows; ++i) {
        const float least = leastOf(data, i);
        for (Index j = 0; j < data.columns; ++j) {
            const double weight = partOf(data.at(i, j), 1);
            const bool lit = row >= 0 ? row == i : column == j;
            const bool set = data.changedAt(i, j);
            if (set || (weight > 0 && (lit || weight >= std::min(least, 1.0F))))
                (set ? changed : lines)
                    .push_back({QLineF(queries.x + 8, queries.at(i), keys.x - 8, keys.at(j)),
                                std::max(0.9, widestLine * weight),
                                any && !lit && !set ? 0.12 : 0.35 + 0.65 * std::sqrt(weight)});
        }
    }
    const double top = std::min(queries.at(0), keys.at(0)) - widestLine;
    const double bottom = std::max(queries.at(data.rows), keys.at(data.columns)) + widestLine;
    const QRectF area(queries.x, top, keys.x - queries.x, bottom - top);
    drawFan(canvas, area, std::move(lines), input.theme.hue(Hue::Attention));
    // A weight set to 0 is a line as well.
    if (!changed.empty())
        drawFan(canvas, area, std::move(changed), QColor(changedColour));
}

/// The widest word of a side.
double wordsWidth(const StationInput& input, const HeatmapData& data, bool queries, double size) {
    const TextMeasure measure = measureWith(input.font);
    double width = 0;
    for (Index i = 0; i < (queries ? data.rows : data.columns); ++i)
        width = std::max(width,
                         measure(queries ? rowLabel(data, i) : columnLabel(data, i), size) * 1.12);
    return width;
}

/// The weights of the query in focus behind its keys, or those of the key before its queries.
void drawNumbers(const StationInput& input, Canvas& canvas, const HeatmapData& data,
                 const Column& queries, const Column& keys) {
    const Index row = within(input.focus.row, data.rows);
    const Index column = within(input.focus.column, data.columns);
    if (row < 0 && column < 0)
        return;
    const Column& beside = row >= 0 ? keys : queries;
    const Index count = row >= 0 ? data.columns : data.rows;
    const double size = std::clamp(beside.row * 0.7, 9.0, input.fontSize());
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / beside.row)));
    const double away = wordsWidth(input, data, row < 0, wordSize(input, beside)) + 16;
    const NumberFormat format{0, 3};
    for (Index at = 0; at < count; at += step) {
        const Index i = row >= 0 ? row : at;
        const Index j = row >= 0 ? at : column;
        canvas.text({{row >= 0 ? keys.x + away : queries.x - away, beside.at(at)},
                     data.hiddenAt(i, j) == Hidden::No ? format.text(data.at(i, j)) : tr("hidden"),
                     size,
                     input.theme.mutedText,
                     row >= 0 ? Qt::AlignLeft : Qt::AlignRight,
                     false,
                     false});
    }
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const HeatmapData data = weightsOf(input);
    const double room = input.size.height() - 2 * margin;
    const auto tokens = static_cast<double>(std::max(data.rows, data.columns));
    const double row = std::min((room - input.fontSize() * 2) / (tokens + 0.5), mostRow);
    const double width = std::min(input.size.width() - 2 * margin, 760.0);
    const double left = (input.size.width() - width) / 2;
    const double top =
        std::max(margin, (input.size.height() - row * tokens) / 2) + input.fontSize();
    const auto topOf = [&](Index count) {
        return top + (tokens - static_cast<double>(count)) * row / 2;
    };
    const Column queries{left + width * 0.25, topOf(data.rows), row};
    const Column keys{left + width * 0.75, topOf(data.columns), row};
    picture.rows = data.rows;
    picture.columns = data.columns;
    drawWeights(input, canvas, data, queries, keys);
    drawTokens(input, canvas, picture, data, queries, true);
    drawTokens(input, canvas, picture, data, keys, false);
    drawNumbers(input, canvas, data, queries, keys);
}

} // namespace

Station attentionLines() {
    return {.id = "lines",
            .title = QT_TRANSLATE_NOOP("gf::Stations", "Lines"),
            .summary = QT_TRANSLATE_NOOP(
                "gf::Stations",
                "Queries on the left, keys on the right; the wider the line, the larger "
                "the weight"),
            .mutes = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
