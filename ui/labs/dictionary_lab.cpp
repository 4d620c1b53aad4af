// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/computed.h"
#include "core/measure/soft_dictionary.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace gf::dictionary_lab {

namespace {

constexpr double leastEntry = 15; ///< of one key, in pixels
constexpr double mostEntry = 72;
constexpr double fewestEntries = 6;
constexpr double gap = 16;

std::vector<StationControl> controls(const Graph&, const Node& weights) {
    std::vector<StationControl> fields = knobFields("dictionary");
    fields.push_back(countField("dictionary.swap", tr("swap values with key"),
                                tr("The likeliest key and the key of this number get each other’s "
                                   "value; 0: none do"),
                                weights.shape[2]));
    return fields;
}

/// All that is drawn of one query.
struct Scene {
    Lookup found;
    Lookup before; ///< with the values at their keys; the same where none are swapped
    HeatmapData weights;
    HeatmapData query;        ///< [1,K]
    HeatmapData keys, values; ///< [S,K]; the values as they are looked up
    HeatmapData soft, hard;   ///< [1,K]
    Index row = 0;
    Index swapped = -1; ///< the key that has the likeliest one's value
    double temperature = 1;
    std::vector<Index> order; ///< of the keys, the likeliest first
};

HeatmapData rowOf(const std::vector<double>& numbers) {
    HeatmapData data;
    data.rows = 1;
    data.columns = static_cast<Index>(numbers.size());
    data.values = {numbers.begin(), numbers.end()};
    return data;
}

void swapRows(HeatmapData& data, Index a, Index b) {
    std::swap_ranges(data.values.begin() + a * data.columns,
                     data.values.begin() + (a + 1) * data.columns,
                     data.values.begin() + b * data.columns);
}

/// What is looked up in. Queries and keys are what the scores are made of.
Scene operandsOf(const StationInput& input) {
    const Graph& graph = input.graph();
    const Scope& scope = input.at().scope;
    const auto head = static_cast<int>(headOf(input));
    const Node& scores = graph[computedNode(graph, graph.find(scope, "scores"))];
    const Node& heads = graph[computedNode(graph, graph.find(scope, "heads"))];
    Scene scene;
    scene.weights = heatmapOf(input, input.node, head);
    scene.row = rowOr(input, scene.weights.rows, scene.weights.rows - 1);
    scene.query = gf::rowOf(heatmapOf(input, scores.inputs[0], head), scene.row);
    scene.keys = heatmapOf(input, scores.inputs[1], head);
    scene.values = heatmapOf(input, heads.inputs[1], head);
    return scene;
}

std::optional<Scene> sceneOf(const StationInput& input) {
    Scene scene = operandsOf(input);
    const Scope& scope = input.at().scope;
    const Index head = headOf(input);
    scene.temperature = std::clamp(knobSetting(input, "dictionary.temperature"), 0.001, 1000.0);
    const auto looked = [&](const LookupChange& change) {
        return lookUp(input.trace, scope, head, scene.row, change);
    };
    const auto before = looked({scene.temperature, {}});
    if (!before)
        return {};
    scene.before = scene.found = *before;
    const auto other = static_cast<Index>(input.setting("dictionary.swap", 0)) - 1;
    if (other >= 0 && other < scene.keys.rows && other != before->likeliest) {
        scene.swapped = other;
        scene.found = *looked({scene.temperature, std::pair(before->likeliest, other)});
        swapRows(scene.values, before->likeliest, other);
    }
    scene.soft = rowOf(scene.found.value);
    scene.hard = rowOf(scene.found.hard);
    scene.soft.range = scene.hard.range = scene.values.range = scene.values.colourRange();
    scene.order.resize(scene.found.weights.size());
    std::iota(scene.order.begin(), scene.order.end(), 0);
    std::ranges::stable_sort(scene.order, [&](Index a, Index b) {
        return isLarger(scene.found.weights[a], scene.found.weights[b]);
    });
    return scene;
}

double weightOf(const Scene& scene, Index key) {
    return scene.found.weights[key];
}

QString percent(double share) {
    return tr("%1 %").arg(NumberFormat{0, share < 0.0995 ? 1 : 0}.text(100 * share));
}

QString sentenceOf(const Scene& scene) {
    const QString query = rowLabel(scene.weights, scene.row);
    const QString likeliest = columnLabel(scene.weights, scene.found.likeliest);
    const QString mix =
        tr("“%1” gives “%2” a weight of %3 at τ = %4. What comes out is the mix: %5 of its length "
           "away from the value of “%2” alone.")
            .arg(query, likeliest, percent(weightOf(scene, scene.found.likeliest)),
                 numberText(scene.temperature, 2), percent(scene.found.distance));
    if (scene.swapped < 0)
        return mix;
    double square = 0;
    for (std::size_t i = 0; i < scene.found.value.size(); ++i)
        square += std::pow(scene.found.value[i] - scene.before.value[i], 2);
    return tr("“%1” and “%2” have each other’s value. No weight moved, for keys are what is "
              "looked up by; the result moved by %3.")
        .arg(likeliest, columnLabel(scene.weights, scene.swapped),
             numberText(std::sqrt(square), 3));
}

// ---- what is drawn -----------------------------------------------------------------------------

/// Where all stands: the entries under each other, what they make below.
struct Places {
    double words = 0; ///< right end of the keys' words
    QRectF keys, bars, values;
    double entry = 0;
    std::vector<Index> shown;  ///< keys, in the order of the text
    double soft = 0, hard = 0; ///< the middle of the results' lines

