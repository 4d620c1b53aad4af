// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/activity.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace gf::unit_lab {

namespace {

constexpr const char* unitKey = "unit.unit";

/// The hidden units of the feed-forward layer in focus, otherwise of the last one.
NodeId nodeOf(const Graph& graph, NodeId focused) {
    NodeId last = noNode;
    for (const NodeId layer : hiddenLayers(graph)) {
        last = layer;
        if (focused != noNode && graph[focused].scope == graph[layer].scope)
            break;
    }
    return last;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) == noNode)
        return phrase("this model has no feed-forward layer");
    return std::nullopt;
}

std::vector<StationControl> controls(const Graph&, const Node& node) {
    std::vector<StationControl> fields = knobFields("unit");
    for (StationControl& field : fields)
        if (field.key == QLatin1String(unitKey))
            field.maximum = static_cast<double>(node.shape[1]);
    return fields;
}

LabRequest requestOf(const StationInput& input) {
    const Shape& shape = input.at().shape;
    const auto unit = static_cast<Index>(knobSetting(input, unitKey));
    return askedOf(input, "unit",
                   {{"layer", input.at().scope.nameOf("")},
                    {"unit", std::int64_t{std::clamp<Index>(unit, 1, shape[1])}},
                    {"position", std::int64_t{shape[0]}}});
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

// ---- What is seen ------------------------------------------------------------------------------

/// A token and what it does to the unit.
struct Moved {
    QString token;
    double value = 0;
};
using Examples = std::vector<std::vector<Moved>>;

Examples examplesIn(const Finding& found) {
    Examples examples;
    for (const Finding& one : found.listAt("examples")) {
        const std::vector<std::string> tokens = one.tokensAt("tokens");
        const std::vector<double> values = one.numbersAt("values");
        std::vector<Moved> moved;
        for (std::size_t i = 0; i < std::min(tokens.size(), values.size()); ++i)
            moved.push_back({tokenText(tokens[i]), values[i]});
        examples.push_back(std::move(moved));
    }
    return examples;
}

/// One example as a line of tokens on the colours of their numbers, as many as there is room for,
/// the token that moves the unit most among them.
void drawExample(Drawing& drawing, const QRectF& area, const std::vector<Moved>& tokens,
                 double largest) {
    const double size = std::min(1.4 * drawing.fontSize(), area.height() * 0.62);
    const auto widthOf = [&](const Moved& token) {
        return size * (0.62 * static_cast<double>(token.token.size()) + 0.9);
    };
    const auto most = std::ranges::max_element(tokens, {}, &Moved::value);
    double before = 0;
    for (auto token = tokens.begin(); token <= most; ++token)
        before += widthOf(*token);
    auto first = tokens.begin();
    for (; first != most && before > area.width() * 0.7; ++first)
        before -= widthOf(*first);
    double x = area.left();
    for (auto token = first; token != tokens.end(); ++token) {
        const double width = widthOf(*token);
        if (x + width > area.right())
            break;
        const QRectF cell(x, area.top() + 1, width - 1, area.height() - 2);
        const QColor ground = colourFor(token->value, {-largest, largest},
                                        HeatmapData::Scale::Diverging, drawing.theme());
        drawing.canvas.rectangle(cell, ground, "token");
        drawing.text(cell.center(), token->token, size, readableOn(ground), Qt::AlignHCenter);
        drawing.place(
            cell,
            {.tip = QStringLiteral("“%1”: %2").arg(token->token, numberText(token->value, 4))});
        x += width;
    }
}

Block exampleLines(const Examples& examples) {
    double largest = 0;
    for (const std::vector<Moved>& tokens : examples)
        for (const Moved& token : tokens)
            largest = std::max(largest, std::isfinite(token.value) ? std::abs(token.value) : 0);
    std::vector<Block> lines{line(tr("Examples that move it most"), {}, 1, true)};
    for (const std::vector<Moved>& tokens : examples)
        lines.push_back(grows(custom({220, 20},
                                     [tokens, largest](Drawing& drawing, const QRectF& area) {
                                         drawExample(drawing, area, tokens, largest);
                                     }),
                              1, 44));
    return column(lines, 2);
}

Block wordBars(const StationInput& input, const Finding& found) {
    std::vector<Bar> all;
    double largest = 0;
    for (const char* const side : {"promotes", "suppresses"})
        for (const Finding& word : found.listAt(side))
            largest = std::max(largest, std::abs(word.numberAt("value")));
    for (const char* const side : {"promotes", "suppresses"})
        for (const Finding& word : found.listAt(side)) {
            const double value = word.numberAt("value");
            all.push_back({.name = tokenText(word.wordsAt("token")),
                           .part = partOf(std::abs(value), largest),
                           .number = changeText(value, 3),
                           .colour = input.theme.hue(value < 0 ? Hue::Key : Hue::FeedForward)});
        }
    return column(
        {line(tr("One more of it adds to the logits"), {}, 1, true), grows(bars(all, 15, 34))}, 2);
}

QString sentenceOf(const Finding& found) {
    const QString active =
        tr("Unit %1 of %2 is above 0 at %3 % of the tokens of %n examples.", nullptr,
           static_cast<int>(found.numberAt("of_examples")))
            .arg(QString::number(found.numberAt("unit")), QString::number(found.numberAt("units")),
                 NumberFormat{0, 1}.text(100 * found.numberAt("active_share")));
    const bool isDirect = found.find("promotes") && found.find("promotes")->list();
    return active + QLatin1Char(' ') +
           (isDirect ? tr("Its row of W₂ goes straight to the logits, norms held as in row %1 and "
                          "layers behind it left out.")
                           .arg(found.numberAt("position"))
                     : tr("No logits are made of its stream, so it makes no word likelier on its "
                          "direct way."));
}

Block show(const StationInput& input) {
    const LabRequest request = requestOf(input);
    const LabFound* const answer = answerTo(input, request);
    if (!answer)
        return padded(14, 10, paragraph(measuringWords(input, request), input.theme.mutedText));
    const Finding& found = answer->finding;
    const Block lines = exampleLines(examplesIn(found));
    Block picture = grows(lines);
    if (!found.listAt("promotes").empty() || !found.listAt("suppresses").empty()) {
        const Block words = wordBars(input, found);
        picture = grows(fit({row({grows(lines, 0.62), grows(words, 0.38)}, 20),
                             column({grows(lines, 0.5), grows(words, 0.5)}, 10)}));
    }
    return atLeast(
        {500, 0}, // both beside each other
        padded(14, 10,
               column({paragraph(withMeasuringWords(sentenceOf(found), input, request)), picture},
                      8)));
}

/// What each token of the first example does to it.
Tensor numbers(const StationInput& input) {
    const LabFound* const answer = answerTo(input, requestOf(input));
    const Examples examples = answer ? examplesIn(answer->finding) : Examples();
    if (examples.empty())
        return {};
    std::vector<float> values;
    for (const Moved& token : examples.front())
        values.push_back(static_cast<float>(token.value));
    const auto rows = static_cast<Index>(values.size());
    return Tensor({rows, 1}, std::move(values));
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "unit", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::unit_lab
