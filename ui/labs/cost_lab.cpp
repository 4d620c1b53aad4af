// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/cost.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

namespace gf::cost_lab {

namespace {

constexpr const char* viewKey = "cost.view";
constexpr const char* tokensKey = "cost.tokens";
constexpr const char* againKey = "cost.again";
constexpr int waitingTokens = 7; ///< that are drawn of those that wait

enum class View { ByLength, Parts, Waiting, Writing, Memory };

/// It is about the whole model; some node has to stand for it.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (costPartOf(node))
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace&) {
    return std::nullopt; // each model has products
}

/// Tokens of the encoder and of the decoder; 0 where there is none.
struct Lengths {
    Index source = 0;
    Index target = 0;
    Index longer() const { return std::max(source, target); }
};

Lengths lengthsOf(const Graph& graph) {
    Lengths lengths;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Input && node.shape.rank() > 0)
            (node.axes[0] == Axis::Source ? lengths.source : lengths.target) = std::max(
                node.axes[0] == Axis::Source ? lengths.source : lengths.target,
                node.axes[0] == Axis::Source || node.axes[0] == Axis::Target ? node.shape[0]
                                                                             : Index{0});
    return lengths;
}

Index widthOf(const Graph& graph) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            for (int i = 0; i < node.shape.rank(); ++i)
                if (node.axes[i] == Axis::Model)
                    return node.shape[i];
    return 1;
}

/// Units of the feed-forward layer; 0: it has none.
Index hiddenOf(const Graph& graph) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.shape.rank() == 2 && node.axes[1] == Axis::Hidden)
            return node.shape[1];
    return 0;
}

std::vector<StationControl> controls(const Graph& graph, const Node&) {
    const Lengths own = lengthsOf(graph);
    std::vector<StationControl> fields = knobFields("cost");
    fields[1].initial = std::min(static_cast<double>(own.longer()), fields[1].maximum);
    if (own.source == 0 || own.target == 0)
        fields.pop_back(); // there is no other target
    return fields;
}

View viewOf(const StationInput& input) {
    constexpr int last = static_cast<int>(View::Memory);
    return static_cast<View>(std::clamp(static_cast<int>(knobSetting(input, viewKey)), 0, last));
}

/// What the person has set, or the example's own lengths.
Lengths chosenLengths(const StationInput& input) {
    const Lengths own = lengthsOf(input.graph());
    const auto set = static_cast<Index>(input.setting(tokensKey, 0));
    const bool isSet = set > 0 && set != own.longer();
    const auto chosen = [&](const char* key, Index length) {
        const auto both = static_cast<double>(isSet ? set : length);
        return length > 0 ? static_cast<Index>(input.setting(key, both)) : 0;
    };
    return {chosen("cost.source-tokens", own.source), chosen("cost.target-tokens", own.target)};
}

/// Heads that have keys and values of their own, of the first attention; 0: there is none.
Index keyValueHeads(const Graph& graph) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.scope.isAttention() && node.part == "k")
            return node.shape[0];
    return 0;
}

QString countText(double count) {
    return count < 1e7 ? QStringLiteral("%L1").arg(count, 0, 'f', 0) : numberText(count, 3);
}

LabRequest requestOf(const StationInput& input) {
    const Lengths lengths = chosenLengths(input);
    FieldValues tokens;
    if (lengths.source > 0)
        tokens["source-tokens"] = std::int64_t{lengths.source};
    if (lengths.target > 0)
        tokens["target-tokens"] = std::int64_t{lengths.target};
    if (viewOf(input) == View::Memory)
        tokens["view"] = "memory";
    return {"cost", tokens};
}

/// Times are measured where they are shown, for as many tokens as take no long while.
std::optional<LabRequest> asks(const StationInput& input) {
    constexpr Index mostMeasured = 512;
    const View view = viewOf(input);
    if (view == View::ByLength || view == View::Writing ||
        chosenLengths(input).longer() > mostMeasured)
        return std::nullopt;
    return requestOf(input);
}

