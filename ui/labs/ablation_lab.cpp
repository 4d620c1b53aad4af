// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/finding_values.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/head_words.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace gf::ablation_lab {

namespace {

constexpr const char* viewKey = "ablation.view";
constexpr const char* placeKey = "ablation.place";
constexpr std::size_t fewestBars = 12; ///< in a small window, with how many are left out

constexpr double leastBar = 11;

enum class View { Heads, Pairs, Projections, Tokens, Patterns };

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
    return static_cast<View>(std::clamp(static_cast<int>(knobSetting(input, viewKey)), 0, 4));
}

/// What stands in the place of what is taken away. Only heads by themselves say what they say of
/// another example.
StandIn standInOf(const StationInput& input) {
    const auto place = static_cast<int>(knobSetting(input, placeKey));
    const View view = viewOf(input);
    const bool isAlone = view == View::Heads || view == View::Patterns;
    if (place == 2 && isAlone)
        return StandIn::Resample;
    return place == 1 && view != View::Projections ? StandIn::Mean : StandIn::Zero;
}

bool byMean(const StationInput& input) {
    return standInOf(input) == StandIn::Mean;
}

/// No more than what is drawn.
LabRequest requestOf(const StationInput& input) {
    FieldValues drawn;
    if (viewOf(input) == View::Pairs)
        drawn["pairs"] = true;
    if (viewOf(input) == View::Tokens)
        drawn["view"] = "token";
    if (byMean(input))
        drawn["place"] = "mean";
    if (standInOf(input) == StandIn::Resample)
        drawn["place"] = "resample";
    return askedOf(input, "ablation", drawn);
}

std::optional<Ablation> foundFor(const StationInput& input) {
    const LabFound* const found = answerTo(input, requestOf(input));
    if (!found)
        return std::nullopt;
    return ablationOf(found->finding, standInOf(input));
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("ablation");
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
            all.push_back({attentionTitle(graph, of.attention), attentionName(graph, of.attention),
                           step(of.attention), -1, of.loss, of.loss - found.whole});
        return all;
    }
    for (const Ablation::Head& of : found.heads)
        all.push_back(
            {headName(graph, of.head),
             tr("%1, %2").arg(attentionName(graph, of.head.attention), headTitle(of.head.head)),
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

// ---- Heads beside what they are ranked by -------------------------------------------------------

/// Heads in the order of the graph, and numbers of each: what muting it costs each token of the
/// answer, or how far it keeps to each pattern.
struct HeadTable {
    std::vector<Taken> heads;
    HeatmapData numbers;
};

HeatmapData tableOf(const StationInput& input, const Ablation& found, const QStringList& columns,
                    const QString& title) {
    HeatmapData data;
    data.title = title;
    data.rows = static_cast<Index>(found.heads.size());
    data.columns = columns.size();
    data.values.resize(found.heads.size() * static_cast<std::size_t>(columns.size()));
    for (const Ablation::Head& head : found.heads)
        data.rowLabels << headInitials(input.graph(), head.head);
    data.columnLabels = columns;
    return data;
}

HeatmapData tokenTable(const StationInput& input, const Ablation& found) {
    std::vector<std::size_t> rows; ///< whose labels count
    QStringList labels;
    const std::size_t count = std::min(found.tokens.size(), input.trace.labels.size());
    for (std::size_t t = 0; t < count; ++t)
        if (input.trace.keeps("label", static_cast<Index>(t))) {
            rows.push_back(t);
            labels << tokenText(input.trace.labels[t]);
        }
    HeatmapData data = tableOf(input, found, labels, tr("Δ: what the loss grows by"));
    std::size_t at = 0;
    for (const Ablation::Head& head : found.heads)
        for (const std::size_t t : rows)
            data.values[at++] = static_cast<float>(head.tokens[t] - found.tokens[t]);
    return data;
}

HeatmapData patternTable(const StationInput& input, const Ablation& found) {
    QStringList patterns;
    for (const HeadRule& rule : headRules())
        patterns << patternName(rule.pattern);
    HeatmapData data = tableOf(input, found, patterns, tr("pattern"));
    data.scale = HeatmapData::Scale::Sequential;
    data.range = {{0, 1}};
    const auto columns = static_cast<std::size_t>(patterns.size());
    for (std::size_t i = 0; i < found.heads.size(); ++i) {
        const HeadName& name = found.heads[i].head;
        const NodeId weights = input.graph().find(name.attention + ".weights");
        if (weights == noNode)
            continue;
        for (const HeadEvidence& one : measuredHeads(input, weights)[name.head].evidence)
            data.values[i * columns + static_cast<std::size_t>(one.rule.pattern)] =
                static_cast<float>(one.measured);
    }
    return data;
}

HeadTable headTable(const StationInput& input, const Ablation& found) {
    HeadTable table;
    table.heads = takenOf(input.graph(), found, View::Heads);
    table.numbers =
        viewOf(input) == View::Tokens ? tokenTable(input, found) : patternTable(input, found);
    return table;
}

/// The heads with the most of the column in focus first; of no column, of what they cost over all
/// examples.
Block ranking(const StationInput& now, const HeadTable& table) {
    const HeatmapData& data = table.numbers;
    const Index chosen = now.focus.column;
    const bool isOfOne = chosen >= 0 && chosen < data.columns;
    std::vector<double> numbers;
    for (Index head = 0; head < data.rows; ++head)
        numbers.push_back(isOfOne ? static_cast<double>(data.at(head, chosen))
                                  : table.heads[static_cast<std::size_t>(head)].growth);
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t head) {
        return std::isfinite(numbers[head]) ? numbers[head]
                                            : -std::numeric_limits<double>::infinity();
    });
    const double largest = order.empty() ? 0 : numbers[order.front()];
    std::vector<Bar> all;
    for (std::size_t i = 0; i < std::min(order.size(), fewestBars); ++i) {
        const Taken& head = table.heads[order[i]];
        all.push_back(
            {.name = head.shortName,
             .part = partOf(std::max(0.0, numbers[order[i]]), largest),
             .number = numberText(numbers[order[i]], 3),
             .colour = now.theme.hue(numbers[order[i]] > 0 ? Hue::Attention : Hue::Neutral),
             .place = {.head = head.head, .step = head.step}});
    }
    const QString by =
        isOfOne ? tr("most first: %1").arg(data.columnLabels.value(static_cast<int>(chosen)))
                : tr("most first: Δ over the examples");
    return column({line(by, now.theme.mutedText), grows(bars(all, leastBar))});
}

