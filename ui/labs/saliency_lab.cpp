// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/shape_picture.h"
#include "core/graph/word_at.h"
#include "core/measure/read_embeddings.h"
#include "core/tensor/row.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/patch_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf::saliency_lab {

namespace {

constexpr const char* positionKey = "saliency.position";
constexpr const char* methodKey = "saliency.method";
constexpr const char* wordKey = "saliency.word";
constexpr double leastBar = 17;
constexpr double leastPicture = 110; ///< pixels, each
constexpr std::size_t fewestBars = 12;

std::vector<StationControl> controls(const Graph&, const Node& node) {
    std::vector<StationControl> fields = knobFields("saliency");
    for (StationControl& field : fields)
        if (field.key == QLatin1String(positionKey))
            field.maximum = static_cast<double>(node.shape[0]);
    return fields;
}

// ---- What is asked -----------------------------------------------------------------------------

Index rowOf(const StationInput& input) {
    const auto position = static_cast<Index>(knobSetting(input, positionKey));
    return std::clamp<Index>(position, 1, input.at().shape[0]) - 1;
}

/// The words of the row from the likeliest on.
Tokens likeliestWords(const StationInput& input) {
    const Tokens words = input.trace.labelsAlong(input.node, 1);
    const std::span<const float> logits = gf::rowOf(input.trace.value(input.node), rowOf(input));
    std::vector<Index> order(logits.size());
    std::iota(order.begin(), order.end(), Index(0));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](Index i) { return logits[i]; });
    Tokens found;
    for (const Index column : order)
        found.push_back(wordAt(words, column));
    return found;
}

std::string wordAsked(const StationInput& input) {
    const Tokens words = likeliestWords(input);
    const auto wanted = static_cast<int>(knobSetting(input, wordKey));
    const auto row = static_cast<std::size_t>(rowOf(input));
    if (wanted == 1 && words.size() > 1)
        return words[1];
    if (wanted == 2 && row < input.trace.labels.size() &&
        std::ranges::count(words, input.trace.labels[row]) > 0)
        return input.trace.labels[row];
    return words.front();
}

LabRequest requestOf(const StationInput& input) {
    return askedOf(
        input, "saliency",
        {{"position", static_cast<std::int64_t>(rowOf(input) + 1)}, {"token", wordAsked(input)}});
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

// ---- What is seen ------------------------------------------------------------------------------

/// One number of each token, as bars beneath each other.
struct Column {
    QString title;
    std::vector<double> values;
    Hue hue = Hue::Query;
};

std::vector<Column> columnsOf(const StationInput& input, const Finding& found) {
    static const QStringList methods = {QStringLiteral("‖∂z/∂x‖"), QStringLiteral("x · ∂z/∂x"),
                                        QStringLiteral("x · ∫ ∂z/∂x")};
    const auto method = static_cast<int>(knobSetting(input, methodKey));
    std::vector<Column> columns{{methods.value(method), {}, Hue::Query}};
    Column attention{tr("attention"), {}, Hue::Attention};
    for (const Finding& token : found.listAt("tokens")) {
        columns.front().values.push_back(token.numberAt("value"));
        attention.values.push_back(token.numberAt("attention"));
    }
    if (found.find("attention"))
        columns.push_back(attention);
    if (found.find("random"))
        columns.push_back({tr("random weights"), found.numbersAt("random/values"), Hue::Neutral});
    return columns;
}

Block columnBlock(const StationInput& input, const Column& column, const QStringList& names,
                  const std::vector<std::size_t>& rows) {
    double largest = 0;
    for (const double value : column.values)
        largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0);
    std::vector<Bar> all;
    for (const std::size_t row : rows) {
        const double value = column.values[row];
        all.push_back({.name = names.value(static_cast<qsizetype>(row)),
                       .part = partOf(std::abs(value), largest),
                       .number = numberText(value, 3),
                       .colour = input.theme.hue(value < 0 ? Hue::Key : column.hue),
                       .place = {.row = static_cast<Index>(row)}});
    }
    return grows(gf::column({line(column.title, {}, 1, true), grows(bars(all, leastBar, 40))}, 2));
}

/// All columns of these tokens.
Block tableOf(const StationInput& input, const std::vector<Column>& columns,
              const QStringList& names, const std::vector<std::size_t>& rows) {
    std::vector<Block> beside; // the tokens are named once, and stand on the same lines in all
    for (const Column& column : columns)
        beside.push_back(columnBlock(input, column, beside.empty() ? names : QStringList(), rows));
    return grows(row(beside, 16));
}

