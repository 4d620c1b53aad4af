// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"

#include "core/graph/op.h"
#include "core/measure/token_mixing.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/station_blocks.h"
#include "ui/steps/token_reads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gf::who_reads_whom {

namespace {

constexpr double rounding = 2e-6; ///< of sums of float32 in another order
constexpr const char* firstKey = "exchanged";
constexpr const char* secondKey = "with";

bool shows(const Graph&, const Node& node) {
    // A convolution has no weights of its own for each token.
    const bool convolves = node.part == "windows" || node.part == "output";
    return node.role == Role::Forward && mixesTokens(node.scope) &&
           (node.part == "weights" || (node.scope.kind() == ScopeKind::Mixer && convolves));
}

/// The tokens of the sub-layer.
Index tokensOf(const Graph& graph, const Node& node) {
    const NodeId output = graph.find(node.scope, "output");
    return graph[output].shape[0];
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    const auto tokens = static_cast<double>(tokensOf(graph, node));
    StationControl first;
    first.key = QLatin1String(firstKey);
    first.label = tr("Exchange token");
    first.help = tr("In the sentence these two tokens change places, and the model reads it anew");
    first.minimum = 1;
    first.maximum = tokens;
    first.initial = 1;
    StationControl second = first;
    second.key = QLatin1String(secondKey);
    second.label = tr("with token");
    second.initial = std::min(2.0, tokens);
    return {first, second};
}

std::optional<TokenExchange> exchanges(const Graph& graph, const Node& node,
                                       const StationSettings& settings) {
    const Index tokens = tokensOf(graph, node);
    const auto place = [&](const char* key, double otherwise) {
        const auto number =
            static_cast<Index>(std::lround(settings.value(QLatin1String(key), otherwise)));
        return std::clamp<Index>(number, 1, tokens) - 1;
    };
    const Node& output = graph[graph.find(node.scope, "output")];
    return TokenExchange{output.axes[0], place(firstKey, 1), place(secondKey, 2)};
}

Tensor numbers(const StationInput& input) {
    return tokenMixing(input.trace, input.at().scope);
}

/// Who reads whom as it is, once the two tokens have changed places, and what differs between both
/// when rows and columns are moved back to their tokens.
struct Matrices {
    HeatmapData now;
    HeatmapData exchanged;
    HeatmapData difference;
    double largest = 0;  ///< difference
    bool causal = false; ///< a mask hides later tokens
};

/// The run that `exchange` asks for, if it belongs to the one that is shown.
const Trace* exchangedRun(const StationInput& input, const TokenExchange& exchange) {
    const StationNews& news = input.news;
    return news.exchange == exchange && news.exchangedOf.get() == &input.trace
               ? news.exchanged.get()
               : nullptr;
}

HeatmapData matrixOf(const StationInput& input, const Trace& trace, const QString& title) {
    HeatmapData data = readersOf(trace, input.at().scope);
    data.title = title;
    data.accent = input.theme.hue(Hue::Attention);
    return data;
}

/// Hidden is what neither of both may read.
HeatmapData differenceOf(const HeatmapData& now, const HeatmapData& moved,
                         const TokenExchange& exchange) {
    HeatmapData difference = now;
    difference.title = tr("Difference, moved back");
    difference.scale = HeatmapData::Scale::Diverging;
    for (Index row = 0; row < now.rows; ++row)
        for (Index column = 0; column < now.columns; ++column) {
            const auto at = static_cast<std::size_t>(row * now.columns + column);
            const Index movedRow = exchange.placeOf(row);
            const Index movedColumn = exchange.placeOf(column);
            difference.values[at] = moved.at(movedRow, movedColumn) - now.values[at];
            if (!now.hidden.empty() && moved.hiddenAt(movedRow, movedColumn) == Hidden::No)
                difference.hidden[at] = Hidden::No;
        }
    return difference;
}

Matrices matricesOf(const StationInput& input, const TokenExchange& exchange) {
    Matrices matrices;
    matrices.now = matrixOf(input, input.trace, tr("As it is"));
    matrices.causal =
        std::ranges::find(matrices.now.hidden, Hidden::Causal) != matrices.now.hidden.end();
    const Trace* other = exchangedRun(input, exchange);
    if (!other || matrices.now.values.empty())
        return matrices;
    matrices.exchanged = matrixOf(input, *other, tr("Two tokens exchanged"));
    if (matrices.exchanged.rows != matrices.now.rows) {
        matrices.exchanged = {};
        return matrices;
    }
    matrices.difference = differenceOf(matrices.now, matrices.exchanged, exchange);
    for (const float value : matrices.difference.values)
        matrices.largest = std::max(matrices.largest, std::abs(static_cast<double>(value)));
    return matrices;
}

QString sentenceOf(const StationInput& input, const TokenExchange& exchange,
                   const Matrices& matrices) {
    if (input.trace.batch > 1)
        return tr("Tokens can be exchanged in your own example alone.");
    if (exchange.first == exchange.second)
        return tr("One token cannot change places with itself: choose two.");
    if (matrices.difference.values.empty())
        return tr("The sentence with these two tokens exchanged has not been computed yet.");
    const QString done = tr("Two tokens of the sentence changed places, and it was read anew.");
    if (matrices.largest <= rounding)
        return done + QLatin1Char(' ') +
               tr("Moved back to its tokens, each number is what it was, to rounding: where a "
                  "token "
                  "stands does not count here.");
    const QString differs =
        matrices.causal ? tr("Moved back to its tokens, a number differs by up to %1: where "
                             "a token stands counts, by the causal mask if by nothing "
                             "else.")
                        : tr("Moved back to its tokens, a number differs by up to %1: where "
                             "a token stands counts, not only what the tokens are.");
    return done + QLatin1Char(' ') + differs.arg(numberText(matrices.largest, 3));
}

Block show(const StationInput& input) {
    const TokenExchange exchange = *exchanges(input.graph(), input.at(), input.settings);
    Matrices matrices = matricesOf(input, exchange);
    const double top =
        std::max(matrices.now.colourRange().second, matrices.exchanged.colourRange().second);
    const ScaleRange range =
        drawnRange(input, input.node, QStringLiteral("who reads whom"), {0, top});
    matrices.now.range = matrices.exchanged.range = range;
    // What is rounding alone is drawn as the nothing that it is.
    const double reach = matrices.largest > rounding ? matrices.largest : range.second;
    matrices.difference.range =
        drawnRange(input, input.node, QStringLiteral("difference"), {-reach, reach});
    std::vector<Block> blocks;
    for (const HeatmapData* data : {&matrices.now, &matrices.exchanged, &matrices.difference})
        blocks.push_back(data->values.empty() ? Block() : matrix(*data));
    return walked(
        matrices.now.rows, matrices.now.rows,
        atLeast({400, 270}, padded(6, 6,
                                   column({grows(grid(blocks, 16)),
                                           paragraph(sentenceOf(input, exchange, matrices))}))));
}

} // namespace

Station station() {
    return {.id = readersView,
            .title = QT_TR_NOOP("Who reads whom"),
            .summary =
                QT_TR_NOOP("The same matrix for every way to mix tokens, and what becomes of "
                           "it when two tokens change places in the sentence"),
            .exchanges = exchanges,
            .shows = shows,
            .controls = controls,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::who_reads_whom
