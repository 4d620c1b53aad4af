// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/head_scores.h"
#include "core/measure/patch_rows.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace gf::heads_lab {

namespace {

enum class View { Grid, Table, Training, Paths };

constexpr std::size_t drawnCurves = 3; ///< in colours of their own; the others are grey
constexpr std::array curveHues{Hue::Attention, Hue::Query, Hue::FeedForward};

/// One head, with its scores by their place in HeadScore; NaN where no query counts.
struct Head {
    HeadName name;
    std::array<double, headScoreCount> scores{};
};
using Heads = std::vector<Head>;

/// The scores of all heads at a moment of the training.
struct Moment {
    double step = 0;
    double loss = 0;
    Heads heads;
};

View viewOf(const StationInput& input) {
    return static_cast<View>(std::clamp(static_cast<int>(knobSetting(input, "heads.view")), 0, 3));
}

/// All of them, in the order of the knob's choices.
constexpr std::array everyScore{HeadScore::Previous, HeadScore::Same, HeadScore::Induction,
                                HeadScore::First,    HeadScore::Self, HeadScore::Entropy};
static_assert(everyScore.size() == headScoreCount);

/// The score by which heads are coloured.
HeadScore scoreOf(const StationInput& input) {
    const double chosen = knobSetting(input, "heads.score");
    return static_cast<HeadScore>(std::clamp(chosen, 0.0, double{headScoreCount - 1}));
}

QString titleOf(HeadScore score) {
    const LabKnob& knob = *findLab("heads")->findKnob("score");
    return translated(Phrase(knob.labels[static_cast<std::size_t>(score)]));
}

double at(const Head& head, HeadScore score) {
    return head.scores[static_cast<std::size_t>(score)];
}

/// Whether something is added to the stream before a head reads its queries or keys there.
bool isReached(const Graph& graph, const HeadName& head) {
    const std::string name = head.attention + ".head." + std::to_string(head.head);
    return std::ranges::any_of(std::array{".query", ".key"}, [&](const char* operand) {
        const PatchPath path = patchPathInto(graph, name + operand);
        return !patchStacks(graph, PatchWhat::Head, &path).empty() ||
               !patchStacks(graph, PatchWhat::FeedForward, &path).empty();
    });
}

/// Paths lead into the head in focus; where none does, into that which has most of the score.
LabRequest requestOf(const StationInput& input) {
    FieldValues drawn;
    if (viewOf(input) == View::Training)
        drawn["view"] = "training";
    if (viewOf(input) == View::Paths) {
        const HeadName head{input.at().scope.nameOf(""), headOf(input)};
        drawn["into"] = isReached(input.graph(), head)
                            ? head.attention + ".head." + std::to_string(head.head)
                            : std::string(nameOf(scoreOf(input)));
    }
    return askedOf(input, "heads", drawn);
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

std::array<double, headScoreCount> scoresIn(const Finding& one) {
    std::array<double, headScoreCount> scores{};
    for (std::size_t i = 0; i < headScoreCount; ++i)
        scores[i] = one.numberAt(std::string(nameOf(static_cast<HeadScore>(i))));
    return scores;
}

Head headIn(const Finding& one) {
    return {{one.wordsAt("attention"), static_cast<Index>(one.numberAt("head"))}, scoresIn(one)};
}

Heads headsIn(const Finding& found) {
    Heads heads;
    for (const Finding& one : found.listAt("heads"))
        heads.push_back(headIn(one));
    return heads;
}

std::vector<Moment> momentsIn(const Finding& found) {
    std::vector<Moment> moments;
    for (const Finding& one : found.listAt("training"))
        moments.push_back({one.numberAt("step"), one.numberAt("loss"), headsIn(one)});
    return moments;
}

StationPlace placeOf(const HeadName& head, const QString& tip) {
    return {.head = static_cast<int>(head.head),
            .step = QString::fromStdString(head.attention + ".weights"),
            .tip = tip};
}

QString tipOf(const Graph& graph, const Head& head, HeadScore score) {
    return tr("%1\n%2: %3")
        .arg(headName(graph, head.name), titleOf(score), numberText(at(head, score), 3));
}

/// Whether the focus is on this head.
bool isFocused(const StationInput& now, const HeadName& head) {
    return now.at().scope.nameOf("") == head.attention && headOf(now) == head.head;
}

const Head* focusedHead(const StationInput& now, const Heads& heads) {
    const auto found =
        std::ranges::find_if(heads, [&](const Head& head) { return isFocused(now, head.name); });
    return found == heads.end() ? nullptr : &*found;
}

/// The head with most of a score; null where none has it.
const Head* mostOf(const Heads& heads, HeadScore score) {
    const Head* most = nullptr;
    for (const Head& head : heads)
        if (std::isfinite(at(head, score)) && (!most || at(head, score) > at(*most, score)))
            most = &head;
    return most;
}

// ---- By layer ----------------------------------------------------------------------------------

/// The heads of one kind of attention in all layers of a stack, which have as many each.
struct Group {
    QString title;
    std::vector<Heads> layers;
};

std::vector<Group> groupsOf(const Graph& graph, const Heads& heads) {
    std::vector<Group> groups;
    const Scope* before = nullptr;
    for (const Head& head : heads) {
        const Scope& scope = graph[graph.find(head.name.attention + ".weights")].scope;
        const QString title = QStringLiteral("%1 · %2").arg(
            gf::titleOf(*scope.find(ScopeKind::Stack)), gf::titleOf(scope.levels.back()));
        auto group = std::ranges::find(groups, title, &Group::title);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{title, {}});
        if (group->layers.empty() || !before || !(*before == scope))
            group->layers.emplace_back();
        group->layers.back().push_back(head);
        before = &scope;
    }
    return groups;
}

Block groupBlock(const StationInput& input, const Group& group, double most) {
    const HeadScore score = scoreOf(input);
    HeatmapData data;
    data.title = group.title;
    data.scale = HeatmapData::Scale::Sequential;
    data.range = {{0, most}};
    data.rows = std::ssize(group.layers);
    for (const Heads& layer : group.layers)
        data.columns = std::max<Index>(data.columns, std::ssize(layer));
    std::vector<Head> cells;
    for (std::size_t row = 0; row < group.layers.size(); ++row) {
        data.rowLabels << tr("layer %1").arg(row + 1);
        for (Index column = 0; column < data.columns; ++column) {
            const bool isThere = column < std::ssize(group.layers[row]);
            cells.push_back(isThere ? group.layers[row][static_cast<std::size_t>(column)] : Head());
            data.values.push_back(isThere ? static_cast<float>(at(cells.back(), score))
                                          : std::numeric_limits<float>::quiet_NaN());
        }
    }
    for (Index column = 0; column < data.columns; ++column)
        data.columnLabels << headTitle(column);
    const auto shared = std::make_shared<const std::vector<Head>>(std::move(cells));
    MatrixLook look;
    look.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    look.maxCell = 160;
    QStringList tips;
    for (const Head& head : *shared)
        tips << (head.name.attention.empty() ? QString() : tipOf(input.graph(), head, score));
    look.placeOf = [shared, tips, columns = data.columns](Index row, Index column) {
        const auto cell = static_cast<std::size_t>(row * columns + column);
        return placeOf((*shared)[cell].name, tips[static_cast<qsizetype>(cell)]);
    };
    look.highlighted = [shared, columns = data.columns](const StationInput& now) {
        HeatmapHighlight mark;
        for (std::size_t cell = 0; cell < shared->size(); ++cell)
            if (isFocused(now, (*shared)[cell].name))
                mark = {.row = static_cast<Index>(cell) / columns,
                        .column = static_cast<Index>(cell) % columns};
        return mark;
    };
    return matrix(data, look);
}

/// All scores of the head in focus.
Block focusedBars(const StationInput& now, const Heads& heads, double mostEntropy) {
    const Head* const head = focusedHead(now, heads);
    if (!head)
        return space(0);
    std::vector<Bar> all;
    for (const HeadScore score : everyScore) {
        const double number = at(*head, score);
        const bool isEntropy = score == HeadScore::Entropy;
        if (std::isfinite(number))
            all.push_back(
                {.name = titleOf(score),
                 .part = partOf(number, isEntropy ? std::max(1.0, mostEntropy) : 1),
                 .number =
                     isEntropy ? tr("%1 nats").arg(numberText(number, 3)) : numberText(number, 3),
                 .colour = now.theme.hue(!isEntropy && number >= leastHeadScore ? Hue::Attention
                                                                                : Hue::Neutral)});
    }
    return column({line(headName(now.graph(), head->name), {}, 1, true), grows(bars(all, 15, 40))});
}

double largestOf(const Heads& heads, HeadScore score) {
    const Head* const most = mostOf(heads, score);
    return most ? at(*most, score) : 0;
}

Block gridOf(const StationInput& input, const Heads& heads) {
    const HeadScore score = scoreOf(input);
    const double most = score == HeadScore::Entropy ? largestOf(heads, score) : 1;
    std::vector<Block> groups;
    for (const Group& group : groupsOf(input.graph(), heads)) {
        const bool has = std::ranges::any_of(
            group.layers, [&](const Heads& layer) { return mostOf(layer, score) != nullptr; });
        if (has)
            groups.push_back(groupBlock(input, group, most));
    }
    const double mostEntropy = largestOf(heads, HeadScore::Entropy);
    const Block focused = live([heads, mostEntropy](const StationInput& now) {
        return focusedBars(now, heads, mostEntropy);
    });
    const Block maps = groups.empty() ? paragraph(tr("No head of this model has such a key."))
                                      : grows(grid(groups), 0.65);
    return grows(fit({column({maps, grows(focused, 0.35, 260)}),
                      row({maps, grows(atLeast({300, 0}, focused), 0.35)})}));
}

// ---- All scores --------------------------------------------------------------------------------

Block tableOf(const StationInput& input, Heads heads) {
    const HeadScore score = scoreOf(input);
    std::ranges::stable_sort(heads, std::ranges::greater(), [&](const Head& head) {
        const double number = at(head, score);
        return std::isfinite(number) ? number : -1;
    });
    HeatmapData data;
    data.title = tr("most first: %1").arg(titleOf(score));
    data.scale = HeatmapData::Scale::Sequential;
    data.range = {{0, 1}};
    data.rows = std::ssize(heads);
    QStringList tips;
    for (const Head& head : heads) {
        const QString name = headInitials(input.graph(), head.name);
        data.rowLabels << (score == HeadScore::Entropy
                               ? tr("%1 · %2 nats").arg(name, numberText(at(head, score), 2))
                               : name);
        for (const HeadScore each : everyScore) {
            if (each == HeadScore::Entropy) // has another unit
                continue;
            data.values.push_back(static_cast<float>(at(head, each)));
            tips << tipOf(input.graph(), head, each);
        }
    }
    for (const HeadScore each : everyScore)
        if (each != HeadScore::Entropy)
            data.columnLabels << titleOf(each);
    data.columns = data.columnLabels.size();
    const auto shared = std::make_shared<const Heads>(std::move(heads));
    MatrixLook look;
    look.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    look.maxCell = 120;
    look.placeOf = [shared, tips, columns = data.columns](Index row, Index column) {
        return placeOf((*shared)[static_cast<std::size_t>(row)].name, tips[row * columns + column]);
    };
    look.highlighted = [shared](const StationInput& now) {
        HeatmapHighlight mark;
        for (std::size_t row = 0; row < shared->size(); ++row)
            if (isFocused(now, (*shared)[row].name))
                mark.row = static_cast<Index>(row);
        return mark;
    };
    return grows(matrix(data, look));
}

// ---- Over training -----------------------------------------------------------------------------

/// The heads by what they have of a score in the end, most first.
std::vector<std::size_t> orderOf(const Heads& heads, HeadScore score) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < heads.size(); ++i)
        if (std::isfinite(at(heads[i], score)))
            order.push_back(i);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return at(heads[i], score); });
    return order;
}

