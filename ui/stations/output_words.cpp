// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/word_at.h"
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/activity.h"
#include "core/measure/entropy.h"
#include "core/measure/products.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf::output_words {

namespace {

constexpr double scaleRoom = 52;
constexpr double mostForWords = 0.35; ///< of a chart's height, under its bars
constexpr double sortedSlot = 30;     ///< pixels for each word when the likeliest stand first
constexpr Index mostInOrder = 2000;   ///< words that can all stand side by side
constexpr double wordRoom = 6;        ///< under the bars of more, in font sizes

bool areLogits(const Node& node) {
    return node.scope.kind() == ScopeKind::Output && node.part.empty() &&
           node.relation == Relation::Own;
}

bool areGradients(const Graph& graph, const Node& node) {
    return node.relation == Relation::Gradient && areLogits(graph[node.of]);
}

bool shows(const Graph& graph, const Node& node) {
    const ScopeKind kind = node.scope.kind();
    const bool measures = kind == ScopeKind::Probabilities || node.part == "token_loss" ||
                          (kind == ScopeKind::Loss && node.part == "loss");
    const NodeId logits = graph.find("logits"); // of words, not of what a pointer can choose
    return logits != noNode && graph[logits].axes[1] == Axis::TargetWord &&
           graph.find("probabilities") != noNode &&
           (areLogits(node) || areGradients(graph, node) ||
            (measures && node.relation == Relation::Own));
}

Index vocabularySize(const Graph& graph) {
    return graph[graph.find("logits")].shape[1];
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    StationControl order;
    order.key = QStringLiteral("order");
    order.label = tr("order");
    order.help = tr("The likeliest words first, or all in the order of the vocabulary");
    order.kind = StationControl::Kind::Choice;
    order.choices = {tr("likeliest first"), tr("vocabulary")};
    order.maximum = 1;
    std::vector<StationControl> all;
    if (vocabularySize(graph) <= mostInOrder)
        all.push_back(order);
    if (areGradients(graph, node))
        return all;
    StationControl temperature;
    temperature.key = QStringLiteral("temperature");
    temperature.label = tr("temperature τ");
    temperature.help =
        tr("Divides the logits before the softmax: below 1 sharper, above 1 flatter");
    temperature.kind = StationControl::Kind::Real;
    temperature.minimum = 0.05;
    temperature.maximum = 20;
    temperature.step = 0.1;
    temperature.initial = 1;
    all.push_back(temperature);
    return all;
}

QString seenWord(const Tokens& words, Index at) {
    return tokenText(wordAt(words, at));
}

/// All about one place of the sentence.
struct Position {
    Index row = 0;
    Index right = -1; ///< the right answer, −1 where none is asked for
    double temperature = 1;
    std::span<const float> logits;
    std::vector<double> shares;  ///< softmax(z/τ)
    std::vector<double> untuned; ///< the model's own, τ = 1
};

/// Not for padding, nor for what a cloze leaves visible.
bool isAsked(const Trace& trace, Index row) {
    return static_cast<std::size_t>(row) < trace.labels.size() && trace.keeps("label", row);
}

/// Where one looks at first: the first place that counts.
Index firstAsked(const Trace& trace, Index rows) {
    for (Index row = 0; row < rows; ++row)
        if (isAsked(trace, row))
            return row;
    return 0;
}

/// What the model has read there.
const Tokens& tokensRead(const Trace& trace) {
    return trace.targetTokens.empty() ? trace.sourceTokens : trace.targetTokens;
}

Position positionOf(const StationInput& input) {
    const Trace& trace = input.trace;
    const Tensor& logits = *trace.find("logits");
    Position here;
    const Index rows = logits.shape()[0];
    const bool isChosen = input.focus.row >= 0 && input.focus.row < rows;
    here.row = isChosen ? input.focus.row : firstAsked(trace, rows);
    if (const Tensor* labels = trace.find("label.ids"); labels && isAsked(trace, here.row))
        here.right = static_cast<Index>((*labels)[here.row]);
    here.temperature = std::max(0.05, input.setting("temperature", 1));
    here.logits = rowOf(logits, here.row);
    here.shares = tempered(here.logits, here.temperature);
    here.untuned = tempered(here.logits, 1);
    return here;
}

std::shared_ptr<const Tokens> vocabularyOf(const StationInput& input) {
    const auto& words = input.trace.targetVocabulary;
    return words ? words : std::make_shared<const Tokens>();
}

/// One number for each word: shares, logits over τ, or gradients.
struct Measured {
    std::vector<float> numbers;
    QString what;
};

Measured measuredOf(const StationInput& input, const Position& here) {
    Measured measured;
    if (areGradients(input.graph(), input.at())) {
        const std::span<const float> row = rowOf(input.trace.value(input.node), here.row);
        measured.numbers.assign(row.begin(), row.end());
        measured.what = tr("gradient of each logit");
    } else if (areLogits(input.at())) {
        for (const float logit : here.logits)
            measured.numbers.push_back(logit / static_cast<float>(here.temperature));
        measured.what = here.temperature == 1 ? tr("logit z") : tr("logit z / τ");
    } else {
        measured.numbers.assign(here.shares.begin(), here.shares.end());
        measured.what = here.temperature == 1 ? tr("probability") : tr("probability at τ");
    }
    return measured;
}

/// Which words are drawn, in their order.
std::vector<Index> orderOf(const StationInput& input, const Measured& measured,
                           const Position& here, double width) {
    if (input.setting("order", 0) > 0 && vocabularySize(input.graph()) <= mostInOrder) {
        std::vector<Index> all(measured.numbers.size());
        std::iota(all.begin(), all.end(), Index{0});
        return all;
    }
    const auto most = static_cast<std::size_t>(std::max(4.0, width / sortedSlot));
    std::vector<Index> words;
    if (areGradients(input.graph(), input.at())) {
        words = largestFirst(measured.numbers, most);
    } else {
        const std::vector<float> shares(here.shares.begin(), here.shares.end());
        words = largestFirst(shares, most);
    }
    // The right answer is never left out.
    if (here.right >= 0 && std::find(words.begin(), words.end(), here.right) == words.end())
        words.back() = here.right;
    return words;
}

QString headline(const StationInput& input, const Position& here, const Tokens& words) {
    const auto best = std::max_element(here.shares.begin(), here.shares.end());
    const QString said = seenWord(words, best - here.shares.begin());
    const QString share = numberText(*best, 3);
    const bool reads = !input.trace.targetTokens.empty();
    const QString seen = seenWord(tokensRead(input.trace), here.row);
    // What reads a target says what comes next; what has none labels the token itself.
    const QString place = (reads ? tr("Token %1, after “%2”") : tr("Token %1, “%2”"))
                              .arg(QString::number(here.row + 1), seen);
    if (here.right < 0)
        return tr("%1: “%2” with %3").arg(place, said, share);
    const double given = here.shares[here.right];
    const QString cost = numberText(-std::log(given), 3);
    if (here.right == best - here.shares.begin())
        return tr("%1: “%2” with %3, which is right; −ln p = %4").arg(place, said, share, cost);
    return tr("%1: “%2” with %3; right is “%4” with %5, −ln p = %6")
        .arg(place, said, share, seenWord(words, here.right), numberText(given, 3), cost);
}

QString entropyLine(const Position& here) {
    const auto count = static_cast<double>(here.shares.size());
    return tr("entropy %1 nats; all words alike would have ln %2 = %3")
        .arg(NumberFormat{0, 3}.text(entropyOf(here.shares)), QString::number(here.shares.size()),
             QString::number(std::log(count), 'f', 3));
}

QColor colourOf(const StationInput& input, const Position& here, Index word) {
    const auto best = std::max_element(here.shares.begin(), here.shares.end());
    if (word == here.right)
        return input.theme.hue(Hue::Value);
    if (word == best - here.shares.begin())
        return input.theme.hue(here.right >= 0 ? Hue::Key : Hue::Query);
    return input.theme.hue(Hue::Neutral);
}

/// The room of one of `count` bars, with the word below it.
QRectF slotAt(const Plot& plot, std::size_t bar, double count, double word) {
    const double width = plot.area.width() / count;
    return {plot.area.left() + static_cast<double>(bar) * width, plot.area.top(), width,
            plot.area.height() + word};
}

/// Under the bars: not of the words of one row alone, for bars stand on one line in all of them.
double roomForWords(const StationInput& input, const Tokens& words, Index count, double slot,
                    double most) {
    if (count > mostInOrder)
        return std::min(most, wordRoom * input.fontSize());
    QStringList all;
    for (Index word = 0; word < count; ++word)
        all << seenWord(words, word);
    return heightOfBarLabels(input, slot, most, all);
}

/// The matrix of logits where a person changed some.
std::optional<HeatmapData> changedLogits(const StationInput& input) {
    const NodeId logits = input.graph().find("logits");
    if (input.graph()[logits].op->kind() != OpKind::Intervene)
        return std::nullopt;
    return heatmapOf(input, logits);
}

void drawWords(Drawing& drawing, const Position& here, const Tokens& words, const QRectF& room) {
    const Measured measured = measuredOf(drawing.input, here);
    const double line = drawing.fontSize() * 1.6;
    const std::vector<Index> order =
        orderOf(drawing.input, measured, here, room.width() - scaleRoom);
    const auto count = static_cast<double>(order.size());
    const double below = std::max(
        2.2 * line, roomForWords(drawing.input, words, static_cast<Index>(here.logits.size()),
                                 (room.width() - scaleRoom) / count, room.height() * mostForWords));
    const Plot plot = placePlot(drawing, room.adjusted(0, 0, 0, -below - 0.2 * line), "words",
                                {measured.what, QString(), PlotWords::Across::None}, {0, count},
                                rangeAround(measured.numbers));
    const double slot = plot.area.width() / count;
    const double gap = slot > 4 ? 0.14 : 0;
    const bool ghosts = here.temperature != 1 && !areLogits(drawing.input.at()) &&
                        !areGradients(drawing.input.graph(), drawing.input.at());
    const std::optional<HeatmapData> changed = changedLogits(drawing.input);
    QStringList names;
    Index highlighted = -1;
    QHash<Index, QRectF> bars;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Index word = order[i];
        const auto at = static_cast<std::size_t>(word);
        const auto left = static_cast<double>(i);
        const QRectF bar =
            plot.bar(left + gap, left + 1 - gap, static_cast<double>(measured.numbers[at]));
        drawing.canvas.rectangle(bar, colourOf(drawing.input, here, word), "bar");
        if (ghosts)
            drawing.canvas.outline(plot.bar(left + gap, left + 1 - gap, here.untuned[at]),
                                   drawing.theme().mutedText, 1);
        if (changed && changed->changedAt(here.row, word))
            markChanged(drawing.canvas, bar);
        bars.insert(word, bar);
        drawing.place(slotAt(plot, i, count, line),
                      {.row = here.row,
                       .column = word,
                       .tip = tr("%1\nlogit %2\nprobability %3")
                                  .arg(seenWord(words, word), numberText(here.logits[at], 5),
                                       numberText(here.shares[at], 5))});
        names += seenWord(words, word);
        highlighted = word == here.right ? static_cast<Index>(i) : highlighted;
    }
    drawBarLabels(drawing, plot, below, names, highlighted, drawing.theme().textHue(Hue::Value));
    drawing.onFocus([bars](Drawing& now) {
        if (const auto bar = bars.find(now.input.focus.column); bar != bars.end())
            now.canvas.outline(bar->adjusted(-2, -2, 2, 2), now.theme().selection, 2);
    });
}

