// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/word_at.h"
#include "core/measure/attribution.h"
#include "core/tensor/row.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace gf::attribution_lab {

namespace {

constexpr const char* lessKey = "attribution.less";
constexpr const char* againstKey = "attribution.against"; ///< of a figure: a column, and 1
constexpr const char* orderKey = "attribution.order";
constexpr double leastBar = 17;
constexpr std::size_t fewestBars = 12;

enum class Less { Nothing, Second, Right };

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("attribution");
}

/// Which logit, and which other one is taken off.
struct Place {
    Index row = 0, column = 0;
    std::optional<Index> against = {};
};

std::span<const float> logitsOf(const StationInput& now, Index row) {
    return rowOf(now.trace.value(now.node), row);
}

/// The column of the largest logit, but for one.
Index likeliest(std::span<const float> logits, Index but = -1) {
    Index best = but == 0 ? 1 : 0;
    for (Index i = best + 1; i < std::ssize(logits); ++i)
        if (i != but && logits[i] > logits[best])
            best = i;
    return best;
}

/// The column of the row's right answer; nothing where nobody knows it.
std::optional<Index> rightColumn(const StationInput& now, Index row) {
    if (row >= std::ssize(now.trace.labels) || !now.trace.keeps("label", row))
        return {};
    const Tokens words = now.trace.labelsAlong(now.node, 1);
    const auto found = std::ranges::find(words, now.trace.labels[row]);
    return found == words.end() ? std::nullopt : std::optional<Index>(found - words.begin());
}

std::optional<Index> againstOf(const StationInput& now, Index row, Index column) {
    const auto given = static_cast<Index>(now.setting(againstKey, 0)) - 1;
    const Index count = now.at().shape[1];
    if (given >= 0 && given < count)
        return given;
    const auto less = static_cast<Less>(knobSetting(now, lessKey));
    std::optional<Index> other;
    if (less == Less::Second && count > 1) {
        const Index first = likeliest(logitsOf(now, row));
        other = column == first ? likeliest(logitsOf(now, row), first) : first;
    } else if (less == Less::Right) {
        other = rightColumn(now, row);
    }
    return other == column ? std::nullopt : other;
}

/// The cell in focus, otherwise the likeliest word of the row in focus, at first the first one.
Place placeOf(const StationInput& now) {
    Place place;
    place.row = rowOr(now, now.at().shape[0], 0);
    place.column = within(now.focus.column, now.at().shape[1]);
    if (place.column < 0)
        place.column = likeliest(logitsOf(now, place.row));
    place.against = againstOf(now, place.row, place.column);
    return place;
}

/// Nothing where a mask hides the place.
std::optional<Attribution> foundAt(const StationInput& now, const Place& place) {
    const float logit = logitsOf(now, place.row)[place.column];
    const float other = place.against ? logitsOf(now, place.row)[*place.against] : 0;
    if (std::isinf(logit) || std::isinf(other))
        return {};
    return attribute(now.trace, place.row, place.column, place.against);
}

QString wordOf(const StationInput& now, Index column) {
    return tokenText(wordAt(now.trace.labelsAlong(now.node, 1), column));
}

/// What people call a part: "layer 1, self-attention, head 2".
QString partTitle(const Graph& graph, const Attribution::Part& part) {
    if (part.node == noNode)
        return part.name == "bias" ? tr("biases") : tr("your changes");
    if (part.name == "embedding")
        return tr("token");
    if (part.name == "position")
        return tr("position");
    const Scope& scope = graph[part.node].scope;
    if (scope.layer() < 0)
        return shortTitleOf(graph, graph[part.node]);
    const QString layer =
        tr("layer %1, %2").arg(scope.layer() + 1).arg(titleOf(scope.levels.back()));
    return part.head < 0 ? layer : tr("%1, %2").arg(layer, headTitle(part.head));
}

/// Where a click goes: to the head, or to what was added.
StationPlace placeOf(const Graph& graph, const Attribution::Part& part) {
    StationPlace place;
    if (part.node == noNode)
        return place;
    const Scope& scope = graph[part.node].scope;
    place.step =
        QString::fromStdString(part.head < 0 ? graph[part.node].name : scope.nameOf("heads"));
    place.head = part.head;
    place.tip = tr("%1: %2").arg(partTitle(graph, part), changeText(part.value, 5));
    return place;
}