/// Null where nothing is measured, or not yet.
const Finding* measuredOf(const StationInput& input) {
    const auto* const found = asks(input) ? answerTo(input, requestOf(input)) : nullptr;
    return found ? &found->finding : nullptr;
}

QString timeText(double milliseconds) {
    return tr("%1 ms").arg(numberText(milliseconds, 2));
}

/// What the engine is at; empty where there is nothing to be said.
QString measuringText(const StationInput& input) {
    return measuringWords(input, requestOf(input));
}

// ---- By length ---------------------------------------------------------------------------------

struct Line {
    QString name;
    Mixing mixing;
    QColor colour;
};

std::vector<Line> linesOf(const Theme& theme) {
    return {{tr("scores and mixing: 2·M²·k"), Mixing::Attention, theme.hue(Hue::Attention)},
            {tr("W_Q, W_K, W_V, W_O: 4·M·k²"), Mixing::Projections, theme.hue(Hue::Query)},
            {tr("recurrence: 6·M·k²"), Mixing::Recurrence, theme.hue(Hue::Key)},
            {tr("convolution of 3: 3·M·k²"), Mixing::Convolution, theme.hue(Hue::Value)},
            {tr("mean, as here: M²·k + 2·M·k²"), Mixing::Mean, theme.hue(Hue::Residual)}};
}

double feedForwardCost(Index tokens, Index width, Index hidden) {
    return 2 * static_cast<double>(tokens) * static_cast<double>(width) *
           static_cast<double>(hidden);
}

/// Powers of two along an axis of logarithms.
void drawTicks(Drawing& drawing, const Plot& plot, const QString& counted) {
    const double size = drawing.fontSize() * type::small;
    for (int power = 0; power <= 12; power += 3) {
        const double tokens = std::exp2(power);
        drawing.text({plot.at(std::log10(tokens), 0).x(), plot.area.bottom() + size},
                     QString::number(tokens), size, drawing.theme().mutedText, Qt::AlignHCenter);
    }
    drawing.text({plot.area.center().x(), plot.area.bottom() + size * 2.4}, counted, size,
                 drawing.theme().mutedText, Qt::AlignHCenter);
}

/// What a number of tokens costs.
struct Curve {
    QString name;
    QColor colour;
    std::function<double(Index)> cost;
};

/// Curves over tokens, both in powers, and the number that is chosen on each; `marks` are drawn
/// over them.
Block chartOf(const std::vector<Curve>& curves, const QString& title, const QString& tokens,
              Index chosen, const PlotLayer& marks = {}) {
    std::vector<PlotLayer> layers{
        [tokens](Drawing& drawing, const Plot& plot) { drawTicks(drawing, plot, tokens); }};
    std::vector<LegendEntry> entries;
    double least = 1e300;
    double most = 1;
    for (const Curve& shown : curves) {
        std::vector<QPointF> points;
        for (int i = 0; i <= 48; ++i) {
            const double count = std::exp2(i / 4.0);
            const double cost = shown.cost(static_cast<Index>(std::lround(count)));
            least = std::min(least, cost);
            most = std::max(most, cost);
            points.emplace_back(std::log10(std::round(count)), std::log10(cost));
        }
        layers.push_back(curve(points, shown.colour, 2.5));
        layers.push_back(
            curve({{std::log10(chosen), std::log10(shown.cost(chosen))}}, shown.colour, 0, 4));
        entries.push_back({shown.colour, shown.name});
    }
    layers.push_back(markAt(std::log10(chosen)));
    if (marks)
        layers.push_back(marks);
    const Block chart = plot({.name = "cost",
                              .words = {title, QString(), PlotWords::Across::None},
                              .x = {0, std::log10(4096)},
                              .y = {std::floor(std::log10(least)), std::ceil(std::log10(most))},
                              .below = 1.5},
                             layers);
    return column({legend(entries), grows(chart)}, 4);
}

