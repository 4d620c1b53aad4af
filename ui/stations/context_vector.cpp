// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/context_sum.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/weight_bars.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gf::context_vector {

namespace {

constexpr double margin = 12;
constexpr double leastRow = 10.5;
constexpr double leastWidth = 440;
constexpr double linePitch = 1.3; ///< from one row under the sum to the next, in rows
constexpr double mostRow = 90;
constexpr double below = 6;        ///< the rows, before the words
constexpr Index mostFullRows = 48; ///< longer texts get lower rows instead of more room

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Alignment &&
           node.relation == Relation::Own && (node.part == "context" || node.part == "output") &&
           alignmentNodes(graph, node.scope).memory != noNode;
}

/// A row under the sum: what it is, its numbers, and with which rows it shares its colours.
struct Line {
    QString name;
    HeatmapData numbers; ///< [1,D]
    bool result = false;
};

/// All that is drawn of one row of the context.
struct Parts {
    QStringList queries;
    QStringList sentence; ///< the tokens that they read, to choose among
    Index query = 0;
    HeatmapData weights; ///< [T,S]
    HeatmapData terms;   ///< α·s [S,D]
    std::vector<Line> lines;
    bool joinsInput = false; ///< the context is read by the cell (Bahdanau et al. 2015)
};

/// The row in focus; otherwise the last one, before padding it has seen the most.
Index queryOf(const StationInput& input, Index queries) {
    const Index row = within(input.focus.row, queries);
    return row >= 0 ? row : queries - 1;
}

HeatmapData lineOf(std::span<const float> numbers, const ScaleRange& range) {
    HeatmapData data = heatmapOf(Tensor(Shape{1, static_cast<Index>(numbers.size())},
                                        std::vector<float>(numbers.begin(), numbers.end())),
                                 QString());
    data.range = range;
    return data;
}

/// From −most to most, most being the largest size of all numbers.
ScaleRange rangeOf(std::initializer_list<std::span<const float>> rows) {
    double most = 0;
    for (const std::span<const float> row : rows)
        for (const float number : row)
            if (std::isfinite(number))
                most = std::max(most, std::abs(static_cast<double>(number)));
    return {-most, most};
}

/// The token that the decoder of Bahdanau et al. 2015 reads beside the context.
std::span<const float> tokenOf(const StationInput& input, Index step) {
    for (const Node& node : input.graph().nodes()) {
        const ScopeLevel* level = node.scope.find(ScopeKind::TimeStep);
        if (level && level->index == step && node.part == "token" && node.role == Role::Forward &&
            node.relation == Relation::Own)
            return input.trace.value(node.id).values();
    }
    return {};
}

void addLuong(Parts& parts, const StationInput& input, const ContextSum& sum) {
    const ScaleRange range = drawnRange(input, input.node, QStringLiteral("context output"),
                                        rangeOf({sum.fromState, sum.fromContext, sum.bias}));
    const QString state = tr("h × W_c");
    const QString context = tr("c × W_c");
    parts.lines.push_back({state, lineOf(sum.fromState, range), false});
    parts.lines.push_back({context, lineOf(sum.fromContext, range), false});
    if (!sum.bias.empty())
        parts.lines.push_back({tr("b_c"), lineOf(sum.bias, range), false});
    parts.lines.push_back({tr("h̃ = tanh(sum)"), lineOf(sum.output, {-1, 1}), true});
}

Parts partsOf(const StationInput& input) {
    const AlignmentNodes nodes = alignmentNodes(input.graph(), input.at().scope);
    Parts parts;
    if (input.trace.value(nodes.weights).empty())
        return parts;
    parts.weights = heatmapOf(input, nodes.weights);
    parts.query = queryOf(input, parts.weights.rows);
    for (Index i = 0; i < parts.weights.rows; ++i)
        parts.queries << rowLabel(parts.weights, i);
    parts.sentence = queryTokens(input, nodes.weights, parts.weights);
    const auto sum = contextSum(input.trace, nodes, parts.query);
    if (!sum)
        return {};
    parts.terms = heatmapOf(sum->terms, tr("α · s"));
    const HeatmapData memory = heatmapOf(input, nodes.memory);
    parts.terms.rowLabels = memory.rowLabels;
    const ScaleRange range =
        drawnRange(input, nodes.context, QStringLiteral("context %1").arg(parts.query),
                   rangeOf({sum->terms.values(), sum->context}));
    parts.terms.range = range;
    parts.lines.push_back({tr("c = sum"), lineOf(sum->context, range), true});
    if (!sum->output.empty()) {
        addLuong(parts, input, *sum);
        return parts;
    }
    parts.joinsInput = true;
    const std::span<const float> token = tokenOf(input, parts.query);
    if (!token.empty())
        parts.lines.push_back(
            {tr("y, the token beside it"), lineOf(token, rangeOf({token})), false});
    return parts;
}