Block trainingBlock(const StationInput& input, const std::vector<Moment>& moments) {
    const HeadScore score = scoreOf(input);
    const std::vector<std::size_t> order = orderOf(moments.back().heads, score);
    std::vector<PlotLayer> scores;
    std::vector<LegendEntry> entries;
    double most = score == HeadScore::Entropy ? 0 : 0.6;
    for (std::size_t rank = order.size(); rank-- > 0;) { // the largest ones on top
        std::vector<QPointF> points;
        for (const Moment& moment : moments) {
            points.emplace_back(moment.step, at(moment.heads[order[rank]], score));
            most = std::max(most, std::isfinite(points.back().y()) ? points.back().y() : 0);
        }
        const bool isNamed = rank < drawnCurves;
        const QColor colour = input.theme.hue(isNamed ? curveHues[rank] : Hue::Neutral);
        scores.push_back(curve(points, colour, isNamed ? 3 : 1.2, isNamed ? 3 : 0));
        if (isNamed)
            entries.insert(
                entries.begin(),
                {colour, headInitials(input.graph(), moments.back().heads[order[rank]].name)});
    }
    if (order.size() > drawnCurves)
        entries.push_back({input.theme.hue(Hue::Neutral), tr("the other heads")});
    const ScaleRange x{moments.front().step,
                       std::max(moments.back().step, moments.front().step + 1)};
    const auto now = static_cast<double>(input.trace.step);
    if (score != HeadScore::Entropy) {
        scores.push_back(levelAt(leastHeadScore, QString(), input.theme.mutedText));
        entries.push_back({input.theme.mutedText,
                           tr("named from %1 on").arg(numberText(leastHeadScore, 2)),
                           LegendEntry::Sign::Dashes});
    }
    if (now >= x.first && now <= x.second)
        scores.push_back(markAt(now));
    std::vector<QPointF> losses;
    double highest = 0;
    for (const Moment& moment : moments)
        if (std::isfinite(moment.loss)) {
            losses.emplace_back(moment.step, moment.loss);
            highest = std::max(highest, moment.loss);
        }
    std::vector<PlotLayer> loss{curve(losses, input.theme.hue(Hue::Residual), 2.5)};
    if (now >= x.first && now <= x.second)
        loss.push_back(markAt(now));
    const PlotWords::Across numbers = PlotWords::Across::Numbers;
    const Block above =
        plot({.name = "heads",
              .words = {titleOf(score), losses.empty() ? tr("training steps") : QString(), numbers},
              .x = x,
              .y = {0, most * 1.05}},
             scores);
    if (losses.empty()) // folders of others do not say it
        return column({legend(entries), grows(above)}, 6);
    const Block below = plot({.name = "loss",
                              .words = {tr("loss of a batch"), tr("training steps"), numbers},
                              .x = x,
                              .y = {0, std::max(highest, 0.1) * 1.05}},
                             loss);
    return column({legend(entries), grows(fit({column({grows(above, 0.68), grows(below, 0.32)}, 6),
                                               row({grows(above), grows(below)})}))},
                  6);
}