Block byLengthOf(const StationInput& input) {
    const Index width = widthOf(input.graph());
    const Index hidden = hiddenOf(input.graph());
    std::vector<Curve> curves;
    for (const Line& line : linesOf(input.theme))
        curves.push_back({line.name, line.colour,
                          [=](Index tokens) { return mixingCost(line.mixing, tokens, width); }});
    if (hidden > 0)
        curves.push_back({tr("feed-forward: 2·M·k·F"), input.theme.hue(Hue::FeedForward),
                          [=](Index tokens) { return feedForwardCost(tokens, width, hidden); }});
    const double crossing = std::log10(2 * width);
    return chartOf(curves, tr("Multiplications of one layer, in powers of ten"), tr("tokens M"),
                   chosenLengths(input).longer(),
                   [crossing, text = tr("M = 2k")](Drawing& drawing, const Plot& plot) {
                       if (crossing > plot.x.second)
                           return;
                       const double x = plot.at(crossing, 0).x();
                       drawing.canvas.lines(
                           dashesOf({x, plot.area.top(), x, plot.area.bottom()}, 4, 4),
                           drawing.theme().mutedText, 1.2, "crossing");
                       drawing.text({x + 3, plot.area.top() + drawing.fontSize() * 0.7}, text,
                                    drawing.fontSize(), drawing.theme().text);
                   });
}

QString lengthSentence(const StationInput& input) {
    const Index width = widthOf(input.graph());
    const Index tokens = chosenLengths(input).longer();
    const double scores = mixingCost(Mixing::Attention, tokens, width);
    const double projections = mixingCost(Mixing::Projections, tokens, width);
    const QString counts = tr("At M = %1 and k = %2 scores and mixing take %3 multiplications a "
                              "layer, the four projections %4")
                               .arg(tokens)
                               .arg(width)
                               .arg(countText(scores), countText(projections));
    if (scores == projections)
        return tr("%1: as many, for M = 2k.").arg(counts);
    return scores < projections
               ? tr("%1: the square is not yet the price. It is from M = 2k = %2 on.")
                     .arg(counts)
                     .arg(2 * width)
               : tr("%1: beyond M = 2k = %2 the square is the price.").arg(counts).arg(2 * width);
}

// ---- By part -----------------------------------------------------------------------------------

QString titleOf(CostPart part) {
    switch (part) {
    case CostPart::EncoderSelfAttention:
        return tr("encoder self-attention");
    case CostPart::CrossAttention:
        return tr("cross-attention");
    case CostPart::DecoderSelfAttention:
        return tr("decoder self-attention");
    case CostPart::FeedForward:
        return tr("feed-forward layers");
    case CostPart::Projections:
        return tr("projections");
    case CostPart::Output:
        return tr("output");
    case CostPart::Mixing:
        return tr("mixing of tokens");
    case CostPart::Recurrence:
        return tr("recurrence");
    case CostPart::Alignment:
        return tr("attention");
    default:
        return tr("embedding");
    }
}

QColor colourOf(const Theme& theme, CostPart part) {
    switch (part) {
    case CostPart::FeedForward:
        return theme.hue(Hue::FeedForward);
    case CostPart::Projections:
        return theme.hue(Hue::Query);
    case CostPart::Output:
        return theme.hue(Hue::Neutral);
    case CostPart::Recurrence:
        return theme.hue(Hue::Key);
    default:
        return theme.hue(Hue::Attention);
    }
}

/// What another target for the same source leaves as it is: the encoder's products.
Cost reusedOf(const Graph& graph, const Lengths& lengths) {
    // Without a target nothing but what the encoder does is left.
    return lengths.source > 0 && lengths.target > 0 ? costAt(graph, lengths.source, 0) : Cost();
}

