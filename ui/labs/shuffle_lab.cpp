// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/every_lab.h"

#include "core/tensor/phrase.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf::shuffle_lab {

namespace {

constexpr Index mostTokens = 256; ///< of the source; more take seconds
constexpr double rounding = 1e-9; ///< what the order of sums leaves, in double precision
constexpr double margin = 14;
constexpr double chipHeight = 2.2; ///< in font sizes
constexpr double widestChip = 6;

enum class Order { Reversed, AsWritten, Own };

using Places = std::vector<Index>;

// ---- The order ---------------------------------------------------------------------------------

/// The tokens of the source that can be moved: `<eos>` and padding stay.
Index movable(const Trace& trace) {
    const auto end = std::ranges::find(trace.sourceTokens, "<eos>");
    Index count = end - trace.sourceTokens.begin();
    while (count > 0 && !trace.keeps("source", count - 1))
        --count;
    return count;
}

Places asWritten(Index count) {
    Places order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index(0));
    return order;
}

QString keyOf(Index place) {
    return QStringLiteral("shuffle.%1").arg(place);
}

/// As the person has dragged them; as written where that was another sentence.
Places ownOrder(const StationInput& input, Index count) {
    Places order = asWritten(count);
    for (Index i = 0; i < count; ++i)
        order[i] =
            static_cast<Index>(std::clamp(input.settings.value(keyOf(i), static_cast<double>(i)),
                                          0.0, static_cast<double>(count - 1)));
    return std::ranges::is_permutation(order, asWritten(count)) ? order : asWritten(count);
}

Places orderOf(const StationInput& input) {
    const Index count = movable(input.trace);
    const auto order = static_cast<Order>(static_cast<int>(input.setting("shuffle.order", 0)));
    if (order == Order::Own)
        return ownOrder(input, count);
    Places places = asWritten(count);
    if (order == Order::Reversed)
        std::ranges::reverse(places);
    return places;
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return {choiceField("shuffle.order", tr("Order"),
                        tr("Drag a token of the source, or move the chosen one with Shift and the "
                           "arrow keys, for an order of your own"),
                        {tr("reversed"), tr("as written"), tr("as dragged")})};
}

/// The settings that make an order one of the person's own.
StationSettings settingsOf(const Places& order) {
    StationSettings settings{{QStringLiteral("shuffle.order"), static_cast<double>(Order::Own)}};
    for (std::size_t i = 0; i < order.size(); ++i)
        settings.insert(keyOf(static_cast<Index>(i)), static_cast<double>(order[i]));
    return settings;
}

/// "2,0,1".
StationSettings given(std::string_view, const std::string& text) {
    return settingsOf(numbersIn(text).value_or(Places()));
}

/// With the token that stood at `row` at first moved to a place.
StationSettings moved(Places order, Index row, Index place) {
    const auto at = std::ranges::find(order, row);
    if (at == order.end())
        return {};
    order.erase(at);
    order.insert(order.begin() + std::clamp<Index>(place, 0, static_cast<Index>(order.size())),
                 row);
    return settingsOf(order);
}

double chipWidth(const StationInput& input, double width, Index count) {
    return std::min(widestChip * input.fontSize(), width / static_cast<double>(count));
}

StationSettings dragged(const StationInput& input, const StationPlace& held, const QPointF& to) {
    const Places order = orderOf(input);
    if (held.row < 0 || held.column >= 0 || order.empty())
        return {};
    const double chip =
        chipWidth(input, input.size.width() - 2 * margin, static_cast<Index>(order.size()));
    return moved(order, held.row, static_cast<Index>(std::floor((to.x() - margin) / chip)));
}

StationSettings movedByKeys(const StationInput& input, const QPointF& by) {
    const Places order = orderOf(input);
    const auto at = std::ranges::find(order, input.focus.row);
    if (at == order.end() || by.x() == 0)
        return {};
    return moved(order, input.focus.row, (at - order.begin()) + static_cast<Index>(by.x()));
}

// ---- What is seen ------------------------------------------------------------------------------

