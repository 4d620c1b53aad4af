// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf::ablation_lab {

namespace {

constexpr const char* viewKey = "ablation.view";
constexpr const char* examplesKey = "ablation.examples";
constexpr Index firstExamples = 64;
constexpr std::size_t fewestBars = 12; ///< in a small window, with how many are left out

constexpr double leastBar = 11;

enum class View { Heads, Pairs, Projections };

/// What attention with heads says: the last of a model that has any.
NodeId nodeOf(const Graph& graph, NodeId focused) {
    NodeId found = noNode;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.relation == Relation::Own &&
            node.scope.isAttention() && node.part == "heads") {
            found = node.id;
            if (focused != noNode && node.scope == graph[focused].scope)
                break;
        }
    return found;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) == noNode)
        return phrase("This model has no heads that could be muted.");
    return std::nullopt;
}

View viewOf(const StationInput& input) {
    return static_cast<View>(std::clamp(static_cast<int>(input.setting(viewKey, 0)), 0, 2));
}

lab::Ablate requestOf(const StationInput& input) {
    return {static_cast<Index>(input.setting(examplesKey, static_cast<double>(firstExamples))),
            viewOf(input) == View::Pairs};
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return {
        choiceKnob(viewKey, tr("Taken away"),
                   tr("One head at a time, each two, or each W_O, for which the identity stands"),
                   {tr("a head"), tr("two heads"), QStringLiteral("W_O")}),
        countKnob(examplesKey, tr("Examples"),
                  tr("Of the task’s validation examples, over which the loss is a mean"), 1, 4096,
                  firstExamples)};
}

/// "Encoder · layer 1 · self-attention".
QString attentionTitle(const Graph& graph, const std::string& attention) {
    const NodeId node = graph.find(attention + ".heads");
    return node == noNode ? QString::fromStdString(attention) : titleOf(graph[node].scope);
}

QString nameOf(const Graph& graph, const HeadName& head) {
    return tr("%1, %2").arg(attentionTitle(graph, head.attention), headTitle(head.head));
}

/// "Encoder 1 · self-attention": as short as a name before a bar.
QString shortTitle(const Graph& graph, const std::string& attention) {
    const NodeId node = graph.find(attention + ".heads");
    if (node == noNode)
        return QString::fromStdString(attention);
    const Scope& scope = graph[node].scope;
    return QStringLiteral("%1 %2 · %3")
        .arg(titleOf(*scope.find(ScopeKind::Stack)))
        .arg(scope.layer() + 1)
        .arg(titleOf(scope.levels.back()));
}

/// "E1 self 2": beside a matrix of many, where two names that are cut would be one.
QString initialsOf(const Graph& graph, const HeadName& head) {
    const NodeId node = graph.find(head.attention + ".heads");
    if (node == noNode)
        return nameOf(graph, head);
    const Scope& scope = graph[node].scope;
    const QString layer =
        titleOf(*scope.find(ScopeKind::Stack)).left(1) + QString::number(scope.layer() + 1);
    return (scope.kind() == ScopeKind::CrossAttention ? tr("%1 cross %2") : tr("%1 self %2"))
        .arg(layer, QString::number(head.head + 1));
}

/// One part that was taken away, the loss without it, and Δ: what that is more than with it.
struct Taken {
    QString name;
    QString shortName; ///< before its bar
    QString step;      ///< the heads of its attention
    int head = -1;
    double loss = 0;
    double growth = 0;
};

std::vector<Taken> takenOf(const Graph& graph, const Ablation& found, View view) {
    std::vector<Taken> all;
    const auto step = [](const std::string& attention) {
        return QString::fromStdString(attention + ".heads");
    };
    if (view == View::Projections) {
        for (const Ablation::Projection& of : found.projections)
            all.push_back({attentionTitle(graph, of.attention), shortTitle(graph, of.attention),
                           step(of.attention), -1, of.loss, of.loss - found.whole});
        return all;
    }
    for (const Ablation::Head& of : found.heads)
        all.push_back(
            {nameOf(graph, of.head),
             tr("%1, %2").arg(shortTitle(graph, of.head.attention), headTitle(of.head.head)),
             step(of.head.attention), static_cast<int>(of.head.head), of.loss,
             of.loss - found.whole});
    return all;
}

/// Δ as in the formula beside them, in grey where the loss falls.
Block barsOf(const StationInput& input, const Ablation& found) {
    std::vector<Taken> taken = takenOf(input.graph(), found, viewOf(input));
    std::ranges::stable_sort(taken, std::ranges::greater(), &Taken::growth);
    double largest = 0;
    for (const Taken& one : taken)
        if (std::isfinite(one.growth))
            largest = std::max(largest, std::abs(one.growth));
    std::vector<Bar> all;
    for (const Taken& one : taken)
        all.push_back({.name = one.shortName,
                       .part = largest > 0 ? partOf(std::abs(one.growth), largest) : 0,
                       .number = QStringLiteral("Δ = %1").arg(changeText(one.growth, 3)),
                       .colour = one.growth > 0 ? input.theme.hue(Hue::Attention)
                                                : input.theme.hue(Hue::Neutral),
                       .place = {.head = one.head, .step = one.step}});
    if (all.size() <= fewestBars)
        return grows(bars(all, leastBar));
    const std::vector<Bar> first(all.begin(), all.begin() + fewestBars);
    const auto rest = static_cast<int>(all.size() - first.size());
    const Block few = column({grows(bars(first, leastBar)),
                              line(tr("… and %n with less", nullptr, rest), input.theme.mutedText)},
                             2);
    return grows(fit({grows(bars(all, leastBar)), grows(few)}));
}