    QRectF lineOf(const QRectF& column, std::size_t i) const {
        return {column.left(), column.top() + static_cast<double>(i) * entry, column.width(),
                entry};
    }
};

Places placesFor(const StationInput& input, const Scene& scene, const QRectF& area) {
    const double size = input.fontSize();
    const double head = size * 3.6;
    const double results = size * 4.4;
    const double room = area.height() - head - results;
    const auto all = static_cast<double>(scene.order.size());
    const double count = std::clamp(std::floor(room / leastEntry), 1.0, all);
    Places places;
    places.entry = std::min(mostEntry, room / count);
    places.shown.assign(scene.order.begin(), scene.order.begin() + static_cast<Index>(count));
    std::ranges::sort(places.shown);
    places.words = area.left() + wordWidth(input, scene.keys, 110);
    const double number = size * 3.6;
    const double width = area.right() - places.words - 8 - number - 2 * gap;
    const double top = area.top() + head;
    const double height = places.entry * count;
    places.keys = {places.words + 8, top, width * 0.3, height};
    places.bars = {places.keys.right() + gap, top, width * 0.34, height};
    places.values = {places.bars.right() + number + gap, top, width * 0.36, height};
    places.soft = top + height + size * 1.6;
    places.hard = places.soft + size * 2;
    return places;
}

/// The rows that are shown.
HeatmapData shownRows(const HeatmapData& all, const std::vector<Index>& rows) {
    HeatmapData data = all;
    data.rows = static_cast<Index>(rows.size());
    data.values.clear();
    data.changed.clear();
    for (const Index row : rows) {
        const auto from = all.values.begin() + row * all.columns;
        data.values.insert(data.values.end(), from, from + all.columns);
    }
    data.range = all.colourRange();
    return data;
}

void drawCells(Drawing& drawing, const HeatmapData& data, const QRectF& area,
               const std::function<QString(Index row)>& nameOf) {
    placeCells(drawing, data, area, nothingHighlighted, [data, nameOf](Index row, Index column) {
        return StationPlace{.tip = tr("%1, feature %2: %3")
                                       .arg(nameOf(row), QString::number(column + 1),
                                            numberText(data.at(row, column), 5))};
    });
}

/// The shares of all keys beside each other, as long as all of them: the words of those that hold
/// one.
void drawMix(Drawing& drawing, const Scene& scene, const QRectF& area) {
    const Theme& theme = drawing.theme();
    const TextMeasure measure = measureWith(drawing.input.font);
    const double size = std::min(drawing.fontSize(), area.height() * 0.8);
    double left = area.left();
    for (std::size_t i = 0; i < scene.found.weights.size(); ++i) {
        const double share = scene.found.weights[i];
        const QRectF part(left, area.top(), share * area.width(), area.height());
        left = part.right();
        if (!(part.width() >= 0.5))
            continue;
        const QColor colour = theme.hue(Hue::Attention);
        drawing.canvas.rectangle(part.adjusted(0, 0, part.width() > 3 ? -1 : 0, 0), colour,
                                 "share");
        const QString word = columnLabel(scene.weights, static_cast<Index>(i));
        if (measure(word, size) + 6 <= part.width())
            drawing.text(part.center(), word, size, readableOn(colour), Qt::AlignHCenter);
    }
}

void drawResults(Drawing& drawing, const Scene& scene, const Places& places) {
    const Theme& theme = drawing.theme();
    const double height = drawing.fontSize() * 1.5;
    const auto lineAt = [&](const QRectF& column, double middle) {
        return QRectF(column.left(), middle - height / 2, column.width(), height);
    };
    const QString likeliest = columnLabel(scene.weights, scene.found.likeliest);
    for (const bool soft : {true, false}) {
        const double y = soft ? places.soft : places.hard;
        drawLine(drawing, {places.keys.right(), y}, soft ? tr("soft: a mix") : tr("hard: one key"),
                 theme.text, Qt::AlignRight, true);
        const QRectF bar = lineAt(places.bars, y);
        if (soft) {
            drawMix(drawing, scene, bar);
        } else {
            drawing.canvas.rectangle(bar, theme.hue(Hue::Neutral), "share");
            drawing.text(bar.center(), likeliest, drawing.fontSize(),
                         readableOn(theme.hue(Hue::Neutral)), Qt::AlignHCenter);
        }
        drawLine(drawing, {(places.bars.right() + places.values.left()) / 2, y},
                 QStringLiteral("="), theme.text, Qt::AlignHCenter, true);
        drawCells(drawing, soft ? scene.soft : scene.hard, lineAt(places.values, y),
                  [soft, likeliest](Index) {
                      return soft ? tr("Σ weight · value") : tr("value of “%1”").arg(likeliest);
                  });
    }
}

void drawEntries(Drawing& drawing, const Scene& scene, const Places& places) {
    const Theme& theme = drawing.theme();
    const double size = std::min(drawing.fontSize(), places.entry * 0.85);
    const double most = weightOf(scene, scene.found.likeliest);
    const double equal = 1.0 / static_cast<double>(scene.found.weights.size());
    const double full = std::max(most, equal);
    const TextMeasure measure = measureWith(drawing.input.font);
    for (std::size_t i = 0; i < places.shown.size(); ++i) {
        const Index key = places.shown[i];
        const QRectF line = places.lineOf(places.bars, i);
        const bool likeliest = key == scene.found.likeliest;
        const bool swapped = scene.swapped >= 0 && (likeliest || key == scene.swapped);
        const double y = line.center().y();
        drawing.text({places.words, y}, elided(rowLabel(scene.keys, key), 110, size, measure), size,
                     likeliest ? theme.textHue(Hue::Key) : theme.text, Qt::AlignRight, likeliest);
        const double weight = weightOf(scene, key);
        drawing.canvas.rectangle({line.left(), y - places.entry * 0.34,
                                  line.width() * partOf(weight, full), places.entry * 0.68},
                                 theme.hue(Hue::Attention), "weight");
        drawing.text({line.right() + 6, y}, percent(weight), size, theme.text);
        drawing.place(
            {places.words - 110, line.top(), line.right() - places.words + 110, line.height()},
            {.row = scene.row,
             .column = key,
             .tip =
                 tr("key “%1”: weight %2").arg(rowLabel(scene.keys, key), numberText(weight, 4))});
        if (likeliest)
            drawing.canvas.outline(line.adjusted(-3, 1, 0, -1), theme.hue(Hue::Neutral), 1.5);
        if (swapped)
            markChanged(drawing.canvas, places.lineOf(places.values, i));
    }
    const double x = places.bars.left() + places.bars.width() * equal / full;
    drawing.canvas.lines(
        dashesOf({QPointF(x, places.bars.top()), QPointF(x, places.bars.bottom())}, 4, 4),
        theme.mutedText, 1.2, "level");
}

void drawScene(Drawing& drawing, const Scene& scene, const QRectF& area) {
    const Theme& theme = drawing.theme();
    const double size = drawing.fontSize();
    const Places places = placesFor(drawing.input, scene, area);
    const QString query = rowLabel(scene.weights, scene.row);
    const QRectF asked(places.keys.left(), area.top() + size * 0.2, places.keys.width(),
                       size * 1.5);
    drawLine(drawing, {places.words, asked.center().y()}, tr("query"), theme.textHue(Hue::Query),
             Qt::AlignRight, true);
    drawCells(drawing, scene.query, asked, [query](Index) { return tr("query “%1”").arg(query); });
    drawLine(drawing, {asked.right() + gap, asked.center().y()}, QStringLiteral("“%1”").arg(query),
             theme.textHue(Hue::Query), Qt::AlignLeft, true);
    const double heads = places.keys.top() - size * 0.9;
    const auto name = [&](const QRectF& column, const QStringList& words, Hue hue) {
        drawColumnName(drawing, column, heads, words, theme.textHue(hue));
    };
    name(places.keys, {tr("keys: entries"), tr("keys")}, Hue::Key);
    name(places.bars, {tr("weight")}, Hue::Attention);
    name(places.values, {tr("values: what stands there"), tr("values")}, Hue::Value);
    const auto keyName = [scene, shown = places.shown](Index row) {
        return tr("key “%1”").arg(rowLabel(scene.keys, shown[row]));
    };
    drawCells(drawing, shownRows(scene.keys, places.shown), places.keys, keyName);
    drawCells(drawing, shownRows(scene.values, places.shown), places.values, keyName);
    drawEntries(drawing, scene, places);
    const auto hidden = scene.order.size() - places.shown.size();
    if (hidden > 0) {
        double rest = 1;
        for (const Index key : places.shown)
            rest -= weightOf(scene, key);
        drawLine(drawing, {places.bars.left(), places.bars.bottom() + size * 0.55},
                 tr("the rest: %1").arg(percent(std::max(0.0, rest))), places.bars.width(),
                 theme.mutedText, 0.85);
    }
    drawResults(drawing, scene, places);
}

Block show(const StationInput& input) {
    const std::optional<Scene> found = sceneOf(input);
    if (!found)
        return padded(14, 10,
                      paragraph(tr("This query sees no key: there is nothing to look up.")));
    const auto scene = std::make_shared<const Scene>(*found);
    const double size = input.fontSize();
    const double entries =
        std::min(fewestEntries, static_cast<double>(scene->order.size())) * leastEntry;
    const Block table =
        custom({440, size * 8 + entries},
               [scene](Drawing& drawing, const QRectF& area) { drawScene(drawing, *scene, area); });
    return walked(scene->weights.rows, scene->weights.columns,
                  padded(14, 10, column({paragraph(sentenceOf(*scene)), table})));
}

/// Weights, then what comes out softly and hard.
Tensor numbers(const StationInput& input) {
    const std::optional<Scene> scene = sceneOf(input);
    if (!scene)
        return {};
    std::vector<float> weights(scene->found.weights.begin(), scene->found.weights.end());
    const auto keys = static_cast<Index>(weights.size());
    return Tensor({1, keys}, std::move(weights));
}

NodeId node(const Graph& graph, NodeId focused) {
    return attentionStep(graph, focused, "weights");
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "dictionary",
                        .ofRow = true,
                        .controls = controls,
                        .show = show,
                        .numbers = numbers},
            .node = node,
            .missing = noHeads};
}

} // namespace gf::dictionary_lab