/// The heading of the columns.
double headingHeight(const StationInput& input) {
    return input.fontSize() * 2.4;
}

/// The rows, with the words of their columns.
QSizeF leastSize(const StationInput& input, const Parts& parts) {
    const auto rows = static_cast<double>(std::min(parts.terms.rows, mostFullRows));
    const auto lines = static_cast<double>(parts.lines.size());
    return {leastWidth - 2 * margin,
            headingHeight(input) + below + (rows + linePitch * lines) * leastRow};
}

/// Columns of the drawing: words, bars with their numbers, cells.
struct Places {
    double words = 0; ///< right end
    QRectF bars;
    double numbers = 0; ///< room for them behind the bars
    QRectF cells;
    double row = 0;
};

Places placesFor(const StationInput& input, const Parts& parts, const QRectF& area) {
    const TextMeasure measure = measureWith(input.font);
    double labels = 1.1 * measure(tr("state s"), input.fontSize());
    for (Index j = 0; j < parts.terms.rows; ++j)
        labels = std::max(labels, measure(rowLabel(parts.terms, j), input.fontSize()));
    const double rows =
        static_cast<double>(parts.terms.rows) + linePitch * static_cast<double>(parts.lines.size());
    Places places;
    places.row = std::min(mostRow, (area.height() - headingHeight(input) - below) / rows);
    const double top = area.top() + headingHeight(input);
    places.words = area.left() + std::min(labels, 110.0);
    places.numbers = measure(QStringLiteral("0.000"), input.fontSize()) + 12;
    const double width = area.right() - places.words - 8;
    const double bars = std::clamp(width * 0.16, 50.0, 150.0);
    places.bars = {places.words + 8, top, bars, places.row * static_cast<double>(parts.terms.rows)};
    const double left = places.bars.right() + places.numbers;
    places.cells = {left, top, area.right() - left, places.bars.height()};
    return places;
}

void drawWeights(Drawing& drawing, const Parts& parts, const Places& places) {
    WeightBars bars{.weights = parts.weights,
                    .query = parts.query,
                    .queryWord = parts.queries[parts.query],
                    .bars = places.bars,
                    .row = places.row,
                    .wordsEnd = places.words,
                    .spotsFrom = places.words - 110,
                    .spotsTo = places.cells.left()};
    for (Index key = 0; key < parts.terms.rows; ++key) {
        bars.keys.push_back(key);
        bars.words << rowLabel(parts.terms, key);
    }
    drawWeightBars(drawing, bars);
}

QString scaleOf(const HeatmapData& data) {
    return tr("±%1").arg(numberText(data.colourRange().second, 2));
}

/// The rows below: the sum, and what becomes of it.
void drawLines(Drawing& drawing, const Parts& parts, const Places& places) {
    const double size = std::clamp(places.row * 0.85, 8.0, drawing.fontSize());
    double top = places.cells.bottom() + places.row * 0.3;
    for (const Line& line : parts.lines) {
        const QRectF area(places.cells.left(), top, places.cells.width(), places.row);
        placeCells(drawing, line.numbers, area, highlightedColumn,
                   [line, query = parts.query](Index, Index column) {
                       return StationPlace{
                           query, column, -1, QString(),
                           tr("%1\n%2, feature %3")
                               .arg(numberText(line.numbers.at(0, column), 6), line.name)
                               .arg(column + 1)};
                   });
        if (line.result)
            drawing.canvas.outline(area.adjusted(-2, -2, 2, 2), drawing.theme().hue(Hue::Attention),
                                   2);
        const QString name = QStringLiteral("%1 · %2").arg(line.name, scaleOf(line.numbers));
        const TextMeasure measure = measureWith(drawing.input.font);
        drawing.canvas.text({{area.left() - 8, area.center().y()},
                             elided(name, places.cells.left() - 8 - margin,
                                    size * (line.result ? 1.1 : 1), measure),
                             size,
                             drawing.theme().text,
                             Qt::AlignRight,
                             line.result,
                             false});
        top += places.row * linePitch;
    }
}