/// How far the head came that has most in the end, and when it was half way.
QString turnOf(const StationInput& input, const std::vector<Moment>& moments) {
    const HeadScore score = scoreOf(input);
    const std::vector<std::size_t> order = orderOf(moments.back().heads, score);
    if (order.empty() || moments.size() < 3)
        return tr("Train, and each remembered moment becomes a point.");
    const std::size_t head = order.front();
    const double first = at(moments.front().heads[head], score);
    const double last = at(moments.back().heads[head], score);
    const auto turn = std::ranges::find_if(moments, [&](const Moment& moment) {
        return std::abs(at(moment.heads[head], score) - first) >= std::abs(last - first) / 2;
    });
    const QString name = headName(input.graph(), moments.back().heads[head].name);
    const QString turned = QString::number(turn->step);
    if (!std::isfinite(turn->loss))
        return tr("%1: %2 at the beginning, %3 in the end, half way at step %4.")
            .arg(name, numberText(first, 2), numberText(last, 2), turned);
    return tr("%1: %2 at the beginning, %3 in the end, half way at step %4, with a loss of %5.")
        .arg(name, numberText(first, 2), numberText(last, 2), turned, numberText(turn->loss, 3));
}

// ---- Paths into a head -------------------------------------------------------------------------

/// What is left of a score where one way into the head is cut.
struct Path {
    QString from;
    bool isKey = false;
    bool isOfHead = false; ///< of one alone
    double left = 0;
};

