// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/line_fan.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/attention_stages.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gf::attention_lines {

namespace {

constexpr double leastRow = 18;      ///< pixels between two tokens
constexpr double widestLine = 9;     ///< for a weight of 1, in low rows
constexpr double lineInRow = 0.3;    ///< in higher ones, of the row
constexpr double headingAbove = 1.8; ///< the first token, in font sizes
constexpr float leastSeen = 0.02F;   ///< weaker lines are left out unless their query is in focus
constexpr Index mostFullRows = 64;   ///< longer texts get lower rows instead of more room
constexpr Index mostLines = 4096;    ///< of longer texts each query shows only its strongest keys

bool shows(const Graph& graph, const Node& node) {
    if (areAlignmentWeights(node))
        return true;
    return node.role == Role::Forward && node.axes[0] == Axis::Head &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Softmax;
}

HeatmapData weightsOf(const StationInput& input) {
    return heatmapOf(input, input.node, input.focus.head);
}

/// The heights of one column of tokens, in the middle of the room.
struct Column {
    double x;
    double top;
    double row;   ///< from one token to the next
    double words; ///< the room for its tokens
    double ends;  ///< and for their numbers beside these
    /// Few tokens stand far apart, but not far from the ends.
    double at(Index i) const { return top + static_cast<double>(i) * row; }
};

double wordSize(const StationInput& input, const Column& column) {
    return std::clamp(column.row * 0.75, 9.0, input.fontSize() * type::title);
}

/// What a column is called, and a place for each of its tokens.
void drawHeading(Drawing& drawing, const HeatmapData& data, const Column& column, bool queries) {
    const Index count = queries ? data.rows : data.columns;
    drawing.text({column.x, column.top - headingAbove * drawing.fontSize()},
                 queries ? data.rowTitle : data.columnTitle, drawing.fontSize() * type::section,
                 drawing.theme().textHue(queries ? Hue::Query : Hue::Key),
                 queries ? Qt::AlignRight : Qt::AlignLeft, true);
    for (Index i = 0; i < count; ++i) {
        StationPlace place;
        (queries ? place.row : place.column) = i;
        place.tip = queries ? rowLabel(data, i) : columnLabel(data, i);
        drawing.place(QRectF(queries ? column.x - column.ends : column.x,
                             column.at(i) - column.row / 2, column.ends, column.row),
                      place);
    }
}

void drawTokens(Drawing& drawing, const HeatmapData& data, const Column& column, bool queries) {
    const Index count = queries ? data.rows : data.columns;
    const Index highlighted = queries ? drawing.input.focus.row : drawing.input.focus.column;
    const QColor colour = drawing.theme().textHue(queries ? Hue::Query : Hue::Key);
    const double size = wordSize(drawing.input, column);
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / column.row)));
    for (Index i = 0; i < count; ++i)
        if (i % step == 0 || i == highlighted)
            drawing.text({column.x, column.at(i)},
                         queries ? rowLabel(data, i) : columnLabel(data, i), size,
                         i == highlighted ? colour : drawing.theme().text,
                         queries ? Qt::AlignRight : Qt::AlignLeft, i == highlighted);
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
    return weights[kept - 1];
}

/// The lines between two columns of tokens. Those of a query or key in focus are highlighted, and
/// all others pale.
class WeightLines {
public:
    WeightLines(const HeatmapData& data, const Column& queries, const Column& keys)
        : m_data(data), m_queries(queries), m_keys(keys),
          m_widest(std::max(widestLine, lineInRow * queries.row)), m_plain(area(), strong()),
          m_pale(area(), pale(m_plain.lines())), m_changed(area(), changed()) {}

    void draw(Drawing& drawing) {
        const Index row = within(drawing.input.focus.row, m_data.rows);
        const Index column = within(drawing.input.focus.column, m_data.columns);
        const QColor colour = drawing.theme().hue(Hue::Attention);
        if (row < 0 && column < 0)
            m_plain.draw(drawing.canvas, colour);
        else if (drawing.canvas.prefersImages())
            m_pale.draw(drawing.canvas, colour, highlighted(row, column));
        else
            without(row, column).draw(drawing.canvas, colour, highlighted(row, column));
        // A weight set to 0 is a line as well.
        if (!m_changed.lines().empty())
            m_changed.draw(drawing.canvas, QColor(changedColour));
    }

private:
    QRectF area() const {
        const double top = std::min(m_queries.at(0), m_keys.at(0)) - m_widest;
        const double bottom =
            std::max(m_queries.at(m_data.rows - 1), m_keys.at(m_data.columns - 1)) + m_widest;
        return {m_queries.x, top, m_keys.x - m_queries.x, bottom - top};
    }

    FanLine line(Index i, Index j) const {
        const double weight = partOf(m_data.at(i, j), 1);
        return {QLineF(m_queries.x + 8, m_queries.at(i), m_keys.x - 8, m_keys.at(j)),
                std::max(0.9, m_widest * weight), 0.35 + 0.65 * std::sqrt(weight)};
    }

    bool isSeen(Index i, Index j, float least) const {
        const double weight = partOf(m_data.at(i, j), 1);
        return !m_data.changedAt(i, j) && weight > 0 && weight >= static_cast<double>(least);
    }

