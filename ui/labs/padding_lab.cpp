// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/valid_length.h"
#include "core/ops/mask.h"
#include "core/tensor/phrase.h"
#include "core/tensor/row.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/attention_stages.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace gf::padding_lab {

namespace {

constexpr const char* validKey = "padding.valid";
constexpr const char* whomKey = "padding.whom";
constexpr const char* maskKey = "padding.mask";

/// The weights of an attention, which a softmax makes of scores that a mask has been through.
bool areMasked(const Graph& graph, const Node& node) {
    return areAttentionWeights(graph, node) && node.shape.rank() == 3 &&
           stageBeforeMask(graph, node.scope) != noNode;
}

bool hidesLater(const Graph& graph, const Node& weights) {
    const NodeId masked = graph.find(weights.scope, "masked");
    return masked != noNode && isCausal(graph[computedNode(graph, masked)]);
}

/// Those of the attention in focus, otherwise the first of the model.
NodeId nodeFor(const Graph& graph, NodeId focused) {
    NodeId first = noNode;
    for (const Node& node : graph.nodes())
        if (areMasked(graph, node)) {
            if (focused != noNode && node.scope == graph[focused].scope)
                return node.id;
            if (first == noNode)
                first = node.id;
        }
    return first;
}

Index keysOf(const Node& weights) {
    return weights.shape[2];
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    const Index keys = areMasked(graph, node) ? keysOf(node) : 1;
    std::vector<StationControl> fields = knobFields("padding");
    StationControl& valid = fields.front();
    valid.maximum = static_cast<double>(keys);
    valid.initial = static_cast<double>((keys + 1) / 2);
    return fields;
}

PaddingMask maskOf(const StationInput& input) {
    return static_cast<PaddingMask>(static_cast<int>(knobSetting(input, maskKey)));
}

/// The weights of one head with the mask that is set.
struct Masked {
    HeatmapData weights;
    double onPadding = 0;     ///< mean share of a query's weight that goes to padding
    std::vector<Index> valid; ///< keys of each query
};

Masked maskedBy(const StationInput& input) {
    const Node& node = input.at();
    const Index keys = keysOf(node);
    const Index queries = node.shape[1];
    const auto head = static_cast<int>(std::clamp<Index>(input.focus.head, 0, node.shape[0] - 1));
    const auto valid =
        static_cast<Index>(std::clamp(input.setting(validKey, static_cast<double>((keys + 1) / 2)),
                                      0.0, static_cast<double>(keys)));
    const bool isOfOne = knobSetting(input, whomKey) > 0;
    const Index chosen = std::clamp<Index>(input.focus.row, 0, queries - 1);
    const bool causal = hidesLater(input.graph(), node);
    const PaddingMask mask = maskOf(input);
    const Tensor& unmasked = input.trace.value(stageBeforeMask(input.graph(), node.scope));
    Masked masked;
    masked.weights = heatmapOf(input.trace, input.node, head);
    masked.weights.changed.clear(); // these are made anew
    masked.weights.scale = HeatmapData::Scale::Sequential;
    masked.weights.range = {{0, 1}};
    masked.weights.outcomes = keys;
    masked.weights.hidden.assign(masked.weights.values.size(), Hidden::No);
    for (Index query = 0; query < queries; ++query) {
        const Index seen = causal ? std::min(query + 1, keys) : keys;
        const Index real = std::min(seen, isOfOne && query != chosen ? keys : valid);
        masked.valid.push_back(real);
        const auto scores = rowOf(unmasked, head * queries + query).first(seen);
        const std::vector<double> weights = weightsWithin(scores, real, mask);
        for (Index key = 0; key < keys; ++key) {
            const auto at = static_cast<std::size_t>(query * keys + key);
            masked.weights.values[at] = key < seen ? static_cast<float>(weights[key]) : 0;
            if (key >= seen)
                masked.weights.hidden[at] = Hidden::Causal;
            else if (key >= real && mask == PaddingMask::Infinity)
                masked.weights.hidden[at] = Hidden::Padding;
            if (key >= real && key < seen)
                masked.onPadding += weights[key];
        }
    }
    masked.onPadding /= static_cast<double>(std::max<Index>(queries, 1));
    return masked;
}

// ---- The losses --------------------------------------------------------------------------------

/// The tokens that padding comes after, `<sos>` and `<eos>` not counted.
Index tokensOf(const Trace& trace) {
    const bool ofTarget = trace.sourceTokens.empty();
    const Tokens& read = ofTarget ? trace.targetTokens : trace.sourceTokens;
    Index count = 0;
    for (std::size_t t = 0; t < read.size(); ++t)
        count += read[t] != "<sos>" && read[t] != "<eos>" &&
                 trace.keeps(ofTarget ? "target" : "source", static_cast<Index>(t));
    return count;
}

/// How many tokens of the example, and those of it that are valid in the shorter one.
std::pair<Index, Index> lengthsOf(const StationInput& input) {
    const Index tokens = std::max<Index>(1, tokensOf(input.trace));
    const Index keys = keysOf(input.at());
    const auto valid =
        static_cast<Index>(input.setting(validKey, static_cast<double>((keys + 1) / 2)));
    return {tokens, std::clamp<Index>(valid, 1, tokens)};
}

LabRequest requestOf(const StationInput& input) {
    const auto [tokens, valid] = lengthsOf(input);
    return askedOf(input, "padding",
                   {{"lengths", std::to_string(tokens) + ',' + std::to_string(valid)}});
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

Block losses(const StationInput& input, const Finding& found) {
    double most = 0;
    for (const auto& [name, loss] : *found.find("loss")->fields())
        most = std::max(most, *loss.number());
    const auto bar = [&](const QString& name, const char* path, Hue hue) {
        const double loss = found.numberAt(path);
        return Bar{.name = name,
                   .part = partOf(loss, most),
                   .number = numberText(loss, 4),
                   .colour = input.theme.hue(hue)};
    };
    return bars({bar(tr("each alone"), "loss/single", Hue::Neutral),
                 bar(tr("−∞"), "loss/masked", Hue::Value),
                 bar(tr("−10⁶"), "loss/minus_million", Hue::Query),
                 bar(tr("no mask"), "loss/unmasked", Hue::Key)});
}

// ---- What is seen ------------------------------------------------------------------------------

QString percent(double share) {
    return numberText(100 * share, 3);
}

QString sentenceOf(const StationInput& input, const Masked& masked) {
    const Index keys = keysOf(input.at());
    const Index row =
        std::clamp<Index>(input.focus.row, 0, static_cast<Index>(masked.valid.size()) - 1);
    const bool isHidden = masked.valid[row] == 0;
    switch (maskOf(input)) {
    case PaddingMask::Infinity:
        return isHidden
                   ? tr("With −∞ a query that sees no key at all has no weights: 0 everywhere, "
                        "where a softmax by itself would give no number.")
                   : tr("With −∞ padding gets 0 % of the weight.");
    case PaddingMask::Million:
        return isHidden ? tr("With −10⁶ a query that sees no key at all weighs all alike: 1/%1 "
                             "each, as if padding meant something.")
                              .arg(keys)
                        : tr("With −10⁶ padding gets %1 % of the weight.")
                              .arg(percent(masked.onPadding));
    case PaddingMask::None:
        break;
    }
    return tr("Without a mask padding gets %1 % of the weight.").arg(percent(masked.onPadding));
}

QString lossSentence(const StationInput& input, const Finding& found) {
    return tr("The mean loss of this example and of its first %n tokens, padded to one batch: %1 "
              "with −∞, %2 without a mask, and %3 of each alone.",
              nullptr, static_cast<int>(lengthsOf(input).second))
        .arg(numberText(found.numberAt("loss/masked"), 4),
             numberText(found.numberAt("loss/unmasked"), 4),
             numberText(found.numberAt("loss/single"), 4));
}

Block show(const StationInput& input) {
    const Masked masked = maskedBy(input);
    const LabRequest request = requestOf(input);
    const auto* answer = answerTo(input, request);
    const QString said =
        answer ? withMeasuringWords(lossSentence(input, answer->finding), input, request)
               : measuringWords(input, request);
    const double lines = 2.9 * input.fontSize();
    const Block weights = grows(matrix(masked.weights), 0.7);
    const Block loss = grows(
        column({atLeast({0, lines}, paragraph(said)),
                answer ? grows(losses(input, answer->finding), 1, 4 * 34) : grows(space(4 * 17))}),
        0.3);
    return walked(
        input.at().shape[1], keysOf(input.at()),
        atLeast({420, 0},
                padded(14, 14,
                       column({atLeast({0, lines}, paragraph(sentenceOf(input, masked))),
                               grows(fit({column({weights, loss}), row({weights, loss})}))}))));
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeFor(*trace.graph, noNode) == noNode)
        return phrase("this model has no attention, and so no keys that could be padding");
    return std::nullopt;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "padding", .ofRow = true, .controls = controls, .show = show},
            .node = nodeFor,
            .missing = missing,
            .asks = asks};
}

} // namespace gf::padding_lab