/// "D1 self 2", "D1 self-attention" of all its heads, "D1 feed-forward".
QString fromName(const Graph& graph, const std::string& from) {
    const std::size_t head = from.rfind(".head.");
    if (head != std::string::npos)
        return headInitials(graph, {from.substr(0, head), std::stoi(from.substr(head + 6))});
    const NodeId output = graph.find(from + ".output");
    if (output == noNode)
        return QString::fromStdString(from);
    const Scope& scope = graph[output].scope;
    const QString layer = gf::titleOf(*scope.find(ScopeKind::Stack)).left(1);
    return QStringLiteral("%1%2 %3").arg(layer, QString::number(scope.layer() + 1),
                                         gf::titleOf(scope.levels.back()));
}

std::vector<Path> pathsIn(const StationInput& input, const Finding& found) {
    std::vector<Path> paths;
    for (const Finding& one : found.listAt("paths")) {
        const std::string& from = one.wordsAt("from");
        paths.push_back({fromName(input.graph(), from), one.wordsAt("operand") == "key",
                         from.find(".head.") != std::string::npos,
                         one.numberAt(std::string(nameOf(scoreOf(input))))});
    }
    return paths;
}

Block pathsBlock(const StationInput& input, const Finding& found) {
    const std::vector<Path> paths = pathsIn(input, found);
    HeatmapData data;
    data.title = tr("what is left of “%1”").arg(titleOf(scoreOf(input)));
    data.scale = HeatmapData::Scale::Sequential;
    data.columnLabels = {tr("queries"), tr("keys")};
    data.columns = 2;
    for (const Path& path : paths)
        if (!data.rowLabels.contains(path.from))
            data.rowLabels << path.from;
    data.rows = data.rowLabels.size();
    data.values.assign(static_cast<std::size_t>(data.rows * 2),
                       std::numeric_limits<float>::quiet_NaN());
    double most = scoreOf(input) == HeadScore::Entropy ? 0 : 1;
    for (const Path& path : paths) {
        const Index row = data.rowLabels.indexOf(path.from);
        data.values[static_cast<std::size_t>(row * 2 + (path.isKey ? 1 : 0))] =
            static_cast<float>(path.left);
        most = std::max(most, std::isfinite(path.left) ? path.left : 0);
    }
    data.range = {{0, most}};
    MatrixLook look;
    look.parts = allHeatmapParts & ~HeatmapParts(HeatmapPart::AxisTitles);
    look.maxCell = 120;
    return grows(matrix(data, look));
}