/// All tokens, or where there is no room those with the largest numbers, in their order.
Block table(const StationInput& input, const Finding& found) {
    const std::vector<Column> columns = columnsOf(input, found);
    QStringList names;
    for (const Finding& token : found.listAt("tokens"))
        names << tokenText(token.wordsAt("token"));
    std::vector<std::size_t> rows(columns.front().values.size());
    std::iota(rows.begin(), rows.end(), std::size_t(0));
    const Block all = tableOf(input, columns, names, rows);
    if (rows.size() <= fewestBars)
        return all;
    std::vector<std::size_t> largest = rows;
    std::ranges::stable_sort(largest, std::ranges::greater(), [&](std::size_t row) {
        const double value = columns.front().values[row];
        return std::isfinite(value) ? std::abs(value) : 0;
    });
    largest.resize(fewestBars);
    std::ranges::sort(largest);
    const auto rest = static_cast<int>(rows.size() - fewestBars);
    const Block few = column({tableOf(input, columns, names, largest),
                              line(tr("… and %n with less", nullptr, rest), input.theme.mutedText)},
                             2);
    return grows(fit({all, grows(few)}));
}

/// Over the picture that was read: a patch glows by the size of its number.
Block overPicture(const std::vector<Column>& columns, const PatchPicture& picture) {
    std::vector<Block> beside;
    for (const Column& column : columns) {
        PictureLook look;
        look.title = column.title;
        QStringList tips;
        for (Index patch = 0; patch < picturePatches; ++patch) {
            const double value = column.values[static_cast<std::size_t>(patch)];
            look.weights.push_back(std::isfinite(value) ? static_cast<float>(std::abs(value)) : 0);
            tips << tr("%1: %2").arg(patchName(patch), numberText(value, 3));
        }
        look.placeOf = [tips](Index patch) {
            return StationPlace{.row = patch, .tip = tips.value(patch)};
        };
        beside.push_back(pictureBlock(picture, std::move(look), leastPicture));
    }
    return grows(row(beside, 16));
}

QString correlationText(const Finding& found, const char* path) {
    return QStringLiteral("ρ = %1").arg(numberText(found.numberAt(path), 2));
}

QString sentenceOf(const StationInput& input, const Finding& found) {
    QStringList said;
    const QString word = tokenText(found.wordsAt("token"));
    const QString row = QString::number(found.numberAt("position"));
    const QString difference = numberText(found.numberAt("difference"), 3);
    said << tr("Row %1: the logit of “%2” is %3, with zeros in the place of the embeddings %4.")
                .arg(row, word, numberText(found.numberAt("logit"), 3),
                     numberText(found.numberAt("logit") - found.numberAt("difference"), 3));
    if (knobSetting(input, methodKey) == 2)
        said << tr("The bars add up to %1; the difference is %2.")
                    .arg(numberText(found.numberAt("sum"), 3), difference);
    if (found.find("attention")) {
        const NodeId weights = input.graph().find(found.wordsAt("attention") + ".weights");
        const QString name = weights == noNode ? QString::fromStdString(found.wordsAt("attention"))
                                               : titleOf(input.graph()[weights].scope);
        said << tr("By rank they agree with the attention of this row (%1, mean over its heads) "
                   "to %2.")
                    .arg(name, correlationText(found, "rank_correlation"));
    }
    if (found.find("random"))
        said << tr("With random weights: %1.")
                    .arg(correlationText(found, "random/rank_correlation"));
    return said.join(QLatin1Char(' '));
}

Block show(const StationInput& input) {
    const LabRequest request = requestOf(input);
    const auto* answer = answerTo(input, request);
    if (!answer)
        return padded(14, 14, column({paragraph(measuringWords(input, request)), space(200)}));
    const QString said = withMeasuringWords(sentenceOf(input, answer->finding), input, request);
    const auto rows = std::ssize(answer->finding.listAt("tokens"));
    Block drawn = table(input, answer->finding);
    if (const auto picture = pictureOf(input.trace); picture && rows >= picturePatches) {
        const Block seen = overPicture(columnsOf(input, answer->finding), *picture);
        drawn = grows(fit({column({seen, drawn}, 12), row({seen, drawn}, 20), seen}));
    }
    return walked(
        rows, 1,
        atLeast({440, 0}, padded(14, 8,
                                 column({atLeast({0, 4.4 * input.fontSize()}, paragraph(said)),
                                         std::move(drawn)}))));
}

Tensor numbers(const StationInput& input) {
    const auto* answer = answerTo(input, requestOf(input));
    if (!answer)
        return {};
    const std::vector<Column> columns = columnsOf(input, answer->finding);
    Tensor values(Shape{std::ssize(columns.front().values), std::ssize(columns)});
    for (Index row = 0; row < values.shape()[0]; ++row)
        for (std::size_t i = 0; i < columns.size(); ++i)
            values[row * std::ssize(columns) + static_cast<Index>(i)] =
                static_cast<float>(columns[i].values[static_cast<std::size_t>(row)]);
    return values;
}

NodeId node(const Graph& graph, NodeId) {
    return graph.find("logits");
}

std::optional<Sentence> missing(const Trace& trace) {
    return noSaliency(*trace.graph);
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "saliency", .controls = controls, .show = show, .numbers = numbers},
            .node = node,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::saliency_lab