Block partsOf(const StationInput& input) {
    const Lengths lengths = chosenLengths(input);
    const Cost cost = costAt(input.graph(), lengths.source, lengths.target);
    const bool again = knobSetting(input, againKey) > 0;
    const Cost reused = again ? reusedOf(input.graph(), lengths) : Cost();
    const double largest = std::ranges::max(cost.byPart);
    const Finding* const measured = measuredOf(input);
    std::vector<Bar> all;
    for (std::size_t i = 0; i < costParts; ++i) {
        const auto part = static_cast<CostPart>(i);
        const auto add = [&](double count, const QColor& colour, const QString& note) {
            if (count > 0)
                all.push_back({.name = titleOf(part),
                               .part = count / largest,
                               .number = tr("%1 (%2 %)")
                                             .arg(countText(count), NumberFormat{0, 0}.text(
                                                                        100 * count / cost.total)),
                               .colour = colour,
                               .note = note});
        };
        const double rest = cost.byPart[i] - reused.byPart[i];
        add(reused.byPart[i], input.theme.mutedText, tr("reused"));
        add(rest, colourOf(input.theme, part),
            measured && rest == cost.byPart[i]
                ? timeText(measured->numberAt("milliseconds/" + std::string(nameOf(part))))
                : QString());
    }
    return grows(bars(all));
}

QString partsSentence(const StationInput& input) {
    const Lengths lengths = chosenLengths(input);
    const Cost cost = costAt(input.graph(), lengths.source, lengths.target);
    const QString sizes = lengths.source > 0 && lengths.target > 0
                              ? tr("M = %1, N = %2").arg(lengths.source).arg(lengths.target)
                              : tr("%n tokens", nullptr, static_cast<int>(lengths.longer()));
    if (knobSetting(input, againKey) > 0 && lengths.source > 0 && lengths.target > 0) {
        const double kept = reusedOf(input.graph(), lengths).total;
        return tr("%1: another target for the same source takes %2 multiplications more; the "
                  "encoder and what is made of it, %3, is reused.")
            .arg(sizes, countText(cost.total - kept), countText(kept));
    }
    return tr("%1: a pass takes %2 multiplications, counted in the matrix products of the graph.")
        .arg(sizes, countText(cost.total));
}

// ---- Who waits ---------------------------------------------------------------------------------

/// Boxes of tokens over time: all at once, or each after the one before.
void drawWaiting(Drawing& drawing, const QRectF& area, const QString& name, bool waits, int layers,
                 const QColor& colour) {
    const double size = drawing.fontSize();
    drawLine(drawing, {area.left(), area.top() + size * 0.8}, name, area.width(),
             drawing.theme().text, 1, true);
    const QRectF room = area.adjusted(size * 2, size * 2, -4, -size * 1.6);
    const int moments = waits ? waitingTokens + layers - 1 : layers;
    const int shown = waitingTokens + 1; // as many columns as a recurrence of two layers has
    const double wide = room.width() / shown;
    const double high = room.height() / waitingTokens;
    const double side = std::max(4.0, std::min(wide, high) * 0.66);
    const auto middle = [&](int moment, int token) {
        return QPointF(room.left() + (moment + 0.5) * wide, room.top() + (token + 0.5) * high);
    };
    std::vector<QLineF> arrows;
    for (int layer = 0; layer < layers; ++layer)
        for (int token = 0; token < waitingTokens; ++token) {
            const QPointF to = middle(waits ? layer + token : layer, token);
            if (waits && token > 0)
                arrows.emplace_back(middle(layer + token - 1, token - 1), to);
            if (!waits && layer > 0)
                for (int from = 0; from < waitingTokens; ++from)
                    arrows.emplace_back(middle(layer - 1, from), to);
            if (waits && layer > 0)
                arrows.emplace_back(middle(layer + token - 1, token), to);
        }
    drawing.canvas.lines(arrows, drawing.theme().mutedText, waits ? 2 : 0.8, "waits");
    for (int layer = 0; layer < layers; ++layer)
        for (int token = 0; token < waitingTokens; ++token) {
            const QPointF at = middle(waits ? layer + token : layer, token);
            drawing.canvas.rectangle({at.x() - side / 2, at.y() - side / 2, side, side}, colour,
                                     "token");
        }
    for (int token = 0; token < waitingTokens; ++token)
        drawing.text({area.left(), middle(0, token).y()}, QString::number(token + 1),
                     size * type::small, drawing.theme().mutedText);
    drawing.text({room.left(), area.bottom() - size * 0.7},
                 tr("%n moments", nullptr, moments) + QStringLiteral(" →"), size,
                 drawing.theme().mutedText);
}

