// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/attention_lines.h"

#include "core/graph/op.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stage/matrix.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr double margin = 20;
constexpr double leastRow = 18; ///< pixels between two tokens
constexpr double mostRow = 46;
constexpr double widestLine = 9;   ///< for a weight of 1
constexpr float leastSeen = 0.02F; ///< weaker lines are left out unless their query is in focus

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Stations", text);
}

bool shows(const Graph&, const Node& node) {
    return node.op->kind() == OpKind::Softmax && node.axes[0] == Axis::Head;
}

HeatmapData weightsOf(const StationInput& input) {
    Matrix matrix;
    matrix.node = input.node;
    matrix.head = input.focus.head;
    return heatmapOf(input.trace, matrix);
}

QSizeF minimumSize(const StationInput& input) {
    const Shape& shape = input.at().shape;
    const auto tokens = static_cast<double>(std::max(shape[1], shape[2]));
    return {360, 2 * margin + (tokens + 2) * leastRow};
}

/// The heights of one column of tokens, in the middle of the room.
struct Column {
    double x;
    double top;
    double row;
    double at(Index i) const { return top + (static_cast<double>(i) + 0.5) * row; }
};

void drawTokens(const StationInput& input, Canvas& canvas, StationPicture& picture,
                const HeatmapData& data, const Column& column, bool queries) {
    const Index count = queries ? data.rows : data.columns;
    const Index lit = queries ? input.focus.row : input.focus.column;
    const QColor colour = input.theme.textHue(queries ? Hue::Query : Hue::Key);
    const double size = std::min(input.fontSize() * 1.15, column.row * 0.75);
    canvas.text({{column.x, column.top - column.row * 0.6},
                 queries ? data.rowTitle : data.columnTitle,
                 size,
                 colour,
                 queries ? Qt::AlignRight : Qt::AlignLeft,
                 true,
                 false});
    for (Index i = 0; i < count; ++i) {
        const QString word = queries ? rowLabel(data, i) : columnLabel(data, i);
        canvas.text({{column.x, column.at(i)},
                     word,
                     size,
                     i == lit ? colour : input.theme.text,
                     queries ? Qt::AlignRight : Qt::AlignLeft,
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

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const HeatmapData data = weightsOf(input);
    const double room = input.size.height() - 2 * margin;
    const auto tokens = static_cast<double>(std::max(data.rows, data.columns));
    const double row = std::clamp(room / (tokens + 2), leastRow, mostRow);
    const double width = std::min(input.size.width() - 2 * margin, 760.0);
    const double left = (input.size.width() - width) / 2;
    const auto top = [&](Index count) {
        return margin + row * 1.5 + (tokens - static_cast<double>(count)) * row / 2;
    };
    const Column queries{left + width * 0.25, top(data.rows), row};
    const Column keys{left + width * 0.75, top(data.columns), row};
    picture.rows = data.rows;
    picture.columns = data.columns;

    const QColor hue = input.theme.hue(Hue::Attention);
    for (Index i = 0; i < data.rows; ++i)
        for (Index j = 0; j < data.columns; ++j) {
            const float weight = data.at(i, j);
            const bool lit =
                input.focus.row == i || (input.focus.row < 0 && input.focus.column == j);
            const bool any = input.focus.row >= 0 || input.focus.column >= 0;
            if (!(weight > (lit ? 0.0F : leastSeen)))
                continue;
            QColor colour = hue;
            colour.setAlphaF((any && !lit ? 0.12F : 0.3F + 0.7F * weight));
            canvas.lines({{QPointF(queries.x + 8, queries.at(i)), QPointF(keys.x - 8, keys.at(j))}},
                         colour, std::max(0.8, widestLine * static_cast<double>(weight)), "weight");
        }
    drawTokens(input, canvas, picture, data, queries, true);
    drawTokens(input, canvas, picture, data, keys, false);

    if (input.focus.row < 0 || input.focus.row >= data.rows)
        return;
    // The weights of the query in focus, beside its keys.
    for (Index j = 0; j < data.columns; ++j)
        canvas.text({{left + width, keys.at(j)},
                     data.hiddenAt(input.focus.row, j) == Hidden::No
                         ? numberText(data.at(input.focus.row, j), 2)
                         : tr("hidden"),
                     std::min(input.fontSize(), row * 0.7),
                     input.theme.mutedText,
                     Qt::AlignRight,
                     false,
                     false});
}

} // namespace

Station attentionLines() {
    Station station;
    station.id = "lines";
    station.title = QT_TRANSLATE_NOOP("gf::Stations", "Lines");
    station.summary = QT_TRANSLATE_NOOP(
        "gf::Stations", "Queries on the left, keys on the right; the wider the line, the larger "
                        "the weight");
    station.shows = shows;
    station.minimumSize = minimumSize;
    station.draw = draw;
    return station;
}

} // namespace gf