/// The tokens in their order, each a place that stands for the row that it had at first.
Block chips(const StationInput& input, const Places& order) {
    QStringList words;
    for (const Index from : order)
        words << tokenText(input.trace.sourceTokens[from]);
    Block block;
    block.leastHeight = [](const StationInput& now, double) { return chipHeight * now.fontSize(); };
    block.draw = [=](Drawing& drawing, const QRectF& area) {
        const double width =
            chipWidth(drawing.input, area.width(), static_cast<Index>(order.size()));
        const TextMeasure measure = measureWith(drawing.input.font);
        const auto rectOf = [=](std::size_t i) {
            return QRectF(area.left() + static_cast<double>(i) * width, area.top(), width,
                          area.height())
                .adjusted(1, 1, -1, -1);
        };
        const Theme& theme = drawing.theme();
        for (std::size_t i = 0; i < order.size(); ++i) {
            const bool isMoved = order[i] != static_cast<Index>(i);
            const QRectF chip = rectOf(i);
            drawing.canvas.rectangle(chip, isMoved ? theme.hue(Hue::Residual) : theme.grid, "chip");
            drawing.text(
                chip.center(),
                elided(words[static_cast<qsizetype>(i)], width - 4, drawing.fontSize(), measure),
                drawing.fontSize(), theme.text, Qt::AlignHCenter, isMoved);
            drawing.place(
                chip,
                {.row = order[i],
                 .tip =
                     tr("“%1”: drag it to another place").arg(words[static_cast<qsizetype>(i)])});
        }
        drawing.onFocus([=](Drawing& now) {
            const auto at = std::ranges::find(order, now.input.focus.row);
            if (at != order.end())
                now.canvas.outline(rectOf(static_cast<std::size_t>(at - order.begin())),
                                   now.theme().selection, 2);
        });
    };
    return block;
}

/// Where the rows or the columns of a matrix are tokens of the source, what stands at each.
std::function<Index(Index)> along(const Node& node, int fromEnd, const Places& order) {
    const int rank = node.shape.rank();
    if (rank < fromEnd || node.axes[rank - fromEnd] != Axis::Source)
        return [](Index at) { return at; };
    return [order](Index at) { return at < static_cast<Index>(order.size()) ? order[at] : at; };
}

/// The step as it was and with the other order, in which the row that is highlighted is that of the
/// same token.
Block matrices(const StationInput& input, const Places& order, const LabFound* answer) {
    const auto head = static_cast<int>(headOf(input));
    HeatmapData before = heatmapOf(input, input.node, head);
    before.title = tr("as written");
    HeatmapData after = before;
    after.title = tr("in the other order");
    const bool isThere =
        answer && answer->trace && answer->trace->graph &&
        input.node < static_cast<NodeId>(answer->trace->graph->size()) &&
        answer->trace->value(input.node).shape() == input.trace.value(input.node).shape();
    if (isThere)
        after = heatmapOf(*answer->trace, input.node, head);
    after.title = tr("in the other order");
    after.range = before.range;
    if (!isThere)
        return row({matrix(before)});
    const auto rows = along(input.at(), 2, order);
    const auto columns = along(input.at(), 1, order);
    MatrixLook look;
    look.placeOf = [=](Index row, Index column) {
        return StationPlace{rows(row), columns(column)};
    };
    look.highlighted = [=](const StationInput& now) {
        const auto placeOf = [](const std::function<Index(Index)>& from, Index count, Index token) {
            for (Index at = 0; at < count; ++at)
                if (from(at) == token)
                    return at;
            return Index(-1);
        };
        return HeatmapHighlight{placeOf(rows, after.rows, now.focus.row),
                                placeOf(columns, after.columns, now.focus.column),
                                now.focus.pinned};
    };
    return row({matrix(before), matrix(after, look)});
}

/// A step, and how far it is from where it was once its tokens are moved back.
struct Difference {
    const Node* step = nullptr;
    double largest = 0;
};

/// In the order of the walk; empty without an answer.
std::vector<Difference> differencesOf(const Graph& graph, const LabFound* answer) {
    std::vector<Difference> all;
    if (answer)
        for (const auto& [step, largest] : *answer->finding.find("largest_difference")->fields())
            if (const NodeId node = graph.find(step); node != noNode)
                all.push_back({&graph[node], largest.number().value_or(0)});
    return all;
}