Block waitingOf(const StationInput& input) {
    const auto one = [&](const QString& name, bool waits, Hue hue) {
        return grows(custom(
            {190, 150}, [=, colour = input.theme.hue(hue)](Drawing& drawing, const QRectF& area) {
                drawWaiting(drawing, area, name, waits, 2, colour);
            }));
    };
    return row({one(tr("Attention, two layers"), false, Hue::Attention),
                one(tr("Recurrence, two layers"), true, Hue::Key)},
               20);
}

QString waitingSentence(const StationInput& input) {
    const Finding* const measured = measuredOf(input);
    const QString times =
        measured ? tr(" A pass takes %1 here, with a recurrence in the place of attention %2.")
                       .arg(timeText(measured->numberAt("instead/attention/milliseconds")),
                            timeText(measured->numberAt("instead/recurrence/milliseconds")))
                 : QString();
    return tr("All %1 tokens of a layer of attention are computed at once, those of a recurrence "
              "one after the other. In this model a pass is at least %2 matrix products long, "
              "however many processors there are.")
               .arg(chosenLengths(input).longer())
               .arg(costOf(input.graph()).chain) +
           times;
}

// ---- Writing -----------------------------------------------------------------------------------

QString bytesText(double bytes) {
    if (bytes < 1e6)
        return tr("%1 kB").arg(numberText(bytes / 1e3, 3));
    return bytes < 1e9 ? tr("%1 MB").arg(numberText(bytes / 1e6, 3))
                       : tr("%1 GB").arg(numberText(bytes / 1e9, 3));
}

WritingCost writingAt(const StationInput& input, Index target) {
    const Lengths lengths = chosenLengths(input);
    return writingCostAt(input.graph(), lengths.source, target).value_or(WritingCost());
}

Block writingOf(const StationInput& input) {
    if (!writingCostAt(input.graph(), 1, 1))
        return space(0);
    const std::vector<Curve> curves{{tr("the whole anew"), input.theme.hue(Hue::Key),
                                     [&](Index tokens) { return writingAt(input, tokens).anew; }},
                                    {tr("one row, keys and values kept"),
                                     input.theme.hue(Hue::Value),
                                     [&](Index tokens) { return writingAt(input, tokens).kept; }}};
    return chartOf(curves, tr("Multiplications of the last of N tokens, in powers of ten"),
                   tr("tokens N"), chosenLengths(input).target);
}

QString writingSentence(const StationInput& input) {
    if (!writingCostAt(input.graph(), 1, 1))
        return tr("This model does not write token by token through attention alone.");
    const Index target = chosenLengths(input).target;
    const WritingCost cost = writingAt(input, target);
    return tr("Token %1 takes %2 multiplications where the whole is computed anew, and %3 as one "
              "row that reads kept keys and values: %4 times fewer. They take %5 by then.")
        .arg(target)
        .arg(countText(cost.anew), countText(cost.kept), numberText(cost.anew / cost.kept, 3),
             bytesText(cost.bytes));
}

// ---- Memory ------------------------------------------------------------------------------------

struct Held {
    const char* name; ///< in the finding
    QString title;
    Hue hue;
};

std::vector<Held> heldByTraining() {
    return {{"parameters", tr("weights"), Hue::Query},
            {"gradients", tr("their gradients"), Hue::FeedForward},
            {"optimizer", tr("the optimizer’s memory"), Hue::Key},
            {"activations", tr("activations"), Hue::Attention}};
}

