// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"

#include "core/measure/residual_stream.h"
#include "core/tensor/phrase.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::lens_lab {

namespace {

constexpr double usualWord = 8.5; ///< how wide it is, in font sizes

/// One of the words that the model would say somewhere.
struct Said {
    QString word;
    double probability = 0;
};
/// The likeliest first, by layer, first of what the first one reads, and by token.
using Layers = std::vector<std::vector<std::vector<Said>>>;

std::vector<std::vector<Said>> layerOf(const Finding& layer) {
    std::vector<std::vector<Said>> tokens;
    for (const Finding& token : layer.listAt("words")) {
        std::vector<Said>& likeliest = tokens.emplace_back();
        for (const Finding& one : *token.list())
            likeliest.push_back({tokenText(one.wordsAt("token")), one.numberAt("probability")});
    }
    return tokens;
}

Layers layersOf(const Finding& finding) {
    Layers layers{layerOf(*finding.find("input"))};
    for (const Finding& layer : finding.listAt("layers"))
        layers.push_back(layerOf(layer));
    return layers;
}

/// "input", "layer 1", …, "output".
QString layerName(std::size_t layer, std::size_t count) {
    return layer == 0           ? tr("input")
           : layer + 1 == count ? tr("layer %1, the output").arg(layer)
                                : tr("layer %1").arg(layer);
}

Index tokenCount(const StationInput& input) {
    return input.at().shape[0];
}

/// The first layer from which on the last one's word is the likeliest.
std::size_t settledAt(const Layers& layers, Index token) {
    const QString& word = layers.back()[token].front().word;
    std::size_t first = layers.size() - 1;
    while (first > 0 && layers[first - 1][token].front().word == word)
        --first;
    return first;
}

/// Cells in which words can be read, where that many are beside each other: as wide as those of
/// usual length, and never higher for it.
HeatmapOptions cellsForWords(const StationInput& input, const HeatmapData& data,
                             const MatrixLook& look, const QRectF& area) {
    HeatmapOptions options = heatmapOptions(input, look.parts, look.maxCell);
    const double height = layOutHeatmap(data, area, options).cellHeight;
    for (double width = std::round(usualWord * input.fontSize()); width > height; --width) {
        options.cell = QSizeF(width, height);
        if (layOutHeatmap(data, area, options).cellWidth == width)
            return options;
    }
    options.cell.reset();
    return options;
}

/// A row for each layer, a column for each token, coloured by the probability of the likeliest
/// word, which is written in it.
Block grid(const StationInput& input, const Layers& layers) {
    const Index tokens = tokenCount(input);
    HeatmapData data =
        heatmapOf(Tensor(Shape{static_cast<Index>(layers.size()), tokens}), QString());
    data.scale = HeatmapData::Scale::Sequential;
    data.range = {{0, 1}};
    data.title = tr("The likeliest word after each layer");
    data.columnTitle = tr("token that is read");
    QStringList words;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        data.rowLabels << (layer + 1 == layers.size() ? tr("output")
                                                      : layerName(layer, layers.size()));
        for (Index token = 0; token < tokens; ++token) {
            const Said& said = layers[layer][token].front();
            data.values[layer * static_cast<std::size_t>(tokens) +
                        static_cast<std::size_t>(token)] = static_cast<float>(said.probability);
            words << said.word;
        }
    }
    for (const std::string& token : input.trace.labelsAlong(input.node, 0))
        data.columnLabels << tokenText(token);
    MatrixLook look;
    look.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::Values);
    look.maxCell = 120;
    std::vector<bool> isFinal;
    for (const auto& layer : layers)
        for (Index token = 0; token < tokens; ++token)
            isFinal.push_back(layer[token].front().word == layers.back()[token].front().word);
    look.placeOf = [=, values = data.values](Index row, Index column) {
        const auto at = static_cast<qsizetype>(row * tokens + column);
        return StationPlace{.row = row,
                            .column = column,
                            .tip = tr("“%1” with %2").arg(words[at], numberText(values[at], 3))};
    };
    look.over = [=, values = data.values](Drawing& drawing, const HeatmapLayout& layout) {
        const TextMeasure measure = measureWith(drawing.input.font);
        const double most = std::min(drawing.fontSize() * 1.4, layout.cellHeight * 0.55);
        constexpr double readable = 7; ///< pixels
        if (most < readable)
            return;
        for (Index row = 0; row < layout.rows; ++row)
            for (Index column = 0; column < layout.columns; ++column) {
                const auto at = static_cast<std::size_t>(row * tokens + column);
                const QRectF cell = layout.cellRect(row, column);
                const QString& whole = words[static_cast<qsizetype>(at)];
                const double room = cell.width() - 4;
                const double size =
                    std::clamp(most * room / std::max(measure(whole, most), room), readable, most);
                const QString word = elided(whole, room, size, measure);
                const QColor ground = QColor(sequentialColour(values[at]));
                drawing.text(cell.center(), word, size, readableOn(ground), Qt::AlignHCenter,
                             isFinal[at]);
            }
    };
    Block made = matrix(data, look);
    made.draw = [data, look](Drawing& drawing, const QRectF& area) {
        const HeatmapLayout layout =
            placeHeatmap(drawing, data, area, look.highlighted, look.placeOf,
                         cellsForWords(drawing.input, data, look, area));
        look.over(drawing, layout);
    };
    return made;
}