/// Δ of each two heads, of one on the diagonal.
Tensor pairMatrix(const Ablation& found) {
    const auto heads = static_cast<Index>(found.heads.size());
    Tensor matrix(Shape{heads, heads});
    const auto placeOf = [&](const HeadName& name) {
        return std::ranges::find(found.heads, name, &Ablation::Head::head) - found.heads.begin();
    };
    for (Index i = 0; i < heads; ++i)
        matrix[i * heads + i] = static_cast<float>(found.heads[i].loss - found.whole);
    for (const Ablation::Pair& pair : found.pairs) {
        const Index a = placeOf(pair.first);
        const Index b = placeOf(pair.second);
        matrix[a * heads + b] = matrix[b * heads + a] = static_cast<float>(pair.loss - found.whole);
    }
    return matrix;
}

Block pairsOf(const StationInput& input, const Ablation& found) {
    HeatmapData data = heatmapOf(pairMatrix(found), tr("Δ: what the loss grows by without both"));
    QStringList names;
    for (const Ablation::Head& head : found.heads) {
        data.rowLabels << initialsOf(input.graph(), head.head);
        names << nameOf(input.graph(), head.head);
    }
    data.columnLabels = data.rowLabels;
    const auto placeOf = [names, data](Index row, Index column) {
        return StationPlace{.tip =
                                tr("without %1 and %2: Δ = %3")
                                    .arg(names[row], names[column],
                                         changeText(static_cast<double>(data.at(row, column)), 4))};
    };
    return grows(matrix(data, {.highlighted = nothingHighlighted,
                               .placeOf = placeOf,
                               .parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles)}));
}

QString sentenceOf(const StationInput& input, const Ablation& found) {
    const View view = viewOf(input);
    const QString whole = numberText(found.whole, 3);
    if (view == View::Pairs && !found.pairs.empty()) {
        const auto most = std::ranges::max_element(found.pairs, {}, &Ablation::Pair::loss);
        return tr("Loss %1 as it is; without %2 and %3 it is %4, the most of all pairs.")
            .arg(whole, nameOf(input.graph(), most->first), nameOf(input.graph(), most->second),
                 numberText(most->loss, 3));
    }
    const std::vector<Taken> taken = takenOf(input.graph(), found, view);
    if (taken.empty())
        return tr("Loss %1.").arg(whole);
    const auto most = std::ranges::max_element(taken, {}, &Taken::loss);
    if (view == View::Projections)
        return tr("Loss %1 as it is; with the identity for W_O of %2 it is %3, the most of all.")
            .arg(whole, most->name, numberText(most->loss, 3));
    const auto spare = static_cast<int>(std::ranges::count_if(
        taken, [&](const Taken& one) { return one.loss < found.whole * 1.1; }));
    return tr("Loss %1 as it is; without %2 it is %3, the most of all.")
               .arg(whole, most->name, numberText(most->loss, 3)) +
           QLatin1Char(' ') +
           tr("Of %1 heads, each alone, %n could go without the loss growing by a tenth.", nullptr,
              spare)
               .arg(taken.size());
}

Block show(const StationInput& input) {
    const auto* const answer = answerOf<lab::Ablated>(input, requestOf(input));
    if (!answer)
        return padded(14, 10,
                      paragraph(measuringWords(input, requestOf(input)), input.theme.mutedText));
    const Ablation& found = answer->ablation;
    const QString words = withMeasuringWords(sentenceOf(input, found), input, requestOf(input));
    const Block picture =
        viewOf(input) == View::Pairs ? pairsOf(input, found) : barsOf(input, found);
    return atLeast({420, 0}, padded(14, 10, column({paragraph(words), picture}, 8)));
}

Tensor numbers(const StationInput& input) {
    const auto* const answer = answerOf<lab::Ablated>(input, requestOf(input));
    if (!answer)
        return {};
    if (viewOf(input) == View::Pairs)
        return pairMatrix(answer->ablation);
    const std::vector<Taken> taken = takenOf(input.graph(), answer->ablation, viewOf(input));
    Tensor table(Shape{static_cast<Index>(taken.size()), 1});
    for (std::size_t i = 0; i < taken.size(); ++i)
        table[static_cast<Index>(i)] = static_cast<float>(taken[i].growth);
    return table;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "ablation",
                        .mutes = true,
                        .controls = controls,
                        .show = show,
                        .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks};
}

} // namespace gf::ablation_lab