Block tableBlock(const HeadTable& table) {
    const auto shared = std::make_shared<const HeadTable>(table);
    const auto placeOf = [shared](Index row, Index column) {
        const HeatmapData& data = shared->numbers;
        return StationPlace{.row = row,
                            .column = column,
                            .tip =
                                tr("%1 · %2: %3")
                                    .arg(shared->heads[static_cast<std::size_t>(row)].name,
                                         data.columnLabels.value(static_cast<int>(column)),
                                         numberText(static_cast<double>(data.at(row, column)), 4))};
    };
    const Block numbers = grows(
        matrix(table.numbers, {.placeOf = placeOf,
                               .parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles)}),
        0.6);
    const Block ranked =
        grows(live([shared](const StationInput& now) { return ranking(now, *shared); }), 0.4);
    return walked(table.numbers.rows, table.numbers.columns,
                  grows(fit({row({numbers, ranked}), column({numbers, ranked})})));
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
        data.rowLabels << headInitials(input.graph(), head.head);
        names << headName(input.graph(), head.head);
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

/// That of one head, as it is without it.
QString headSentence(const StationInput& input, const QString& whole, const Taken& most) {
    if (standInOf(input) == StandIn::Resample)
        return tr("Loss %1 as it is; with what it says of another example in the place of %2 it is "
                  "%3, the most of all.")
            .arg(whole, most.name, numberText(most.loss, 3));
    return byMean(input)
               ? tr("Loss %1 as it is; with its mean in the place of %2 it is %3, the most of all.")
                     .arg(whole, most.name, numberText(most.loss, 3))
               : tr("Loss %1 as it is; without %2 it is %3, the most of all.")
                     .arg(whole, most.name, numberText(most.loss, 3));
}

/// The cell with the most.
QString tableSentence(const StationInput& input, const HeadTable& table) {
    const HeatmapData& data = table.numbers;
    if (data.values.empty())
        return tr("No token of this example has a right answer.");
    const auto at = std::ranges::max_element(data.values) - data.values.begin();
    const QString head = table.heads[static_cast<std::size_t>(at / data.columns)].name;
    const QString what = data.columnLabels.value(static_cast<int>(at % data.columns));
    const QString number = numberText(static_cast<double>(data.values[at]), 3);
    if (viewOf(input) == View::Patterns)
        return tr("%1 keeps to a pattern most: %2, %3.").arg(head, what, number);
    return byMean(input) ? tr("Its mean in the place of %1 costs “%2” the most of all: %3 more.")
                               .arg(head, what, number)
                         : tr("Zeros in the place of %1 cost “%2” the most of all: %3 more.")
                               .arg(head, what, number);
}

QString sentenceOf(const StationInput& input, const Ablation& found) {
    const View view = viewOf(input);
    const QString whole = numberText(found.whole, 3);
    if (view == View::Pairs && !found.pairs.empty()) {
        const auto most = std::ranges::max_element(found.pairs, {}, &Ablation::Pair::loss);
        return tr("Loss %1 as it is; without %2 and %3 it is %4, the most of all pairs.")
            .arg(whole, headName(input.graph(), most->first), headName(input.graph(), most->second),
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
    return headSentence(input, whole, *most) + QLatin1Char(' ') +
           tr("Of %1 heads, each alone, %n could go without the loss growing by a tenth.", nullptr,
              spare)
               .arg(taken.size());
}

bool hasTable(const StationInput& input) {
    return viewOf(input) == View::Tokens || viewOf(input) == View::Patterns;
}

Block show(const StationInput& input) {
    const std::optional<Ablation> answer = foundFor(input);
    if (!answer)
        return padded(14, 10,
                      paragraph(measuringWords(input, requestOf(input)), input.theme.mutedText));
    const Ablation& found = *answer;
    if (hasTable(input)) {
        const HeadTable table = headTable(input, found);
        const QString words =
            withMeasuringWords(tableSentence(input, table), input, requestOf(input));
        return atLeast({420, 0}, padded(14, 10, column({paragraph(words), tableBlock(table)}, 8)));
    }
    const QString words = withMeasuringWords(sentenceOf(input, found), input, requestOf(input));
    const Block picture =
        viewOf(input) == View::Pairs ? pairsOf(input, found) : barsOf(input, found);
    return atLeast({420, 0}, padded(14, 10, column({paragraph(words), picture}, 8)));
}

Tensor numbers(const StationInput& input) {
    const std::optional<Ablation> answer = foundFor(input);
    if (!answer)
        return {};
    if (viewOf(input) == View::Pairs)
        return pairMatrix(*answer);
    if (hasTable(input)) {
        HeatmapData data = headTable(input, *answer).numbers;
        return Tensor(Shape{data.rows, data.columns}, std::move(data.values));
    }
    const std::vector<Taken> taken = takenOf(input.graph(), *answer, viewOf(input));
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
