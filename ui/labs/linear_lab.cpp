// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/superposition.h"
#include "core/measure/token_mixing.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gf::linear_lab {

namespace {

constexpr const char* freedKey = "linear.freed";
constexpr double rounding = 1e-6; ///< of the largest number

bool mixes(const Node& node) {
    return node.role == Role::Forward && node.part == "output" && node.relation == Relation::Own &&
           (node.scope.isAttention() || mixesTokens(node.scope));
}

/// The output of the layer in focus, else of the first that mixes tokens.
NodeId nodeOf(const Graph& graph, NodeId focused) {
    NodeId found = noNode;
    for (const Node& node : graph.nodes())
        if (mixes(node) && mixedBy(graph, node.scope) != noNode &&
            (found == noNode || (focused != noNode && node.scope == graph[focused].scope)))
            found = node.id;
    return found;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) != noNode)
        return std::nullopt;
    return phrase("This model has no layer that mixes tokens at once.");
}

bool isFreed(const StationInput& input) {
    return knobSetting(input, freedKey) > 0;
}

LabRequest requestOf(const StationInput& input) {
    return askedOf(input, "linear", {{"layer", input.at().scope.nameOf("")}});
}

/// What is drawn of the answer; nothing where there is none.
std::optional<Superposition> foundFor(const StationInput& input) {
    const auto* const found = answerTo(input, requestOf(input));
    if (!found)
        return std::nullopt;
    const std::size_t first = isFreed(input) ? 2 : 0;
    return Superposition{found->matrices.at(first), found->matrices.at(first + 1),
                         found->finding.numberAt(isFreed(input) ? "freed" : "frozen")};
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("linear");
}

/// `apart` is what is drawn, of which the sentence gives the largest number, and how much that is
/// of those that it is left over from.
QString sentenceOf(const StationInput& input, const Superposition& found, const Tensor& apart) {
    const QString layer = titleOf(input.at().scope);
    if (std::isnan(found.leftOver))
        return tr("%1: there are numbers that are none, so nothing can be compared.").arg(layer);
    double most = 0;
    for (const float value : apart.values())
        most = std::max(most, std::abs(static_cast<double>(value)));
    const QString share = numberText(100 * found.leftOver, 2);
    if (found.leftOver <= rounding)
        return tr("%1: %2 at most is left over, %3 % of the largest number, which is rounding. "
                  "With these weights the layer is linear in what it mixes.")
            .arg(layer, numberText(most, 3), share);
    return tr("%1: up to %2 is left over, %3 % of the largest number of αf(x) + βf(y). The weights "
              "are made of the input themselves, so a sum of inputs is not mixed like each of "
              "them.")
        .arg(layer, numberText(most, 3), share);
}

Tensor differenceOf(const Superposition& found) {
    Tensor difference(found.ofSum.shape());
    for (Index i = 0; i < difference.count(); ++i)
        difference[i] = found.ofSum[i] - found.sumOf[i];
    return difference;
}

Block show(const StationInput& input) {
    const std::optional<Superposition> answer = foundFor(input);
    const QString measuring = measuringWords(input, requestOf(input));
    if (!answer)
        return padded(14, 10, paragraph(measuring, input.theme.mutedText));
    const Superposition& found = *answer;
    const Tensor apart = differenceOf(found);
    HeatmapData ofSum = heatmapOf(found.ofSum, QStringLiteral("f(αx + βy)"));
    HeatmapData sumOf = heatmapOf(found.sumOf, QStringLiteral("αf(x) + βf(y)"));
    HeatmapData difference = heatmapOf(apart, tr("what is left over"));
    ScaleRange all = difference.colourRange();
    if (!(found.leftOver > rounding)) // which is drawn as the nothing that it is
        all = {0, 0};
    for (const HeatmapData* data : {&ofSum, &sumOf}) {
        const auto [lowest, highest] = data->colourRange();
        all = {std::min(all.first, lowest), std::max(all.second, highest)};
    }
    const ScaleRange range = drawnRange(input, input.node, QStringLiteral("superposition"), all);
    const QStringList tokens = tokensAlong(input.trace, input.node, 0);
    for (HeatmapData* data : {&ofSum, &sumOf, &difference}) {
        data->range = range;
        data->rowLabels = tokens;
    }
    const Shape& shape = found.ofSum.shape();
    const HeatmapParts parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    const auto term = [&](const HeatmapData& data, HeatmapParts shown) {
        return grows(matrix(data, {.parts = shown}));
    };
    const Block beside = row({term(ofSum, parts), sign(QStringLiteral("−")), term(sumOf, parts),
                              sign(QStringLiteral("=")), term(difference, parts)},
                             2);
    // Under each other the columns are those of the first.
    const HeatmapParts below = parts & ~HeatmapParts(HeatmapPart::ColumnLabels);
    const Block under = column(
        {grows(matrix(ofSum, {.parts = parts}), 1.2), term(sumOf, below), term(difference, below)},
        0);
    return walked(shape[0], shape[1],
                  atLeast({420, 0}, padded(14, 10,
                                           column({paragraph(sentenceOf(input, found, apart)),
                                                   line(measuring, input.theme.mutedText),
                                                   fit({grows(under), grows(beside)})},
                                                  8))));
}

Tensor numbers(const StationInput& input) {
    const std::optional<Superposition> answer = foundFor(input);
    return answer ? differenceOf(*answer) : Tensor();
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "linear", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::linear_lab