/// The way that changes a score most, and of single heads'.
QString pathsSentence(const StationInput& input, const Finding& found) {
    const Head into = headIn(*found.find("into"));
    const double whole = at(into, scoreOf(input));
    const Path* most = nullptr;
    const Path* single = nullptr;
    const std::vector<Path> paths = pathsIn(input, found);
    const auto change = [&](const Path& path) { return std::abs(path.left - whole); };
    for (const Path& path : paths) {
        if (std::isfinite(path.left) && (!most || change(path) > change(*most)))
            most = &path;
        if (std::isfinite(path.left) && path.isOfHead &&
            (!single || change(path) > change(*single)))
            single = &path;
    }
    const QString name = headName(input.graph(), into.name);
    if (!most)
        return tr("%1: nothing is written before it reads.").arg(name);
    QString said =
        (most->isKey ? tr("%1: %2 of “%3”. With the mean in the place of what %4 writes into its "
                          "keys, and there alone, %5 is left.")
                     : tr("%1: %2 of “%3”. With the mean in the place of what %4 writes into its "
                          "queries, and there alone, %5 is left."))
            .arg(name, numberText(whole, 2), titleOf(scoreOf(input)), most->from,
                 numberText(most->left, 2));
    if (single && single != most)
        said += QLatin1Char(' ') + tr("Of single heads most hangs on %1: %2.")
                                       .arg(single->from, numberText(single->left, 2));
    return said;
}