/// The chosen feature as a sum, the largest terms first.
QString sumOf(const Parts& parts, Index column) {
    constexpr std::size_t most = 4;
    std::vector<Index> keys(parts.terms.rows);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<Index>(i);
    const auto shown = std::min(most, keys.size());
    std::partial_sort(keys.begin(), keys.begin() + static_cast<Index>(shown), keys.end(),
                      [&](Index a, Index b) {
                          return isLarger(std::abs(parts.terms.at(a, column)),
                                          std::abs(parts.terms.at(b, column)));
                      });
    QStringList terms;
    for (std::size_t i = 0; i < shown; ++i)
        terms << termText(parts.terms.at(keys[i], column), 3);
    const QString sum = terms.join(QStringLiteral(" + "));
    const QString result = numberText(parts.lines.front().numbers.at(0, column), 4);
    return keys.size() > shown ? tr("c, feature %1:  %2 + … (%3 more, smaller) = %4")
                                     .arg(column + 1)
                                     .arg(sum)
                                     .arg(keys.size() - shown)
                                     .arg(result)
                               : tr("c, feature %1:  %2 = %3").arg(column + 1).arg(sum, result);
}

QString sentenceOf(const Parts& parts, Index column) {
    if (column >= 0 && column < parts.terms.columns)
        return sumOf(parts, column);
    return parts.joinsInput ? tr("c was asked for with the state before: together [y; c] are what "
                                 "the cell of this time step reads.")
                            : tr("Point at a feature to see its sum in numbers.");
}

void drawParts(Drawing& drawing, const Parts& parts, const QRectF& area) {
    const Places places = placesFor(drawing.input, parts, area);
    const double heading = places.cells.top() - drawing.fontSize();
    drawLine(drawing, {places.words, heading}, tr("state s"), drawing.theme().textHue(Hue::Key),
             Qt::AlignRight, true);
    drawLine(drawing, {places.bars.left(), heading}, tr("weight α"),
             drawing.theme().textHue(Hue::Attention), Qt::AlignLeft, true);
    drawLine(drawing, {places.cells.left(), heading},
             QStringLiteral("%1 · %2").arg(parts.terms.title, scaleOf(parts.terms)),
             drawing.theme().textHue(Hue::Attention), Qt::AlignLeft, true);
    drawWeights(drawing, parts, places);
    placeCells(drawing, parts.terms, places.cells, highlightedColumn,
               [terms = parts.terms, query = parts.query](Index key, Index column) {
                   return StationPlace{
                       query, column, -1, QString(),
                       tr("%1\nweight × state of “%2”, feature %3")
                           .arg(numberText(terms.at(key, column), 6), rowLabel(terms, key))
                           .arg(column + 1)};
               });
    drawLines(drawing, parts, places);
}

Block show(const StationInput& input) {
    const Parts parts = partsOf(input);
    if (parts.lines.empty())
        return {};
    const Block said = live([parts](const StationInput& now) {
        return paragraph(sentenceOf(parts, now.focus.column),
                         now.focus.column < 0 ? now.theme.mutedText : now.theme.text);
    });
    return walked(input.at().shape[0], input.at().shape[1],
                  padded(margin, margin,
                         column({chooser(tr("Choose a row:"), parts.sentence, parts.query),
                                 custom(leastSize(input, parts),
                                        [parts](Drawing& drawing, const QRectF& area) {
                                            drawParts(drawing, parts, area);
                                        }),
                                 atLeast({0, 2.9 * input.fontSize()}, said)},
                                0)));
}

/// What is added up, a row for each state.
Tensor numbers(const StationInput& input) {
    const AlignmentNodes nodes = alignmentNodes(input.graph(), input.at().scope);
    const auto sum =
        contextSum(input.trace, nodes, queryOf(input, input.graph()[nodes.weights].shape[0]));
    return sum ? sum->terms : Tensor();
}

} // namespace

Station station() {
    return {.id = "context",
            .title = QT_TR_NOOP("Context"),
            .summary = QT_TR_NOOP("One row: the states, their weights, how they add up to the "
                                  "context, and what becomes of it"),
            .ofRow = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::context_vector