    std::vector<FanLine> strong() const {
        std::vector<FanLine> lines;
        for (Index i = 0; i < m_data.rows; ++i) {
            const float least = std::min(leastOf(m_data, i), 1.0F);
            for (Index j = 0; j < m_data.columns; ++j)
                if (isSeen(i, j, least))
                    lines.push_back(line(i, j));
        }
        return lines;
    }

    static std::vector<FanLine> pale(std::vector<FanLine> lines) {
        for (FanLine& line : lines)
            line.strength = 0.12;
        return lines;
    }

    /// All lines of a query, or without one those of a key.
    std::vector<FanLine> highlighted(Index row, Index column) const {
        std::vector<FanLine> lines;
        for (Index at = 0; at < (row >= 0 ? m_data.columns : m_data.rows); ++at)
            if (const auto [i, j] = row >= 0 ? CellPlace{row, at} : CellPlace{at, column};
                isSeen(i, j, 0))
                lines.push_back(line(i, j));
        return lines;
    }

    /// In a vector file the pale line of one that is highlighted would be seen.
    LineFan without(Index row, Index column) const {
        std::vector<FanLine> lines = m_pale.lines();
        std::erase_if(lines, [&](const FanLine& line) {
            return row >= 0 ? line.line.y1() == m_queries.at(row)
                            : line.line.y2() == m_keys.at(column);
        });
        return {area(), std::move(lines)};
    }

    std::vector<FanLine> changed() const {
        std::vector<FanLine> lines;
        for (Index i = 0; i < m_data.rows; ++i)
            for (Index j = 0; j < m_data.columns; ++j)
                if (m_data.changedAt(i, j))
                    lines.push_back(line(i, j));
        return lines;
    }

    HeatmapData m_data;
    Column m_queries;
    Column m_keys;
    double m_widest;
    LineFan m_plain;
    LineFan m_pale;
    LineFan m_changed;
};

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
void drawNumbers(Drawing& drawing, const HeatmapData& data, const Column& queries,
                 const Column& keys) {
    const Index row = within(drawing.input.focus.row, data.rows);
    const Index column = within(drawing.input.focus.column, data.columns);
    if (row < 0 && column < 0)
        return;
    const Column& beside = row >= 0 ? keys : queries;
    const Index count = row >= 0 ? data.columns : data.rows;
    const double size = std::clamp(beside.row * 0.7, 9.0, drawing.fontSize());
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size / beside.row)));
    const NumberFormat format{0, 3};
    for (Index at = 0; at < count; at += step) {
        const Index i = row >= 0 ? row : at;
        const Index j = row >= 0 ? at : column;
        drawing.text({row >= 0 ? keys.x + keys.words : queries.x - queries.words, beside.at(at)},
                     data.hiddenAt(i, j) == Hidden::No ? format.text(data.at(i, j)) : tr("hidden"),
                     size, drawing.theme().mutedText, row >= 0 ? Qt::AlignLeft : Qt::AlignRight);
    }
}

/// Tokens and numbers at both ends, the lines in all the room between.
void drawColumns(Drawing& drawing, const HeatmapData& data, const QRectF& area) {
    constexpr double mostWords = 0.3; ///< of the width, for the tokens of a side
    constexpr double apart = 16;
    const StationInput& input = drawing.input;
    const auto tokens = static_cast<double>(std::max(data.rows, data.columns));
    // The headings stand close over the upper end, and no word reaches over the lower one.
    const double top = area.top() + input.fontSize() * (headingAbove + 0.7);
    const double row = (area.bottom() - input.fontSize() - top) / std::max(1.0, tokens - 1);
    const TextMeasure measure = measureWith(input.font);
    const double number = std::max(measure(QStringLiteral("0.000"), input.fontSize()),
                                   measure(tr("hidden"), input.fontSize()));
    const auto columnAt = [&](bool queries) {
        const Index count = queries ? data.rows : data.columns;
        Column column{0, top + (tokens - static_cast<double>(count)) * row / 2, row, 0, 0};
        column.words = std::min(wordsWidth(input, data, queries, wordSize(input, column)) + apart,
                                mostWords * area.width());
        column.ends = column.words + number;
        column.x = queries ? area.left() + column.ends : area.right() - column.ends;
        return column;
    };
    const Column queries = columnAt(true);
    const Column keys = columnAt(false);
    drawHeading(drawing, data, queries, true);
    drawHeading(drawing, data, keys, false);
    drawing.onFocus([=, lines = WeightLines(data, queries, keys)](Drawing& now) mutable {
        lines.draw(now);
        drawTokens(now, data, queries, true);
        drawTokens(now, data, keys, false);
        drawNumbers(now, data, queries, keys);
    });
}

Block show(const StationInput& input) {
    const HeatmapData data = weightsOf(input);
    const auto tokens =
        static_cast<double>(std::min(mostFullRows, std::max(data.rows, data.columns)));
    return walked(
        data.rows, data.columns,
        padded(8, 4,
               custom({320, (tokens + 2) * leastRow}, [data](Drawing& drawing, const QRectF& area) {
                   drawColumns(drawing, data, area);
               })));
}

} // namespace

Station station() {
    return {.id = "lines",
            .title = QT_TR_NOOP("Lines"),
            .summary =
                QT_TR_NOOP("Queries on the left, keys on the right; the wider the line, the larger "
                           "the weight"),
            .mutes = true,
            .oneHead = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::attention_lines