/// What a place costs, in words.
QString costOf(const Trace& trace, Index row, double loss) {
    if (isAsked(trace, row))
        return tr("“%1” costs %2").arg(seenWord(trace.labels, row), numberText(loss, 5));
    return trace.keeps(trace.targetTokens.empty() ? "source" : "target", row)
               ? tr("nothing is asked here: no cost")
               : tr("filler costs nothing");
}

/// Mean over the tokens of this sentence that count.
double meanLoss(const Trace& trace, const Tensor& losses) {
    double sum = 0;
    Index count = 0;
    for (Index t = 0; t < losses.count(); ++t)
        if (isAsked(trace, t)) {
            sum += static_cast<double>(losses[t]);
            ++count;
        }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

/// The largest of the losses; the guess ln V only where it would not press them flat.
double topOfLosses(const Tensor& losses, double random) {
    constexpr double flat = 3; ///< times
    double largest = 0;
    for (const float loss : losses.values())
        if (std::isfinite(loss))
            largest = std::max(largest, static_cast<double>(loss));
    if (largest * flat >= random || largest == 0)
        largest = std::max(largest, random);
    return largest;
}

/// A line across the bars, and what it is called above them.
struct Level {
    double value = 0;
    QString words;
    QColor colour;
};

/// A stroke and words for each; of a level above the axis an arrow. No word stands on the bars.
void drawLevelNames(Drawing& drawing, QPointF at, double end, double top,
                    const std::vector<Level>& levels) {
    const TextMeasure measure = measureWith(drawing.input.font);
    const double size = drawing.fontSize() * type::small;
    for (const Level& level : levels) {
        const bool above = level.value > top;
        const QString words = above ? tr("%1, above this axis").arg(level.words) : level.words;
        if (above)
            drawing.text(at + QPointF(size * 0.8, 0), QStringLiteral("↑"), size, level.colour,
                         Qt::AlignHCenter);
        else
            drawing.canvas.lines(dashesOf(QLineF(at, at + QPointF(size * 1.8, 0)), 5, 4),
                                 level.colour, 1.4, "level");
        drawing.text(at + QPointF(size * 2.2, 0),
                     elided(words, end - at.x() - size * 2.2, size, measure), size,
                     drawing.theme().textColour(level.colour));
        at.rx() += size * 3.7 + measure(words, size);
    }
}

/// The number of each bar above it, where all have room side by side.
void drawLossNumbers(Drawing& drawing, const Plot& plot, const Tensor& losses,
                     const std::vector<Level>& levels) {
    const TextMeasure measure = measureWith(drawing.input.font);
    const double size = drawing.fontSize() * type::small;
    const double slot = plot.area.width() / static_cast<double>(losses.count());
    QStringList numbers;
    for (Index t = 0; t < losses.count(); ++t)
        numbers << (isAsked(drawing.input.trace, t) ? numberText(losses[t], 2) : QString());
    if (std::ranges::any_of(numbers, [&](const QString& n) { return measure(n, size) > slot - 3; }))
        return;
    for (Index t = 0; t < losses.count(); ++t) {
        const QRectF bar = plot.bar(static_cast<double>(t), static_cast<double>(t + 1), losses[t]);
        const QPointF at(bar.center().x(), bar.top() - size * 0.7);
        const double wide = measure(numbers[t], size) + 2;
        const bool crossed = std::ranges::any_of(levels, [&](const Level& level) {
            return std::abs(plot.at(0, level.value).y() - at.y()) < size * 0.6;
        });
        if (crossed && !numbers[t].isEmpty()) // the line goes behind it
            drawing.canvas.rectangle({at.x() - wide / 2, at.y() - size * 0.5, wide, size},
                                     drawing.theme().surface, "ground");
        drawing.text(at, numbers[t], size, drawing.theme().mutedText, Qt::AlignHCenter);
    }
}

void drawLosses(Drawing& drawing, const Position& here, const Tensor& losses, const QRectF& room) {
    const Trace& trace = drawing.input.trace;
    const double line = drawing.fontSize() * 1.6;
    const double random = std::log(static_cast<double>(here.logits.size()));
    const auto count = static_cast<double>(losses.count());
    QStringList names;
    for (Index t = 0; t < losses.count(); ++t)
        names << (isAsked(trace, t) ? seenWord(trace.labels, t) : QStringLiteral("·"));
    const double below =
        std::max(2 * line, heightOfBarLabels(drawing.input, (room.width() - scaleRoom) / count,
                                             room.height() * mostForWords, names));
    const Plot plot = placePlot(drawing, room.adjusted(0, 2 * line, 0, -below - 0.2 * line),
                                "losses", {QString(), QString(), PlotWords::Across::None},
                                {0, count}, {0, topOfLosses(losses, random) * 1.2});
    const double gap = plot.area.width() / count > 4 ? 0.14 : 0;
    for (Index t = 0; t < losses.count(); ++t) {
        const auto left = static_cast<double>(t);
        const auto loss = static_cast<double>(losses[t]);
        drawing.canvas.rectangle(
            plot.bar(left + gap, left + 1 - gap, loss),
            t == here.row ? drawing.theme().selection : drawing.theme().hue(Hue::Neutral), "bar");
        drawing.place(slotAt(plot, static_cast<std::size_t>(t), count, line),
                      {.row = t, .tip = costOf(trace, t, loss)});
    }
    drawBarLabels(drawing, plot, below, names, here.row, drawing.theme().text);
    const double mean = meanLoss(trace, losses);
    const QString number = NumberFormat{0, 4}.text(mean);
    const std::vector<Level> levels{
        {random, tr("uniform guess ln V = %1").arg(QString::number(random, 'f', 3)),
         drawing.theme().mutedText},
        {mean,
         trace.batch > 1 ? tr("mean of this example %1").arg(number) : tr("mean %1").arg(number),
         drawing.theme().hue(Hue::Key)}};
    for (const Level& level : levels)
        drawLevel(drawing, plot, level.value, QString(), level.colour);
    drawLossNumbers(drawing, plot, losses, levels);
    const QPointF title(plot.area.left(), room.top() + line / 2);
    drawLine(drawing, title, tr("What each right answer costs: loss of each token"),
             plot.area.width(), drawing.theme().text, 1, true);
    drawLevelNames(drawing, title + QPointF(0, line), room.right(), plot.y.second, levels);
}

Block show(const StationInput& input) {
    const Position here = positionOf(input);
    const std::shared_ptr<const Tokens> words = vocabularyOf(input);
    std::vector<Block> blocks{
        line(headline(input, here, *words), {}, type::section, true),
        line(entropyLine(here), input.theme.mutedText),
        grows(custom({0, 150}, [=](Drawing& drawing,
                                   const QRectF& area) { drawWords(drawing, here, *words, area); }),
              0.54)};
    if (const Tensor* losses = input.trace.find("token_loss"))
        blocks.push_back(grows(
            custom({0, 130}, [=](Drawing& drawing,
                                 const QRectF& area) { drawLosses(drawing, here, *losses, area); }),
            0.46));
    return walked(input.trace.find("logits")->shape()[0], static_cast<Index>(here.logits.size()),
                  atLeast({460, 420}, padded(16, 16, column(blocks, 4))));
}

/// What the bars of the words show, all positions at once.
Tensor numbers(const StationInput& input) {
    if (areGradients(input.graph(), input.at()))
        return input.trace.value(input.node);
    const Tensor& logits = *input.trace.find("logits");
    Tensor shares(logits.shape());
    const double temperature = std::max(0.05, input.setting("temperature", 1));
    for (Index t = 0; t < logits.shape()[0]; ++t) {
        const std::vector<double> row = tempered(rowOf(logits, t), temperature);
        for (std::size_t i = 0; i < row.size(); ++i)
            shares[t * logits.shape()[1] + static_cast<Index>(i)] = static_cast<float>(row[i]);
    }
    return shares;
}

} // namespace

Station station() {
    return {.id = "words",
            .title = QT_TR_NOOP("Words"),
            .summary =
                QT_TR_NOOP("What the model says at one position, and what each right answer costs"),
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .controls = controls,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::output_words