/// The likeliest words of the cell in focus, or of the last token's output.
Block likeliest(const StationInput& now, const Layers& layers) {
    const Index tokens = tokenCount(now);
    const auto layer = static_cast<std::size_t>(
        now.focus.row < 0 ? static_cast<Index>(layers.size()) - 1
                          : std::min<Index>(now.focus.row, static_cast<Index>(layers.size()) - 1));
    const Index token = std::clamp<Index>(now.focus.column, 0, tokens - 1);
    std::vector<Bar> all;
    for (const Said& said : layers[layer][token])
        all.push_back({.name = said.word,
                       .part = partOf(said.probability, 1),
                       .number = numberText(said.probability, 3),
                       .colour = now.theme.hue(Hue::Query)});
    const QString token_ = now.trace.labelsAlong(now.node, 0).empty()
                               ? QString::number(token + 1)
                               : tokenText(now.trace.labelsAlong(now.node, 0)[token]);
    return column(
        {line(tr("%1, at “%2”").arg(layerName(layer, layers.size()), token_), {}, 1, true),
         bars(all)});
}

QString sentenceOf(const StationInput& input, const Layers& layers) {
    const Index tokens = tokenCount(input);
    Index early = 0;
    Index latest = 0;
    std::size_t last = 0;
    for (Index token = 0; token < tokens; ++token) {
        const std::size_t settled = settledAt(layers, token);
        early += settled + 1 < layers.size();
        if (settled >= last) {
            last = settled;
            latest = token;
        }
    }
    const QString first =
        tr("%1 of %n tokens have the word of the output before the last layer already.", nullptr,
           static_cast<int>(tokens))
            .arg(early);
    const Said& said = layers.back()[latest].front();
    return first + QLatin1Char(' ') +
           tr("Last comes “%1”, in %2, with %3.")
               .arg(said.word, layerName(last, layers.size()), numberText(said.probability, 3));
}

Block show(const StationInput& input) {
    const LabRequest request = askedOf(input, "lens");
    const auto* answer = answerTo(input, request);
    if (!answer)
        return padded(14, 14, column({paragraph(measuringWords(input, request)), space(200)}));
    const auto layers = std::make_shared<const Layers>(layersOf(answer->finding));
    const QString said = withMeasuringWords(sentenceOf(input, *layers), input, request);
    return walked(
        static_cast<Index>(layers->size()), tokenCount(input),
        atLeast({420, 0}, padded(14, 14,
                                 column({atLeast({0, 2.9 * input.fontSize()}, paragraph(said)),
                                         grows(grid(input, *layers), 0.7),
                                         grows(live([layers](const StationInput& now) {
                                                   return likeliest(now, *layers);
                                               }),
                                               0.3)}))));
}

// ---- What it is about --------------------------------------------------------------------------

NodeId nodeFor(const Graph& graph, NodeId) {
    return graph.find("probabilities");
}

std::optional<Sentence> missing(const Trace& trace) {
    return noWordsAfterLayers(*trace.graph);
}

std::optional<LabRequest> asks(const StationInput& input) {
    return askedOf(input, "lens");
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "lens", .show = show},
            .node = nodeFor,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::lens_lab