/// What a step of training holds, by part.
Block trainingBars(const StationInput& input, const Finding& memory) {
    double all = 0;
    double largest = 0;
    for (const Held& held : heldByTraining()) {
        all += memory.numberAt(held.name);
        largest = std::max(largest, memory.numberAt(held.name));
    }
    std::vector<Bar> parts;
    for (const Held& held : heldByTraining()) {
        const double bytes = memory.numberAt(held.name);
        parts.push_back(
            {.name = held.title,
             .part = partOf(bytes, largest),
             .number =
                 tr("%1 (%2 %)").arg(bytesText(bytes), NumberFormat{0, 0}.text(100 * bytes / all)),
             .colour = input.theme.hue(held.hue)});
    }
    return grows(column({line(tr("A step of training, batch %1: %2")
                                  .arg(QString::number(memory.numberAt("batch")), bytesText(all)),
                              {}, 1, true),
                         grows(bars(parts, 15))}));
}

/// Keys and values of all tokens, a bar for so many heads that have their own.
Block cacheBars(const StationInput& input, const Finding::List& caches) {
    const Index heads = keyValueHeads(input.graph());
    std::vector<Bar> all;
    for (const Finding& cache : caches) {
        const auto own = static_cast<Index>(cache.numberAt("kv_heads"));
        all.push_back(
            {.name = tr("%n heads with keys of their own", nullptr, static_cast<int>(own)),
             .part = partOf(cache.numberAt("bytes"), caches.front().numberAt("bytes")),
             .number = bytesText(cache.numberAt("bytes")),
             .colour = input.theme.hue(own == heads ? Hue::Value : Hue::Neutral),
             .note = own == heads ? tr("this model") : QString()});
    }
    return grows(column(
        {line(tr("Keys and values kept while it writes"), {}, 1, true), grows(bars(all, 15))}));
}

Block memoryOf(const StationInput& input) {
    const Finding* const measured = measuredOf(input);
    if (!measured)
        return space(0);
    std::vector<Block> both;
    if (const Finding* const memory = measured->find("memory"); memory && memory->fields())
        both.push_back(trainingBars(input, *memory));
    if (const Finding::List& caches = measured->listAt("caches"); !caches.empty())
        both.push_back(cacheBars(input, caches));
    return grows(fit({column(both, 16), row(both, 24)}));
}

QString memorySentence(const StationInput& input) {
    const Lengths lengths = chosenLengths(input);
    const Finding* const measured = measuredOf(input);
    const bool isPlanned = !measured || measured->find("memory/batch");
    const QString what =
        isPlanned
            ? tr("At %n tokens: what a step of training holds, by the buffers of the processor’s "
                 "program. Activations are what the forward pass keeps for the backward pass, and "
                 "what is used again on the way.",
                 nullptr, static_cast<int>(lengths.longer()))
            : tr("This model is too large to plan a step of training by the way.");
    return measured && measured->listAt("caches").empty()
               ? what
               : what + QLatin1Char(' ') +
                     tr("A model that writes keeps keys and values of every token.");
}

Block show(const StationInput& input) {
    struct Shown {
        QString (*words)(const StationInput&);
        Block (*picture)(const StationInput&);
    };
    static constexpr Shown every[] = {{lengthSentence, byLengthOf},
                                      {partsSentence, partsOf},
                                      {waitingSentence, waitingOf},
                                      {writingSentence, writingOf},
                                      {memorySentence, memoryOf}};
    const Shown& view = every[static_cast<std::size_t>(viewOf(input))];
    const QString words = view.words(input);
    const Block picture = view.picture(input);
    std::vector<Block> all{paragraph(words), grows(picture)};
    if (asks(input))
        all.push_back(line(measuringText(input), input.theme.mutedText));
    const double least = viewOf(input) == View::Memory ? 500 : 420;
    return atLeast({least, 0}, padded(14, 10, column(all, 8)));
}

/// The count of each part, a row each.
Tensor numbers(const StationInput& input) {
    const Lengths lengths = chosenLengths(input);
    const Cost cost = costAt(input.graph(), lengths.source, lengths.target);
    Tensor table(Shape{static_cast<Index>(costParts), 1});
    for (std::size_t i = 0; i < costParts; ++i)
        table[static_cast<Index>(i)] = static_cast<float>(cost.byPart[i]);
    return table;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "cost", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::cost_lab
