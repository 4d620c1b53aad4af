// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/context_sum.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/weight_bars.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::weighted_values {

namespace {

constexpr double leastRow = 17;
constexpr double mostRow = 90;
constexpr double gap = 26;
constexpr Index mostFullRows = 64; ///< longer texts get lower rows instead of more room
constexpr const char* orderKey = "order";

/// The product that makes the heads, also where a person changed them afterwards.
const Node& productOf(const Graph& graph, const Node& heads) {
    return graph[computedNode(graph, heads.id)];
}

bool shows(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.scope.isAttention() && node.part == "heads" &&
           node.relation == Relation::Own && productOf(graph, node).op->kind() == OpKind::MatMul;
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    StationControl order;
    order.key = QLatin1String(orderKey);
    order.label = tr("Keys");
    order.help = tr("In which order the weighted values are added; the result is the same");
    order.kind = StationControl::Kind::Choice;
    order.choices = {tr("as in the text"), tr("largest weight first")};
    return {order};
}

/// The query in focus; otherwise the last one, which a causal mask lets see every key.
Index queryOf(const StationInput& input, Index queries) {
    const Index row = within(input.focus.row, queries);
    return row >= 0 ? row : queries - 1;
}

/// All that is drawn, worked out once.
struct Scene {
    HeatmapData weights; ///< [T,S]
    HeatmapData values;  ///< [S,K], in the order in which they are added
    HeatmapData terms;
    HeatmapData sums;
    HeatmapData result; ///< the query's row, from the trace
    std::vector<Index> keys;
    Index query = 0;
    QStringList queries;
    QStringList sentence; ///< the tokens that they read, to choose among
};

Scene sceneOf(const StationInput& input) {
    const Node& node = productOf(input.graph(), input.at());
    const auto head = static_cast<int>(std::clamp<Index>(input.focus.head, 0, node.shape[0] - 1));
    const Index query = queryOf(input, node.shape[1]);
    Scene scene;
    scene.query = query;
    scene.weights = heatmapOf(input, node.inputs[0], head);
    for (Index i = 0; i < node.shape[1]; ++i)
        scene.queries << rowLabel(scene.weights, i);
    scene.sentence = queryTokens(input, node.inputs[0], scene.weights);
    const WeightedSum sum =
        weightedSum(input.trace.value(node.inputs[0]), input.trace.value(node.inputs[1]), head,
                    query, input.setting(orderKey, 0) > 0);
    scene.keys = sum.keys;
    const HeatmapData values = heatmapOf(input, node.inputs[1], head);
    scene.values = values;
    scene.values.rowLabels.clear();
    const auto columns = static_cast<std::size_t>(values.columns);
    for (std::size_t place = 0; place < sum.keys.size(); ++place) {
        const Index key = sum.keys[place];
        std::copy_n(values.values.begin() + key * values.columns, values.columns,
                    scene.values.values.begin() + static_cast<Index>(place) * values.columns);
        for (std::size_t column = 0; column < columns && !values.changed.empty(); ++column)
            scene.values.changed[place * columns + column] =
                values.changedAt(key, static_cast<Index>(column));
        scene.values.rowLabels << rowLabel(values, key);
    }
    scene.terms = heatmapOf(sum.terms, tr("weight × value"));
    scene.sums = heatmapOf(sum.sums, tr("sum so far"));
    scene.result = rowOf(heatmapOf(input, input.node, head), query);
    // One scale for what is added and what comes out: colours then add up as the numbers do.
    const double largest =
        std::max(scene.terms.colourRange().second, scene.sums.colourRange().second);
    const QString key = QStringLiteral("sum %1/%2").arg(head).arg(query);
    for (HeatmapData* data : {&scene.terms, &scene.sums, &scene.result})
        data->range = drawnRange(input, input.node, key, {-largest, largest});
    return scene;
}

/// The names of the columns.
double headingHeight(const StationInput& input) {
    return input.fontSize() * 2.2;
}

/// Columns of the drawing: the keys' words, bars, and three matrices.
struct Columns {
    double words = 0; ///< right end
    QRectF bars;
    std::array<QRectF, 3> matrices;
    double row = 0;
};

Columns columnsFor(const StationInput& input, const Scene& scene, const QRectF& area) {
    const TextMeasure measure = measureWith(input.font);
    double labels = 0;
    for (const QString& word : scene.values.rowLabels)
        labels = std::max(labels, measure(word, input.fontSize()));
    const auto rows = static_cast<double>(scene.values.rows);
    const double top = area.top() + headingHeight(input);
    Columns columns;
    columns.row = std::min(mostRow, (area.bottom() - top - 10) / (rows + 1.5));
    columns.words = area.left() + std::min(labels, 120.0) + 4;
    const double number = measure(QStringLiteral("0.000"), input.fontSize()) + 10;
    const double all = area.right() - columns.words - 10 - 3 * gap - number;
    const double barWidth = std::clamp(all * 0.16, 50.0, 130.0);
    columns.bars = {columns.words + 10, top, barWidth, columns.row * rows};
    const double matrix = (all - barWidth) / 3;
    double left = columns.bars.right() + number + gap;
    for (QRectF& cells : columns.matrices) {
        cells = {left, top, matrix, columns.row * rows};
        left += matrix + gap;
    }
    return columns;
}

void drawWeights(Drawing& drawing, const Scene& scene, const Columns& columns) {
    double most = 1e-6;
    for (const Index key : scene.keys)
        if (const double weight = scene.weights.at(scene.query, key); std::isfinite(weight))
            most = std::max(most, weight);
    drawWeightBars(drawing, {.weights = scene.weights,
                             .query = scene.query,
                             .queryWord = scene.queries[scene.query],
                             .keys = scene.keys,
                             .words = scene.values.rowLabels,
                             .most = most,
                             .bars = columns.bars,
                             .row = columns.row,
                             .wordsEnd = columns.words,
                             .spotsFrom = columns.words - 120,
                             .spotsTo = columns.bars.right()});
}

/// The heading of a matrix, and its cells, whose places are the query and the feature.
void drawMatrix(Drawing& drawing, const Scene& scene, const HeatmapData& data, const QRectF& area,
                const QString& title, Hue hue) {
    const TextMeasure measure = measureWith(drawing.input.font);
    // Its scale is told where there is room.
    const double room = area.width() / 1.1 + gap * 0.6;
    const QString scaled = tr("%1 · ±%2").arg(title, numberText(data.colourRange().second, 2));
    const QString fitting = measure(scaled, drawing.fontSize()) <= room
                                ? scaled
                                : elided(title, room, drawing.fontSize(), measure);
    drawLine(drawing, {area.left(), area.top() - drawing.fontSize()}, fitting,
             drawing.theme().textHue(hue), Qt::AlignLeft, true);
    placeCells(drawing, data, area, highlightedColumn,
               [query = scene.query, keys = scene.values.rowLabels, data](Index row, Index column) {
                   return StationPlace{query, column, -1, QString(),
                                       tr("%1\nkey “%2”, feature %3")
                                           .arg(numberText(data.at(row, column), 6),
                                                data.rows == keys.size() ? keys[row] : QString(),
                                                QString::number(column + 1))};
               });
}

void drawResult(Drawing& drawing, const Scene& scene, const Columns& columns) {
    const QRectF& sums = columns.matrices[2];
    const double height = std::max(columns.row, 14.0);
    const QRectF area(sums.left(), sums.bottom() + columns.row * 0.5 + 6, sums.width(), height);
    placeCells(drawing, scene.result, area, highlightedColumn,
               [query = scene.query, data = scene.result](Index, Index column) {
                   return StationPlace{query, column, -1, QString(),
                                       tr("%1\nthe result, feature %2")
                                           .arg(numberText(data.at(0, column), 6))
                                           .arg(column + 1)};
               });
    drawing.canvas.outline(area.adjusted(-3, -3, 3, 3), drawing.theme().hue(Hue::Attention), 2);
    drawLine(drawing, {area.left() - 14, area.center().y()},
             (scene.result.changed.empty() ? tr("= the head’s row of “%1”")
                                           : tr("the head’s row of “%1”, changed by you"))
                 .arg(scene.queries[scene.query]),
             drawing.theme().text, Qt::AlignRight, true);
}

/// The chosen feature as a sum, the largest terms first.
Block numbersOf(const StationInput& input, const Scene& scene) {
    const Index column = within(input.focus.column, scene.values.columns);
    if (column < 0)
        return line(tr("Point at a feature to see its sum in numbers."), input.theme.mutedText);
    constexpr std::size_t most = 4;
    std::vector<Index> places(scene.keys.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = static_cast<Index>(i);
    const auto shown = std::min(most, places.size());
    std::partial_sort(places.begin(), places.begin() + static_cast<Index>(shown), places.end(),
                      [&](Index a, Index b) {
                          return isLarger(std::abs(scene.terms.at(a, column)),
                                          std::abs(scene.terms.at(b, column)));
                      });
    QStringList terms;
    for (std::size_t i = 0; i < shown; ++i) {
        const Index place = places[i];
        const Index key = scene.keys[place];
        terms << QStringLiteral("%1·%2").arg(numberText(scene.weights.at(scene.query, key), 3),
                                             termText(scene.values.at(place, column), 3));
    }
    const QString sum = terms.join(QStringLiteral(" + "));
    const QString result = numberText(scene.result.at(0, column), 4);
    const auto rest = places.size() - shown;
    return line(rest > 0 ? tr("feature %1:  %2 + … (%3 more, smaller) = %4")
                               .arg(column + 1)
                               .arg(sum)
                               .arg(rest)
                               .arg(result)
                         : tr("feature %1:  %2 = %3").arg(column + 1).arg(sum, result));
}

void drawScene(Drawing& drawing, const Scene& scene, const QRectF& area) {
    const Columns columns = columnsFor(drawing.input, scene, area);
    const double names = columns.bars.top() - drawing.fontSize();
    drawLine(drawing, {columns.words, names}, tr("key"), drawing.theme().textHue(Hue::Key),
             Qt::AlignRight, true);
    drawLine(drawing, {columns.bars.left(), names}, tr("weight"),
             drawing.theme().textHue(Hue::Attention), Qt::AlignLeft, true);
    drawWeights(drawing, scene, columns);
    drawMatrix(drawing, scene, scene.values, columns.matrices[0], tr("value"), Hue::Value);
    drawMatrix(drawing, scene, scene.terms, columns.matrices[1], scene.terms.title, Hue::Attention);
    drawMatrix(drawing, scene, scene.sums, columns.matrices[2], scene.sums.title, Hue::Attention);
    const auto between = [&](double left, const QString& sign) {
        drawSign(drawing, {left, columns.bars.top(), gap, columns.bars.height()}, sign);
    };
    between(columns.matrices[0].left() - gap, QStringLiteral("×"));
    between(columns.matrices[0].right(), QStringLiteral("="));
    between(columns.matrices[1].right(), QStringLiteral("Σ"));
    drawResult(drawing, scene, columns);
}

Block show(const StationInput& input) {
    const Scene scene = sceneOf(input);
    const auto keys = static_cast<double>(scene.weights.columns);
    const auto heightOf = [&](double row, double rows) {
        return headingHeight(input) + 10 + (rows + 1.5) * row;
    };
    const Block sum =
        custom({468, heightOf(leastRow, std::min<double>(keys, mostFullRows))},
               [scene](Drawing& drawing, const QRectF& area) { drawScene(drawing, scene, area); });
    return walked(
        input.at().shape[1], input.at().shape[2],
        padded(16, 16,
               column({chooser(tr("Choose a query:"), scene.sentence, scene.query),
                       grows(sum, 1, heightOf(mostRow, keys)),
                       live([scene](const StationInput& now) { return numbersOf(now, scene); })})));
}

} // namespace

Station station() {
    return {.id = "weighted-sum",
            .title = QT_TR_NOOP("Weighted sum"),
            .summary =
                QT_TR_NOOP("One query: the values, their weights, and how they add up to its row"),
            .mutes = true,
            .oneHead = true,
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .controls = controls,
            .show = show};
}

} // namespace gf::weighted_values