/// One bar for each step, of the logarithm of its difference.
Block chartOf(const StationInput& input, const std::vector<Difference>& differences) {
    std::vector<double> logarithms;
    std::vector<NodeId> nodes;
    std::vector<StationPlace> places;
    double most = 1;
    for (const Difference& one : differences) {
        nodes.push_back(one.step->id);
        logarithms.push_back(std::log10(one.largest));
        if (std::isfinite(logarithms.back()))
            most = std::max(most, std::ceil(logarithms.back()));
        places.push_back({.step = stepOf(*one.step),
                          .tip = QStringLiteral("%1\n%2").arg(
                              titleOf(input.graph(), *one.step),
                              tr("largest difference: %1").arg(numberText(one.largest, 3)))});
    }
    const auto count = static_cast<Index>(nodes.size());
    const QColor colour = input.theme.hue(Hue::Residual);
    const NodeId here = input.node;
    const PlotLayer bars = [=](Drawing& drawing, const Plot& plot) {
        for (std::size_t i = 0; i < logarithms.size(); ++i) {
            const double x = static_cast<double>(i) + 1;
            const double top = std::isnan(logarithms[i])
                                   ? plot.y.first
                                   : std::clamp(logarithms[i], plot.y.first, plot.y.second);
            const QRectF bar(plot.at(x - 0.45, top), plot.at(x + 0.45, plot.y.first));
            drawing.canvas.rectangle(bar, nodes[i] == here ? drawing.theme().highlight : colour,
                                     "difference");
        }
    };
    return plot({"differences",
                 {tr("Largest difference of each operation once its tokens are back at their "
                     "places (log₁₀)"),
                  tr("operations, in their order")},
                 {0.5, static_cast<double>(std::max<Index>(count, 1)) + 0.5},
                 {-18, most}},
                {bars, levelAt(std::log10(rounding), tr("rounding"), input.theme.mutedText),
                 placesAlong(1, count, [places](Index i) { return places[i]; })});
}

QString sentenceOf(const StationInput& input, const Places& order,
                   const std::vector<Difference>& differences) {
    if (order == asWritten(static_cast<Index>(order.size())))
        return tr("Every token stands where it was written. Drag one to another place.");
    const auto isMoved = [](const Difference& one) { return !(one.largest <= rounding); };
    const auto first = std::ranges::find_if(differences, isMoved);
    const auto all = static_cast<int>(differences.size());
    const auto largest = std::ranges::max_element(differences, {}, &Difference::largest);
    if (all == 0)
        return {};
    if (first == differences.end())
        return tr("Zero to the end: moved back, all %n operations give what they gave before, to "
                  "rounding (%1 at most).",
                  nullptr, all)
            .arg(numberText(largest->largest, 2));
    const auto changed = static_cast<int>(std::ranges::count_if(differences, isMoved));
    return tr("The first operation that differs is “%1”; moved back, %n of %2 differ, by %3 at "
              "most.",
              nullptr, changed)
        .arg(titleOf(input.graph(), *first->step))
        .arg(all)
        .arg(numberText(largest->largest, 3));
}

Block show(const StationInput& input) {
    const Places order = orderOf(input);
    const LabRequest request = shuffledBy(order);
    const auto* answer = answerTo(input, request);
    const std::vector<Difference> differences = differencesOf(input.graph(), answer);
    const QString said =
        answer ? withMeasuringWords(sentenceOf(input, order, differences), input, request)
               : measuringWords(input, request);
    const Shape& shape = input.at().shape;
    const Block both = grows(matrices(input, order, answer), 0.6);
    const Block chart = grows(chartOf(input, differences), 0.4);
    // In less width the chart would stand below the matrices: too high for a small window.
    return walked(
        shape.rows(), shape.columns(),
        atLeast({500, 0},
                padded(margin, margin,
                       column({chips(input, order),
                               atLeast({0, 2.9 * input.fontSize()}, paragraph(said)),
                               grows(fit({column({both, chart}), row({both, chart})}))}))));
}

// ---- What it is about --------------------------------------------------------------------------

bool readsSource(const Node& node) {
    return node.role == Role::Forward && node.relation == Relation::Own && node.shape.rank() >= 2 &&
           std::ranges::find(node.axes, Axis::Source) != node.axes.end() &&
           !node.scope.find(ScopeKind::TimeStep);
}

/// The step in focus where it has tokens of the source, otherwise what the encoder reads.
NodeId nodeFor(const Graph& graph, NodeId focused) {
    if (focused != noNode && readsSource(graph[focused]))
        return focused;
    const auto first = std::ranges::find_if(graph.nodes(), readsSource);
    return first == graph.nodes().end() ? noNode : first->id;
}

std::optional<Sentence> missing(const Trace& trace) {
    const Index tokens = movable(trace);
    if (trace.sourceTokens.empty() || nodeFor(*trace.graph, noNode) == noNode)
        return phrase("this model reads no source that could be shuffled");
    if (tokens < 2)
        return phrase("the source has one token, which can't change places");
    if (tokens > mostTokens)
        return Sentence(phrase("the source has %1 tokens; this is tried with %2 at most"), tokens,
                        mostTokens);
    return std::nullopt;
}

std::optional<LabRequest> asks(const StationInput& input) {
    return shuffledBy(orderOf(input));
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "shuffle",
                        .controls = controls,
                        .show = show,
                        .draggedSettings = dragged,
                        .movedSettings = movedByKeys},
            .node = nodeFor,
            .missing = missing,
            .asks = asks,
            .given = given};
}

} // namespace gf::shuffle_lab
