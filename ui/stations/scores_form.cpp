// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/head_form.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf::scores_form {

namespace {

constexpr double signWidth = 28;

/// The scores that a step shows: itself, or what it scales; noNode for other steps.
NodeId scoresOf(const Graph& graph, const Node& node) {
    // What a person changed was computed before.
    const Node& computed = graph[computedNode(graph, node.id)];
    const bool scaled = computed.op->kind() == OpKind::Scale;
    const NodeId id = computedNode(graph, scaled ? computed.inputs[0] : computed.id);
    const Node& scores = graph[id];
    const bool product = scores.op->kind() == OpKind::MatMul && scores.role == Role::Forward &&
                         scores.scope.isAttention() && scores.part == "scores";
    if (!product)
        return noNode;
    // With another q or k there is no such form.
    for (const NodeId operand : scores.inputs)
        if (graph[operand].op->kind() != OpKind::Linear)
            return noNode;
    return id;
}

bool shows(const Graph& graph, const Node& node) {
    return scoresOf(graph, node) != noNode;
}

/// Everything that the drawing is made of: the nodes, and the head's matrix.
struct Parts {
    const Node& scores;
    const Node& query; ///< the linear map that makes q
    const Node& key;
    int head;
    Tensor form;                  ///< M, [D,D]
    std::optional<Tensor> biases; ///< what the biases add, [T,S]
};

const Tensor* biasOf(const Trace& trace, const Node& linear) {
    return linear.inputs.size() < 3 ? nullptr : &trace.value(linear.inputs[2]);
}

Parts partsOf(const StationInput& input) {
    const Graph& graph = input.graph();
    const Trace& trace = input.trace;
    const Node& scores = graph[scoresOf(graph, input.at())];
    const Node& query = graph[scores.inputs[0]];
    const Node& key = graph[scores.inputs[1]];
    const auto head = static_cast<int>(std::clamp<Index>(input.focus.head, 0, scores.shape[0] - 1));
    const HeadWeights weights{trace.value(query.inputs[1]),
                              trace.value(key.inputs[1]),
                              biasOf(trace, query),
                              biasOf(trace, key),
                              head,
                              query.shape[2]};
    Parts parts{scores, query, key, head, headForm(weights), {}};
    if (weights.queryBias && weights.keyBias)
        parts.biases =
            biasScores(weights, trace.value(query.inputs[0]), trace.value(key.inputs[0]));
    return parts;
}

Tensor numbers(const StationInput& input) {
    return partsOf(input).form;
}

/// "÷ √16", "÷ 4.2": how the focused step scales the scores; empty for the scores themselves.
QString scaleSign(const StationInput& input) {
    const Node& node = input.graph()[computedNode(input.graph(), input.node)];
    const double factor = node.as<ScaleAttributes>().factor;
    if (node.op->kind() != OpKind::Scale || factor == 1)
        return {};
    const double below = 1 / (factor * factor);
    return std::abs(below - std::round(below)) < 1e-4 * below
               ? QStringLiteral("÷ √%1").arg(std::lround(below))
               : QStringLiteral("× %1").arg(numberText(factor, 3));
}

/// The room for the last sign, which may be a word long.
double scaleWidth(const StationInput& input) {
    return scaleSign(input).isEmpty() ? signWidth : 2.4 * signWidth;
}

/// The room that the words of the keys take above a matrix: letters stand upright, words rise.
double wordsAbove(const StationInput& input, const HeatmapData& data) {
    const TextMeasure measure = measureWith(input.font);
    double widest = input.fontSize() * 1.4;
    for (Index c = 0; c < data.columns; ++c)
        if (const QString word = columnLabel(data, c); word.size() > 1)
            widest = std::max(widest, measure(word, input.fontSize()) + 8);
    return std::min(widest, 100.0);
}

/// Left to right, so that what is multiplied has the same length: X is as wide as the form is
/// high, its rows are as high as those of the scores.
struct Places {
    QRectF x, form, y, biases, scores;
};

constexpr double mostStretched = 1.5; ///< times its width a cell may be high

Places placesFor(const StationInput& input, const Parts& parts, double labels, const QRectF& area) {
    const double size = input.fontSize();
    const double top = area.top() + size * 7;
    const double height = area.height() - size * 7;
    const double signs = signWidth * (parts.biases ? 3 : 2) + scaleWidth(input);
    const double width = area.width() - labels - signs;
    const auto rows = static_cast<double>(parts.scores.shape[1]);
    const auto columns = static_cast<double>(parts.scores.shape[2]);
    const double tables = parts.biases ? 3 : 2; // as wide as there are keys
    const double side = std::min(height, width * 0.28);
    const double token =
        std::min({(width - 2 * side) / (tables * columns), height / rows, size * 5});
    const double middle = top + height / 2;
    const double row = std::min(mostStretched * token, height / rows);
    const double tall = std::min(mostStretched * side, height);
    const auto next = [&](double& left, double wide, double high, double gap) {
        const QRectF cells(left, middle - high / 2, wide, high);
        left = cells.right() + gap;
        return cells;
    };
    const double all = labels + signs + 2 * side + tables * columns * token;
    double left = area.left() + labels + std::max(0.0, (area.width() - all) / 2);
    Places places;
    places.x = next(left, side, rows * row, signWidth);
    places.form = next(left, side, tall, signWidth);
    places.y = next(left, columns * token, tall, parts.biases ? signWidth : scaleWidth(input));
    if (parts.biases)
        places.biases = next(left, columns * token, rows * row, scaleWidth(input));
    places.scores = next(left, columns * token, rows * row, 0);
    return places;
}

/// What the matrix is, its shape and its largest number, above its cells and their words.
void drawTitle(Drawing& drawing, const QRectF& cells, double words, const HeatmapData& data,
               Hue hue) {
    const double size = drawing.fontSize();
    const double above = cells.top() - words;
    drawing.text({cells.left(), above - size * 2.6}, data.title, size * type::section,
                 drawing.theme().textHue(hue), Qt::AlignLeft, true);
    drawLine(drawing, {cells.left(), above - size * 1.2},
             tr("%1 × %2 · ±%3")
                 .arg(data.rows)
                 .arg(data.columns)
                 .arg(numberText(data.colourRange().second, 2)),
             drawing.theme().mutedText);
}

/// The chosen score twice: by the product, and as the model computed it.
void drawCheck(Drawing& drawing, const Parts& parts, const QPointF& at) {
    const Index row = within(drawing.input.focus.row, parts.scores.shape[1]);
    const Index column = within(drawing.input.focus.column, parts.scores.shape[2]);
    if (row < 0 || column < 0) {
        drawLine(drawing, at, tr("Point at a score to see it computed this way."),
                 drawing.theme().mutedText, Qt::AlignHCenter);
        return;
    }
    const Tensor& queries = drawing.input.trace.value(parts.query.inputs[0]);
    const Tensor& keys = drawing.input.trace.value(parts.key.inputs[0]);
    double value = formValue(parts.form, rowOf(queries, row), rowOf(keys, column));
    if (parts.biases)
        value += (*parts.biases)[row * parts.scores.shape[2] + column];
    const Node& computed =
        drawing.input.graph()[computedNode(drawing.input.graph(), drawing.input.node)];
    if (computed.op->kind() == OpKind::Scale)
        value *= computed.as<ScaleAttributes>().factor;
    const double traced =
        drawing.input.trace.value(drawing.input.node).at({{parts.head, row, column, 0}});
    const bool changed = std::abs(value - traced) > 1e-3 * std::max(1.0, std::abs(value));
    drawLine(drawing, at,
             (changed ? tr("Row %1, column %2: by this product %3, after your change %4")
                      : tr("Row %1, column %2: by this product %3, in the model %4"))
                 .arg(row + 1)
                 .arg(column + 1)
                 .arg(numberText(value, 5), numberText(traced, 5)),
             drawing.theme().text, Qt::AlignHCenter, true);
}

void drawParts(Drawing& drawing, const Parts& parts, const QRectF& area) {
    HeatmapData scores = heatmapOf(drawing.input, drawing.input.node, parts.head);
    scores.title = shortTitleOf(drawing.input.graph(), drawing.input.at());
    HeatmapData x = heatmapOf(drawing.input, parts.query.inputs[0]);
    x.title = tr("X");
    HeatmapData form = heatmapOf(parts.form, tr("W_Q W_Kᵀ"));
    const auto key = [&](const char* what) {
        return QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(parts.head);
    };
    form.range = drawnRange(drawing.input, drawing.input.node, key("form"), form.colourRange());
    HeatmapData y = transposed(heatmapOf(drawing.input, parts.key.inputs[0]));
    y.title = parts.query.inputs[0] == parts.key.inputs[0] ? tr("Xᵀ") : tr("Yᵀ of the source");

    const Places places =
        placesFor(drawing.input, parts, wordWidth(drawing.input, scores, 90) + 12, area);
    const auto place = [&](const HeatmapData& data, const QRectF& cells, bool byRow,
                           bool byColumn) {
        placeCells(drawing, data, cells,
                   byRow && byColumn ? highlightedCell
                   : byRow           ? highlightedRow
                   : byColumn        ? highlightedColumn
                                     : nothingHighlighted,
                   [data, byRow, byColumn](Index r, Index c) {
                       return StationPlace{byRow ? r : -1, byColumn ? c : -1, -1, QString(),
                                           numberText(data.at(r, c), 6)};
                   });
    };
    const double words = wordsAbove(drawing.input, scores);
    place(x, places.x, true, false);
    drawTitle(drawing, places.x, 0, x, Hue::Residual);
    place(form, places.form, false, false);
    drawTitle(drawing, places.form, 0, form, Hue::Attention);
    place(y, places.y, false, true);
    drawTitle(drawing, places.y, words, y, Hue::Residual);
    if (parts.biases) {
        HeatmapData biases = heatmapOf(*parts.biases, tr("from b"));
        biases.range =
            drawnRange(drawing.input, drawing.input.node, key("biases"), biases.colourRange());
        place(biases, places.biases, true, true);
        drawTitle(drawing, places.biases, 0, biases, Hue::Attention);
    }
    place(scores, places.scores, true, true);
    drawTitle(drawing, places.scores, words, scores, Hue::Attention);

    const double middle = places.form.center().y();
    const auto sign = [&](const QRectF& after, double width, const QString& text) {
        drawSign(drawing, {after.right(), middle - 12, width, 24}, text);
    };
    sign(places.x, signWidth, QStringLiteral("×"));
    sign(places.form, signWidth, QStringLiteral("×"));
    if (parts.biases)
        sign(places.y, signWidth, QStringLiteral("+"));
    const QString scale = scaleSign(drawing.input);
    sign(parts.biases ? places.biases : places.y, scaleWidth(drawing.input),
         scale.isEmpty() ? QStringLiteral("=") : tr("%1  =").arg(scale));
    drawing.onFocus([=](Drawing& now) {
        const Index row = within(now.input.focus.row, scores.rows);
        const Index column = within(now.input.focus.column, scores.columns);
        drawRowWords(now, scores, places.x, row, Hue::Query);
        drawColumnWords(now, scores, places.y, column, Hue::Key);
        drawColumnWords(now, scores, places.scores, column, Hue::Key);
    });
}

Block show(const StationInput& input) {
    const Parts parts = partsOf(input);
    const Block matrices =
        custom({parts.biases ? 580.0 : 480.0, 280},
               [parts](Drawing& drawing, const QRectF& area) { drawParts(drawing, parts, area); });
    const Block check = live([parts](const StationInput&) {
        Block made = line(QString());
        made.draw = [parts](Drawing& drawing, const QRectF& area) {
            drawCheck(drawing, parts, area.center());
        };
        return made;
    });
    return walked(parts.scores.shape[1], parts.scores.shape[2],
                  padded(6, 6, column({matrices, check}, 16)));
}

} // namespace

Station station() {
    return {.id = "form",
            .title = QT_TR_NOOP("One form"),
            .summary = QT_TR_NOOP("Scores as X (W_Q W_Kᵀ) Xᵀ, with one matrix for each head"),
            .oneHead = true,
            .shows = shows,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::scores_form
