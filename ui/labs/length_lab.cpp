// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding_values.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>

namespace gf::length_lab {

namespace {

/// It is about other models than the one that is shown: any step stands for it.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace&) {
    return std::nullopt;
}

LabRequest requestOf(const StationInput& input) {
    return askedOf(input, "length");
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

/// Without lengths where it was not tried yet.
LengthLadder ladderOf(const StationInput& input) {
    const LabFound* const found = answerTo(input, requestOf(input));
    return found ? lengthLadderOf(found->finding) : LengthLadder();
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("length");
}

QString kindTitle(const std::string& kind) {
    if (kind == "none")
        return tr("none");
    if (kind == "sinusoidal")
        return tr("sinusoidal");
    if (kind == "learned")
        return tr("learned");
    if (kind == "relative")
        return tr("relative");
    return kind == "rotary" ? tr("rotary") : QStringLiteral("ALiBi");
}

QColor colourOf(const Theme& theme, std::size_t curve) {
    static constexpr std::array hues{Hue::Neutral,   Hue::Query,       Hue::Key,
                                     Hue::Attention, Hue::FeedForward, Hue::Value};
    return theme.hue(hues[curve % hues.size()]);
}

Block chartOf(const StationInput& input, const LengthLadder& found) {
    std::vector<PlotLayer> layers;
    std::vector<LegendEntry> entries;
    const double first = static_cast<double>(found.lengths.front()) - 0.5;
    const double last = static_cast<double>(found.lengths.back()) + 0.5;
    QColor ground = input.theme.hue(Hue::Residual);
    ground.setAlphaF(0.15F);
    layers.push_back(bandFrom(first, static_cast<double>(found.longest) + 0.5, ground));
    for (std::size_t i = 0; i < found.curves.size(); ++i) {
        std::vector<QPointF> points;
        for (std::size_t at = 0; at < found.lengths.size(); ++at)
            points.emplace_back(static_cast<double>(found.lengths[at]), found.curves[i].right[at]);
        layers.push_back(curve(points, colourOf(input.theme, i), 2.5, 3.5));
        entries.push_back({colourOf(input.theme, i), kindTitle(found.curves[i].positions)});
    }
    layers.push_back(levelAt(0, QString(), input.theme.mutedText));
    entries.push_back({ground, tr("lengths of training"), LegendEntry::Sign::Bars, {ground}});
    const Block chart =
        plot({.name = "length",
              .words = {tr("Answers right to the last token"), tr("tokens of the source")},
              .x = {first, last},
              .y = {0, 1.05}},
             layers);
    return column({legend(entries), grows(chart)}, 4);
}

/// "sinusoidal 22 %, learned 0 %" at one of the lengths.
QString sharesAt(const LengthLadder& found, std::size_t at) {
    QStringList shares;
    for (const LengthLadder::Curve& one : found.curves)
        shares << tr("%1 %2 %").arg(kindTitle(one.positions),
                                    NumberFormat{0, 0}.text(100 * one.right[at]));
    return shares.join(QStringLiteral(", "));
}

QString sentenceOf(const LengthLadder& found) {
    const auto beyond =
        std::ranges::find_if(found.lengths, [&](Index length) { return length > found.longest; });
    if (beyond == found.lengths.end() || found.curves.empty())
        return tr("No length beyond those of training was tried.");
    return tr("Trained on up to %1 tokens of “%2”, right at %3 tokens: %4.")
        .arg(found.longest)
        .arg(QString::fromStdString(found.task))
        .arg(*beyond)
        .arg(sharesAt(found, static_cast<std::size_t>(beyond - found.lengths.begin())));
}

Block show(const StationInput& input) {
    const LengthLadder found = ladderOf(input);
    if (found.lengths.empty())
        return padded(14, 10,
                      paragraph(measuringWords(input, requestOf(input)), input.theme.mutedText));
    return atLeast(
        {420, 0},
        padded(14, 10, column({paragraph(sentenceOf(found)), grows(chartOf(input, found))}, 8)));
}

/// A row for each kind of position, a column for each length.
Tensor numbers(const StationInput& input) {
    const LengthLadder found = ladderOf(input);
    if (found.curves.empty())
        return {};
    Tensor table(
        Shape{static_cast<Index>(found.curves.size()), static_cast<Index>(found.lengths.size())});
    Index at = 0;
    for (const LengthLadder::Curve& one : found.curves)
        for (const double share : one.right)
            table[at++] = static_cast<float>(share);
    return table;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "length", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks};
}

} // namespace gf::length_lab