// ---- The page ----------------------------------------------------------------------------------

QString measuredOn(int examples) {
    return tr("Means over %n examples.", nullptr, examples);
}

QString sentenceOf(const StationInput& input, const Heads& heads) {
    const HeadScore score = scoreOf(input);
    const Head* const most = mostOf(heads, score);
    if (!most)
        return tr("No head of this model has such a key.");
    const QString name = headName(input.graph(), most->name);
    const QString number = numberText(at(*most, score), 2);
    if (score == HeadScore::Entropy)
        return tr("%1 looks at most tokens at once: entropy %2 nats.").arg(name, number);
    if (at(*most, score) >= leastHeadScore)
        return tr("%1 has the most, %2: by its weights a head for “%3”, which is a guess until it "
                  "is muted.")
            .arg(name, number, titleOf(score));
    return tr("%1 has the most, %2; a head is named from %3 on.")
        .arg(name, number, numberText(leastHeadScore, 2));
}

Block show(const StationInput& input) {
    const LabRequest request = requestOf(input);
    const LabFound* const answer = answerTo(input, request);
    const View view = viewOf(input);
    const std::vector<Moment> moments =
        answer && view == View::Training ? momentsIn(answer->finding) : std::vector<Moment>();
    const Heads heads = answer ? headsIn(answer->finding) : Heads();
    if (heads.empty())
        return padded(14, 10, paragraph(measuringWords(input, request), input.theme.mutedText));
    if (view == View::Training && moments.empty())
        return padded(14, 10, paragraph(tr("Nothing is remembered of this training.")));
    const QString said = view == View::Training ? turnOf(input, moments)
                         : view == View::Paths  ? pathsSentence(input, answer->finding)
                                                : sentenceOf(input, heads);
    const QString words = withMeasuringWords(
        said + QLatin1Char(' ') +
            measuredOn(view == View::Training
                           ? static_cast<int>(answer->finding.numberAt("training_examples"))
                           : static_cast<int>(answer->finding.numberAt("examples"))),
        input, request);
    const Block picture = view == View::Training ? grows(trainingBlock(input, moments))
                          : view == View::Table  ? tableOf(input, heads)
                          : view == View::Paths  ? pathsBlock(input, answer->finding)
                                                 : gridOf(input, heads);
    return atLeast({420, 0}, padded(14, 10, column({paragraph(words), picture}, 8)));
}

/// [heads, scores], in the order of the graph.
Tensor numbers(const StationInput& input) {
    const LabFound* const answer = answerTo(input, requestOf(input));
    if (!answer)
        return {};
    std::vector<float> values;
    for (const Head& head : headsIn(answer->finding))
        for (const double score : head.scores)
            values.push_back(static_cast<float>(score));
    const auto rows = static_cast<Index>(values.size() / headScoreCount);
    return Tensor({rows, Index{headScoreCount}}, std::move(values));
}

NodeId nodeOf(const Graph& graph, NodeId focused) {
    return attentionStep(graph, focused, "weights");
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("heads");
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "heads",
                        .mutes = true,
                        .controls = controls,
                        .show = show,
                        .numbers = numbers},
            .node = nodeOf,
            .missing = noHeads,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::heads_lab