double sizeOf(const Attribution::Part& part) {
    return std::isfinite(part.value) ? std::abs(part.value) : 0;
}

Block barsOf(const StationInput& now, const Attribution& found) {
    std::vector<Attribution::Part> parts = found.parts;
    if (knobSetting(now, orderKey) == 0)
        std::ranges::stable_sort(parts, std::ranges::greater(), sizeOf);
    double largest = 0;
    for (const Attribution::Part& part : parts)
        largest = std::max(largest, sizeOf(part));
    std::vector<Bar> all;
    for (const Attribution::Part& part : parts)
        all.push_back({.name = partTitle(now.graph(), part),
                       .part = partOf(sizeOf(part), largest),
                       .number = changeText(part.value, 3),
                       .colour = now.theme.hue(part.value < 0 ? Hue::Key : Hue::Query),
                       .place = placeOf(now.graph(), part)});
    if (all.size() <= fewestBars)
        return grows(bars(all, leastBar));
    const std::vector<Bar> first(all.begin(), all.begin() + fewestBars);
    const auto rest = static_cast<int>(all.size() - first.size());
    const Block few = column({grows(bars(first, leastBar)),
                              line(tr("… and %n more", nullptr, rest), now.theme.mutedText)},
                             2);
    return grows(fit({grows(bars(all, leastBar)), grows(few)}));
}

QString sentenceOf(const StationInput& now, const Place& place, const Attribution& found) {
    const auto most = std::ranges::max_element(found.parts, {}, sizeOf);
    const QString logit = numberText(found.logit, 4);
    const QString word = wordOf(now, place.column);
    const QString what = place.against ? tr("Row %1: the logit of “%2” less that of “%3” is %4.")
                                             .arg(QString::number(place.row + 1), word,
                                                  wordOf(now, *place.against), logit)
                                       : tr("Row %1: the logit of “%2” is %3.")
                                             .arg(QString::number(place.row + 1), word, logit);
    return what + QLatin1Char(' ') +
           tr("The bars add up to it, norms held at what they are; the largest is %1 (%2).")
               .arg(changeText(most->value, 3), partTitle(now.graph(), *most));
}

Block partsBlock(const StationInput& now) {
    const Place place = placeOf(now);
    const std::optional<Attribution> found = foundAt(now, place);
    const double room = 4.5 * now.fontSize(); // three lines
    if (!found)
        return column({atLeast({0, room}, paragraph(tr("A mask hides this place: its logit is −∞, "
                                                       "and no sum.")))});
    return column(
        {atLeast({0, room}, paragraph(sentenceOf(now, place, *found))), barsOf(now, *found)}, 4);
}

/// The probabilities, in which a cell is chosen.
Block chooserOf(const StationInput& input) {
    HeatmapData data = heatmapOf(input, input.graph().find("probabilities"));
    data.title = tr("probabilities");
    return matrix(data);
}

Block show(const StationInput& input) {
    const Shape& shape = input.at().shape;
    const Block parts = live(partsBlock);
    return walked(
        shape[0], shape[1],
        atLeast({440, 0}, padded(10, 2,
                                 fit({row({grows(parts, 0.58), grows(chooserOf(input), 0.42)}, 12),
                                      grows(parts)})))); // keys choose row and word, too
}

Tensor numbers(const StationInput& input) {
    const std::optional<Attribution> found = foundAt(input, placeOf(input));
    if (!found)
        return {};
    Tensor values(Shape{std::ssize(found->parts), 1});
    for (std::size_t i = 0; i < found->parts.size(); ++i)
        values[static_cast<Index>(i)] = static_cast<float>(found->parts[i].value);
    return values;
}

NodeId node(const Graph& graph, NodeId) {
    return graph.find("logits");
}

std::optional<Sentence> missing(const Trace& trace) {
    return noAttribution(*trace.graph);
}

/// Of a figure: which other logit is taken off the printed one.
StationSettings printed(const Finding& finding, const Graph&) {
    return {{QLatin1String(againstKey), finding.find("against_id")->number().value_or(-1) + 1}};
}

} // namespace

LabPage page() {
    return {
        .drawing = {.id = "attribution", .controls = controls, .show = show, .numbers = numbers},
        .node = node,
        .missing = missing,
        .leadsOut = true,
        .printed = printed};
}

} // namespace gf::attribution_lab
